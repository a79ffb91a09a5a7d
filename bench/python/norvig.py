"""A reimplementation of Peter Norvig's solver of 2006, after his essay.

Candidates are strings. Two rules propagate placements, and the search guesses in the cell with the fewest
candidates.
"""

from __future__ import annotations

DIGITS = "123456789"
CELLS = range(81)
HOUSES = (
    [[9 * row + column for column in range(9)] for row in range(9)]
    + [[9 * row + column for row in range(9)] for column in range(9)]
    + [[27 * (box // 3) + 3 * (box % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for box in range(9)]
)
HOUSES_OF = [[house for house in HOUSES if cell in house] for cell in CELLS]
PEERS_OF = [
    sorted({peer for house in houses for peer in house} - {cell}) for cell, houses in enumerate(HOUSES_OF)
]

Board = list[str]


def solve(line: str) -> str | None:
    """Return the first solution found, or None."""
    board: Board | None = [DIGITS] * 81
    for cell, character in enumerate(line):
        if character in DIGITS and (board is None or not place(board, cell, character)):
            return None
    board = search(board)
    return None if board is None else "".join(board)


def search(board: Board | None) -> Board | None:
    """Return the solved board by depth-first search, or None."""
    if board is None:
        return None
    open_cells = [(len(board[cell]), cell) for cell in CELLS if len(board[cell]) > 1]
    if not open_cells:
        return board
    _, cell = min(open_cells)
    for digit in board[cell]:
        copy = board[:]
        found = search(copy if place(copy, cell, digit) else None)
        if found is not None:
            return found
    return None


def place(board: Board, cell: int, digit: str) -> bool:
    """Eliminate every other digit from the cell; return False on a contradiction."""
    return all(eliminate(board, cell, other) for other in board[cell] if other != digit)


def eliminate(board: Board, cell: int, digit: str) -> bool:
    """Eliminate a digit from the cell and propagate; return False on a contradiction."""
    if digit not in board[cell]:
        return True
    board[cell] = board[cell].replace(digit, "")
    left = board[cell]
    if not left:
        return False
    if len(left) == 1 and not all(eliminate(board, peer, left) for peer in PEERS_OF[cell]):
        return False
    for house in HOUSES_OF[cell]:
        places = [place for place in house if digit in board[place]]
        if not places:
            return False
        if len(places) == 1 and not place(board, places[0], digit):
            return False
    return True
