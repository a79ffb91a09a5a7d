//! The quick choice of a cell, for boards with many decided cells.
//!
//! Fewest candidates first; and among those, usually many cells with two, the one whose guess will
//! be felt most. That is not the one with the most open peers. It is one in an open neighbourhood
//! (the corners of its box count double) that has *decided* mates in its own minirow and
//! minicolumn, because there a guess soon leaves a triad with one place. In the box of the cell x,
//! and in its row and column outside the box:
//!
//! ```text
//!     corner  mate  corner       score  =      open cells of row and column (12)
//!      mate    x     mate               + 2 ×  open corners (4)
//!     corner  mate  corner              +      decided mates (4)
//! ```
//!
//! It looks at cells where [`super::branch`] looks at digits, and so it is cheap: a lane has
//! sixteen bits, the neighbours of a cell are gathered as bits of one word, and one instruction
//! counts them. Counted is what speaks against a cell, and the least count wins. The score was
//! found for the bulk engine among some fifty.

use super::engine::VectorBoard;
use super::lanes::{CellLanes, Lanes, Token};

/// A number for each cell, the least for the cell to guess; equal ones are left to `tie_breaks`.
#[inline(always)]
pub(crate) fn keys<T: Token>(
    token: T,
    [c0, c1, c2]: VectorBoard<T>,
    single: [<T::Cells as CellLanes>::Mask; 3],
    [n0, n1, n2]: VectorBoard<T>,
) -> VectorBoard<T> {
    let [p0, p1, p2] = penalties(token, single);
    [key(c0, p0, n0), key(c1, p1, n1), key(c2, p2, n2)]
}

/// Candidates, then penalty, then number.
#[inline(always)]
fn key<C: CellLanes>(c: C, penalty: C, number: C) -> C {
    c.len().shifted::<12>().or3(penalty.shifted::<7>(), number)
}

/// For each cell the number of decided cells where open ones were better, and the reverse.
#[inline(always)]
fn penalties<T: Token>(token: T, single: [<T::Cells as CellLanes>::Mask; 3]) -> VectorBoard<T> {
    // Decided cells as bits: the three of the own minirow, the six of the other two in the box.
    let own =
        token.splat(1).only(single[0]).or3(token.splat(2).only(single[1]), token.splat(4).only(single[2]));
    let others = own.next_row() | own.prev_row().shifted::<3>();
    // The box as one word: the six twice, because corners count double, and the three.
    let near = others.or3(others.shifted::<6>(), own.shifted::<12>());
    // What lies outside: the boxes above and below in the column, six cells in the row.
    let whole = own | others.shifted::<3>();
    let (above, below) = (whole.next_band(), whole.prev_band().shifted::<1>());
    let row = own.next_stack().shifted::<10>() | own.prev_stack().shifted::<13>();
    [
        penalty::<T, 0>(token, near, row, above, below),
        penalty::<T, 1>(token, near, row, above, below),
        penalty::<T, 2>(token, near, row, above, below),
    ]
}

/// The penalties of the cells in column J of their stacks.
#[inline(always)]
fn penalty<T: Token, const J: u16>(
    token: T,
    near: T::Cells,
    row: T::Cells,
    above: T::Cells,
    below: T::Cells,
) -> T::Cells {
    let column = const { 0b001_001_001 << J };
    let mates = const { (0b001_001 << J) | (0b111 << 12 & !(1 << (12 + J))) };
    let corners = const { 0b111_111 & !(0b001_001 << J) };
    let far = row.or_both(above, token.splat(column)).or_both(below, token.splat(column << 1));
    let counted = token.splat(mates | corners | corners << 6);
    let close = (near ^ token.splat(mates)) & counted;
    far.len().add_lanes(close.len())
}
