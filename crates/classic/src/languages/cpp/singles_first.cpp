// Fill all cells that have only one possible digit, then search by backtracking.
class Solution {
    using Board = vector<vector<char>>;

public:
    void solveSudoku(vector<vector<char>>& board) {
        vector<int> singles;
        int cell;
        while ((cell = nakedSingle(board)) < 81) { // @choose @try
            board[cell / 9][cell % 9] = candidates(board, cell)[0]; // @place
            singles.push_back(cell);
        }
        if (fill(board, 0)) return;
        for (; !singles.empty(); singles.pop_back()) {
            board[singles.back() / 9][singles.back() % 9] = '.'; // @undo
        }
    }

private:
    int nakedSingle(const Board& board) {
        int cell = 0;
        while (cell < 81 && !isNakedSingle(board, cell)) ++cell;
        return cell;
    }

    bool isNakedSingle(const Board& board, int cell) {
        return board[cell / 9][cell % 9] == '.' && candidates(board, cell).size() == 1;
    }

    string candidates(const Board& board, int cell) {
        string left;
        for (char digit = '1'; digit <= '9'; ++digit) {
            if (fits(board, cell / 9, cell % 9, digit)) left += digit;
        }
        return left;
    }

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
