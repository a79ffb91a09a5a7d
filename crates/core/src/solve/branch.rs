//! The choice of the cell to guess.
//!
//! Fewest candidates first; and among those, usually many cells with two, the
//! one whose guess will be felt most. That is not the one with the most open
//! peers. It is one in an open neighbourhood (the corners of its box count
//! double) that has *decided* mates in its own minirow and minicolumn, because
//! there a guess soon leaves a triad with one place. In the box of the cell x,
//! and in its row and column outside the box:
//!
//! ```text
//!     corner  mate  corner       score  =      open cells of row and column (12)
//!      mate    x     mate               + 2 ×  open corners (4)
//!     corner  mate  corner              +      decided mates (4)
//! ```
//!
//! On the hardest puzzles this makes a tree of 57 guesses where the first cell
//! with two candidates makes 130, and one that counts shared digits 63. It was
//! found for the bulk engine among some fifty scores, and costs little here: a
//! lane has sixteen bits, so the open cells of a neighbourhood are gathered as
//! bits in one word and counted by one instruction. Counted is what speaks
//! against a cell, and the least count wins.

use super::engine::Board;
use super::lanes::{Cells, Lanes, Token};

/// The board with the guess, and the board without it.
type Children<T> = [Board<T>; 2];

/// Branches on the cell that promises most.
#[inline(always)]
pub(crate) fn best<T: Token>(
    token: T,
    board: Board<T>,
    single: [<T::Cells as Cells>::Mask; 3],
) -> Children<T> {
    let penalties = penalties(token, single);
    split(board, keys(token, board, single, penalties))
}

/// For each cell the number of decided cells where open ones were better, and the reverse.
#[inline(always)]
fn penalties<T: Token>(token: T, single: [<T::Cells as Cells>::Mask; 3]) -> Board<T> {
    // Decided cells as bits: the three of the own minirow, the six of the other two in the box.
    let own =
        token.splat(1).only(single[0]).or3(token.splat(2).only(single[1]), token.splat(4).only(single[2]));
    let others = own.next_row() | own.last_row().shifted::<3>();
    // The box as one word: the six twice, because corners count double, and the three.
    let near = others.or3(others.shifted::<6>(), own.shifted::<12>());
    // What lies outside: the boxes above and below in the column, six cells in the row.
    let whole = own | others.shifted::<3>();
    let (above, below) = (whole.next_band(), whole.last_band().shifted::<1>());
    let row = own.next_stack().shifted::<10>() | own.last_stack().shifted::<13>();
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
    far.len().plus(close.len())
}

/// One number per cell, all different, the least of them for the cell to branch on.
#[inline(always)]
fn keys<T: Token>(
    token: T,
    board: Board<T>,
    single: [<T::Cells as Cells>::Mask; 3],
    penalty: Board<T>,
) -> Board<T> {
    let none = token.splat(u16::MAX);
    let [n0, n1, n2] = token.numbers();
    [
        key(board[0], penalty[0], n0).replace(single[0], none),
        key(board[1], penalty[1], n1).replace(single[1], none),
        key(board[2], penalty[2], n2).replace(single[2], none),
    ]
}

/// Candidates, then penalty, then number.
#[inline(always)]
fn key<C: Cells>(c: C, penalty: C, id: C) -> C {
    c.len().shifted::<12>().or3(penalty.shifted::<7>(), id)
}

/// Splits at the cell with the least key: its lowest candidate, and the rest.
#[inline(always)]
fn split<C: Cells>(board: [C; 3], keys: [C; 3]) -> [[C; 3]; 2] {
    let least = C::least(keys);
    let [c0, c1, c2] = board;
    let (k0, k1, k2) = (keys[0].equals(least), keys[1].equals(least), keys[2].equals(least));
    let (w0, w1, w2) = (c0.without_lowest(), c1.without_lowest(), c2.without_lowest());
    let rest = [c0.replace(k0, w0), c1.replace(k1, w1), c2.replace(k2, w2)];
    let guess = [c0.replace(k0, c0 ^ w0), c1.replace(k1, c1 ^ w1), c2.replace(k2, c2 ^ w2)];
    [guess, rest]
}
