// Exact cover: 324 constraints (columns), 729 candidates (rows of four nodes), linked in rings.
class Solution {
    private static final int ROOT = 0, COLUMNS = 324, FIRST = COLUMNS + 1, NODES = FIRST + 4 * 729;

    private char[][] board;
    private final int[] left = new int[FIRST], right = new int[FIRST], size = new int[FIRST];
    private final int[] up = new int[NODES], down = new int[NODES], head = new int[NODES];
    private final int[] rows = new int[729];
    private int nodes = FIRST;

    public void solveSudoku(char[][] board) {
        this.board = board;
        for (int column = 0; column < FIRST; column++) {
            left[column] = column == ROOT ? COLUMNS : column - 1;
            right[column] = column == COLUMNS ? ROOT : column + 1;
            up[column] = down[column] = head[column] = column;
        }
        for (int cell = 0; cell < 81; cell++) {
            char given = board[cell / 9][cell % 9];
            for (int digit = 0; digit < 9; digit++) {
                if (given == '.' || given == '1' + digit) append(cell, digit);
            }
        }
        for (int cell = 0; cell < 81; cell++) {
            char given = board[cell / 9][cell % 9];
            if (given == '.') continue;
            for (int column : heads(cell, given - '1')) cover(column);
        }
        solve();
    }

    private boolean solve() { // @call
        if (right[ROOT] == ROOT) {
            return true; // @solved
        }
        int column = smallestColumn(); // @choose
        cover(column); // @cover
        for (int node = down[column]; node != column; node = down[node]) { // @conflict
            int candidate = rows[(node - FIRST) / 4], cell = candidate / 9; // @try
            board[cell / 9][cell % 9] = (char) ('1' + candidate % 9); // @place
            for (int step = 1; step < 4; step++) {
                cover(head[other(node, step)]); // @cover
            }
            if (solve()) return true;
            for (int step = 3; step > 0; step--) {
                uncover(head[other(node, step)]); // @uncover
            }
            board[cell / 9][cell % 9] = '.'; // @undo
        }
        uncover(column); // @uncover
        return false; // @return
    }

    private int smallestColumn() {
        int smallest = right[ROOT];
        for (int column = smallest; column != ROOT; column = right[column]) {
            if (size[column] < size[smallest]) smallest = column;
        }
        return smallest;
    }

    private void cover(int column) {
        left[right[column]] = left[column];
        right[left[column]] = right[column];
        for (int node = down[column]; node != column; node = down[node]) {
            for (int step = 1; step < 4; step++) {
                int other = other(node, step);
                up[down[other]] = up[other];
                down[up[other]] = down[other];
                size[head[other]]--;
            }
        }
    }

    private void uncover(int column) {
        for (int node = up[column]; node != column; node = up[node]) {
            for (int step = 3; step > 0; step--) {
                int other = other(node, step);
                size[head[other]]++;
                up[down[other]] = down[up[other]] = other;
            }
        }
        left[right[column]] = right[left[column]] = column;
    }

    private int other(int node, int step) {
        int row = (node - FIRST) / 4, position = (node - FIRST) % 4;
        return FIRST + 4 * row + (position + step) % 4;
    }

    private int[] heads(int cell, int digit) {
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        int first = 1 + 81 + digit;
        return new int[] {1 + cell, first + 9 * row, first + 9 * (9 + column), first + 9 * (18 + box)};
    }

    private void append(int cell, int digit) {
        rows[(nodes - FIRST) / 4] = 9 * cell + digit;
        for (int column : heads(cell, digit)) {
            int node = nodes++, above = up[column];
            head[node] = column;
            up[node] = above;
            down[node] = column;
            down[above] = up[column] = node;
            size[column]++;
        }
    }
}
