// Backtracking down the first column, then down the second, and so on.
var solveSudoku = function (board) {
  const fill = (row, column) => { // @call
    if (column === 9) {
      return true; // @solved
    }
    if (row === 9) {
      return fill(0, column + 1); // @return
    }
    if (board[row][column] !== '.') {
      return fill(row + 1, column); // @return
    }
    for (const digit of '123456789') { // @choose @try
      if (fits(row, column, digit)) { // @conflict
        board[row][column] = digit; // @place
        if (fill(row + 1, column)) return true;
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

  fill(0, 0);
};
