// In every call, choose the empty cell with the fewest candidates.
class Solution {
    using Board = vector<vector<char>>;
    int rows[9] = {}, columns[9] = {}, boxes[9] = {};

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                if (board[row][column] != '.') write(board, row, column, board[row][column] - '1');
            }
        }
        fill(board);
    }

private:
    bool fill(Board& board) { // @call
        int cell = fewestCandidates(board);
        if (cell < 0) {
            return true; // @solved
        }
        int row = cell / 9, column = cell % 9; // @choose
        for (int digits = left(row, column); digits != 0; digits &= digits - 1) { // @conflict
            int digit = __builtin_ctz(digits); // @try
            write(board, row, column, digit); // @place
            if (fill(board)) return true;
            erase(board, row, column, digit); // @undo
        }
        return false; // @return
    }

    int fewestCandidates(const Board& board) {
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; ++cell) {
            if (board[cell / 9][cell % 9] != '.') continue;
            int count = __builtin_popcount(left(cell / 9, cell % 9));
            if (count < fewest) {
                best = cell;
                fewest = count;
            }
        }
        return best;
    }

    int left(int row, int column) {
        return 511 & ~(rows[row] | columns[column] | boxes[row / 3 * 3 + column / 3]);
    }

    void write(Board& board, int row, int column, int digit) {
        board[row][column] = '1' + digit;
        rows[row] |= 1 << digit;
        columns[column] |= 1 << digit;
        boxes[row / 3 * 3 + column / 3] |= 1 << digit;
    }

    void erase(Board& board, int row, int column, int digit) {
        board[row][column] = '.';
        rows[row] &= ~(1 << digit);
        columns[column] &= ~(1 << digit);
        boxes[row / 3 * 3 + column / 3] &= ~(1 << digit);
    }
};
