// Backtracking that continues after the cell just filled: all cells before it are full.
var solveSudoku = function (board) {
  const fill = (cell) => { // @call
    while (cell < 81 && board[Math.floor(cell / 9)][cell % 9] !== '.') cell++;
    if (cell === 81) {
      return true; // @solved
    }
    const [row, column] = [Math.floor(cell / 9), cell % 9]; // @choose
    for (const digit of '123456789') { // @try
      if (fits(row, column, digit)) { // @conflict
        board[row][column] = digit; // @place
        if (fill(cell + 1)) return true;
        board[row][column] = '.'; // @undo
      }
    }
    return false; // @return
  };

  const fits = (row, column, digit) => {
    const [top, left] = [Math.floor(row / 3) * 3, Math.floor(column / 3) * 3];
    for (let i = 0; i < 9; i++) {
      if (board[row][i] === digit || board[i][column] === digit) return false;
      if (board[top + Math.floor(i / 3)][left + (i % 3)] === digit) return false;
    }
    return true;
  };

  fill(0);
};
