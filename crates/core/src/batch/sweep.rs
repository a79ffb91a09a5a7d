//! The sweep: applies the basic rules, which need no guess, to all boards at once.
//!
//! A sweep processes the nine digits one after the other. For each digit, it applies the same rules in the
//! same order to all cells and all slots:
//!
//! 1. **Naked singles, along rows.** A cell with a single candidate eliminates that digit from the rest of
//!    its row.
//! 2. **Bands.** A *triad* is the intersection of a line and a box: three cells. A band has nine triads,
//!    three rows by three boxes, and the digit goes into three of them, one in each row and one in each box:
//!    a perfect matching of rows and boxes. A triad is kept only if the other two rows and boxes can be
//!    matched with each other:
//!
//!    ```text
//!             box 1   box 2   box 3
//!    row 1  [  ?    |   .   |   .   ]      the triad marked ? is possible if
//!    row 2  [  .    |   a   |   b   ]      (a and d) or (b and c)
//!    row 3  [  .    |   c   |   d   ]
//!    ```
//!
//!    This finds both kinds of locked candidates in the whole band, with two operations per triad. If a row
//!    has no triad left, the board is dead.
//! 3. **Stacks.** The same rule, with columns instead of rows.
//! 4. **Hidden singles, down columns.** A digit that has only one cell left in its column eliminates all
//!    other digits from that cell. The cell is recorded, and the digits that come later in this sweep are
//!    removed from it. The next sweep processes the digits in the opposite order, so it removes those that
//!    came earlier.
//!
//! There are no explicit rules for hidden singles in rows and boxes, nor for naked singles along columns and
//! in boxes, but all of them are found. If a digit has only one cell left in a row, only one triad of the row
//! is left. Step 2 forces it and removes the digit from the rest of the box, step 3 removes the digit from
//! the rest of the column, and step 4 finds that the cell is the only one in its column. A naked single is
//! found in the same way.
//!
//! At the end, the candidates of each cell are counted, but only as "none", "one" or "more".
//!
//! **Why the other boards do not matter.** Every rule only removes candidates, and a rule that starts with
//! fewer candidates never leaves more. So a board ends in the same state whatever the order of the rules, and
//! however many sweeps follow the last one that changes it. There is one exception: a solved cell keeps its
//! digit even if another cell of the row has it too. [`Duplicates`](super::checks::Duplicates) handles that
//! case.
//!
//! A sweep takes about 7,500 operations, 5,100 loads and 3,000 stores. Loads and stores dominate the time,
//! whether the planes are in the first-level or the second-level cache. So nothing is stored that can be kept
//! in registers. The candidates are counted once, at the end. That reads all planes again, but counting three
//! digits at a time would need more stores.

use super::board::{BOX_SPAN, Boards, CELLS, DIGITS, STACK_SPAN};
use super::checks::at_least_two;
use super::plane::{Kernel, Plane};
use super::unroll::{nine, three};

/// The order in which a sweep processes the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DigitOrder {
    /// From 1 to 9.
    Up,
    /// From 9 to 1.
    Down,
}

impl DigitOrder {
    /// Returns the opposite order.
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// One sweep over all digits.
///
/// It reads and updates [`Boards::unsolved`], updates [`Boards::open`], and removes refuted slots from
/// [`Boards::alive`]. With [`TrackChanges`], it also records in [`Boards::changing`] which slots changed.
pub(crate) struct Sweep<'a, P: Plane, W, E> {
    /// The boards to sweep.
    pub(crate) boards: &'a mut Boards<P>,
    /// The order of the digits.
    pub(crate) order: DigitOrder,
    /// The policy for tracking changes.
    pub(crate) tracker: W,
    /// A function that performs other work during the sweep; it is called [`BACKGROUND_CALLS`] times.
    pub(crate) background: E,
}

/// How many times a sweep calls its background function: once for each digit and band.
pub(crate) const BACKGROUND_CALLS: usize = 27;

/// A policy for tracking changes: either [`TrackChanges`] or [`IgnoreChanges`].
pub(crate) trait ChangeTracker<P: Plane> {
    /// Whether this policy reads the recorded hidden singles at the end of the sweep.
    const READS_HIDDEN: bool;

    /// Records that the bits of `gone` are removed from `candidates`.
    fn removed(&mut self, candidates: P, gone: P);

    /// Records that all bits except those of `kept` are removed from `candidates`.
    fn kept(&mut self, candidates: P, kept: P);

    /// Stores the result at the end of the sweep.
    fn report(self, boards: &mut Boards<P>);
}

/// A policy that records which slots change.
pub(crate) struct TrackChanges<P> {
    changing: P,
}

impl<P: Plane> TrackChanges<P> {
    /// Creates a tracker without any recorded changes.
    pub(crate) fn new(token: P::Token) -> Self {
        Self { changing: P::zero(token) }
    }
}

impl<P: Plane> ChangeTracker<P> for TrackChanges<P> {
    const READS_HIDDEN: bool = true;

