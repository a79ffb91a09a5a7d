// Three tables tell whether a row, a column or a box already contains a digit.
class Solution {
    private char[][] board;
    private final List<int[]> empty = new ArrayList<>();
    private final boolean[][] rows = new boolean[9][9];
    private final boolean[][] columns = new boolean[9][9];
    private final boolean[][] boxes = new boolean[9][9];

    public void solveSudoku(char[][] board) {
        this.board = board;
        for (int row = 0; row < 9; row++) {
            for (int column = 0; column < 9; column++) {
                if (board[row][column] == '.') {
                    empty.add(new int[] {row, column});
                } else {
                    write(row, column, board[row][column] - '1');
                }
            }
        }
        fill(0);
    }

    private boolean fill(int position) { // @call
        if (position == empty.size()) {
            return true; // @solved
        }
        int row = empty.get(position)[0], column = empty.get(position)[1]; // @choose
        for (int digit = 0; digit < 9; digit++) { // @try
            if (fits(row, column, digit)) { // @conflict
                write(row, column, digit); // @place
                if (fill(position + 1)) return true;
                erase(row, column, digit); // @undo
            }
        }
        return false; // @return
    }

    private boolean fits(int row, int column, int digit) {
        int box = row / 3 * 3 + column / 3;
        return !rows[row][digit] && !columns[column][digit] && !boxes[box][digit];
    }

    private void write(int row, int column, int digit) {
        board[row][column] = (char) ('1' + digit);
        int box = row / 3 * 3 + column / 3;
        rows[row][digit] = columns[column][digit] = boxes[box][digit] = true;
    }

    private void erase(int row, int column, int digit) {
        board[row][column] = '.';
        int box = row / 3 * 3 + column / 3;
        rows[row][digit] = columns[column][digit] = boxes[box][digit] = false;
    }
}
