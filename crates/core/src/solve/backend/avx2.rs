//! The 256-bit backend: sixteen lanes in one register.
//!
//! A board is nine registers (see [`super::rows`]). Unlike AVX-512, AVX2 has no three-input logic and no
//! vector bit count, but its instructions can use three execution ports instead of two, and every move is a
//! single cheap shuffle.
#![allow(unsafe_code)]

use super::super::lanes::{ALL, Lanes, Token, VectorBoard, VectorJob};
use super::rows::{BandRows, BoxLanes};
use crate::backend_macros::{bit_operators, vector_methods};
use std::arch::asm;
use std::arch::x86_64::*;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the token if the processor has the required instructions.
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

/// Sixteen lanes, nine of which represent the boxes. A value can only be created with a token.
#[derive(Clone, Copy)]
pub(crate) struct Ymm(__m256i);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: every caller has an `Ymm` or an `Avx2`, and these exist only if `Avx2::detect` found the
        // instructions.
        unsafe { $e }
    };
}

impl Ymm {
    /// Shuffles the bytes according to the mask.
    ///
    /// The mask is hidden from the compiler, which would otherwise replace this one instruction with two.
    /// Hiding it saves 3 % of the time.
    #[allow(clippy::pointers_in_nomem_asm_block, reason = "the assembly does not access memory")]
    #[inline(always)]
    fn shuffled(self, mask: &'static ShuffleMask) -> Self {
        let mut address = mask.0.as_ptr();
        // SAFETY: the assembly is only a comment. It executes no instruction and leaves the address
        // unchanged.
        unsafe {
            asm!("/* {0} */", inout(reg) address, options(pure, nomem, nostack, preserves_flags));
        }
        // SAFETY: an `Ymm` exists only if `Avx2::detect` found AVX2; the mask is 32 bytes, aligned to 32.
        Self(unsafe { _mm256_shuffle_epi8(self.0, _mm256_load_si256(address.cast())) })
    }
}

bit_operators! {
    Ymm; a, b =>
    Self(simd!(_mm256_and_si256(a.0, b.0))),
    Self(simd!(_mm256_or_si256(a.0, b.0))),
    Self(simd!(_mm256_xor_si256(a.0, b.0)))
}

impl Lanes for Ymm {
    #[inline(always)]
    fn at_most_three(self) -> Self {
        let few = simd!(_mm256_cmpgt_epi16(_mm256_set1_epi16(4), self.len().0));
        self & Self(few)
    }

    #[inline(always)]
    fn at_least_three_or_all(self) -> Self {
        simd!({
            let few = _mm256_cmpgt_epi16(_mm256_set1_epi16(3), self.len().0);
            let all = _mm256_and_si256(few, _mm256_set1_epi16(ALL.cast_signed()));
            Self(_mm256_or_si256(self.0, all))
        })
    }

    #[inline(always)]
    fn any(self) -> bool {
        // Avoid `vptest`, for which LLVM 22 generates a chain of shuffles.
        simd!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(self.0, _mm256_setzero_si256()))) != -1
    }

    vector_methods! {
        without(self, other) => Self(simd!(_mm256_andnot_si256(other.0, self.0)));
        next_stack(self) => self.shuffled(&NEXT_STACK);
        prev_stack(self) => self.shuffled(&PREV_STACK);
        next_band(self) => Self(simd!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)));
        prev_band(self) => Self(simd!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)));
    }
}

/// The index of the source byte for each byte, within each 128-bit half.
#[repr(align(32))]
struct ShuffleMask([u64; 4]);

/// Selects lanes 1, 2, 0, 3 of each group of four.
static NEXT_STACK: ShuffleMask = shuffle_mask(0x0706_0100_0504_0302);

/// Selects lanes 2, 0, 1, 3 of each group of four.
static PREV_STACK: ShuffleMask = shuffle_mask(0x0706_0302_0100_0504);

/// Repeats the byte indices of one 64-bit word for all four words.
const fn shuffle_mask(word: u64) -> ShuffleMask {
    let upper = word | 0x0808_0808_0808_0808;
    ShuffleMask([word, upper, word, upper])
}

impl BoxLanes for Ymm {
    type Token = Avx2;

    #[inline(always)]
    fn splat(_: Avx2, lane: u16) -> Self {
        Self(simd!(_mm256_set1_epi16(lane.cast_signed())))
    }

