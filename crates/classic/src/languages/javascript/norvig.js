// Keep the possible digits of every cell, and apply all consequences of each guess at once.
var solveSudoku = function (board) {
  const digits = '123456789';
  const cells = [...Array(81).keys()];
  const rowOf = (cell) => Math.floor(cell / 9);
  const columnOf = (cell) => cell % 9;
  const boxOf = (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);
  const houses = cells.map((cell) =>
    [rowOf, columnOf, boxOf].map((houseOf) => cells.filter((other) => houseOf(other) === houseOf(cell)))
  );
  const peers = cells.map((cell) => [...new Set(houses[cell].flat())].filter((peer) => peer !== cell));

  const start = () => {
    const possible = Array(81).fill(digits);
    for (const cell of cells) {
      const given = board[rowOf(cell)][columnOf(cell)];
      if (given !== '.' && !eliminate(possible, cell, digits.replace(given, ''))) return;
    }
    guess(possible);
  };

  const guess = (possible) => { // @call
    const cell = fewestDigits(possible);
    if (cell < 0) {
      write(possible);
      return true; // @solved
    }
    for (const digit of possible[cell]) { // @choose
      const copy = [...possible]; // @undo
      if (eliminate(copy, cell, possible[cell].replace(digit, '')) && guess(copy)) return true;
    }
    return false; // @return
  };

  const eliminate = (possible, firstCell, firstDigits) => {
    const pending = [[firstCell, firstDigits]];
    while (pending.length > 0) {
      const [cell, unwanted] = pending.pop();
      const eliminated = [...possible[cell]].filter((digit) => unwanted.includes(digit));
      if (eliminated.length === 0) continue;
      const left = [...possible[cell]].filter((digit) => !unwanted.includes(digit)).join('');
      possible[cell] = left; // @eliminate
      if (left === '') {
        return false; // @conflict
      }
      if (left.length === 1) {
        pending.push(...peers[cell].map((peer) => [peer, left])); // @try @place
      }
      for (const digit of eliminated) {
        for (const house of houses[cell]) {
          const places = house.filter((place) => possible[place].includes(digit));
          if (places.length === 0) {
            return false; // @conflict
          }
          if (places.length === 1) pending.push([places[0], digits.replace(digit, '')]);
        }
      }
    }
    return true;
  };

  const fewestDigits = (possible) => {
    let [best, fewest] = [-1, 10];
    for (const cell of cells) {
      const count = possible[cell].length;
      if (count > 1 && count < fewest) [best, fewest] = [cell, count];
    }
    return best;
  };

  const write = (possible) => {
    for (const cell of cells) board[rowOf(cell)][columnOf(cell)] = possible[cell];
  };

  start();
};
