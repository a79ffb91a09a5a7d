// Sort the empty cells once by their number of candidates, and fill them in this order.
class Solution {
    using Board = vector<vector<char>>;
    vector<pair<int, int>> cells;

public:
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                if (board[row][column] == '.') cells.push_back({row, column});
            }
        }
        stable_sort(cells.begin(), cells.end(), [&](auto& one, auto& other) {
            return candidates(board, one.first, one.second) < candidates(board, other.first, other.second);
        });
        fill(board, 0);
    }

private:
    bool fill(Board& board, size_t position) { // @call
        if (position == cells.size()) {
            return true; // @solved
        }
        auto [row, column] = cells[position]; // @choose
        for (char digit = '1'; digit <= '9'; ++digit) { // @try
            if (fits(board, row, column, digit)) { // @conflict
                board[row][column] = digit; // @place
                if (fill(board, position + 1)) return true;
                board[row][column] = '.'; // @undo
            }
        }
        return false; // @return
    }

    int candidates(const Board& board, int row, int column) {
        int count = 0;
        for (char digit = '1'; digit <= '9'; ++digit) count += fits(board, row, column, digit);
        return count;
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
