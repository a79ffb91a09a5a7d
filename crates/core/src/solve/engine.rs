//! One puzzle at a time: propagation to a standstill, then a guess, depth first.
//!
//! # The board
//!
//! A grid is 3 × 3 × 3 × 3. Call the coordinates of a cell its band b, its row i
//! within the band, its stack k and its column j within the stack. A *minirow*
//! is three cells side by side in one box, a *minicolumn* three cells one above
//! the other. There are 27 minirows, numbered m = 9b + 3i + k, and the board is
//! three vectors with one lane per minirow: vector j holds, in lane m, the
//! candidates of cell 3m + j as nine bits.
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
//! On a machine with 512-bit registers that is three registers, and one
//! instruction does something to 27 cells. What a rule needs to know of other
//! cells is in another vector of the same lane, or in another lane of the same
//! vector: it comes by a permutation that shifts b, i or k around in a circle
//! of three. A set of nine digits is one lane, so every bit below is really
//! nine statements, one for each digit, and no rule ever looks at a digit.
//!
//! # A round
//!
//! Two observations make the rules short. The first: within a band, a digit
//! takes three minirows, one in each row and one in each box, like three rooks
//! that do not attack each other on a 3 × 3 board. A minirow can only be one of
//! them if the four squares that it does not attack hold two rooks:
//!
//! ```text
//!        k   k+1  k+2
//!   i  [ r ]  ·    ·        r may stay if  A and D  or  B and C
//!  i+1   ·    A    B
//!  i+2   ·    C    D
//! ```
//!
//! This one test per minirow is all there is to locked candidates, pointing and
//! claiming alike. Minicolumns in a stack are the same thing turned by ninety
//! degrees. The second: once a digit has no choice left but one minirow in its
//! row, it is a hidden single if that minirow has it in one cell only; and the
//! matching has already seen to it that "in its row" and "in its box" are the
//! same. So there is no test of rows, columns and boxes; there are minirows and
//! minicolumns. A round is
//!
//! ```text
//!   1  decided cells clear their digit from the rest of the box
//!   2  r = c0 | c1 | c2            minirows, matched within the band;
//!      c_j &= matching(r)          the other rows of the box, the rest of the row
//!   3  m_j = union of the three    minicolumns of what is left, matched within
//!      rows of c_j                 the stack; c_j &= matching(m)
//!   4  hidden singles: the only cell of the only minirow of a row, the only
//!      cell of the only minicolumn of a column; such a cell keeps nothing else
//!   5  dead?  every cell decided?  any cell newly decided?
//! ```
//!
//! Step 3 works on the result of step 2 (a longer chain of dependent
//! instructions, but one round in six less than when both start from the same
//! board). With AVX-512 a round is some ninety instructions without a branch.
//!
//! Rounds go on until the board is dead, decided or at rest. It is at rest when
//! a round has decided no new cell: candidates may still be falling, but what
//! they lead to is found by the children of the next guess as well, and not to
//! wait for the last of them is worth 5 % on the hardest puzzles and 8 % on open
//! ones, for 3 % more guesses. A board at rest with few decided cells gets one
//! look from a stronger rule ([`super::triads`]); if that finds nothing,
//! [`super::branch`] picks a cell and a digit, the board without that candidate
//! goes on the stack, and the board with nothing else in that cell goes on.
//!
//! # Why the answers are right
//!
//! Every rule removes only candidates that no solution has, so no solution is
//! lost. A board counts as a solution only when every cell is single *and*
//! every row, column and box has all nine digits: that the cells are single is
//! not enough, for a digit may stand twice while its elimination is pending.
//! The two children of a guess have no solution in common, so none is counted
//! twice. A digit that is decided twice in one box empties its cells in step 1, but for one case: twice
//! in a minirow and once in another, where step 1 sees the other only. That is looked for on boards at
//! rest; without it such a board has no contradiction until all is decided, and the search runs away.
//!
//! # Why it is written like this
//!
//! The functions are generic over a [`Token`] and all `#[inline(always)]`: they
//! melt into the one function that a backend compiles with its instructions. A
//! call that is left over is compiled without them, and costs a factor of 7 to
//! 17. For the same reason there is no recursion but a stack, and no closure on
//! the way.

use super::branch;
use super::lanes::{ALL, CellLanes, Lanes, Token, VectorJob};
use super::triads;

/// Three vectors of cell masks.
pub(crate) type VectorBoard<T> = [<T as Token>::Cells; 3];

type Masks<T> = [<<T as Token>::Cells as CellLanes>::Mask; 3];

/// The rule of triads pays only on boards with fewer decided cells than this
/// (40: −4 % on the hardest and on open boards; 0: −10 % on magictour).
const TRIADS_BELOW: u32 = 28;

