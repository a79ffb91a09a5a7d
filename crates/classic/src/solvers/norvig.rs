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

use crate::{EliminationCause, Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, DigitSet, Grid};

/// The possible digits of each cell.
type Possible = [DigitSet; Cell::COUNT];

/// Searches by constraint propagation.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    NorvigSearch { run, placed: Vec::new(), queue: Vec::new() }.start().into()
}

struct NorvigSearch<'r, 'a, O> {
    run: &'r mut SolverRun<'a, O>,
    /// The placements so far, in order. Dropping a copy does not report anything, so this list is needed
    /// to report the undos to the observer.
    placed: Vec<(Cell, Digit)>,
    /// The eliminations to be made, in order. A list is used instead of recursion because one elimination
    /// can trigger hundreds.
    queue: Vec<Elimination>,
}

/// The digits to eliminate from a cell, and why. The puzzle and guesses need no cause.
#[derive(Copy, Clone)]
struct Elimination {
    cell: Cell,
    digits: DigitSet,
    cause: Option<EliminationCause>,
}

impl<O: Observer> NorvigSearch<'_, '_, O> {
    /// Enters the puzzle, and then guesses if some cells are still open.
    fn start(&mut self) -> Flow {
        let mut possible = [DigitSet::ALL; Cell::COUNT];
        for cell in Cell::all() {
            let digits = !self.run.puzzle().allowed(cell);
            self.queue.push(Elimination { cell, digits, cause: None });
        }
        if self.propagate(&mut possible) {
            self.guess(&possible)?;
        }
        self.undo_down_to(0);
        Flow::Continue(())
    }

    /// Guesses in the cell with the fewest digits among those with more than one. If every cell has only one
    /// digit, reports the solution.
    fn guess(&mut self, possible: &Possible) -> Flow {
        self.run.call()?;
        let open = Cell::all().filter(|cell| possible[cell.index()].len() > 1);
        let Some(cell) = open.min_by_key(|cell| possible[cell.index()].len()) else {
            self.run.solved(&to_grid(possible))?;
            return self.run.return_to_caller();
        };
        let digits = possible[cell.index()];
        self.run.choose_fewest(cell, digits.len());
        for digit in digits {
            let before = self.placed.len();
            let mut copy = *possible;
            self.queue.push(Elimination { cell, digits: digits.without(digit), cause: None });
            if self.propagate(&mut copy) {
                self.guess(&copy)?;
            }
            self.undo_down_to(before);
        }
        self.run.return_to_caller()
    }

    /// Makes the eliminations in the queue and all that follow from them. Returns `false` if a cell has no
    /// digit left or a house has no place left for a digit.
    fn propagate(&mut self, possible: &mut Possible) -> bool {
        let mut made = 0;
        let mut consistent = true;
        while let Some(&elimination) = self.queue.get(made)
            && consistent
        {
            made += 1;
            consistent = self.eliminate(possible, elimination);
        }
        self.queue.clear();
        consistent
    }

    /// Makes one elimination, and adds those that follow from it to the queue.
    fn eliminate(
        &mut self,
        possible: &mut Possible,
        Elimination { cell, digits, cause }: Elimination,
    ) -> bool {
        let eliminated = possible[cell.index()] & digits;
        if eliminated.is_empty() {
            return true;
        }
        possible[cell.index()] = possible[cell.index()] - digits;
        if let Some(cause) = cause {
            for digit in eliminated {
                self.run.eliminate(cell, digit, cause);
            }
        }
        let left = possible[cell.index()];
        if left.is_empty() {
            self.run.conflict_without_options(cell);
            return false;
        }
        if let Some(last) = left.single() {
            self.place(cell, last);
            let (digits, cause) = (DigitSet::only(last), Some(EliminationCause::Peer(cell)));
            self.queue.extend(cell.peers().iter().map(|peer| Elimination { cell: peer, digits, cause }));
        }
        for digit in eliminated {
            for house in cell.houses() {
                let can_hold = |cell: &Cell| possible[cell.index()].contains(digit);
                let mut places = house.cells_in_order().into_iter().filter(can_hold);
                match (places.next(), places.next()) {
                    (None, _) => {
                        self.run.conflict_without_options((house, digit));
                        return false;
                    }
                    (Some(cell), None) => {
                        let cause = Some(EliminationCause::LastPlace(house));
                        self.queue.push(Elimination { cell, digits: !DigitSet::only(digit), cause });
                    }
                    _ => {}
                }
            }
        }
        true
    }

    /// Reports a digit that is now certain, unless it is a given.
    fn place(&mut self, cell: Cell, digit: Digit) {
        if self.run.puzzle().value(cell).is_none() {
            self.run.try_digit(cell, digit);
            self.run.place(cell, digit);
            self.placed.push((cell, digit));
        }
    }

    /// Reports that all placements except the first `count` are undone.
    fn undo_down_to(&mut self, count: usize) {
        while self.placed.len() > count {
            if let Some((cell, digit)) = self.placed.pop() {
                self.run.undo(cell, digit);
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
