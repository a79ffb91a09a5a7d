// Counters tell how often each row, column and box contains each digit; the search visits every cell.
class Solution {
    using Board = vector<vector<char>>;
    int counts[27][9] = {};

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                if (board[row][column] != '.') place(board, row, column, board[row][column] - '1');
            }
        }
        visit(board, 0);
    }

private:
    bool visit(Board& board, int index) { // @call
        if (index == 81) {
            return true; // @solved
        }
        int row = index / 9, column = index % 9;
        if (board[row][column] != '.') {
            return visit(board, index + 1); // @return
        }
        for (int digit = 0; digit < 9; ++digit) { // @choose @try
            if (fits(row, column, digit)) { // @conflict
                place(board, row, column, digit); // @place
                if (visit(board, index + 1)) return true;
                remove(board, row, column, digit); // @undo
            }
        }
        return false; // @return
    }

    array<int, 3> houses(int row, int column) {
        return {row, 9 + column, 18 + row / 3 * 3 + column / 3};
    }

    bool fits(int row, int column, int digit) {
        for (int house : houses(row, column)) {
            if (counts[house][digit] > 0) return false;
        }
        return true;
    }

    void place(Board& board, int row, int column, int digit) {
        board[row][column] = '1' + digit;
        for (int house : houses(row, column)) ++counts[house][digit];
    }

    void remove(Board& board, int row, int column, int digit) {
        board[row][column] = '.';
        for (int house : houses(row, column)) --counts[house][digit];
    }
};