    #[inline(always)]
    fn removed(&mut self, candidates: P, gone: P) {
        self.changing = self.changing.or_and(candidates, gone).in_order();
    }
    #[inline(always)]
    fn kept(&mut self, candidates: P, kept: P) {
        self.changing = self.changing.or_and_not(candidates, kept).in_order();
    }
    #[inline(always)]
    fn report(self, boards: &mut Boards<P>) {
        boards.changing = self.changing;
    }
}

/// A policy that records nothing.
pub(crate) struct IgnoreChanges;

impl<P: Plane> ChangeTracker<P> for IgnoreChanges {
    const READS_HIDDEN: bool = false;

    #[inline(always)]
    fn removed(&mut self, _: P, _: P) {}
    #[inline(always)]
    fn kept(&mut self, _: P, _: P) {}
    #[inline(always)]
    fn report(self, _: &mut Boards<P>) {}
}

impl<P: Plane, W: ChangeTracker<P>, E: FnMut()> Kernel for Sweep<'_, P, W, E> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { boards, order, mut tracker, mut background } = self;
        let digit = |step: usize| if order == DigitOrder::Up { step } else { 8 - step };
        sweep_digit(boards, digit(0), DigitTurn::First, &mut tracker, &mut background);
        for step in 1..DIGITS - 1 {
            sweep_digit(boards, digit(step), DigitTurn::Later, &mut tracker, &mut background);
        }
        let last = if W::READS_HIDDEN { DigitTurn::Later } else { DigitTurn::Last };
        sweep_digit(boards, digit(DIGITS - 1), last, &mut tracker, &mut background);
        count(boards, &mut tracker);
        tracker.report(boards);
    }
}

/// The position of a digit in the sweep, which determines how recorded hidden singles are used for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DigitTurn {
    /// The first digit: no hidden singles have been recorded yet.
    First,
    /// A later digit: the hidden singles of earlier digits have been recorded.
    Later,
    /// The last digit, if its hidden singles need not be recorded because nothing reads them.
    Last,
}

/// Sweeps one digit.
#[cfg_attr(not(unoptimized), inline(always))]
fn sweep_digit<P: Plane>(
    boards: &mut Boards<P>,
    digit: usize,
    turn: DigitTurn,
    tracker: &mut impl ChangeTracker<P>,
    background: &mut impl FnMut(),
) {
    let Boards { candidate, unsolved, hidden, columns, alive, .. } = boards;
    let cells: &mut [P; CELLS] = (&mut candidate[CELLS * digit..][..CELLS]).try_into().unwrap();
    let mut living = *alive;
    for band in 0..3 {
        background();
        let cells: &mut [P; 27] = (&mut cells[27 * band..][..27]).try_into().unwrap();
        let unsolved: &[P; 27] = (&unsolved[27 * band..][..27]).try_into().unwrap();
        let hidden: &[P; 27] = (&hidden[27 * band..][..27]).try_into().unwrap();
        // The rows are kept in memory until all triads are known. If there are enough registers, the third
        // row stays in them.
        let rest = sweep_row::<P, 0>(cells, unsolved, hidden, turn, tracker);
        let top = triads(&rest);
        let _: [(); 9] = nine!(I => cells[I] = rest[I]);
        let rest = sweep_row::<P, 9>(cells, unsolved, hidden, turn, tracker);
        let middle = triads(&rest);
        let _: [(); 9] = nine!(I => cells[I + 9] = rest[I]);
        std::hint::black_box(&mut *cells);
        let rest = sweep_row::<P, 18>(cells, unsolved, hidden, turn, tracker);
        let bottom = triads(&rest);
        let _: [(); 9] = nine!(I => cells[I + 18] = rest[I]);
        P::reload(cells);
        let triad =
            [top[0], top[1], top[2], middle[0], middle[1], middle[2], bottom[0], bottom[1], bottom[2]];
        let columns: &mut [P; 9] = (&mut columns[9 * band..][..9]).try_into().unwrap();
        let mut some = triad[0].and_not(triad[0]);
        let _: [(); 3] = three!(BOX => {
            let others = three!(ROW => others::<P, { 3 * ROW + BOX }>(&triad));
            let _: [(); 3] = three!(ROW => tracker.kept(triad[3 * ROW + BOX], others[ROW]));
            some = some.or_and(triad[BOX], others[0]);
            let kept = three!(ROW => three!(COLUMN => cells[9 * ROW + 3 * BOX + COLUMN].and(others[ROW])));
            let _: [(); 3] = three!(ROW => {
                let _: [(); 3] = three!(COLUMN => cells[9 * ROW + 3 * BOX + COLUMN] = kept[ROW][COLUMN]);
            });
            let _: [(); 3] = three!(COLUMN => {
                columns[3 * BOX + COLUMN] = kept[0][COLUMN].or3(kept[1][COLUMN], kept[2][COLUMN]);
            });
        });
        living = living.and(some);
    }
    for stack in 0..3 {
        let cells: &mut [P; STACK_SPAN] = (&mut cells[3 * stack..][..STACK_SPAN]).try_into().unwrap();
        let hidden: &mut [P; STACK_SPAN] = (&mut hidden[3 * stack..][..STACK_SPAN]).try_into().unwrap();
        let columns: &[P; BOX_SPAN] = (&columns[3 * stack..][..BOX_SPAN]).try_into().unwrap();
        let triad = nine!(T => columns[9 * (T % 3) + T / 3]);
        let _: [(); 3] = three!(COLUMN => {
            let others = three!(BAND => others::<P, { 3 * COLUMN + BAND }>(&triad));
            let _: [(); 3] = three!(BAND => tracker.kept(triad[3 * COLUMN + BAND], others[BAND]));
            let left = three!(BAND => triad[3 * COLUMN + BAND].and(others[BAND]));
            if COLUMN == 0 {
                living = living.and(left[0].or3(left[1], left[2]));
            }
            let mut two = left[0].majority(left[1], left[2]);
            let _: [(); 3] = three!(BAND => {
                let rest = three!(ROW => cells[27 * BAND + 9 * ROW + COLUMN].and(others[BAND]));
                let _: [(); 3] = three!(ROW => cells[27 * BAND + 9 * ROW + COLUMN] = rest[ROW]);
                two = two.or(rest[0].majority(rest[1], rest[2]));
            });
            if turn != DigitTurn::Last {
                P::reload(cells);
                let _: [(); 9] = nine!(ROW => {
                    const AT: usize = 9 * ROW + COLUMN;
                    hidden[AT] = match turn {
                        DigitTurn::First => cells[AT].and_not(two),
                        // `sweep_row` has removed recorded cells from `cells`, so this is the same as or.
                        _ => hidden[AT].xor_and_not(cells[AT], two),
                    };
                });
            }
        });
    }
    *alive = living;
}

