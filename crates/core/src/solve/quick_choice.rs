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
//! Unlike [`super::branch`], this score considers whole cells instead of individual digits, so it is cheap.
//! The code counts the neighbours that do not score, and the cell with the lowest count wins: the decided
//! cells where open ones would score, and the open mates. The corners are the box without the minirow and the
//! minicolumn, so for an open cell this count is, up to a constant, the sum of one number for its minirow and
//! one for its minicolumn:
//!
//! ```text
//!    minirow      decided cells in the rest of the row     + 3 × its open cells
//!                 + 2 × decided cells of the box
//!    minicolumn   decided cells in the rest of the column  + 3 × its open cells
//! ```
//!
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
/// ones. The penalty has a constant part, so it may reach into the bits of the number of candidates, but that
/// does not change the order.
#[inline(always)]
fn key<C: CellLanes>(c: C, penalty: C, number: C) -> C {
    c.len().shifted::<12>().add_lanes(penalty.shifted::<7>()) | number
}

/// Returns, for each open cell, the number of neighbours that do not score, plus 14.
#[cfg_attr(not(unoptimized), inline(always))]
fn penalties<T: Token>(token: T, single: [<T::Cells as CellLanes>::Mask; 3]) -> VectorBoard<T> {
    // Decided cells: a lane has a field of four bits for each of the three columns of a stack.
    let [one, two, three] = [token.splat(1), token.splat(1 << 4), token.splat(1 << 8)];
    let cells = one.only(single[0]).or3(two.only(single[1]), three.only(single[2]));
    let minicolumns = cells.add_lanes(cells.next_row().add_lanes(cells.prev_row()));
    let open = minicolumns ^ token.splat(0x333);
    let far = minicolumns.next_band().add_lanes(minicolumns.prev_band());
    let columns = far.add_lanes(open).add_lanes(open.shifted::<1>());

    let minirow = cells.len();
    let in_box = minirow.add_lanes(minirow.next_row().add_lanes(minirow.prev_row()));
    let open = minirow ^ token.splat(3);
    let far = minirow.next_stack().add_lanes(minirow.prev_stack());
    let row = far.add_lanes(open).add_lanes(open.add_lanes(in_box).shifted::<1>());

    let field = token.splat(0xf);
    [
        row.add_lanes(columns & field),
        row.add_lanes(columns.shifted_down::<4>() & field),
        row.add_lanes(columns.shifted_down::<8>()),
    ]
}
