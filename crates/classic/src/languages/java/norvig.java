// Keep the possible digits of every cell, and apply all consequences of each guess at once.
class Solution {
    private char[][] board;

    public void solveSudoku(char[][] board) {
        this.board = board;
        int[] possible = new int[81];
        Arrays.fill(possible, 511);
        for (int cell = 0; cell < 81; cell++) {
            char given = board[cell / 9][cell % 9];
            if (given != '.' && !eliminate(possible, cell, 511 & ~(1 << given - '1'))) return;
        }
        guess(possible);
    }

    private boolean guess(int[] possible) { // @call
        int cell = fewestDigits(possible);
        if (cell < 0) {
            write(possible);
            return true; // @solved
        }
        int digits = possible[cell]; // @choose
        for (int left = digits; left != 0; left &= left - 1) {
            int digit = left & -left;
            int[] copy = possible.clone(); // @undo
            if (eliminate(copy, cell, digits & ~digit) && guess(copy)) return true;
        }
        return false; // @return
    }

    private boolean eliminate(int[] possible, int firstCell, int firstDigits) {
        Deque<int[]> pending = new ArrayDeque<>();
        pending.push(new int[] {firstCell, firstDigits});
        while (!pending.isEmpty()) {
            int[] next = pending.pop();
            int cell = next[0], eliminated = possible[cell] & next[1];
            if (eliminated == 0) continue;
            possible[cell] &= ~eliminated; // @eliminate
            if (possible[cell] == 0) {
                return false; // @conflict
            }
            if (Integer.bitCount(possible[cell]) == 1) {
                pushPeers(pending, cell, possible[cell]); // @try @place
            }
            for (; eliminated != 0; eliminated &= eliminated - 1) {
                int digit = eliminated & -eliminated;
                for (int[] house : houses(cell)) {
                    int places = 0, place = 0;
                    for (int other : house) {
                        if ((possible[other] & digit) != 0) {
                            places++;
                            place = other;
                        }
                    }
                    if (places == 0) {
                        return false; // @conflict
                    }
                    if (places == 1) pending.push(new int[] {place, 511 & ~digit});
                }
            }
        }
        return true;
    }

    private void pushPeers(Deque<int[]> pending, int cell, int digit) {
        for (int[] house : houses(cell)) {
            for (int peer : house) {
                if (peer != cell) pending.push(new int[] {peer, digit});
            }
        }
    }

    private int[][] houses(int cell) {
        int row = cell / 9, column = cell % 9;
        int[][] houses = new int[3][9];
        for (int i = 0; i < 9; i++) {
            houses[0][i] = 9 * row + i;
            houses[1][i] = 9 * i + column;
            houses[2][i] = 9 * (row / 3 * 3 + i / 3) + column / 3 * 3 + i % 3;
        }
        return houses;
    }

    private int fewestDigits(int[] possible) {
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; cell++) {
            int count = Integer.bitCount(possible[cell]);
            if (count > 1 && count < fewest) {
                best = cell;
                fewest = count;
            }
        }
        return best;
    }

    private void write(int[] possible) {
        for (int cell = 0; cell < 81; cell++) {
            board[cell / 9][cell % 9] = (char) ('1' + Integer.numberOfTrailingZeros(possible[cell]));
        }
    }
}
