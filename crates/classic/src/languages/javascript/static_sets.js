// Sort the empty cells by their number of candidates; sets of used digits give the digits that fit.
var solveSudoku = function (board) {
  const sets = () => Array.from({ length: 9 }, () => new Set());
  const [rows, columns, boxes] = [sets(), sets(), sets()];
  const cells = [];

  const fill = (position) => { // @call
    if (position === cells.length) {
      return true; // @solved
    }
    const [row, column] = cells[position]; // @choose
    for (const digit of left(row, column)) { // @try @conflict
      insert(row, column, digit); // @place
      if (fill(position + 1)) return true;
      remove(row, column, digit); // @undo
    }
    return false; // @return
  };

  const houses = (row, column) =>
    [rows[row], columns[column], boxes[Math.floor(row / 3) * 3 + Math.floor(column / 3)]];

  const left = (row, column) =>
    [...'123456789'].filter((digit) => houses(row, column).every((house) => !house.has(digit)));

  const insert = (row, column, digit) => {
    board[row][column] = digit;
    for (const house of houses(row, column)) house.add(digit);
  };

  const remove = (row, column, digit) => {
    board[row][column] = '.';
    for (const house of houses(row, column)) house.delete(digit);
  };

  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (board[row][column] === '.') cells.push([row, column]);
      else insert(row, column, board[row][column]);
    }
  }
  cells.sort((one, other) => left(...one).length - left(...other).length);
  fill(0);
};
