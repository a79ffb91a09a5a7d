// @solution

// Reads one board per line, as LeetCode writes it, and prints the solved board.
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const board = JSON.parse(line);
  solveSudoku(board);
  console.log(JSON.stringify(board));
});
