//! The 512-bit backend: a board is three registers.
//!
//! ```text
//!   lane   0   1   2   3  …  26 │ 27 … 31
//!   m    0,0 0,1 0,2 1,0 … 8,2  │ no cell: always all nine digits
//! ```
//!
//! Three instructions make it fast: `vpermb` permutes lanes arbitrarily (here always as pairs of bytes),
//! `vpternlogd` computes any bitwise function of three sets, and `vpopcntw` counts the digits of 32 cells.
//! `vpermb` requires VBMI and `vpopcntw` requires BITALG: Ice Lake, Zen 4 and later have both.
//!
//! In the truth table of `vpternlogd`, bit 4a + 2b + c is the value of f(a, b, c).
#![allow(unsafe_code)]

use super::super::lanes::{ALL, CellLanes, Lanes, TIE_BREAKS, Token, VectorJob};
use crate::backend_macros::{bit_operators, vector_methods};
use std::arch::x86_64::*;

/// Proof that the processor has the instructions that this file uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the token if the processor has the required instructions.
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

/// 32 lanes, 27 of which represent the minirows. A value can only be created with a token.
#[derive(Clone, Copy)]
pub(crate) struct Zmm(__m512i);

/// The contents of a register, in memory.
#[repr(C, align(64))]
struct AlignedTable<T, const N: usize>([T; N]);

/// Returns the byte indices that move lane (b + band, i + row, k + stack) to lane m = (b, i, k).
const fn permutation(band: usize, row: usize, stack: usize) -> AlignedTable<u8, 64> {
    let mut table = [0; 64];
    let mut m = 0;
    while m < 32 {
        let from = if m < 27 { (m / 9 + band) % 3 * 9 + (m / 3 + row) % 3 * 3 + (m + stack) % 3 } else { m };
        table[2 * m] = 2 * from as u8;
        table[2 * m + 1] = 2 * from as u8 + 1;
        m += 1;
    }
    AlignedTable(table)
}

static NEXT_STACK: AlignedTable<u8, 64> = permutation(0, 0, 1);
static PREV_STACK: AlignedTable<u8, 64> = permutation(0, 0, 2);
static NEXT_ROW: AlignedTable<u8, 64> = permutation(0, 1, 0);
static PREV_ROW: AlignedTable<u8, 64> = permutation(0, 2, 0);
static NEXT_BAND: AlignedTable<u8, 64> = permutation(1, 0, 0);
static PREV_BAND: AlignedTable<u8, 64> = permutation(2, 0, 0);
static DIAGONAL_11: AlignedTable<u8, 64> = permutation(0, 1, 1);
static DIAGONAL_12: AlignedTable<u8, 64> = permutation(0, 1, 2);
static DIAGONAL_21: AlignedTable<u8, 64> = permutation(0, 2, 1);
static DIAGONAL_22: AlignedTable<u8, 64> = permutation(0, 2, 2);

/// Returns the indices of the bytes that the lanes of vector j take from two vectors, which hold bytes 0–63
/// and 17–80 of a grid.
const fn inputs(j: usize) -> AlignedTable<u8, 64> {
    let mut table = [0; 64];
    let mut m = 0;
    while m < 27 {
        let cell = 3 * m + j;
        let at = if cell < 64 { cell } else { cell - 17 + 64 } as u8;
        table[2 * m] = at;
        table[2 * m + 1] = at;
        m += 1;
    }
    AlignedTable(table)
}

static INPUTS: [AlignedTable<u8, 64>; 3] = [inputs(0), inputs(1), inputs(2)];

/// The candidates for each number n from 0 to 9: the low byte is at index n, the high byte at index n + 32.
static CANDIDATES: AlignedTable<u8, 64> = {
    let mut table = [0; 64];
    table[0] = 0xff;
    table[32] = 1;
    let mut digit = 0;
    while digit < 8 {
        table[1 + digit] = 1 << digit;
        digit += 1;
    }
    table[32 + 9] = 1;
    AlignedTable(table)
};

/// All nine digits in the lanes without a cell, zero elsewhere.
static REST: AlignedTable<u16, 32> = {
    let mut table = [0; 32];
    let mut m = 27;
    while m < 32 {
        table[m] = ALL;
        m += 1;
    }
    AlignedTable(table)
};