    #[inline(always)]
    fn load(_: Avx2, lanes: &[u16; 16]) -> Self {
        // SAFETY: the token exists only if `Avx2::detect` found AVX2; the array has 32 bytes, and the load
        // does not require alignment.
        Self(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        let mut lanes = [0; 16];
        // SAFETY: an `Ymm` exists only if `Avx2::detect` found AVX2; the array has 32 bytes, and the store
        // does not require alignment.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn any_empty([a, b, c, d, e, f, g, h, i]: [Self; 9]) -> bool {
        let [x, y, z] = [a.lane_min(b).lane_min(c), d.lane_min(e).lane_min(f), g.lane_min(h).lane_min(i)];
        simd!(_mm256_movemask_epi8(x.lane_min(y).lane_min(z).empty().0)) != 0
    }

    #[inline(always)]
    fn len(self) -> Self {
        // Look up the bit count of each nibble in a table, then add the two bytes of each lane. The lookup
        // ignores bit 4 of an index.
        simd!({
            let table =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let low = _mm256_and_si256(self.0, _mm256_set1_epi8(15));
            let high = _mm256_srli_epi16::<4>(self.0);
            let bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
            Self(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)))
        })
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        Self(simd!(_mm256_sll_epi16(self.0, _mm_cvtsi32_si128(N.cast_signed()))))
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        Self(simd!(_mm256_srl_epi16(self.0, _mm_cvtsi32_si128(N.cast_signed()))))
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        let number = simd!(_mm256_set1_epi16(number.cast_signed()));
        Self(simd!(_mm256_cmpeq_epi16(self.0, number)))
    }

    #[inline(always)]
    fn min_lane(self) -> u16 {
        simd!({
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            let least = _mm_minpos_epu16(_mm_min_epu16(low, high));
            _mm_cvtsi128_si32(least) as u16
        })
    }

    #[inline(always)]
    fn count(self) -> u32 {
        simd!(_mm256_movemask_epi8(self.0)).count_ones() / 2
    }

    vector_methods! {
        empty(self) => Self(simd!(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())));
        without_lowest(self) => self & Self(simd!(_mm256_add_epi16(self.0, _mm256_set1_epi16(-1))));
        add_lanes(self, other) => Self(simd!(_mm256_add_epi16(self.0, other.0)));
        lane_min(self, other) => Self(simd!(_mm256_min_epu16(self.0, other.0)));
    }
}

impl Token for Avx2 {
    type Cells = BandRows<Ymm>;

    #[inline(always)]
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn frame<J: VectorJob<Avx2>>(token: Avx2, job: J) -> J::Output {
            job.run(token)
        }
        // SAFETY: the token exists only if `Avx2::detect` found all the features that `frame` enables.
        unsafe { frame(self, job) }
    }

    #[inline(always)]
    fn read_bytes(self, bytes: &[u8; 81]) -> VectorBoard<Self> {
        let [a, b, c] =
            [read_rows::<0>(self, bytes), read_rows::<1>(self, bytes), read_rows::<2>(self, bytes)];
        [
            BandRows::new([a[0], b[0], c[0]]),
            BandRows::new([a[1], b[1], c[1]]),
            BandRows::new([a[2], b[2], c[2]]),
        ]
    }

    #[inline(always)]
    fn write(self, [c0, c1, c2]: VectorBoard<Self>, values: &mut [u8; 81]) {
        let ([x0, y0, z0], [x1, y1, z1], [x2, y2, z2]) = (c0.rows(), c1.rows(), c2.rows());
        let [x, y, z] =
            [digits_of_rows([x0, x1, x2]), digits_of_rows([y0, y1, y2]), digits_of_rows([z0, z1, z2])];
        let rows = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
        let mut row = 0;
        // Each store writes a row and seven more bytes, which the next row overwrites. Only the last row must
        // not write more.
        while row < 8 {
            // SAFETY: the token exists only if `Avx2::detect` found AVX2; the last store ends before byte 80.
            unsafe { _mm_storeu_si128(values.as_mut_ptr().add(9 * row).cast(), rows[row]) };
            row += 1;
        }
        // SAFETY: as above; the store writes bytes 72–79.
        unsafe { _mm_storeu_si64(values.as_mut_ptr().add(72), rows[8]) };
        values[80] = simd!(_mm_extract_epi8::<8>(rows[8])) as u8;
    }
}

