// Three tables tell whether a row, a column or a box already contains a digit.
var solveSudoku = function (board) {
  const table = () => Array.from({ length: 9 }, () => Array(9).fill(false));
  const [rows, columns, boxes] = [table(), table(), table()];
  const empty = [];

  const fill = (position) => { // @call
    if (position === empty.length) {
      return true; // @solved
    }
    const [row, column] = empty[position]; // @choose
    for (let digit = 0; digit < 9; digit++) { // @try
      if (fits(row, column, digit)) { // @conflict
        write(row, column, digit); // @place
        if (fill(position + 1)) return true;
        erase(row, column, digit); // @undo
      }
    }
    return false; // @return
  };

  const boxOf = (row, column) => Math.floor(row / 3) * 3 + Math.floor(column / 3);

  const fits = (row, column, digit) =>
    !rows[row][digit] && !columns[column][digit] && !boxes[boxOf(row, column)][digit];

  const write = (row, column, digit) => {
    board[row][column] = String(digit + 1);
    rows[row][digit] = columns[column][digit] = boxes[boxOf(row, column)][digit] = true;
  };

  const erase = (row, column, digit) => {
    board[row][column] = '.';
    rows[row][digit] = columns[column][digit] = boxes[boxOf(row, column)][digit] = false;
  };

  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (board[row][column] === '.') empty.push([row, column]);
      else write(row, column, board[row][column] - 1);
    }
  }
  fill(0);
};
