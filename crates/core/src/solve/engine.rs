//! The single-puzzle engine: a depth-first search that applies rules until the board is at rest, and then
//! guesses.
//!
//! # The board
//!
//! A grid is 3 × 3 × 3 × 3. A cell has four coordinates: its band b, its row i within the band, its stack k,
//! and its column j within the stack. A *minirow* is three cells side by side in one box, a *minicolumn*
//! three cells one above the other. There are 27 minirows, numbered m = 9b + 3i + k. The board is three
//! vectors with one lane per minirow: lane m of vector j holds the candidates of cell 3m + j as nine bits.
//!
//! ```text
//!             k = 0       k = 1       k = 2
//!           ┌ ─────── ┬ ─────── ┬ ─────── ┐         c0    c1    c2
//!      i = 0│ m0      │ m1      │ m2      │       ┌─────┬─────┬─────┐
//! b=0  i = 1│ m3      │ m4      │ m5      │   m0  │ 0,0 │ 0,1 │ 0,2 │
//!      i = 2│ m6      │ m7      │ m8      │   m1  │ 0,3 │ 0,4 │ 0,5 │
//!           ├ ─────── ┼ ─────── ┼ ─────── ┤   m2  │ 0,6 │ 0,7 │ 0,8 │
//!      i = 0│ m9      │ m10     │ m11     │   m3  │ 1,0 │ 1,1 │ 1,2 │
//! b=1  …    │         │         │         │   …   │     │     │     │
//!           └ ─────── ┴ ─────── ┴ ─────── ┘   m26 │ 8,6 │ 8,7 │ 8,8 │
//!                                                 └─────┴─────┴─────┘
//! ```
//!
//! With 512-bit registers the board is three registers, and one instruction works on 27 cells. The other
//! cells that a rule needs are either in the same lane of another vector, or in another lane of the same
//! vector; a permutation that rotates b, i or k (modulo 3) brings them into place. A lane is a set of nine
//! digits, so every bitwise operation below works on all nine digits at once, and no rule handles digits
//! individually.
//!
//! # A round
//!
//! Two observations keep the rules short. The first: within a band, a digit occupies three minirows, one in
//! each row and one in each box, like three rooks on a 3 × 3 board that do not attack each other. A minirow
//! can be one of the three only if two non-attacking rooks fit on the four squares that it does not attack:
//!
//! ```text
//!        k   k+1  k+2
//!   i  [ r ]  ·    ·        r may stay if  A and D  or  B and C
//!  i+1   ·    A    B
//!  i+2   ·    C    D
//! ```
//!
//! This single test per minirow covers locked candidates, both pointing and claiming. Minicolumns in a stack
//! work the same way, rotated by ninety degrees. The second: it is enough to look for hidden singles in
//! boxes. If a digit has only one cell left in its row, the matching has already ensured that the digit's
//! only minirow in its row is also its only one in its box, so the cell is its only one in the box, too. The
//! same holds for columns. A round has five steps:
//!
//! ```text
//!   1  decided cells eliminate their digit from the rest of the box
//!   2  r = c0 | c1 | c2            minirows, matched within the band: eliminates
//!      c_j &= matching(r)          in the other rows of the box and the rest of the row
//!   3  m_j = union of the three    minicolumns of the result, matched within
//!      rows of c_j                 the stack: c_j &= matching(m)
//!   4  hidden singles: the only cell of a digit in its box loses all its other candidates
//!   5  is the board dead? is every cell decided? was any cell newly decided?
//! ```
//!
//! Step 3 works on the result of step 2. That makes a longer chain of dependent instructions, but needs a
//! sixth fewer rounds than starting both steps from the same board. With AVX-512 a round is about ninety
//! instructions without a branch.
//!
//! Rounds are repeated until the board is dead, completely decided, or at rest. It is at rest when a round
//! has decided no new cell. Further rounds might still remove candidates, but their consequences are also
//! found after the next guess. Not waiting for them makes the engine 5 % faster on the hardest puzzles and
//! 8 % faster on puzzles with many solutions, at the cost of 3 % more guesses. If a board at rest has few
//! decided cells, a stronger rule ([`super::triads`]) is applied. If that removes a candidate, the rounds
//! continue; otherwise [`super::branch`] picks a cell and a digit. The board without that candidate is pushed
//! on the stack, and the search continues with the board on which the digit is placed.
//!
//! # Why the answers are correct
//!
//! Every rule removes only candidates that occur in no solution, so no solution is lost. A board counts as a
//! solution only if every cell is decided *and* every row, column and box has all nine digits. It is not
//! enough that every cell is decided, because a digit may occur twice while its elimination is pending. The
//! two children of a guess have no solution in common, so none is counted twice.
//!
//! If a digit is decided twice in one box, step 1 empties its cells, with one exception: if it is decided
//! twice in one minirow and once in another, step 1 sees only the other minirow. Boards at rest are therefore
//! checked for a digit that is decided twice in a minirow. Without this check, such a board would show no
//! contradiction until all cells are decided, and the search tree would become huge.
//!
//! # Why the code looks like this
//!
//! The functions are generic over a [`Token`] and all `#[inline(always)]`, so they become part of the one
//! function that a backend compiles with its instructions. A function that is not inlined is compiled without
//! these instructions and is 7 to 17 times slower. For the same reason the search uses an explicit stack
//! instead of recursion, and the rules use no closures.

