# Backtracking down the first column, then down the second, and so on.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        def fill(row: int, column: int) -> bool:  # @call
            if column == 9:
                return True  # @solved
            if row == 9:
                return fill(0, column + 1)  # @return
            if board[row][column] != ".":
                return fill(row + 1, column)  # @return
            for digit in "123456789":  # @choose @try
                if fits(row, column, digit):  # @conflict
                    board[row][column] = digit  # @place
                    if fill(row + 1, column):
                        return True
                    board[row][column] = "."  # @undo
            return False  # @return

        def fits(row: int, column: int, digit: str) -> bool:
            top, left = row // 3 * 3, column // 3 * 3
            return all(
                digit not in (board[row][i], board[i][column], board[top + i // 3][left + i % 3])
                for i in range(9)
            )

        fill(0, 0)
