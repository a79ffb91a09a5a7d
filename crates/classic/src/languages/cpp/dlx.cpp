// Exact cover: 324 constraints (columns), 729 candidates (rows of four nodes), linked in rings.
class Solution {
    using Board = vector<vector<char>>;
    static const int ROOT = 0, COLUMNS = 324, FIRST = COLUMNS + 1;
    vector<int> left, right, size, up, down, head;
    vector<pair<int, int>> rows;

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int column = 0; column < FIRST; ++column) {
            left.push_back(column == ROOT ? COLUMNS : column - 1);
            right.push_back(column == COLUMNS ? ROOT : column + 1);
            size.push_back(0);
            up.push_back(column);
            down.push_back(column);
            head.push_back(column);
        }
        for (int cell = 0; cell < 81; ++cell) {
            char given = board[cell / 9][cell % 9];
            for (int digit = 0; digit < 9; ++digit) {
                if (given == '.' || given == '1' + digit) append(cell, digit);
            }
        }
        for (int cell = 0; cell < 81; ++cell) {
            char given = board[cell / 9][cell % 9];
            if (given == '.') continue;
            for (int column : heads(cell, given - '1')) cover(column);
        }
        solve(board);
    }

private:
    bool solve(Board& board) { // @call
        if (right[ROOT] == ROOT) {
            return true; // @solved
        }
        int column = smallestColumn(); // @choose
        cover(column); // @cover
        for (int node = down[column]; node != column; node = down[node]) { // @conflict
            auto [cell, digit] = rows[(node - FIRST) / 4]; // @try
            board[cell / 9][cell % 9] = '1' + digit; // @place
            for (int step : {1, 2, 3}) {
                cover(head[other(node, step)]); // @cover
            }
            if (solve(board)) return true;
            for (int step : {3, 2, 1}) {
                uncover(head[other(node, step)]); // @uncover
            }
            board[cell / 9][cell % 9] = '.'; // @undo
        }
        uncover(column); // @uncover
        return false; // @return
    }

    int smallestColumn() {
        int smallest = right[ROOT];
        for (int column = smallest; column != ROOT; column = right[column]) {
            if (size[column] < size[smallest]) smallest = column;
        }
        return smallest;
    }

    void cover(int column) {
        left[right[column]] = left[column];
        right[left[column]] = right[column];
        for (int node = down[column]; node != column; node = down[node]) {
            for (int step : {1, 2, 3}) {
                int next = other(node, step);
                up[down[next]] = up[next];
                down[up[next]] = down[next];
                --size[head[next]];
            }
        }
    }

    void uncover(int column) {
        for (int node = up[column]; node != column; node = up[node]) {
            for (int step : {3, 2, 1}) {
                int next = other(node, step);
                ++size[head[next]];
                up[down[next]] = down[up[next]] = next;
            }
        }
        left[right[column]] = right[left[column]] = column;
    }

    int other(int node, int step) {
        int row = (node - FIRST) / 4, position = (node - FIRST) % 4;
        return FIRST + 4 * row + (position + step) % 4;
    }

    array<int, 4> heads(int cell, int digit) {
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        int first = 1 + 81 + digit;
        return {1 + cell, first + 9 * row, first + 9 * (9 + column), first + 9 * (18 + box)};
    }

    void append(int cell, int digit) {
        rows.push_back({cell, digit});
        for (int column : heads(cell, digit)) {
            int node = head.size(), above = up[column];
            head.push_back(column);
            up.push_back(above);
            down.push_back(column);
            down[above] = up[column] = node;
            ++size[column];
        }
    }
};
