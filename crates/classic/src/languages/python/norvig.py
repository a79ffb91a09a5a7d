# Keep the possible digits of every cell, and apply all consequences of each guess at once.
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        digits = "123456789"
        houses = [[9 * i + j for j in range(9)] for i in range(9)]
        houses += [[9 * j + i for j in range(9)] for i in range(9)]
        houses += [[9 * (i // 3 * 3 + j // 3) + i % 3 * 3 + j % 3 for j in range(9)] for i in range(9)]
        houses_of = [[house for house in houses if cell in house] for cell in range(81)]
        peers = [sorted(set(sum(houses_of[cell], [])) - {cell}) for cell in range(81)]

        def start() -> bool:
            possible = [digits] * 81
            for cell in range(81):
                given = board[cell // 9][cell % 9]
                if given != "." and not eliminate(possible, cell, digits.replace(given, "")):
                    return False
            return guess(possible)

        def guess(possible: List[str]) -> bool:  # @call
            unsolved = [cell for cell in range(81) if len(possible[cell]) > 1]
            if not unsolved:
                write(possible)
                return True  # @solved
            cell = min(unsolved, key=lambda cell: len(possible[cell]))  # @choose
            for digit in possible[cell]:
                copy = possible[:]  # @undo
                if eliminate(copy, cell, possible[cell].replace(digit, "")) and guess(copy):
                    return True
            return False  # @return

        def eliminate(possible: List[str], cell: int, unwanted: str) -> bool:
            pending = [(cell, unwanted)]
            while pending:
                cell, unwanted = pending.pop()
                eliminated = [digit for digit in possible[cell] if digit in unwanted]
                if not eliminated:
                    continue
                left = "".join(digit for digit in possible[cell] if digit not in unwanted)
                possible[cell] = left  # @eliminate
                if not left:
                    return False  # @conflict
                if len(left) == 1:
                    pending += [(peer, left) for peer in peers[cell]]  # @try @place
                for digit in eliminated:
                    for house in houses_of[cell]:
                        places = [place for place in house if digit in possible[place]]
                        if not places:
                            return False  # @conflict
                        if len(places) == 1:
                            pending.append((places[0], digits.replace(digit, "")))
            return True

        def write(possible: List[str]) -> None:
            for cell in range(81):
                board[cell // 9][cell % 9] = possible[cell]

        start()
