# Brute force: put a digit in every empty cell, and check the rules only when the grid is full.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        empty = [(row, column) for row in range(9) for column in range(9) if board[row][column] == "."]

        def fill(position: int) -> bool:  # @call
            if position == len(empty):
                return is_solved()  # @solved @conflict @return
            row, column = empty[position]  # @choose
            for digit in "123456789":  # @try
                board[row][column] = digit  # @place
                if fill(position + 1):
                    return True
                board[row][column] = "."  # @undo
            return False  # @return

        def is_solved() -> bool:
            columns = [[board[j][i] for j in range(9)] for i in range(9)]
            boxes = [[board[i // 3 * 3 + j // 3][i % 3 * 3 + j % 3] for j in range(9)] for i in range(9)]
            return all(len(set(house)) == 9 for house in board + columns + boxes)

        fill(0)
