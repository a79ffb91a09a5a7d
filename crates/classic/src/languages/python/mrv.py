# In every call, choose the empty cell with the fewest candidates.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        digits = set("123456789")
        rows = [set() for _ in range(9)]
        columns = [set() for _ in range(9)]
        boxes = [set() for _ in range(9)]
        empty = set()

        def fill() -> bool:  # @call
            if not empty:
                return True  # @solved
            row, column = min(empty, key=lambda cell: (len(left(*cell)), cell))  # @choose
            for digit in sorted(left(row, column)):  # @try @conflict
                write(row, column, digit)  # @place
                if fill():
                    return True
                erase(row, column, digit)  # @undo
            return False  # @return

        def left(row: int, column: int) -> set:
            return digits - rows[row] - columns[column] - boxes[row // 3 * 3 + column // 3]

        def write(row: int, column: int, digit: str) -> None:
            board[row][column] = digit
            empty.discard((row, column))
            for house in rows[row], columns[column], boxes[row // 3 * 3 + column // 3]:
                house.add(digit)

        def erase(row: int, column: int, digit: str) -> None:
            board[row][column] = "."
            empty.add((row, column))
            for house in rows[row], columns[column], boxes[row // 3 * 3 + column // 3]:
                house.remove(digit)

        for row in range(9):
            for column in range(9):
                if board[row][column] == ".":
                    empty.add((row, column))
                else:
                    write(row, column, board[row][column])
        fill()
