//! Constraint propagation and search, after Peter Norvig.
//!
//! **Idea.** For every cell, keep the set of digits that are still possible, and apply the consequences
//! of every elimination at once:
//!
//! 1. If a cell has one digit left, eliminate this digit from its 20 peers.
//! 2. If a house has one place left for a digit, eliminate all other digits from this place.
//!
//! Each rule can trigger the other, until nothing more follows, or a cell or house has nothing left.
//! Most published puzzles are solved as soon as the last given has been entered. Otherwise, guess: take
//! a cell with the fewest digits, try each of them on a *copy*, and propagate again. To backtrack, drop
//! the copy. Norvig's essay "Solving Every Sudoku Puzzle" (2006) does this in a page of Python. The two
//! rules enforce arc consistency, as described by Mackworth in 1977.
//!
//! **Cost.** Propagation makes calls expensive but rare: 1 on the sample puzzle, which needs no guess,
//! and a few hundred on average for the hardest known puzzles. A copy of 81 sets takes 162 bytes.
//!
//! **Weakness.** It guesses only in cells. If every cell has three digits but some digit has only two
//! places in a row, it is better to guess the place. Some unsolvable puzzles also take very long: Norvig
//! found one that took his program 24 minutes.
//!
//! **Next.** [`dlx`](super::dlx) chooses among cells and places.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, DigitSet, Grid};

/// The possible digits of each cell.
type Possible = [DigitSet; Cell::COUNT];

/// Searches by constraint propagation.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    NorvigSearch { run, placed: Vec::new(), pending: Vec::new() }.start().into()
}

struct NorvigSearch<'r, 'a, O> {
    run: &'r mut SolverRun<'a, O>,
    /// The placements so far, in order. Dropping a copy does not report anything, so this list is needed
    /// to report the undos to the observer.
    placed: Vec<(Cell, Digit)>,
    /// The eliminations still to be made: cells, each with the digits to eliminate from it. A list is used
    /// instead of recursion because one elimination can trigger hundreds.
    pending: Vec<(Cell, DigitSet)>,
}

impl<O: Observer> NorvigSearch<'_, '_, O> {
    /// Enters the puzzle cell by cell, and then guesses if some cells are still open.
    fn start(&mut self) -> Flow {
        let mut possible = [DigitSet::ALL; Cell::COUNT];
        let mut consistent = true;
        for cell in Cell::all() {
            consistent =
                consistent && self.eliminate(&mut possible, cell, !self.run.puzzle().allowed(cell), 0);
        }
        if consistent {
            self.guess(&possible, 0)?;
        }
        self.undo_down_to(0, 0);
        Flow::Continue(())
    }

    /// Guesses in the cell with the fewest digits among those with more than one. If every cell has only one
    /// digit, reports the solution.
    fn guess(&mut self, possible: &Possible, depth: usize) -> Flow {
        self.run.call(depth)?;
        let open = Cell::all().filter(|cell| possible[cell.index()].len() > 1);
        let Some(cell) = open.min_by_key(|cell| possible[cell.index()].len()) else {
            return self.run.solved(&to_grid(possible), depth);
        };
        let digits = possible[cell.index()];
        for digit in digits {
            let before = self.placed.len();
            let mut copy = *possible;
            if self.eliminate(&mut copy, cell, digits.without(digit), depth) {
                self.guess(&copy, depth + 1)?;
            }
            self.undo_down_to(before, depth);
        }
        Flow::Continue(())
    }

    /// Eliminates these digits from the cell, and applies all consequences. Returns `false` if a cell has
    /// no digit left or a house has no place left for a digit.
    fn eliminate(&mut self, possible: &mut Possible, cell: Cell, digits: DigitSet, depth: usize) -> bool {
        self.pending.clear();
        self.pending.push((cell, digits));
        while let Some((cell, digits)) = self.pending.pop() {
            let eliminated = possible[cell.index()] & digits;
            let left = possible[cell.index()] - digits;
            possible[cell.index()] = left;
            if eliminated.is_empty() {
                continue;
            }
            if left.is_empty() {
                return false;
            }
            if let Some(last) = left.single() {
                self.place(cell, last, depth);
                self.pending.extend(cell.peers().iter().map(|peer| (peer, DigitSet::only(last))));
            }
            for digit in eliminated {
                for house in cell.houses() {
                    let can_hold = |cell: &Cell| possible[cell.index()].contains(digit);
                    let mut places = house.cells_in_order().into_iter().filter(can_hold);
                    match (places.next(), places.next()) {
                        (None, _) => return false,
                        (Some(place), None) => self.pending.push((place, !DigitSet::only(digit))),
                        _ => {}
                    }
                }
            }
        }
        true
    }

    /// Reports to the observer a digit that is now certain, unless it is a given.
    fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        if self.run.puzzle().value(cell).is_none() {
            self.run.try_digit(cell, digit, depth);
            self.run.place(cell, digit, depth);
            self.placed.push((cell, digit));
        }
    }

    /// Reports to the observer that all placements except the first `count` are undone.
    fn undo_down_to(&mut self, count: usize, depth: usize) {
        while self.placed.len() > count {
            if let Some((cell, digit)) = self.placed.pop() {
                self.run.undo(cell, digit, depth);
            }
        }
    }
}

/// Returns the grid in which each cell contains its only possible digit.
fn to_grid(possible: &Possible) -> Grid {
    let mut grid = Grid::EMPTY;
    for cell in Cell::all() {
        grid.set(cell, possible[cell.index()].single());
    }
    grid
}
