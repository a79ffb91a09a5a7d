# Three tables tell whether a row, a column or a box already contains a digit.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        rows = [[False] * 9 for _ in range(9)]
        columns = [[False] * 9 for _ in range(9)]
        boxes = [[False] * 9 for _ in range(9)]
        empty = []

        def fill(position: int) -> bool:  # @call
            if position == len(empty):
                return True  # @solved
            row, column = empty[position]  # @choose
            for digit in range(9):  # @try
                if fits(row, column, digit):  # @conflict
                    write(row, column, digit)  # @place
                    if fill(position + 1):
                        return True
                    erase(row, column, digit)  # @undo
            return False  # @return

        def fits(row: int, column: int, digit: int) -> bool:
            box = row // 3 * 3 + column // 3
            return not (rows[row][digit] or columns[column][digit] or boxes[box][digit])

        def write(row: int, column: int, digit: int) -> None:
            board[row][column] = str(digit + 1)
            box = row // 3 * 3 + column // 3
            rows[row][digit] = columns[column][digit] = boxes[box][digit] = True

        def erase(row: int, column: int, digit: int) -> None:
            board[row][column] = "."
            box = row // 3 * 3 + column // 3
            rows[row][digit] = columns[column][digit] = boxes[box][digit] = False

        for row in range(9):
            for column in range(9):
                if board[row][column] == ".":
                    empty.append((row, column))
                else:
                    write(row, column, int(board[row][column]) - 1)
        fill(0)
