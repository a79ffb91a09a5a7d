// Sort the empty cells by their number of candidates; sets of nine bits give the digits that fit.
class Solution {
    using Board = vector<vector<char>>;
    vector<pair<int, int>> cells;
    int rows[9] = {}, columns[9] = {}, boxes[9] = {};

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                if (board[row][column] == '.') {
                    cells.push_back({row, column});
                } else {
                    insert(board, row, column, board[row][column] - '1');
                }
            }
        }
        stable_sort(cells.begin(), cells.end(), [&](auto& one, auto& other) {
            return __builtin_popcount(left(one.first, one.second))
                < __builtin_popcount(left(other.first, other.second));
        });
        fill(board, 0);
    }

private:
    bool fill(Board& board, size_t position) { // @call
        if (position == cells.size()) {
            return true; // @solved
        }
        auto [row, column] = cells[position]; // @choose
        for (int digits = left(row, column); digits != 0; digits &= digits - 1) { // @conflict
            int digit = __builtin_ctz(digits); // @try
            insert(board, row, column, digit); // @place
            if (fill(board, position + 1)) return true;
            remove(board, row, column, digit); // @undo
        }
        return false; // @return
    }

    int left(int row, int column) {
        return 511 & ~(rows[row] | columns[column] | boxes[row / 3 * 3 + column / 3]);
    }

    void insert(Board& board, int row, int column, int digit) {
        board[row][column] = '1' + digit;
        rows[row] |= 1 << digit;
        columns[column] |= 1 << digit;
        boxes[row / 3 * 3 + column / 3] |= 1 << digit;
    }

    void remove(Board& board, int row, int column, int digit) {
        board[row][column] = '.';
        rows[row] &= ~(1 << digit);
        columns[column] &= ~(1 << digit);
        boxes[row / 3 * 3 + column / 3] &= ~(1 << digit);
    }
};
