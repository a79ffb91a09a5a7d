# Sort the empty cells once by their number of candidates, and fill them in this order.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        def fill(position: int) -> bool:  # @call
            if position == len(cells):
                return True  # @solved
            row, column = cells[position]  # @choose
            for digit in "123456789":  # @try
                if fits(row, column, digit):  # @conflict
                    board[row][column] = digit  # @place
                    if fill(position + 1):
                        return True
                    board[row][column] = "."  # @undo
            return False  # @return

        def fits(row: int, column: int, digit: str) -> bool:
            top, left = row // 3 * 3, column // 3 * 3
            return all(
                digit not in (board[row][i], board[i][column], board[top + i // 3][left + i % 3])
                for i in range(9)
            )

        def candidates(cell: tuple) -> int:
            return sum(fits(*cell, digit) for digit in "123456789")

        cells = [(row, column) for row in range(9) for column in range(9) if board[row][column] == "."]
        cells.sort(key=candidates)
        fill(0)
