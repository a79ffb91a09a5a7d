// Backtracking down the first column, then down the second, and so on.
class Solution {
    public void solveSudoku(char[][] board) {
        fill(board, 0, 0);
    }

    private boolean fill(char[][] board, int row, int column) { // @call
        if (column == 9) {
            return true; // @solved
        }
        if (row == 9) {
            return fill(board, 0, column + 1); // @return
        }
        if (board[row][column] != '.') {
            return fill(board, row + 1, column); // @return
        }
        for (char digit = '1'; digit <= '9'; digit++) { // @choose @try
            if (fits(board, row, column, digit)) { // @conflict
                board[row][column] = digit; // @place
                if (fill(board, row + 1, column)) return true;
                board[row][column] = '.'; // @undo
            }
        }
        return false; // @return
    }

    private boolean fits(char[][] board, int row, int column, char digit) {
        int top = row / 3 * 3, left = column / 3 * 3;
        for (int i = 0; i < 9; i++) {
            if (board[row][i] == digit || board[i][column] == digit) return false;
            if (board[top + i / 3][left + i % 3] == digit) return false;
        }
        return true;
    }
}