/// Arranges 81 cells as three tables: cell c goes into lane c / 3 of table c % 3. Lanes without a cell get
/// `rest`.
const fn tables(cells: &[u16; 81], rest: u16) -> [AlignedTable<u16, 32>; 3] {
    let mut tables = [const { AlignedTable([0; 32]) }; 3];
    let mut lane = 0;
    while lane < 96 {
        let (j, m) = (lane % 3, lane / 3);
        tables[j].0[m] = if m < 27 { cells[3 * m + j] } else { rest };
        lane += 1;
    }
    tables
}

/// The tie-break numbers of the cells, in the layout of the vectors.
static TIE_BREAK_LANES: [AlignedTable<u16, 32>; 3] = tables(&TIE_BREAKS, u16::MAX);

/// Returns the indices that select bytes `first` to `first + 63` of a solution from two vectors. The first
/// vector holds the digits of cells 0 and 1 of each minirow, the second those of cell 2.
const fn outputs(first: usize) -> AlignedTable<u8, 64> {
    let mut table = [0; 64];
    let mut o = 0;
    while o < 64 {
        let (m, j) = ((o + first) / 3, (o + first) % 3);
        table[o] = if j == 2 { 64 + 2 * m } else { 2 * m + j } as u8;
        o += 1;
    }
    AlignedTable(table)
}

static OUTPUTS: [AlignedTable<u8, 64>; 2] = [outputs(0), outputs(17)];

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: every caller has a `Zmm` or an `Avx512`, and these exist only if `Avx512::detect` found the
        // instructions.
        unsafe { $e }
    };
}

/// Loads a table.
///
/// # Safety
///
/// The processor must have AVX-512F. A `Zmm` or an `Avx512` proves that.
#[inline(always)]
unsafe fn table<T, const N: usize>(table: &AlignedTable<T, N>) -> __m512i {
    const { assert!(size_of::<AlignedTable<T, N>>() == 64) };
    // SAFETY: the caller ensures that the processor has AVX-512F; a table is 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(std::ptr::from_ref(table).cast()) }
}

/// Returns the candidates of the cells of one vector. `inputs` selects their numbers from the bytes of `head`
/// and `tail`.
#[inline(always)]
fn candidates(_: Avx512, head: __m512i, tail: __m512i, inputs: &AlignedTable<u8, 64>) -> Zmm {
    simd!({
        let value = _mm512_permutex2var_epi8(head, table(inputs), tail);
        let index = _mm512_xor_si512(value, _mm512_set1_epi16(0x2000));
        Zmm(_mm512_or_si512(_mm512_permutexvar_epi8(index, table(&CANDIDATES)), table(&REST)))
    })
}

impl Zmm {
    #[inline(always)]
    fn ternary<const TRUTH: i32>(self, b: Self, c: Self) -> Self {
        Self(simd!(_mm512_ternarylogic_epi32::<TRUTH>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn permuted(self, by: &AlignedTable<u8, 64>) -> Self {
        Self(simd!(_mm512_permutexvar_epi8(table(by), self.0)))
    }

    #[inline(always)]
    fn minus_one(self) -> Self {
        Self(simd!(_mm512_add_epi16(self.0, _mm512_set1_epi16(-1))))
    }
}

bit_operators! {
    Zmm; a, b =>
    Self(simd!(_mm512_and_si512(a.0, b.0))),
    Self(simd!(_mm512_or_si512(a.0, b.0))),
    Self(simd!(_mm512_xor_si512(a.0, b.0)))
}

impl Lanes for Zmm {
    #[inline(always)]
    fn at_most_three(self) -> Self {
        Self(simd!(_mm512_maskz_mov_epi16(
            _mm512_cmple_epu16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(3)),
            self.0
        )))
    }

    #[inline(always)]
    fn at_least_three_or_all(self) -> Self {
        Self(simd!(_mm512_mask_mov_epi16(
            _mm512_set1_epi16(ALL.cast_signed()),
            _mm512_cmpge_epu16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(3)),
            self.0
        )))
    }

    #[inline(always)]
    fn any(self) -> bool {
        simd!(_mm512_test_epi16_mask(self.0, self.0)) != 0
    }

    vector_methods! {
        without(self, other) => Self(simd!(_mm512_andnot_si512(other.0, self.0)));
        next_stack(self) => self.permuted(&NEXT_STACK);
        prev_stack(self) => self.permuted(&PREV_STACK);
        next_band(self) => self.permuted(&NEXT_BAND);
        prev_band(self) => self.permuted(&PREV_BAND);
        or3(self, b, c) => self.ternary::<0xfe>(b, c);
        and3(self, b, c) => self.ternary::<0x80>(b, c);
        odd(self, b, c) => self.ternary::<0x96>(b, c);
        majority(self, b, c) => self.ternary::<0xe8>(b, c);
        exactly_one(self, b, c) => self.ternary::<0x16>(b, c);
        and_either(self, b, c) => self.ternary::<0xe0>(b, c);
        without_both(self, b, c) => self.ternary::<0x10>(b, c);
        where_equal(self, b, c) => self.ternary::<0x90>(b, c);
        or_both(self, b, c) => self.ternary::<0xf8>(b, c);
        or_without(self, b, c) => self.ternary::<0xf4>(b, c);
        or_difference(self, b, c) => self.ternary::<0xf6>(b, c);
    }
}

impl CellLanes for Zmm {
    type Token = Avx512;
    type Boxes = Self;
    type Mask = __mmask32;
    type DecidedTally = [__mmask32; 3];

