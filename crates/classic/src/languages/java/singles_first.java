// Fill all cells that have only one possible digit, then search by backtracking.
class Solution {
    public void solveSudoku(char[][] board) {
        Deque<Integer> singles = new ArrayDeque<>();
        int cell;
        while ((cell = nakedSingle(board)) < 81) { // @choose @try
            board[cell / 9][cell % 9] = candidates(board, cell).charAt(0); // @place
            singles.push(cell);
        }
        if (fill(board, 0)) return;
        while (!singles.isEmpty()) {
            cell = singles.pop();
            board[cell / 9][cell % 9] = '.'; // @undo
        }
    }

    private int nakedSingle(char[][] board) {
        int cell = 0;
        while (cell < 81 && !isNakedSingle(board, cell)) cell++;
        return cell;
    }

    private boolean isNakedSingle(char[][] board, int cell) {
        return board[cell / 9][cell % 9] == '.' && candidates(board, cell).length() == 1;
    }

    private String candidates(char[][] board, int cell) {
        String left = "";
        for (char digit = '1'; digit <= '9'; digit++) {
            if (fits(board, cell / 9, cell % 9, digit)) left += digit;
        }
        return left;
    }

    private boolean fill(char[][] board, int cell) { // @call
        while (cell < 81 && board[cell / 9][cell % 9] != '.') cell++;
        if (cell == 81) {
            return true; // @solved
        }
        int row = cell / 9, column = cell % 9; // @choose
        for (char digit = '1'; digit <= '9'; digit++) { // @try
            if (fits(board, row, column, digit)) { // @conflict
                board[row][column] = digit; // @place
                if (fill(board, cell + 1)) return true;
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
