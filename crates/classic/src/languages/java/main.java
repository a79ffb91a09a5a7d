import java.util.*;

// Reads one board per line, as LeetCode writes it, and prints the solved board.
class Main {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String cells = input.nextLine().replaceAll("[^1-9.]", "");
            char[][] board = new char[9][];
            for (int row = 0; row < 9; row++) board[row] = cells.substring(9 * row, 9 * row + 9).toCharArray();
            new Solution().solveSudoku(board);
            StringJoiner rows = new StringJoiner(",", "[", "]");
            for (char[] row : board) rows.add("[\"" + String.join("\",\"", new String(row).split("")) + "\"]");
            System.out.println(rows);
        }
    }
}

// @solution
