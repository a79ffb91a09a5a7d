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
use veridoku_core::{Cell, Digit, DigitSet, Grid, House};

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
    /// What remains to be propagated, in order. A list is used instead of recursion because one elimination
    /// can trigger hundreds.
    queue: Vec<Consequence>,
}

/// A conclusion that leads to eliminations.
#[derive(Copy, Clone)]
enum Consequence {
    /// The cell has one digit left, so the digit is eliminated from all peers.
    LastDigit(Cell, Digit),
    /// The house has one place left for the digit, so all other digits are eliminated there.
    LastPlace(House, Digit, Cell),
}

impl<O: Observer> NorvigSearch<'_, '_, O> {
    /// Enters the puzzle, and then guesses if some cells are still open.
    fn start(&mut self) -> Flow {
        let mut possible = [DigitSet::ALL; Cell::COUNT];
        let enter = |cell: Cell| self.eliminate(&mut possible, cell, !self.run.puzzle().allowed(cell), None);
        if Cell::all().all(enter) && self.propagate(&mut possible) {
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
            if self.eliminate(&mut copy, cell, digits.without(digit), None) && self.propagate(&mut copy) {
                self.guess(&copy)?;
            }
            self.undo_down_to(before);
        }
        self.run.return_to_caller()
    }

    /// Makes the eliminations that follow from the queue, and all that follow from them. Returns `false` if a
    /// cell has no digit left or a house has no place left for a digit.
    fn propagate(&mut self, possible: &mut Possible) -> bool {
        let mut next = 0;
        let mut consistent = true;
        while let Some(&consequence) = self.queue.get(next)
            && consistent
        {
            next += 1;
            consistent = match consequence {
                Consequence::LastDigit(cell, digit) => {
                    let cause = Some(EliminationCause::Peer(cell));
                    cell.peers().iter().all(|peer| {
                        !possible[peer.index()].contains(digit)
                            || self.eliminate(possible, peer, DigitSet::only(digit), cause)
                    })
                }
                Consequence::LastPlace(house, digit, cell) => {
                    let cause = Some(EliminationCause::LastPlace(house));
                    self.eliminate(possible, cell, !DigitSet::only(digit), cause)
                }
            };
        }
        self.queue.clear();
        consistent
    }

    /// Eliminates the digits that are still possible in the cell, and adds what follows to the queue. The
    /// puzzle and guesses need no cause.
    fn eliminate(
        &mut self,
        possible: &mut Possible,
        cell: Cell,
        digits: DigitSet,
        cause: Option<EliminationCause>,
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
            self.queue.push(Consequence::LastDigit(cell, last));
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
                    (Some(cell), None) => self.queue.push(Consequence::LastPlace(house, digit, cell)),
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
