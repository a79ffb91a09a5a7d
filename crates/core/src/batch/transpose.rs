//! The bit transpose between planes (one per candidate) and rows (one board per slot).
//!
//! Each word column of a block of 64 planes is a matrix of 64 × 64 bits. All columns are transposed at the
//! same time, with selects and with shifts within words, in the six classic rounds (Hacker's Delight, 7-3).
//! The round for K (32, 16, 8, 4, 2, 1) swaps the bit of weight K in the plane index with the bit of weight K
//! in the bit position.
//!
//! ```text
//!                 word 0   word 1  ..  word q
//! plane  0      [  ....  |  ....  |  |  ....  ]         lane row 0   [ slot 0  | slot 64 |  | slot 64q   ]
//! plane  1      [  ....  |  ....  |  |  ....  ]  ◀──▶   lane row 1   [ slot 1  | slot 65 |  | slot 64q+1 ]
//!   ...                                                   ...
//! plane 63      [  ....  |  ....  |  |  ....  ]         lane row 63  [ slot 63 | ...     |  | slot 64q+63]
//! ```
//!
//! If planes are wide enough, a seventh step brings the words of four blocks together, so that rows are read
//! and written in *pieces* of four words instead of word by word.

use super::board::{BoardRow, Boards, CELLS, ROW_WORDS};
use super::plane::{Kernel, Plane};
use super::values::{CODE_WORDS, Code, unpack};

/// The distance in planes between groups of four blocks: one more than the size of a group, so that the
/// pieces of a row do not all map to the same cache set.
const STRIDE: usize = 4 * 64 + 1;

/// The rows of all slots, stored in pieces of four words.
pub(crate) struct RowBuffer<P> {
    planes: Vec<P>,
}

impl<P: Plane> RowBuffer<P> {
    /// Allocates empty rows.
    pub(crate) fn new(token: P::Token) -> Self {
        Self { planes: vec![P::zero(token); STRIDE * ROW_WORDS / 4] }
    }

    /// Returns the index of the first word of a slot's row.
    #[inline(always)]
    fn start(slot: usize) -> usize {
        let (word, lane) = (slot / 64, slot % 64);
        if P::WORDS >= 4 {
            P::WORDS * (4 * lane + word % 4) + word / 4 * 4
        } else {
            P::WORDS * 4 * lane + word
        }
    }

    /// Copies the row of a slot into `row`.
    #[inline(always)]
    pub(crate) fn copy_row(&self, slot: usize, row: &mut BoardRow) {
        let words = P::words_of(&self.planes);
        let step = if P::WORDS >= 4 { 1 } else { P::WORDS };
        for (piece, four) in row.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let at = Self::start(slot) + P::WORDS * STRIDE * piece;
            let words = &words[at..][..=3 * step];
            *four = [words[0], words[step], words[2 * step], words[3 * step]];
        }
    }

    /// Writes a code to the first words of a slot's row.
    #[inline(always)]
    pub(crate) fn set_code(&mut self, slot: usize, code: &Code) {
        let [a, b, c, d, e, f] = *code;
        let words = P::words_of_mut(&mut self.planes);
        let step = if P::WORDS >= 4 { 1 } else { P::WORDS };
        let first = &mut words[Self::start(slot)..][..=3 * step];
        (first[0], first[step], first[2 * step], first[3 * step]) = (a, b, c, d);
        let second = &mut words[Self::start(slot) + P::WORDS * STRIDE..][..=step];
        (second[0], second[step]) = (e, f);
    }

    /// Writes the row of a slot.
    #[inline(always)]
    pub(crate) fn set_row(&mut self, slot: usize, row: &BoardRow) {
        let words = P::words_of_mut(&mut self.planes);
        let step = if P::WORDS >= 4 { 1 } else { P::WORDS };
        for (piece, four) in row.as_chunks::<4>().0.iter().enumerate() {
            let at = Self::start(slot) + P::WORDS * STRIDE * piece;
            let words = &mut words[at..][..=3 * step];
            (words[0], words[step]) = (four[0], four[1]);
            (words[2 * step], words[3 * step]) = (four[2], four[3]);
        }
    }

    /// Decodes the code in a slot's row, and writes its values.
    #[inline(always)]
    pub(crate) fn unpack_code(&self, slot: usize, values: &mut [u8; CELLS]) {
        let mut row = [0; ROW_WORDS];
        self.copy_row(slot, &mut row);
        unpack(row.first_chunk::<CODE_WORDS>().unwrap(), values);
    }

    /// Returns a mutable reference to the four blocks of a piece, lane by lane.
    #[inline(always)]
    fn piece_mut(&mut self, piece: usize) -> &mut [[P; 4]; 64] {
        self.planes[STRIDE * piece..][..256].as_chunks_mut::<4>().0.try_into().unwrap()
    }
}

