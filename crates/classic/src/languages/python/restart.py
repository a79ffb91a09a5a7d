# Backtracking: in every call, find the first empty cell and try the digits that fit.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        def fill() -> bool:  # @call
            cell = 0
            while cell < 81 and board[cell // 9][cell % 9] != ".":
                cell += 1
            if cell == 81:
                return True  # @solved
            row, column = divmod(cell, 9)  # @choose
            for digit in "123456789":  # @try
                if fits(row, column, digit):  # @conflict
                    board[row][column] = digit  # @place
                    if fill():
                        return True
                    board[row][column] = "."  # @undo
            return False  # @return

        def fits(row: int, column: int, digit: str) -> bool:
            top, left = row // 3 * 3, column // 3 * 3
            return all(
                digit not in (board[row][i], board[i][column], board[top + i // 3][left + i % 3])
                for i in range(9)
            )

        fill()