/// Returns the digit's candidates in a row, except those that conflict with a solved cell of the row or with
/// a hidden single of another digit.
#[cfg_attr(not(unoptimized), inline(always))]
fn sweep_row<P: Plane, const ROW: usize>(
    cells: &[P; 27],
    unsolved: &[P; 27],
    hidden: &[P; 27],
    turn: DigitTurn,
    tracker: &mut impl ChangeTracker<P>,
) -> [P; 9] {
    if P::SELECTS {
        // If two solved cells have the digit, the board is dead, whatever is eliminated here: see `Duplicates`.
        let solved = nine!(I => cells[ROW + I].and_not(unsolved[ROW + I]));
        let taken = three!(I => solved[3 * I].xor3(solved[3 * I + 1], solved[3 * I + 2]));
        let taken = taken[0].xor3(taken[1], taken[2]);
        P::reload(cells);
        return nine!(I => {
            let at = ROW + I;
            let rest = taken.select(solved[I], cells[at]);
            let rest = if turn == DigitTurn::First { rest } else { rest.and_not(hidden[at]) };
            tracker.kept(cells[at], rest);
            rest
        });
    }
    let taken = three!(I => {
        cells[ROW + I]
            .and_not(unsolved[ROW + I])
            .or_and_not(cells[ROW + I + 3], unsolved[ROW + I + 3])
            .or_and_not(cells[ROW + I + 6], unsolved[ROW + I + 6])
    });
    let taken = taken[0].or3(taken[1], taken[2]);
    P::reload(cells);
    P::reload(unsolved);
    nine!(I => {
        let at = ROW + I;
        let gone = match turn {
            DigitTurn::First => taken.and(unsolved[at]),
            _ => hidden[at].or_and(taken, unsolved[at]),
        };
        tracker.removed(cells[at], gone);
        cells[at].and_not(gone)
    })
}

/// Returns, for each triad of a row, the slots in which the digit is possible there.
#[inline(always)]
fn triads<P: Plane>(row: &[P; 9]) -> [P; 3] {
    three!(T => row[3 * T].or3(row[3 * T + 1], row[3 * T + 2]))
}

/// Returns the slots in which the other two lines and boxes can be matched if triad T of nine holds the digit.
///
/// `triad[3·line + box]` is set if the digit is possible in the triad. Each line and each box needs the digit
/// once, so three triads hold it, one in each line and each box. The result is set if the *other* two lines
/// and boxes can be matched.
#[inline(always)]
fn others<P: Plane, const T: usize>(triad: &[P; 9]) -> P {
    let (up, down) = const { (3 * ((T / 3 + 1) % 3), 3 * ((T / 3 + 2) % 3)) };
    let (left, right) = const { ((T + 1) % 3, (T + 2) % 3) };
    triad[up + left].and(triad[down + right]).or_and(triad[up + right], triad[down + left])
}

/// Counts the candidates of every cell, and updates the unsolved cells, the open slots and the live slots.
#[cfg_attr(not(unoptimized), inline(always))]
fn count<P: Plane>(boards: &mut Boards<P>, tracker: &mut impl ChangeTracker<P>) {
    let mut alive = boards.alive;
    let mut open = alive.and_not(alive);
    for cell in 0..CELLS {
        let x = boards.cell(cell);
        let (a, b, c) = (x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8]));
        let two = at_least_two(&x);
        boards.unsolved[cell] = two;
        open = open.or(two);
        tracker.removed(two, boards.hidden[cell]);
        alive = alive.and(a.or3(b, c));
    }
    boards.alive = alive;
    boards.open = open;
}
