// Three tables tell whether a row, a column or a box already contains a digit.
class Solution {
    using Board = vector<vector<char>>;
    vector<pair<int, int>> empty;
    bool rows[9][9] = {}, columns[9][9] = {}, boxes[9][9] = {};

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                if (board[row][column] == '.') {
                    empty.push_back({row, column});
                } else {
                    write(board, row, column, board[row][column] - '1');
                }
            }
        }
        fill(board, 0);
    }

private:
    bool fill(Board& board, size_t position) { // @call
        if (position == empty.size()) {
            return true; // @solved
        }
        auto [row, column] = empty[position]; // @choose
        for (int digit = 0; digit < 9; ++digit) { // @try
            if (fits(row, column, digit)) { // @conflict
                write(board, row, column, digit); // @place
                if (fill(board, position + 1)) return true;
                erase(board, row, column, digit); // @undo
            }
        }
        return false; // @return
    }

    bool fits(int row, int column, int digit) {
        int box = row / 3 * 3 + column / 3;
        return !rows[row][digit] && !columns[column][digit] && !boxes[box][digit];
    }

    void write(Board& board, int row, int column, int digit) {
        board[row][column] = '1' + digit;
        int box = row / 3 * 3 + column / 3;
        rows[row][digit] = columns[column][digit] = boxes[box][digit] = true;
    }

    void erase(Board& board, int row, int column, int digit) {
        board[row][column] = '.';
        int box = row / 3 * 3 + column / 3;
        rows[row][digit] = columns[column][digit] = boxes[box][digit] = false;
    }
};
