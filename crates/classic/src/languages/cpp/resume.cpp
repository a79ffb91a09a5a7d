// Backtracking that continues after the cell just filled: all cells before it are full.
class Solution {
    using Board = vector<vector<char>>;

public:
    void solveSudoku(vector<vector<char>>& board) {
        fill(board, 0);
    }

private:
    bool fill(Board& board, int cell) { // @call
        while (cell < 81 && board[cell / 9][cell % 9] != '.') ++cell;
        if (cell == 81) {
            return true; // @solved
        }
        int row = cell / 9, column = cell % 9; // @choose
        for (char digit = '1'; digit <= '9'; ++digit) { // @try
            if (fits(board, row, column, digit)) { // @conflict
                board[row][column] = digit; // @place
                if (fill(board, cell + 1)) return true;
                board[row][column] = '.'; // @undo
            }
        }
        return false; // @return
    }

    bool fits(const Board& board, int row, int column, char digit) {
        int top = row / 3 * 3, left = column / 3 * 3;
        for (int i = 0; i < 9; ++i) {
            if (board[row][i] == digit || board[i][column] == digit) return false;
            if (board[top + i / 3][left + i % 3] == digit) return false;
        }
        return true;
    }
};
