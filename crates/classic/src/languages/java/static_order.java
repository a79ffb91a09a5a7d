// Sort the empty cells once by their number of candidates, and fill them in this order.
class Solution {
    private final List<int[]> cells = new ArrayList<>();

    public void solveSudoku(char[][] board) {
        for (int row = 0; row < 9; row++) {
            for (int column = 0; column < 9; column++) {
                if (board[row][column] == '.') cells.add(new int[] {row, column});
            }
        }
        cells.sort(Comparator.comparingInt(cell -> candidates(board, cell[0], cell[1])));
        fill(board, 0);
    }

    private boolean fill(char[][] board, int position) { // @call
        if (position == cells.size()) {
            return true; // @solved
        }
        int row = cells.get(position)[0], column = cells.get(position)[1]; // @choose
        for (char digit = '1'; digit <= '9'; digit++) { // @try
            if (fits(board, row, column, digit)) { // @conflict
                board[row][column] = digit; // @place
                if (fill(board, position + 1)) return true;
                board[row][column] = '.'; // @undo
            }
        }
        return false; // @return
    }

    private int candidates(char[][] board, int row, int column) {
        int count = 0;
        for (char digit = '1'; digit <= '9'; digit++) {
            if (fits(board, row, column, digit)) count++;
        }
        return count;
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
