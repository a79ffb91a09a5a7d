// Exact cover: 324 constraints (columns), 729 candidates (rows of four nodes), linked in rings.
var solveSudoku = function (board) {
  const [ROOT, COLUMNS, FIRST] = [0, 324, 325];
  const numbers = [...Array(FIRST).keys()];
  const left = numbers.map((column) => (column === ROOT ? COLUMNS : column - 1));
  const right = numbers.map((column) => (column === COLUMNS ? ROOT : column + 1));
  const size = numbers.map(() => 0);
  const [up, down, head] = [[...numbers], [...numbers], [...numbers]];
  const rows = [];

  const solve = () => { // @call
    if (right[ROOT] === ROOT) {
      return true; // @solved
    }
    const column = smallestColumn(); // @choose
    cover(column); // @cover
    for (let node = down[column]; node !== column; node = down[node]) { // @conflict
      const [cell, digit] = rows[Math.floor((node - FIRST) / 4)]; // @try
      board[Math.floor(cell / 9)][cell % 9] = String(digit + 1); // @place
      for (const other of others(node)) {
        cover(head[other]); // @cover
      }
      if (solve()) return true;
      for (const other of others(node).reverse()) {
        uncover(head[other]); // @uncover
      }
      board[Math.floor(cell / 9)][cell % 9] = '.'; // @undo
    }
    uncover(column); // @uncover
    return false; // @return
  };

  const smallestColumn = () => {
    let smallest = right[ROOT];
    for (let column = smallest; column !== ROOT; column = right[column]) {
      if (size[column] < size[smallest]) smallest = column;
    }
    return smallest;
  };

  const cover = (column) => {
    left[right[column]] = left[column];
    right[left[column]] = right[column];
    for (let node = down[column]; node !== column; node = down[node]) {
      for (const other of others(node)) {
        up[down[other]] = up[other];
        down[up[other]] = down[other];
        size[head[other]]--;
      }
    }
  };

  const uncover = (column) => {
    for (let node = up[column]; node !== column; node = up[node]) {
      for (const other of others(node).reverse()) {
        size[head[other]]++;
        up[down[other]] = down[up[other]] = other;
      }
    }
    left[right[column]] = right[left[column]] = column;
  };

  const others = (node) => {
    const position = (node - FIRST) % 4;
    return [1, 2, 3].map((step) => node - position + ((position + step) % 4));
  };

  const heads = (cell, digit) => {
    const [row, column] = [Math.floor(cell / 9), cell % 9];
    const houses = [row, 9 + column, 18 + Math.floor(row / 3) * 3 + Math.floor(column / 3)];
    return [1 + cell, ...houses.map((house) => 1 + 81 + 9 * house + digit)];
  };

  const append = (cell, digit) => {
    rows.push([cell, digit]);
    for (const column of heads(cell, digit)) {
      const [node, above] = [head.length, up[column]];
      head.push(column);
      up.push(above);
      down.push(column);
      down[above] = up[column] = node;
      size[column]++;
    }
  };

  const givens = board.flat().map(Number);
  givens.forEach((given, cell) => {
    for (let digit = 0; digit < 9; digit++) {
      if (!given || given === digit + 1) append(cell, digit);
    }
  });
  givens.forEach((given, cell) => {
    if (given) heads(cell, given - 1).forEach(cover);
  });
  solve();
};
