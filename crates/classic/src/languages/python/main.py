import json
import sys
from typing import List

# @solution

# Reads one board per line, as LeetCode writes it, and prints the solved board.
for line in sys.stdin:
    board = json.loads(line)
    Solution().solveSudoku(board)
    print(json.dumps(board), flush=True)
