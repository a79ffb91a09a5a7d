//! A fast way to choose the cell in which to guess, for boards with many decided cells.
//!
//! Cells with the fewest candidates come first. Usually many cells have two, and the best of these is the one
//! whose guess has the most consequences. That is not the cell with the most open peers, but a cell in an
//! open neighbourhood (the corners of its box count double) with *decided* mates in its own minirow and
//! minicolumn, because there a guess soon leaves only one place in a triad. The score of a cell x depends on
//! its box and on the rest of its row and column:
//!
//! ```text
//!     corner  mate  corner       score  =      open cells of row and column (12)
//!      mate    x     mate               + 2 ×  open corners (4)
//!     corner  mate  corner              +      decided mates (4)
//! ```
//!
//! Unlike [`super::branch`], this score considers whole cells instead of individual digits, so it is cheap: a
//! lane has sixteen bits, the neighbours of a cell are gathered as bits of one word, and one instruction
//! counts them. The code counts the neighbours that do not score, and the cell with the lowest count wins.
//! The score was selected from about fifty variants, originally for the bulk engine.

use super::lanes::{CellLanes, Lanes, Token, VectorBoard};

/// Returns a key for each cell; the guess is made in the cell with the smallest key. Ties are broken by
/// `tie_breaks`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn keys<T: Token>(
    token: T,
    [c0, c1, c2]: VectorBoard<T>,
    single: [<T::Cells as CellLanes>::Mask; 3],
    [n0, n1, n2]: VectorBoard<T>,
) -> VectorBoard<T> {
    let [p0, p1, p2] = penalties(token, single);
    [key(c0, p0, n0), key(c1, p1, n1), key(c2, p2, n2)]
}

/// Combines the number of candidates, the penalty and the tie-break number, from the high bits to the low
/// ones.
#[inline(always)]
fn key<C: CellLanes>(c: C, penalty: C, number: C) -> C {
    c.len().shifted::<12>().or3(penalty.shifted::<7>(), number)
}

/// Counts, for each cell, the neighbours that do not score: decided cells where open ones would score, and
/// open mates.
#[cfg_attr(not(unoptimized), inline(always))]
fn penalties<T: Token>(token: T, single: [<T::Cells as CellLanes>::Mask; 3]) -> VectorBoard<T> {
    // Decided cells as bits: three for the cell's own minirow, six for the other two minirows of the box.
    let own =
        token.splat(1).only(single[0]).or3(token.splat(2).only(single[1]), token.splat(4).only(single[2]));
    let others = own.next_row() | own.prev_row().shifted::<3>();
    // The box as one word: the six bits twice, because corners count double, followed by the three bits.
    let near = others.or3(others.shifted::<6>(), own.shifted::<12>());
    // Outside the box: the other two boxes of the stack, and the other six cells of the row.
    let whole = own | others.shifted::<3>();
    let (above, below) = (whole.next_band(), whole.prev_band().shifted::<1>());
    let row = own.next_stack().shifted::<10>() | own.prev_stack().shifted::<13>();
    [
        penalty::<T, 0>(token, near, row, above, below),
        penalty::<T, 1>(token, near, row, above, below),
        penalty::<T, 2>(token, near, row, above, below),
    ]
}

/// Returns the penalties of the cells in column J of their stacks.
#[cfg_attr(not(unoptimized), inline(always))]
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
