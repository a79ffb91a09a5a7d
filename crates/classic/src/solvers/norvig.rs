//! Constraint propagation and search, after Peter Norvig.
//!
//! **Idea.** Keep for every cell the digits that it can still hold, and let every strike have its
//! consequences at once:
//!
//! 1. When a cell has one digit left, strike that digit from its 20 peers.
//! 2. When a house has one place left for a digit, strike all other digits from that place.
//!
//! Each rule sets off the other, until nothing follows or a cell or a house has nothing left. Most
//! puzzles people buy are solved when the last given has been entered. Otherwise guess: take a
//! cell with the fewest digits, try each of them on a *copy*, and propagate again. To go back is
//! to drop the copy. Norvig's essay "Solving Every Sudoku Puzzle" (2006) does it in a page of
//! Python; the two rules are arc consistency as Mackworth described it in 1977.
//!
//! **Cost.** Propagation makes a call dear and calls rare: 1 on the sample puzzle, which needs no
//! guess, and some hundreds on average for the hardest known ones. Copying 81 sets is 162 bytes.
//!
//! **Weakness.** A guess in a cell is not always the best question; where each cell has three
//! digits but some digit has two places in a row, asking the row is better. And puzzles without
//! solution that look sound can take it long: Norvig found one that took his program 24 minutes.
//!
//! **Next.** [`dlx`](super::dlx) chooses among cells and places alike.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, DigitSet, Grid};

/// The digits that each cell can still hold.
type Possible = [DigitSet; Cell::COUNT];

/// Searches by constraint propagation.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    NorvigSearch { run, placed: Vec::new(), pending: Vec::new() }.start().into()
}

struct NorvigSearch<'r, 'a, O> {
    run: &'r mut SolverRun<'a, O>,
    /// What was placed, in order: the copies are dropped silently, this tells the observer.
    placed: Vec<(Cell, Digit)>,
    /// Strikes that are still to be made: digits of a cell. A list instead of recursion, because
    /// one strike can set off hundreds.
    pending: Vec<(Cell, DigitSet)>,
}

impl<O: Observer> NorvigSearch<'_, '_, O> {
    /// Enters what the puzzle says, one cell after the other, and searches what that leaves open.
    fn start(&mut self) -> Flow {
        let mut possible = [DigitSet::ALL; Cell::COUNT];
        let mut sound = true;
        for cell in Cell::all() {
            sound = sound && self.strike(&mut possible, cell, !self.run.puzzle().allowed(cell), 0);
        }
        if sound {
            self.guess(&possible, 0)?;
        }
        self.undo_down_to(0, 0);
        Flow::Continue(())
    }

    /// Guesses in the cell with the fewest digits, if any has more than one.
    fn guess(&mut self, possible: &Possible, depth: usize) -> Flow {
        self.run.call(depth)?;
        let open = Cell::all().filter(|cell| possible[cell.index()].len() > 1);
        let Some(cell) = open.min_by_key(|cell| possible[cell.index()].len()) else {
            return self.run.solved(&written(possible), depth);
        };
        let digits = possible[cell.index()];
        for digit in digits {
            let before = self.placed.len();
            let mut copy = *possible;
            if self.strike(&mut copy, cell, digits.without(digit), depth) {
                self.guess(&copy, depth + 1)?;
            }
            self.undo_down_to(before, depth);
        }
        Flow::Continue(())
    }

    /// Strikes these digits from the cell, and then whatever follows. False when a cell or a house
    /// has nothing left.
    fn strike(&mut self, possible: &mut Possible, cell: Cell, digits: DigitSet, depth: usize) -> bool {
        self.pending.clear();
        self.pending.push((cell, digits));
        while let Some((cell, digits)) = self.pending.pop() {
            let struck = possible[cell.index()] & digits;
            let left = possible[cell.index()] - digits;
            possible[cell.index()] = left;
            if struck.is_empty() {
                continue;
            }
            if left.is_empty() {
                return false;
            }
            if let Some(last) = left.single() {
                self.place(cell, last, depth);
                self.pending.extend(cell.peers().iter().map(|peer| (peer, DigitSet::only(last))));
            }
            for digit in struck {
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

    /// Tells the observer of a digit that is certain now, unless the puzzle itself says it.
    fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        if self.run.puzzle().value(cell).is_none() {
            self.run.try_digit(cell, digit, depth);
            self.run.place(cell, digit, depth);
            self.placed.push((cell, digit));
        }
    }

    /// Tells the observer that all but the first `count` placements are gone.
    fn undo_down_to(&mut self, count: usize, depth: usize) {
        while self.placed.len() > count {
            if let Some((cell, digit)) = self.placed.pop() {
                self.run.undo(cell, digit, depth);
            }
        }
    }
}

/// The grid in which each cell holds the one digit it can.
fn written(possible: &Possible) -> Grid {
    let mut grid = Grid::EMPTY;
    for cell in Cell::all() {
        grid.set(cell, possible[cell.index()].single());
    }
    grid
}