/// Where a search starts.
pub(crate) enum SearchStart<'p> {
    /// 81 written cells.
    Bytes(&'p [u8; 81]),
    /// 81 sets of candidates.
    Candidates(&'p [u16; 81]),
    /// The boards that an earlier run left on the stack.
    Stack,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchStop {
    /// There is nothing left to search.
    Exhausted,
    /// The visitor had enough.
    Visitor,
    /// The nodes were used up, and one more was made that is still to be counted.
    Budget,
}

/// A depth-first search, to be run inside the frame of a token.
pub(crate) struct DepthFirstSearch<'s, T: Token, V> {
    /// The board to begin with.
    pub start: SearchStart<'s>,
    /// The boards still to be searched, the next one last.
    pub stack: &'s mut Vec<VectorBoard<T>>,
    /// The number of guesses that may still be made; counted down.
    pub budget: &'s mut u64,
    /// Called with each solution; says whether to go on.
    pub visitor: V,
}

/// A solution, not yet written out.
pub(crate) struct SolvedBoard<T: Token> {
    token: T,
    board: VectorBoard<T>,
}

impl<T: Token> SolvedBoard<T> {
    /// Writes its 81 digits.
    #[inline(always)]
    pub(crate) fn write(self, values: &mut [u8; 81]) {
        self.token.write(self.board, values);
    }
}

/// What propagation came to.
enum Settled<T: Token> {
    /// No solution.
    Dead,
    /// One solution: the board.
    Solved,
    /// At rest, with these cells decided.
    Open { single: Masks<T>, decided: u32 },
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
                    if *self.budget == 0 {
                        // The guess is made all the same and owed by who goes on: a board at
                        // rest propagated once more might not make the same guess.
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

/// Propagates until the board is dead, decided or at rest.
#[allow(clippy::needless_bitwise_bool, reason = "one branch is cheaper than two")]
#[inline(always)]
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

/// The cells with one candidate.
struct Decided<T: Token> {
    /// The others are empty.
    cells: VectorBoard<T>,
    tally: <T::Cells as CellLanes>::DecidedTally,
}

impl<T: Token> Decided<T> {
    /// Those of a board.
    #[inline(always)]
    fn of(&[c0, c1, c2]: &VectorBoard<T>) -> Self {
        let single = [c0.single(), c1.single(), c2.single()];
        Self {
            cells: [c0.only(single[0]), c1.only(single[1]), c2.only(single[2])],
            tally: T::Cells::tally(single),
        }
    }
}

/// What a round did.
struct Round {
    /// A cell without candidates, or a digit without a place.
    dead: bool,
    /// Some cell was not decided before and is now.
    progress: bool,
    /// No cell has two candidates.
    complete: bool,
}

/// One round of all rules. `decided` is always that of the board.
#[inline(always)]
fn round<T: Token>(token: T, board: &mut VectorBoard<T>, decided: &mut Decided<T>) -> Round {
    let all = token.splat(ALL);
    let [c0, c1, c2] = *board;

    // Step 1. A digit in two minirows, or twice in its only one, is not placed, and its cells end up empty.
    let [s0, s1, s2] = decided.cells;
    let placed = T::Cells::spread(s0.exactly_one(s1, s2).in_one_row());
    let [c0, c1, c2] = [c0.where_equal(placed, s0), c1.where_equal(placed, s1), c2.where_equal(placed, s2)];

    // Step 2.
    let minirow = c0.or3(c1, c2);
    let rows = minirow.matching();
    let kept = minirow & rows;
    let (c0, c1, c2) = (c0 & rows, c1 & rows, c2 & rows);

    // Step 3, the matching written out because the columns are three vectors.
    // (No array of theirs is mapped: where the linker does not optimise, a map is a call out of the frame.)
    let [m0, m1, m2] = [c0.union_of_rows(), c1.union_of_rows(), c2.union_of_rows()];
    let [x0, x1, x2] = [m0.next_band(), m1.next_band(), m2.next_band()];
    let [y0, y1, y2] = [m0.prev_band(), m1.prev_band(), m2.prev_band()];
    let u0 = m0 & (x1 & y2).or_both(x2, y1);
    let u1 = m1 & (x0 & y2).or_both(x2, y0);
    let u2 = m2 & (x0 & y1).or_both(x1, y0);
    let [n0, n1, n2] = [c0 & T::Cells::spread(u0), c1 & T::Cells::spread(u1), c2 & T::Cells::spread(u2)];

    // Step 4.
    let (k1, k2) = (kept.next_stack(), kept.prev_stack());
    let in_row = kept.without_both(k1, k2) & c0.exactly_one(c1, c2);
    let in_column = u0.exactly_one(u1, u2);
    let [h0, h1, h2] = [
        n0.and_either(in_row, c0.not_in_other_rows(in_column)),
        n1.and_either(in_row, c1.not_in_other_rows(in_column)),
        n2.and_either(in_row, c2.not_in_other_rows(in_column)),
    ];
    *board = [n0.and_where_any(h0), n1.and_where_any(h1), n2.and_where_any(h2)];
    let before = decided.tally;
    *decided = Decided::of(board);

    // Step 5.
    // A digit without a place in some row has none in any column either: no minirow of the band was kept, and no column of a
    // stack can then be matched.
    let found = T::Cells::spread(u0.or3(u1, u2));
    let dead = all.without(found).any() | CellLanes::any_empty(*board);
    let progress = T::Cells::has_grown(decided.tally, before);
    Round { dead, progress, complete: T::Cells::is_full(decided.tally) }
}

/// Whether a board of single cells has every digit in every house.
#[inline(always)]
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