use super::branch;
use super::lanes::{ALL, CellLanes, Lanes, Token, VectorBoard, VectorJob};
use super::triads;
use crate::stop;

type Masks<T> = [<<T as Token>::Cells as CellLanes>::Mask; 3];

/// [`triads`] is applied only to boards with fewer decided cells than this. With a value of 40, the engine is
/// 4 % slower on the hardest puzzles and on puzzles with many solutions; with a value of 0, it is 10 % slower
/// on the puzzle set `magictour`.
const TRIADS_BELOW: u32 = 28;

/// A search checks whether it should stop when the remaining budget is a multiple of this number of nodes:
/// about every 20 ms.
const NODES_PER_CHECK: u64 = 1 << 16;

/// The starting point of a search.
pub(crate) enum SearchStart<'p> {
    /// The 81 values of a grid.
    Bytes(&'p [u8; 81]),
    /// The candidate sets of 81 cells.
    Candidates(&'p [u16; 81]),
    /// The boards that an earlier run left on the stack.
    Stack,
}

/// Why a run of the search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchStop {
    /// There is nothing left to search.
    Exhausted,
    /// The visitor asked to stop.
    Visitor,
    /// The node budget was used up, or the caller asked to [stop]. The next guess is on the stack, but not
    /// counted yet.
    Budget,
}

/// A depth-first search, to be executed by [`Token::run`].
pub(crate) struct DepthFirstSearch<'s, T: Token, V> {
    /// Where to start.
    pub start: SearchStart<'s>,
    /// The boards still to be searched; the last one is next.
    pub stack: &'s mut Vec<VectorBoard<T>>,
    /// The number of guesses that may still be made; decremented by each guess.
    pub budget: &'s mut u64,
    /// Called with each solution; returns whether to continue.
    pub visitor: V,
}

/// A solved board, not yet converted to digits.
pub(crate) struct SolvedBoard<T: Token> {
    token: T,
    board: VectorBoard<T>,
}

impl<T: Token> SolvedBoard<T> {
    /// Writes the 81 digits of the solution.
    #[inline(always)]
    pub(crate) fn write(self, values: &mut [u8; 81]) {
        self.token.write(self.board, values);
    }
}

/// The result of propagation.
enum Settled<T: Token> {
    /// The board has no solution.
    Dead,
    /// The board is a solution.
    Solved,
    /// The board is at rest. `single` marks its decided cells, and `decided` is their number.
    Open { single: Masks<T>, decided: u32 },
}

impl<T: Token, V> DepthFirstSearch<'_, T, V> {
    /// Reports whether the budget is used up, or the caller no longer needs the result.
    #[cold]
    #[inline(never)]
    fn should_stop(&self) -> bool {
        *self.budget == 0 || stop::is_requested()
    }
}

impl<T: Token, V: FnMut(SolvedBoard<T>) -> bool> VectorJob<T> for DepthFirstSearch<'_, T, V> {
    type Output = SearchStop;

    #[inline(always)]
    fn run(mut self, token: T) -> SearchStop {
        let mut board = match self.start {
            SearchStart::Bytes(bytes) => {
                self.stack.clear();
                token.read_bytes(bytes)
            }
            SearchStart::Candidates(candidates) => {
                self.stack.clear();
                token.read_candidates(candidates)
            }
            SearchStart::Stack => match self.stack.pop() {
                Some(board) => board,
                None => return SearchStop::Exhausted,
            },
        };
        loop {
            match settle(token, &mut board) {
                Settled::Open { single, decided } => {
                    let [guess, rest] = branch::best(token, board, single, decided);
                    self.stack.push(rest);
                    if self.budget.is_multiple_of(NODES_PER_CHECK) && self.should_stop() {
                        // Push the guess anyway, so that resuming the search can count it. Propagating the
                        // board again could lead to a different guess.
                        self.stack.push(guess);
                        return SearchStop::Budget;
                    }
                    *self.budget -= 1;
                    board = guess;
                    continue;
                }
                Settled::Solved => {
                    if !(self.visitor)(SolvedBoard { token, board }) {
                        return SearchStop::Visitor;
                    }
                }
                Settled::Dead => {}
            }
            match self.stack.pop() {
                Some(next) => board = next,
                None => return SearchStop::Exhausted,
            }
        }
    }
}

