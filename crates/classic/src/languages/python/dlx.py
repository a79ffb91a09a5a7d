# Exact cover: 324 constraints (columns), 729 candidates (rows of four nodes), linked in rings.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        root, columns, first = 0, 324, 325
        left = [columns] + list(range(columns))
        right = list(range(1, first)) + [root]
        size = [0] * first
        up, down, head = list(range(first)), list(range(first)), list(range(first))
        rows = []

        def solve() -> bool:  # @call
            if right[root] == root:
                return True  # @solved
            column = smallest_column()  # @choose
            cover(column)  # @cover
            node = down[column]
            while node != column:  # @conflict
                cell, digit = rows[(node - first) // 4]  # @try
                board[cell // 9][cell % 9] = str(digit + 1)  # @place
                for other in others(node):
                    cover(head[other])  # @cover
                if solve():
                    return True
                for other in reversed(others(node)):
                    uncover(head[other])  # @uncover
                board[cell // 9][cell % 9] = "."  # @undo
                node = down[node]
            uncover(column)  # @uncover
            return False  # @return

        def smallest_column() -> int:
            smallest = column = right[root]
            while column != root:
                if size[column] < size[smallest]:
                    smallest = column
                column = right[column]
            return smallest

        def cover(column: int) -> None:
            left[right[column]], right[left[column]] = left[column], right[column]
            node = down[column]
            while node != column:
                for other in others(node):
                    up[down[other]], down[up[other]] = up[other], down[other]
                    size[head[other]] -= 1
                node = down[node]

        def uncover(column: int) -> None:
            node = up[column]
            while node != column:
                for other in reversed(others(node)):
                    size[head[other]] += 1
                    up[down[other]] = down[up[other]] = other
                node = up[node]
            left[right[column]] = right[left[column]] = column

        def others(node: int) -> List[int]:
            row, position = divmod(node - first, 4)
            return [first + 4 * row + (position + step) % 4 for step in (1, 2, 3)]

        def heads(cell: int, digit: int) -> List[int]:
            row, column = divmod(cell, 9)
            houses = row, 9 + column, 18 + row // 3 * 3 + column // 3
            return [1 + cell] + [1 + 81 + 9 * house + digit for house in houses]

        def append(cell: int, digit: int) -> None:
            rows.append((cell, digit))
            for column in heads(cell, digit):
                node, above = len(head), up[column]
                head.append(column)
                up.append(above)
                down.append(column)
                down[above] = up[column] = node
                size[column] += 1

        givens = []
        for cell in range(81):
            value = board[cell // 9][cell % 9]
            if value != ".":
                givens.append((cell, int(value) - 1))
            for digit in range(9) if value == "." else [int(value) - 1]:
                append(cell, digit)
        for cell, digit in givens:
            for column in heads(cell, digit):
                cover(column)
        solve()
