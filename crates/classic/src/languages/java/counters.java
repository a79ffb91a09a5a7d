// Counters tell how often each row, column and box contains each digit; the search visits every cell.
class Solution {
    private char[][] board;
    private final int[][] counts = new int[27][9];

    public void solveSudoku(char[][] board) {
        this.board = board;
        for (int row = 0; row < 9; row++) {
            for (int column = 0; column < 9; column++) {
                if (board[row][column] != '.') place(row, column, board[row][column] - '1');
            }
        }
        visit(0);
    }

    private boolean visit(int index) { // @call
        if (index == 81) {
            return true; // @solved
        }
        int row = index / 9, column = index % 9;
        if (board[row][column] != '.') {
            return visit(index + 1); // @return
        }
        for (int digit = 0; digit < 9; digit++) { // @choose @try
            if (fits(row, column, digit)) { // @conflict
                place(row, column, digit); // @place
                if (visit(index + 1)) return true;
                remove(row, column, digit); // @undo
            }
        }
        return false; // @return
    }

    private int[] houses(int row, int column) {
        return new int[] {row, 9 + column, 18 + row / 3 * 3 + column / 3};
    }

    private boolean fits(int row, int column, int digit) {
        for (int house : houses(row, column)) {
            if (counts[house][digit] > 0) return false;
        }
        return true;
    }

    private void place(int row, int column, int digit) {
        board[row][column] = (char) ('1' + digit);
        for (int house : houses(row, column)) counts[house][digit]++;
    }

    private void remove(int row, int column, int digit) {
        board[row][column] = '.';
        for (int house : houses(row, column)) counts[house][digit]--;
    }
}