    #[inline(always)]
    fn splat(_: Avx512, lane: u16) -> Self {
        Self(simd!(_mm512_set1_epi16(lane.cast_signed())))
    }

    #[inline(always)]
    fn load(_: Avx512, cells: &[u16; 81], rest: u16) -> [Self; 3] {
        let [a, b, c] = &tables(cells, rest);
        simd!([Self(table(a)), Self(table(b)), Self(table(c))])
    }

    #[inline(always)]
    fn store(board: [Self; 3]) -> [u16; 81] {
        let mut lanes = [const { AlignedTable([0; 32]) }; 3];
        for (table, cells) in lanes.iter_mut().zip(board) {
            // SAFETY: a `Zmm` exists only if `Avx512::detect` found AVX-512F; a table is 64 bytes, aligned to
            // 64.
            unsafe { _mm512_store_si512(std::ptr::from_mut(table).cast(), cells.0) };
        }
        std::array::from_fn(|cell| lanes[cell % 3].0[cell / 3])
    }

    #[inline(always)]
    fn tie_breaks(_: Avx512) -> [Self; 3] {
        let [a, b, c] = &TIE_BREAK_LANES;
        simd!([Self(table(a)), Self(table(b)), Self(table(c))])
    }

    #[inline(always)]
    fn single(self) -> __mmask32 {
        simd!(_mm512_testn_epi16_mask(self.0, self.minus_one().0))
    }

    #[inline(always)]
    fn only(self, mask: __mmask32) -> Self {
        Self(simd!(_mm512_maskz_mov_epi16(mask, self.0)))
    }

    #[inline(always)]
    fn count(mask: __mmask32) -> u32 {
        mask.count_ones()
    }

    #[inline(always)]
    fn tally(masks: [__mmask32; 3]) -> [__mmask32; 3] {
        masks
    }

    #[inline(always)]
    fn has_grown([a, b, c]: [__mmask32; 3], [x, y, z]: [__mmask32; 3]) -> bool {
        (a ^ x) | (b ^ y) | (c ^ z) != 0
    }

    #[inline(always)]
    fn is_full([a, b, c]: [__mmask32; 3]) -> bool {
        a & b & c == (1 << 27) - 1
    }

    #[inline(always)]
    fn replace(self, mask: __mmask32, other: Self) -> Self {
        Self(simd!(_mm512_mask_mov_epi16(self.0, mask, other.0)))
    }

    #[inline(always)]
    fn any_empty(cells: [Self; 3]) -> bool {
        // After subtracting one, only an empty lane has its top bit set.
        let [t0, t1, t2] = [cells[0].minus_one(), cells[1].minus_one(), cells[2].minus_one()];
        simd!(_mm512_movepi16_mask(t0.or3(t1, t2).0)) != 0
    }

