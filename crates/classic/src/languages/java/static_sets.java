// Sort the empty cells by their number of candidates; sets of nine bits give the digits that fit.
class Solution {
    private char[][] board;
    private final List<int[]> cells = new ArrayList<>();
    private final int[] rows = new int[9];
    private final int[] columns = new int[9];
    private final int[] boxes = new int[9];

    public void solveSudoku(char[][] board) {
        this.board = board;
        for (int row = 0; row < 9; row++) {
            for (int column = 0; column < 9; column++) {
                if (board[row][column] == '.') {
                    cells.add(new int[] {row, column});
                } else {
                    insert(row, column, board[row][column] - '1');
                }
            }
        }
        cells.sort(Comparator.comparingInt(cell -> Integer.bitCount(left(cell[0], cell[1]))));
        fill(0);
    }

    private boolean fill(int position) { // @call
        if (position == cells.size()) {
            return true; // @solved
        }
        int row = cells.get(position)[0], column = cells.get(position)[1]; // @choose
        for (int left = left(row, column); left != 0; left &= left - 1) { // @conflict
            int digit = Integer.numberOfTrailingZeros(left); // @try
            insert(row, column, digit); // @place
            if (fill(position + 1)) return true;
            remove(row, column, digit); // @undo
        }
        return false; // @return
    }

    private int left(int row, int column) {
        return 511 & ~(rows[row] | columns[column] | boxes[row / 3 * 3 + column / 3]);
    }

    private void insert(int row, int column, int digit) {
        board[row][column] = (char) ('1' + digit);
        rows[row] |= 1 << digit;
        columns[column] |= 1 << digit;
        boxes[row / 3 * 3 + column / 3] |= 1 << digit;
    }

    private void remove(int row, int column, int digit) {
        board[row][column] = '.';
        rows[row] &= ~(1 << digit);
        columns[column] &= ~(1 << digit);
        boxes[row / 3 * 3 + column / 3] &= ~(1 << digit);
    }
}