/// Transposes planes to rows.
pub(crate) struct PlanesToRows<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The planes, in whole blocks of 64; each block becomes one word of a row.
    pub(crate) planes: &'a [P],
    /// The rows to write.
    pub(crate) rows: &'a mut RowBuffer<P>,
}

impl<P: Plane> Kernel for PlanesToRows<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut half = [P::zero(self.token); 64];
        let blocks = self.planes.as_chunks::<64>().0;
        for (piece, blocks) in blocks.chunks(4).enumerate() {
            let lanes = self.rows.piece_mut(piece);
            for (word, block) in blocks.iter().enumerate() {
                transpose(self.token, &mut half, |i| block[i], |lane, row| lanes[lane][word] = row);
            }
            for four in lanes {
                *four = P::transpose_words(*four);
            }
        }
    }
}

/// Transposes planes to rows, taking some slots from one set of boards and the others from another.
pub(crate) struct EitherToRows<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The boards for the slots in `which`.
    pub(crate) yes: &'a Boards<P>,
    /// The boards for the other slots.
    pub(crate) no: &'a Boards<P>,
    /// The slots to take from `yes`.
    pub(crate) which: P,
    /// The rows to write.
    pub(crate) rows: &'a mut RowBuffer<P>,
}

impl<P: Plane> Kernel for EitherToRows<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut half = [P::zero(self.token); 64];
        let (yes, no) = (self.yes.candidate.as_chunks::<64>().0, self.no.candidate.as_chunks::<64>().0);
        for (piece, (yes, no)) in yes.chunks(4).zip(no.chunks(4)).enumerate() {
            let lanes = self.rows.piece_mut(piece);
            for (word, (yes, no)) in yes.iter().zip(no).enumerate() {
                let either = |i: usize| self.which.select(yes[i], no[i]);
                transpose(self.token, &mut half, either, |lane, row| lanes[lane][word] = row);
            }
            for four in lanes {
                *four = P::transpose_words(*four);
            }
        }
    }
}

/// Transposes rows to planes, for all slots.
pub(crate) struct RowsToPlanes<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The rows.
    pub(crate) rows: &'a mut RowBuffer<P>,
    /// The planes to write, in whole blocks of 64.
    pub(crate) planes: &'a mut [P],
}

impl<P: Plane> Kernel for RowsToPlanes<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut half = [P::zero(self.token); 64];
        let blocks = self.planes.as_chunks_mut::<64>().0;
        for (piece, blocks) in blocks.chunks_mut(4).enumerate() {
            let lanes = self.rows.piece_mut(piece);
            for four in lanes.iter_mut() {
                *four = P::transpose_words(*four);
            }
            for (word, block) in blocks.iter_mut().enumerate() {
                transpose(self.token, &mut half, |lane| lanes[lane][word], |i, plane| block[i] = plane);
            }
        }
    }
}

/// Transposes rows to boards, but only in the given slots.
pub(crate) struct RowsToBoards<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The rows.
    pub(crate) rows: &'a mut RowBuffer<P>,
    /// The boards to change.
    pub(crate) boards: &'a mut Boards<P>,
    /// The slots whose boards are replaced with their rows.
    pub(crate) incoming: P,
}

