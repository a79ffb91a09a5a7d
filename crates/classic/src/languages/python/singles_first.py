# Fill all cells that have only one possible digit, then search by backtracking.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        def naked_single() -> int:
            cell = 0
            while cell < 81 and not is_naked_single(cell):
                cell += 1
            return cell

        def is_naked_single(cell: int) -> bool:
            return board[cell // 9][cell % 9] == "." and len(candidates(cell)) == 1

        def candidates(cell: int) -> List[str]:
            return [digit for digit in "123456789" if fits(cell // 9, cell % 9, digit)]

        def fill(cell: int) -> bool:  # @call
            while cell < 81 and board[cell // 9][cell % 9] != ".":
                cell += 1
            if cell == 81:
                return True  # @solved
            row, column = divmod(cell, 9)  # @choose
            for digit in "123456789":  # @try
                if fits(row, column, digit):  # @conflict
                    board[row][column] = digit  # @place
                    if fill(cell + 1):
                        return True
                    board[row][column] = "."  # @undo
            return False  # @return

        def fits(row: int, column: int, digit: str) -> bool:
            top, left = row // 3 * 3, column // 3 * 3
            return all(
                digit not in (board[row][i], board[i][column], board[top + i // 3][left + i % 3])
                for i in range(9)
            )

        singles = []
        while (cell := naked_single()) < 81:  # @choose @try
            board[cell // 9][cell % 9] = candidates(cell)[0]  # @place
            singles.append(cell)
        if not fill(0):
            for cell in reversed(singles):
                board[cell // 9][cell % 9] = "."  # @undo
