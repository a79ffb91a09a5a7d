// Brute force: put a digit in every empty cell, and check the rules only when the grid is full.
class Solution {
    using Board = vector<vector<char>>;
    vector<pair<int, int>> empty;

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                if (board[row][column] == '.') empty.push_back({row, column});
            }
        }
        fill(board, 0);
    }

private:
    bool fill(Board& board, size_t position) { // @call
        if (position == empty.size()) {
            return isSolved(board); // @solved @conflict @return
        }
        auto [row, column] = empty[position]; // @choose
        for (char digit = '1'; digit <= '9'; ++digit) { // @try
            board[row][column] = digit; // @place
            if (fill(board, position + 1)) return true;
            board[row][column] = '.'; // @undo
        }
        return false; // @return
    }

    bool isSolved(const Board& board) {
        for (int i = 0; i < 9; ++i) {
            int row = 0, column = 0, box = 0;
            for (int j = 0; j < 9; ++j) {
                row |= 1 << (board[i][j] - '1');
                column |= 1 << (board[j][i] - '1');
                box |= 1 << (board[i / 3 * 3 + j / 3][i % 3 * 3 + j % 3] - '1');
            }
            if ((row & column & box) != 511) return false;
        }
        return true;
    }
};