/// Propagates until the board is dead, completely decided, or at rest.
#[allow(clippy::needless_bitwise_bool, reason = "one branch is cheaper than two")]
#[cfg_attr(not(unoptimized), inline(always))]
fn settle<T: Token>(token: T, board: &mut VectorBoard<T>) -> Settled<T> {
    loop {
        let mut decided = Decided::of(board);
        let complete = loop {
            let round = round::<T>(token, board, &mut decided);
            if round.dead {
                return Settled::Dead;
            }
            if round.complete | !round.progress {
                break round.complete;
            }
        };
        if complete {
            return if is_solution::<T>(token, board) { Settled::Solved } else { Settled::Dead };
        }
        let [s0, s1, s2] = decided.cells;
        if s0.majority(s1, s2).any() {
            return Settled::Dead;
        }
        let single = [board[0].single(), board[1].single(), board[2].single()];
        let count = T::Cells::count(single[0]) + T::Cells::count(single[1]) + T::Cells::count(single[2]);
        if count >= TRIADS_BELOW || !triads::reduce::<T>(board) {
            return Settled::Open { single, decided: count };
        }
    }
}

/// The decided cells of a board: those with one candidate.
struct Decided<T: Token> {
    /// The candidates of the decided cells; all other cells are empty.
    cells: VectorBoard<T>,
    tally: <T::Cells as CellLanes>::DecidedTally,
}

impl<T: Token> Decided<T> {
    /// Finds the decided cells of a board.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(&[c0, c1, c2]: &VectorBoard<T>) -> Self {
        let single = [c0.single(), c1.single(), c2.single()];
        Self {
            cells: [c0.only(single[0]), c1.only(single[1]), c2.only(single[2])],
            tally: T::Cells::tally(single),
        }
    }
}

/// The outcome of a round.
struct Round {
    /// Whether a cell has no candidates, or a digit has no place in a house.
    dead: bool,
    /// Whether the round decided at least one new cell.
    progress: bool,
    /// Whether every cell is decided.
    complete: bool,
}

/// Applies all rules once. `decided` must describe `board`, and is updated with it.
#[cfg_attr(not(unoptimized), inline(always))]
fn round<T: Token>(token: T, board: &mut VectorBoard<T>, decided: &mut Decided<T>) -> Round {
    let all = token.splat(ALL);
    let [c0, c1, c2] = *board;

    // Step 1. A digit that is decided in two minirows of a box, or twice in the only minirow that has it,
    // does not count as placed, so its cells end up empty.
    let [s0, s1, s2] = decided.cells;
    let placed = T::Cells::spread(s0.exactly_one(s1, s2).in_one_row());
    let [c0, c1, c2] = [c0.where_equal(placed, s0), c1.where_equal(placed, s1), c2.where_equal(placed, s2)];

    // Step 2.
    let minirow = c0.or3(c1, c2);
    let rows = minirow.matching();
    let (c0, c1, c2) = (c0 & rows, c1 & rows, c2 & rows);

    // Step 3. The matching is written out because the columns are three separate vectors. (Don't `map` over
    // an array of them: without link-time optimization, `map` may compile to a call, which would run without
    // the backend's instructions.)
    let [m0, m1, m2] = [c0.union_of_rows(), c1.union_of_rows(), c2.union_of_rows()];
    let [x0, x1, x2] = [m0.next_band(), m1.next_band(), m2.next_band()];
    let [y0, y1, y2] = [m0.prev_band(), m1.prev_band(), m2.prev_band()];
    let u0 = m0 & (x1 & y2).or_both(x2, y1);
    let u1 = m1 & (x0 & y2).or_both(x2, y0);
    let u2 = m2 & (x0 & y1).or_both(x1, y0);
    let [n0, n1, n2] = [c0 & T::Cells::spread(u0), c1 & T::Cells::spread(u1), c2 & T::Cells::spread(u2)];

    // Step 4.
    let in_column = u0.exactly_one(u1, u2);
    let [h0, h1, h2] = [
        n0 & c0.not_in_other_rows(in_column),
        n1 & c1.not_in_other_rows(in_column),
        n2 & c2.not_in_other_rows(in_column),
    ];
    *board = [n0.and_where_any(h0), n1.and_where_any(h1), n2.and_where_any(h2)];
    let before = decided.tally;
    *decided = Decided::of(board);

    // Step 5. It is enough to check columns: if a digit has no place in some row, then no minirow of that
    // band was kept, so no column of any stack can be matched and the digit has no place in any column
    // either.
    let found = T::Cells::spread(u0.or3(u1, u2));
    let dead = all.without(found).any() | CellLanes::any_empty(*board);
    let progress = T::Cells::has_grown(decided.tally, before);
    Round { dead, progress, complete: T::Cells::is_full(decided.tally) }
}

/// Reports whether a board whose cells are all decided has every digit in every house.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_solution<T: Token>(token: T, &[c0, c1, c2]: &VectorBoard<T>) -> bool {
    let minirow = c0.or3(c1, c2);
    let row = minirow.or3(minirow.next_stack(), minirow.prev_stack());
    let house = minirow.union_of_rows();
    let [m0, m1, m2] = [c0.union_of_rows(), c1.union_of_rows(), c2.union_of_rows()];
    let [m0, m1, m2] = [
        m0.or3(m0.next_band(), m0.prev_band()),
        m1.or3(m1.next_band(), m1.prev_band()),
        m2.or3(m2.next_band(), m2.prev_band()),
    ];
    let full = row & T::Cells::spread(house.and3(m0, m1) & m2);
    !token.splat(ALL).without(full).any()
}
