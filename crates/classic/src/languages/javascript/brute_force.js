// Brute force: put a digit in every empty cell, and check the rules only when the grid is full.
var solveSudoku = function (board) {
  const empty = [...Array(81).keys()].filter((cell) => board[Math.floor(cell / 9)][cell % 9] === '.');

  const fill = (position) => { // @call
    if (position === empty.length) {
      return isSolved(); // @solved @conflict @return
    }
    const [row, column] = [Math.floor(empty[position] / 9), empty[position] % 9]; // @choose
    for (const digit of '123456789') { // @try
      board[row][column] = digit; // @place
      if (fill(position + 1)) return true;
      board[row][column] = '.'; // @undo
    }
    return false; // @return
  };

  const isSolved = () => {
    const columns = board.map((_, i) => board.map((row) => row[i]));
    const boxes = board.map((row, i) =>
      row.map((_, j) => board[Math.floor(i / 3) * 3 + Math.floor(j / 3)][(i % 3) * 3 + (j % 3)])
    );
    return [...board, ...columns, ...boxes].every((house) => new Set(house).size === 9);
  };

  fill(0);
};