impl<P: Plane> Kernel for RowsToBoards<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let incoming = self.incoming;
        let mut half = [P::zero(self.token); 64];
        let blocks = self.boards.candidate.as_chunks_mut::<64>().0;
        for (piece, blocks) in blocks.chunks_mut(4).enumerate() {
            let lanes = self.rows.piece_mut(piece);
            for four in lanes.iter_mut() {
                *four = P::transpose_words(*four);
            }
            for (word, block) in blocks.iter_mut().enumerate() {
                transpose(
                    self.token,
                    &mut half,
                    |lane| lanes[lane][word],
                    |i, plane| {
                        block[i] = incoming.select(plane, block[i]);
                    },
                );
            }
        }
    }
}

/// Transposes every word column of a block. `load` returns the planes 0 to 63 of the block, `emit` receives
/// the planes of the result, and `half` is scratch memory for the state after three rounds.
#[inline(always)]
fn transpose<P: Plane>(
    token: P::Token,
    half: &mut [P; 64],
    load: impl Fn(usize) -> P,
    mut emit: impl FnMut(usize, P),
) {
    let mask32 = P::splat(token, 0x0000_0000_ffff_ffff);
    let mask16 = P::splat(token, 0x0000_ffff_0000_ffff);
    let mask8 = P::splat(token, 0x00ff_00ff_00ff_00ff);
    let mask4 = P::splat(token, 0x0f0f_0f0f_0f0f_0f0f);
    let mask2 = P::splat(token, 0x3333_3333_3333_3333);
    let mask1 = P::splat(token, 0x5555_5555_5555_5555);
    for i in 0..8 {
        let to: &mut [P; 57] = (&mut half[i..][..57]).try_into().unwrap();
        let eight = [
            load(i),
            load(i + 8),
            load(i + 16),
            load(i + 24),
            load(i + 32),
            load(i + 40),
            load(i + 48),
            load(i + 56),
        ];
        let [a, b, c, d, e, f, g, h] = rounds::<P, 32, 16, 8>(eight, [mask32, mask16, mask8]);
        (to[0], to[8], to[16], to[24]) = (a, b, c, d);
        (to[32], to[40], to[48], to[56]) = (e, f, g, h);
    }
    for i in 0..8 {
        let eight: &[P; 8] = (&half[8 * i..][..8]).try_into().unwrap();
        let [a, b, c, d, e, f, g, h] = rounds::<P, 4, 2, 1>(*eight, [mask4, mask2, mask1]);
        emit(8 * i, a);
        emit(8 * i + 1, b);
        emit(8 * i + 2, c);
        emit(8 * i + 3, d);
        emit(8 * i + 4, e);
        emit(8 * i + 5, f);
        emit(8 * i + 6, g);
        emit(8 * i + 7, h);
    }
}

/// Performs three rounds on eight planes whose indices in the block differ by multiples of `SMALL`.
#[cfg_attr(not(unoptimized), inline(always))]
fn rounds<P: Plane, const BIG: u32, const MIDDLE: u32, const SMALL: u32>(
    planes: [P; 8],
    [big, middle, small]: [P; 3],
) -> [P; 8] {
    let [a, b, c, d, e, f, g, h] = planes;
    let (a, e) = big.swap_bits::<BIG>(a, e);
    let (b, f) = big.swap_bits::<BIG>(b, f);
    let (c, g) = big.swap_bits::<BIG>(c, g);
    let (d, h) = big.swap_bits::<BIG>(d, h);
    let (a, c) = middle.swap_bits::<MIDDLE>(a, c);
    let (b, d) = middle.swap_bits::<MIDDLE>(b, d);
    let (e, g) = middle.swap_bits::<MIDDLE>(e, g);
    let (f, h) = middle.swap_bits::<MIDDLE>(f, h);
    let (a, b) = small.swap_bits::<SMALL>(a, b);
    let (c, d) = small.swap_bits::<SMALL>(c, d);
    let (e, f) = small.swap_bits::<SMALL>(e, f);
    let (g, h) = small.swap_bits::<SMALL>(g, h);
    [a, b, c, d, e, f, g, h]
}
