//! Exact cover with dancing links, after Donald Knuth.
//!
//! **Idea.** A Sudoku has 324 constraints: each cell must contain a digit (81), and each house must
//! contain each digit (27 × 9). Each of the 729 candidates satisfies four of them. Write a matrix with a
//! column for each constraint, a row for each candidate, and a 1 where the candidate satisfies the
//! constraint. A solution is a set of rows with exactly one 1 in every column. *Algorithm X* takes the
//! column with the fewest rows, tries each of its rows, and removes all rows that conflict with that row.
//!
//! *Dancing links* make it cheap to remove and restore rows and columns. The 1s of a column form a ring,
//! linked up and down, and the columns form a ring, linked left and right. To remove `x` from a ring, set
//! `up[down[x]] = up[x]; down[up[x]] = down[x]`. Because `x` keeps its own links, it can be restored with
//! `up[down[x]] = x; down[up[x]] = x`, as long as everything is undone in reverse order. Hitotumatu and
//! Noshita found this trick in 1979, and Knuth made it famous in 2000.
//!
//! ```text
//! node 0          the root, in the ring of columns
//! nodes 1..=324   the heads of the columns: cells, then houses by digit
//! nodes 325..     the 1s, four consecutive nodes for each candidate: the rows need no links
//! ```
//!
//! **Cost.** There is no propagation: a constraint with one candidate is simply the smallest column. So
//! every placement is a call, 52 on the sample puzzle and several thousand for the hardest known puzzles,
//! but hardly any are wasted. Each placement changes hundreds of links.
//!
//! **Weakness.** The links are scattered in memory, and each step depends on the previous one. With bit
//! sets, a few machine operations do the same work.
//!
//! **Next.** [`fast`](super::fast).

use crate::{Constraint, Flow, Observer, SearchEnd, SolverRun, ValidPuzzle};
use std::array;
use veridoku_core::{Cell, Digit, Grid};

/// The root of the ring of columns.
const ROOT: usize = 0;
/// The number of columns.
const COLUMNS: usize = 324;
/// The first node that is not a column head.
const FIRST: usize = COLUMNS + 1;

/// Searches with dancing links.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    DancingLinks::new(run.puzzle()).solve(run).into()
}

/// The matrix as linked rings, and the grid.
struct DancingLinks {
    /// The ring of columns.
    left: [usize; FIRST],
    right: [usize; FIRST],
    /// The number of nodes in each column.
    size: [usize; FIRST],
    /// The ring of each column.
    up: Vec<usize>,
    down: Vec<usize>,
    /// The head of each node's column.
    head: Vec<usize>,
    /// The candidate of each row.
    rows: Vec<(Cell, Digit)>,
    grid: Grid,
}

impl DancingLinks {
    /// Builds the matrix of all allowed candidates, and covers the constraints that the givens satisfy.
    fn new(puzzle: &ValidPuzzle) -> DancingLinks {
        let mut links = DancingLinks {
            left: array::from_fn(|head| if head == ROOT { COLUMNS } else { head - 1 }),
            right: array::from_fn(|head| if head == COLUMNS { ROOT } else { head + 1 }),
            size: [0; FIRST],
            up: (0..FIRST).collect(),
            down: (0..FIRST).collect(),
            head: (0..FIRST).collect(),
            rows: Vec::new(),
            grid: *puzzle.values(),
        };
        for cell in Cell::all() {
            for digit in puzzle.allowed(cell) {
                links.append(cell, digit);
            }
        }
        for (cell, digit) in puzzle.values().values() {
            for head in heads(cell, digit) {
                links.cover(head);
            }
        }
        links
    }

    /// Adds a row at the bottom of its four columns.
    fn append(&mut self, cell: Cell, digit: Digit) {
        self.rows.push((cell, digit));
        for head in heads(cell, digit) {
            let (node, above) = (self.head.len(), self.up[head]);
            self.head.push(head);
            self.up.push(above);
            self.down.push(head);
            self.down[above] = node;
            self.up[head] = node;
            self.size[head] += 1;
        }
    }

    /// Searches with Algorithm X.
    fn solve(&mut self, run: &mut SolverRun<'_, impl Observer>) -> Flow {
        run.call()?;
        let Some(head) = self.smallest_column() else {
            run.solved(&self.grid)?;
            return run.return_to_caller();
        };
        run.choose_fewest(constraint(head), self.size[head]);
        if self.size[head] == 0 {
            run.conflict_without_options(constraint(head));
        }
        self.cover(head);
        run.cover(constraint(head), self.size[head]);
        let mut node = self.down[head];
        while node != head {
            let (cell, digit) = self.rows[(node - FIRST) / 4];
            run.try_digit(cell, digit);
            self.grid.set(cell, Some(digit));
            run.place(cell, digit);
            let heads = others(node).map(|other| self.head[other]);
            for head in heads {
                self.cover(head);
                run.cover(constraint(head), self.size[head]);
            }
            self.solve(run)?;
            for head in heads.into_iter().rev() {
                self.uncover(head);
                run.uncover(constraint(head), self.size[head]);
            }
            self.grid.set(cell, None);
            run.undo(cell, digit);
            node = self.down[node];
        }
        self.uncover(head);
        run.uncover(constraint(head), self.size[head]);
        run.return_to_caller()
    }

    /// Returns the first column with the fewest rows, or `None` if all constraints are satisfied.
    fn smallest_column(&self) -> Option<usize> {
        let mut smallest = None;
        let mut head = self.right[ROOT];
        while head != ROOT {
            if smallest.is_none_or(|other: usize| self.size[head] < self.size[other]) {
                smallest = Some(head);
            }
            head = self.right[head];
        }
        smallest
    }

    /// Removes a column from the ring, and all its rows from the other columns.
    fn cover(&mut self, head: usize) {
        self.left[self.right[head]] = self.left[head];
        self.right[self.left[head]] = self.right[head];
        let mut node = self.down[head];
        while node != head {
            for other in others(node) {
                self.up[self.down[other]] = self.up[other];
                self.down[self.up[other]] = self.down[other];
                self.size[self.head[other]] -= 1;
            }
            node = self.down[node];
        }
    }

    /// Undoes `cover`, step by step in reverse order.
    fn uncover(&mut self, head: usize) {
        let mut node = self.up[head];
        while node != head {
            for other in others(node).into_iter().rev() {
                self.size[self.head[other]] += 1;
                self.down[self.up[other]] = other;
                self.up[self.down[other]] = other;
            }
            node = self.up[node];
        }
        self.right[self.left[head]] = head;
        self.left[self.right[head]] = head;
    }
}

/// Returns the heads of the four columns of a candidate: its cell, and its digit in each house.
fn heads(cell: Cell, digit: Digit) -> [usize; 4] {
    let [row, column, block] = cell.houses().map(|house| 1 + 81 + 9 * house.index() + digit.index());
    [1 + cell.index(), row, column, block]
}

/// Returns the constraint of a column.
fn constraint(head: usize) -> Constraint {
    Constraint::from_index(head - 1)
}

/// Returns the three other nodes in the row of a node, in cyclic order.
fn others(node: usize) -> [usize; 3] {
    let (row, position) = ((node - FIRST) / 4, (node - FIRST) % 4);
    [1, 2, 3].map(|step| FIRST + 4 * row + (position + step) % 4)
}
