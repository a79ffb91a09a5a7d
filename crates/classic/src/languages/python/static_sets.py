# Sort the empty cells by their number of candidates; set difference gives the digits that fit.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        digits = set("123456789")
        rows = [set() for _ in range(9)]
        columns = [set() for _ in range(9)]
        boxes = [set() for _ in range(9)]

        def fill(position: int) -> bool:  # @call
            if position == len(cells):
                return True  # @solved
            row, column = cells[position]  # @choose
            for digit in sorted(left(row, column)):  # @try @conflict
                insert(row, column, digit)  # @place
                if fill(position + 1):
                    return True
                remove(row, column, digit)  # @undo
            return False  # @return

        def left(row: int, column: int) -> set:
            return digits - rows[row] - columns[column] - boxes[row // 3 * 3 + column // 3]

        def insert(row: int, column: int, digit: str) -> None:
            board[row][column] = digit
            for house in rows[row], columns[column], boxes[row // 3 * 3 + column // 3]:
                house.add(digit)

        def remove(row: int, column: int, digit: str) -> None:
            board[row][column] = "."
            for house in rows[row], columns[column], boxes[row // 3 * 3 + column // 3]:
                house.remove(digit)

        cells = []
        for row in range(9):
            for column in range(9):
                if board[row][column] == ".":
                    cells.append((row, column))
                else:
                    insert(row, column, board[row][column])
        cells.sort(key=lambda cell: len(left(*cell)))
        fill(0)
