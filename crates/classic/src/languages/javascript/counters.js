// Counters tell how often each row, column and box contains each digit; the search visits every cell.
var solveSudoku = function (board) {
  const counts = Array.from({ length: 27 }, () => Array(9).fill(0));

  const visit = (index) => { // @call
    if (index === 81) {
      return true; // @solved
    }
    const [row, column] = [Math.floor(index / 9), index % 9];
    if (board[row][column] !== '.') {
      return visit(index + 1); // @return
    }
    for (let digit = 0; digit < 9; digit++) { // @choose @try
      if (fits(row, column, digit)) { // @conflict
        place(row, column, digit); // @place
        if (visit(index + 1)) return true;
        remove(row, column, digit); // @undo
      }
    }
    return false; // @return
  };

  const houses = (row, column) => [row, 9 + column, 18 + Math.floor(row / 3) * 3 + Math.floor(column / 3)];

  const fits = (row, column, digit) => houses(row, column).every((house) => counts[house][digit] === 0);

  const place = (row, column, digit) => {
    board[row][column] = String(digit + 1);
    for (const house of houses(row, column)) counts[house][digit]++;
  };

  const remove = (row, column, digit) => {
    board[row][column] = '.';
    for (const house of houses(row, column)) counts[house][digit]--;
  };

  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (board[row][column] !== '.') place(row, column, board[row][column] - 1);
    }
  }
  visit(0);
};