    #[inline(always)]
    fn matching(self) -> Self {
        (self.permuted(&DIAGONAL_11) & self.permuted(&DIAGONAL_22))
            .or_both(self.permuted(&DIAGONAL_12), self.permuted(&DIAGONAL_21))
    }

    #[inline(always)]
    fn spread(boxes: Self) -> Self {
        boxes
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        Self(simd!(_mm512_slli_epi16::<N>(self.0)))
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        Self(simd!(_mm512_srli_epi16::<N>(self.0)))
    }

    #[inline(always)]
    fn equals(self, number: u16) -> __mmask32 {
        simd!(_mm512_cmpeq_epi16_mask(self.0, _mm512_set1_epi16(number.cast_signed())))
    }

    #[inline(always)]
    fn overall_min([a, b, c, d]: [Self; 4]) -> u16 {
        simd!({
            let zmm = _mm512_min_epu16(_mm512_min_epu16(a.0, b.0), _mm512_min_epu16(c.0, d.0));
            let ymm = _mm256_min_epu16(_mm512_castsi512_si256(zmm), _mm512_extracti64x4_epi64::<1>(zmm));
            let xmm = _mm_min_epu16(_mm256_castsi256_si128(ymm), _mm256_extracti128_si256::<1>(ymm));
            _mm_extract_epi16::<0>(_mm_minpos_epu16(xmm)) as u16
        })
    }

    vector_methods! {
        and_where_any(self, other) => self.replace(simd!(_mm512_test_epi16_mask(other.0, other.0)), other);
        without_lowest(self) => self & self.minus_one();
        union_of_rows(self) => self.or3(self.next_row(), self.prev_row());
        in_one_row(self) => self.exactly_one(self.next_row(), self.prev_row());
        not_in_other_rows(self, digits) => digits.without_both(self.next_row(), self.prev_row());
        other_rows(self) => self.next_row() | self.prev_row();
        next_row(self) => self.permuted(&NEXT_ROW);
        prev_row(self) => self.permuted(&PREV_ROW);
        len(self) => Self(simd!(_mm512_popcnt_epi16(self.0)));
        add_lanes(self, other) => Self(simd!(_mm512_add_epi16(self.0, other.0)));
    }
}

impl Token for Avx512 {
    type Cells = Zmm;

    #[inline(always)]
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi2,lzcnt,popcnt")]
        fn frame<J: VectorJob<Avx512>>(token: Avx512, job: J) -> J::Output {
            job.run(token)
        }
        // SAFETY: the token exists only if `Avx512::detect` found all the features that `frame` enables.
        unsafe { frame(self, job) }
    }

    #[inline(always)]
    fn read_bytes(self, bytes: &[u8; 81]) -> [Zmm; 3] {
        // SAFETY: the token exists only if `Avx512::detect` found AVX-512F; the loads cover bytes 0–63 and
        // 17–80 of the 81.
        let (head, tail) = unsafe {
            (_mm512_loadu_si512(bytes.as_ptr().cast()), _mm512_loadu_si512(bytes.as_ptr().add(17).cast()))
        };
        // This is written out because `map` on an array may compile to a call, which would run without the
        // backend's instructions.
        let [a, b, c] = &INPUTS;
        [candidates(self, head, tail, a), candidates(self, head, tail, b), candidates(self, head, tail, c)]
    }

    #[inline(always)]
    fn write(self, board: [Zmm; 3], values: &mut [u8; 81]) {
        let [c0, c1, c2] = board;
        let (d0, d1, d2) = (c0.minus_one().len().0, c1.minus_one().len().0, c2.minus_one().len().0);
        let one = self.splat(0x101).0;
        // SAFETY: the token exists only if `Avx512::detect` found the instructions; the stores cover bytes
        // 17–80 and 0–63 of the 81.
        unsafe {
            let pair = _mm512_add_epi8(_mm512_or_si512(d0, _mm512_slli_epi16::<8>(d1)), one);
            let third = _mm512_add_epi8(d2, one);
            _mm512_storeu_si512(
                values.as_mut_ptr().add(17).cast(),
                _mm512_permutex2var_epi8(pair, table(&OUTPUTS[1]), third),
            );
            _mm512_storeu_si512(
                values.as_mut_ptr().cast(),
                _mm512_permutex2var_epi8(pair, table(&OUTPUTS[0]), third),
            );
        }
    }
}