/// Reads row I of every band: the candidates of its cells, for each of the three columns of a stack.
#[inline(always)]
fn read_rows<const I: usize>(_: Avx2, bytes: &[u8; 81]) -> [Ymm; 3] {
    // The last row is read from an earlier byte, because sixteen bytes are loaded.
    const LAST: usize = 81 - 16;
    // SAFETY: the token exists only if `Avx2::detect` found AVX2; all loads end within the 81 bytes.
    let (first, second, third) = unsafe {
        let row = |band: usize| _mm_loadu_si128(bytes.as_ptr().add((27 * band + 9 * I).min(LAST)).cast());
        (row(0), row(1), row(2))
    };
    simd!({
        let by_column = _mm_setr_epi8(0, 3, 6, -1, 1, 4, 7, -1, 2, 5, 8, -1, -1, -1, -1, -1);
        let low_bytes =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0));
        let high_bytes =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0));
        // The low half of a result holds bands 0 and 1, the high half band 2 and nothing. So bands 0 and 2
        // are one vector here, and band 1 and nothing are another.
        let outer = _mm256_set_m128i(third, first);
        let last_by_column = _mm_setr_epi8(7, 10, 13, -1, 8, 11, 14, -1, 9, 12, 15, -1, -1, -1, -1, -1);
        let outer_order = _mm256_set_m128i(if I == 2 { last_by_column } else { by_column }, by_column);
        let outer = _mm256_shuffle_epi8(outer, outer_order);
        let inner = _mm256_zextsi128_si256(_mm_shuffle_epi8(second, by_column));
        let (outer_low, outer_high) =
            (_mm256_shuffle_epi8(low_bytes, outer), _mm256_shuffle_epi8(high_bytes, outer));
        let (inner_low, inner_high) =
            (_mm256_shuffle_epi8(low_bytes, inner), _mm256_shuffle_epi8(high_bytes, inner));
        let outer =
            [_mm256_unpacklo_epi8(outer_low, outer_high), _mm256_unpackhi_epi8(outer_low, outer_high)];
        let inner =
            [_mm256_unpacklo_epi8(inner_low, inner_high), _mm256_unpackhi_epi8(inner_low, inner_high)];
        [
            Ymm(_mm256_unpacklo_epi64(outer[0], inner[0])),
            Ymm(_mm256_unpackhi_epi64(outer[0], inner[0])),
            Ymm(_mm256_unpacklo_epi64(outer[1], inner[1])),
        ]
    })
}

/// Returns the digits of the same row of the three bands, nine bytes each, followed by other bytes. The
/// vectors are the cells in the three columns of the stacks.
#[inline(always)]
fn digits_of_rows([a, b, c]: [Ymm; 3]) -> [__m128i; 3] {
    simd!({
        let [ab, c] = [digits(_mm256_packus_epi16(a.0, b.0)), digits(_mm256_packus_epi16(c.0, c.0))];
        let ab_first =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 8, -1, 1, 9, -1, 2, 10, -1, 0, 0, 0, 0, 0, 0, 0));
        let c_first =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(-1, -1, 0, -1, -1, 1, -1, -1, 2, 0, 0, 0, 0, 0, 0, 0));
        let outer = _mm256_or_si256(_mm256_shuffle_epi8(ab, ab_first), _mm256_shuffle_epi8(c, c_first));
        let ab_second = _mm_setr_epi8(4, 12, -1, 5, 13, -1, 6, 14, -1, 0, 0, 0, 0, 0, 0, 0);
        let c_second = _mm_setr_epi8(-1, -1, 4, -1, -1, 5, -1, -1, 6, 0, 0, 0, 0, 0, 0, 0);
        let inner = _mm_or_si128(
            _mm_shuffle_epi8(_mm256_castsi256_si128(ab), ab_second),
            _mm_shuffle_epi8(_mm256_castsi256_si128(c), c_second),
        );
        [_mm256_castsi256_si128(outer), inner, _mm256_extracti128_si256::<1>(outer)]
    })
}

/// Returns the digit in each byte: 1 to 8 for a single bit, 9 if all bits are set.
///
/// # Safety
///
/// The processor must have AVX2. A `Ymm` or an `Avx2` proves that.
#[inline(always)]
unsafe fn digits(bytes: __m256i) -> __m256i {
    // SAFETY: the caller ensures that the processor has AVX2.
    unsafe {
        let nibble = _mm256_set1_epi8(15);
        let low = _mm256_and_si256(bytes, nibble);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), nibble);
        let low_digits =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9));
        let high_digits =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0));
        _mm256_or_si256(_mm256_shuffle_epi8(low_digits, low), _mm256_shuffle_epi8(high_digits, high))
    }
}
