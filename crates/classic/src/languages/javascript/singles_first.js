// Fill all cells that have only one possible digit, then search by backtracking.
var solveSudoku = function (board) {
  const isEmpty = (cell) => board[Math.floor(cell / 9)][cell % 9] === '.';

  const nakedSingle = () => {
    let cell = 0;
    while (cell < 81 && !isNakedSingle(cell)) cell++;
    return cell;
  };

  const isNakedSingle = (cell) => isEmpty(cell) && candidates(cell).length === 1;

  const candidates = (cell) =>
    [...'123456789'].filter((digit) => fits(Math.floor(cell / 9), cell % 9, digit));

  const fill = (cell) => { // @call
    while (cell < 81 && !isEmpty(cell)) cell++;
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

  const singles = [];
  for (let cell = nakedSingle(); cell < 81; cell = nakedSingle()) { // @choose @try
    board[Math.floor(cell / 9)][cell % 9] = candidates(cell)[0]; // @place
    singles.push(cell);
  }
  if (fill(0)) return;
  for (const cell of singles.reverse()) {
    board[Math.floor(cell / 9)][cell % 9] = '.'; // @undo
  }
};
