// In every call, choose the empty cell with the fewest candidates.
var solveSudoku = function (board) {
  const sets = () => Array.from({ length: 9 }, () => new Set());
  const [rows, columns, boxes] = [sets(), sets(), sets()];

  const fill = () => { // @call
    const cell = fewestCandidates();
    if (cell < 0) {
      return true; // @solved
    }
    const [row, column] = [Math.floor(cell / 9), cell % 9]; // @choose
    for (const digit of left(row, column)) { // @try @conflict
      write(row, column, digit); // @place
      if (fill()) return true;
      erase(row, column, digit); // @undo
    }
    return false; // @return
  };

  const fewestCandidates = () => {
    let [best, fewest] = [-1, 10];
    for (let cell = 0; cell < 81; cell++) {
      const [row, column] = [Math.floor(cell / 9), cell % 9];
      if (board[row][column] !== '.') continue;
      const count = left(row, column).length;
      if (count < fewest) [best, fewest] = [cell, count];
    }
    return best;
  };

  const houses = (row, column) =>
    [rows[row], columns[column], boxes[Math.floor(row / 3) * 3 + Math.floor(column / 3)]];

  const left = (row, column) => {
    const used = houses(row, column);
    return [...'123456789'].filter((digit) => used.every((house) => !house.has(digit)));
  };

  const write = (row, column, digit) => {
    board[row][column] = digit;
    for (const house of houses(row, column)) house.add(digit);
  };

  const erase = (row, column, digit) => {
    board[row][column] = '.';
    for (const house of houses(row, column)) house.delete(digit);
  };

  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (board[row][column] !== '.') write(row, column, board[row][column]);
    }
  }
  fill();
};
