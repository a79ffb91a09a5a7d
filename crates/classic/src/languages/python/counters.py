# Counters tell how often each row, column and box contains each digit; the search visits every cell.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        counts = [[0] * 9 for _ in range(27)]

        def visit(index: int) -> bool:  # @call
            if index == 81:
                return True  # @solved
            row, column = divmod(index, 9)
            if board[row][column] != ".":
                return visit(index + 1)  # @return
            for digit in range(9):  # @choose @try
                if fits(row, column, digit):  # @conflict
                    place(row, column, digit)  # @place
                    if visit(index + 1):
                        return True
                    remove(row, column, digit)  # @undo
            return False  # @return

        def houses(row: int, column: int) -> List[int]:
            return [row, 9 + column, 18 + row // 3 * 3 + column // 3]

        def fits(row: int, column: int, digit: int) -> bool:
            return all(counts[house][digit] == 0 for house in houses(row, column))

        def place(row: int, column: int, digit: int) -> None:
            board[row][column] = str(digit + 1)
            for house in houses(row, column):
                counts[house][digit] += 1

        def remove(row: int, column: int, digit: int) -> None:
            board[row][column] = "."
            for house in houses(row, column):
                counts[house][digit] -= 1

        for row in range(9):
            for column in range(9):
                if board[row][column] != ".":
                    place(row, column, int(board[row][column]) - 1)
        visit(0)
