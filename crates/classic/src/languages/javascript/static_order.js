// Sort the empty cells once by their number of candidates, and fill them in this order.
var solveSudoku = function (board) {
  const cells = [];

  const fill = (position) => { // @call
    if (position === cells.length) {
      return true; // @solved
    }
    const [row, column] = cells[position]; // @choose
    for (const digit of '123456789') { // @try
      if (fits(row, column, digit)) { // @conflict
        board[row][column] = digit; // @place
        if (fill(position + 1)) return true;
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

  const candidates = ([row, column]) => [...'123456789'].filter((digit) => fits(row, column, digit)).length;

  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (board[row][column] === '.') cells.push([row, column]);
    }
  }
  cells.sort((one, other) => candidates(one) - candidates(other));
  fill(0);
};
