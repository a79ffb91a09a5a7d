// In every call, choose the empty cell with the fewest candidates.
class Solution {
    private char[][] board;
    private final int[] rows = new int[9];
    private final int[] columns = new int[9];
    private final int[] boxes = new int[9];

    public void solveSudoku(char[][] board) {
        this.board = board;
        for (int row = 0; row < 9; row++) {
            for (int column = 0; column < 9; column++) {
                if (board[row][column] != '.') write(row, column, board[row][column] - '1');
            }
        }
        fill();
    }

    private boolean fill() { // @call
        int cell = fewestCandidates();
        if (cell < 0) {
            return true; // @solved
        }
        int row = cell / 9, column = cell % 9; // @choose
        for (int left = left(row, column); left != 0; left &= left - 1) { // @conflict
            int digit = Integer.numberOfTrailingZeros(left); // @try
            write(row, column, digit); // @place
            if (fill()) return true;
            erase(row, column, digit); // @undo
        }
        return false; // @return
    }

    private int fewestCandidates() {
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; cell++) {
            if (board[cell / 9][cell % 9] != '.') continue;
            int count = Integer.bitCount(left(cell / 9, cell % 9));
            if (count < fewest) {
                best = cell;
                fewest = count;
            }
        }
        return best;
    }

    private int left(int row, int column) {
        return 511 & ~(rows[row] | columns[column] | boxes[row / 3 * 3 + column / 3]);
    }

    private void write(int row, int column, int digit) {
        board[row][column] = (char) ('1' + digit);
        rows[row] |= 1 << digit;
        columns[column] |= 1 << digit;
        boxes[row / 3 * 3 + column / 3] |= 1 << digit;
    }

    private void erase(int row, int column, int digit) {
        board[row][column] = '.';
        rows[row] &= ~(1 << digit);
        columns[column] &= ~(1 << digit);
        boxes[row / 3 * 3 + column / 3] &= ~(1 << digit);
    }
}
