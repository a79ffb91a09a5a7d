//! The backend for aarch64: sixteen lanes are stored in two 128-bit registers (see `pair.rs`).
//!
//! The only three-input operation is the bitwise select, and counting the bits of a lane takes two
//! instructions. A board takes 18 of the 32 registers.
#![allow(unsafe_code)]

use super::super::lanes::{ALL, Token, VectorBoard, VectorJob};
use super::pair::{Register, RegisterPair};
use super::rows::BandRows;
use crate::backend_macros::{bit_operators, vector_methods};
use std::arch::aarch64::*;

/// Proof that the processor has NEON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    /// Returns the token if the processor has the required instructions. Only little-endian processors are
    /// supported, because lanes are also accessed as bytes and as 64-bit words.
    pub(crate) fn detect() -> Option<Self> {
        (cfg!(target_endian = "little") && std::arch::is_aarch64_feature_detected!("neon"))
            .then_some(Self(()))
    }
}

/// Eight lanes. A value can only be created with a token.
#[derive(Clone, Copy)]
pub(crate) struct Vector(uint16x8_t);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: every caller has a `Vector` or a `Neon`, and these exist only if `Neon::detect` found the
        // instructions.
        unsafe { $e }
    };
}

bit_operators! {
    Vector; a, b =>
    Self(simd!(vandq_u16(a.0, b.0))),
    Self(simd!(vorrq_u16(a.0, b.0))),
    Self(simd!(veorq_u16(a.0, b.0)))
}

impl Vector {
    /// Reorders the bytes of each half.
    #[inline(always)]
    fn shuffled(self, order: u64) -> Self {
        simd!({
            let order = vcombine_u64(vcreate_u64(order), vcreate_u64(order | UPPER));
            Self(vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(self.0), vreinterpretq_u8_u64(order))))
        })
    }

    /// Returns the two halves as 64-bit words.
    #[inline(always)]
    fn halves(self) -> uint64x2_t {
        simd!(vreinterpretq_u64_u16(self.0))
    }

    #[inline(always)]
    fn from_halves(halves: uint64x2_t) -> Self {
        Self(simd!(vreinterpretq_u16_u64(halves)))
    }
}

/// The offset that makes byte indices refer to the upper half.
const UPPER: u64 = 0x0808_0808_0808_0808;

impl Register for Vector {
    type Token = Neon;

    #[inline(always)]
    fn splat(_: Neon, lane: u16) -> Self {
        Self(simd!(vdupq_n_u16(lane)))
    }

    #[inline(always)]
    fn load(_: Neon, lanes: &[u16; 8]) -> Self {
        // SAFETY: the token exists only if `Neon::detect` found NEON; the array has eight lanes.
        Self(unsafe { vld1q_u16(lanes.as_ptr()) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 8] {
        let mut lanes = [0; 8];
        // SAFETY: a `Vector` exists only if `Neon::detect` found NEON; the array has eight lanes.
        unsafe { vst1q_u16(lanes.as_mut_ptr(), self.0) };
        lanes
    }

    #[inline(always)]
    fn any(self) -> bool {
        simd!(vmaxvq_u32(vreinterpretq_u32_u16(self.0))) != 0
    }

    #[inline(always)]
    fn any_empty(self) -> bool {
        simd!(vminvq_u16(self.0)) == 0
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        Self(simd!(vceqq_u16(self.0, vdupq_n_u16(number))))
    }

    #[inline(always)]
    fn below(self, number: u16) -> Self {
        Self(simd!(vcltq_u16(self.0, vdupq_n_u16(number))))
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        Self(simd!(vshlq_u16(self.0, vdupq_n_s16(N as i16))))
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        Self(simd!(vshlq_u16(self.0, vdupq_n_s16(-(N as i16)))))
    }

    #[inline(always)]
    fn min_lane(self) -> u16 {
        simd!(vminvq_u16(self.0))
    }

    #[inline(always)]
    fn count(low: Self, high: Self) -> u32 {
        // A lane of all ones is −1, so the sum is the negated number of such lanes.
        u32::from(simd!(vaddvq_u16(vaddq_u16(low.0, high.0))).wrapping_neg())
    }

    #[inline(always)]
    fn upper_lower(low: Self, high: Self) -> Self {
        Self(simd!(vextq_u16::<4>(low.0, high.0)))
    }

    #[inline(always)]
    fn lower_lower(first: Self, second: Self) -> Self {
        Self::from_halves(simd!(vzip1q_u64(first.halves(), second.halves())))
    }

    #[inline(always)]
    fn upper_upper(first: Self, second: Self) -> Self {
        Self::from_halves(simd!(vzip2q_u64(first.halves(), second.halves())))
    }

    #[inline(always)]
    fn lower_upper(low: Self, high: Self) -> Self {
        Self::from_halves(simd!(vcopyq_laneq_u64::<0, 0>(high.halves(), low.halves())))
    }

    vector_methods! {
        majority(self, b, c) => Self(simd!(vbslq_u16((self ^ b).0, c.0, self.0)));
        and_where_any(self, other) => Self(simd!(vbslq_u16(other.empty().0, self.0, other.0)));
        without(self, other) => Self(simd!(vbicq_u16(self.0, other.0)));
        empty(self) => Self(simd!(vceqzq_u16(self.0)));
        digits(self) => Self(simd!(vandq_u16(self.0, vdupq_n_u16(ALL))));
        without_lowest(self) => self & Self(simd!(vsubq_u16(self.0, vdupq_n_u16(1))));
        len(self) => Self(simd!(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(self.0)))));
        add_lanes(self, other) => Self(simd!(vaddq_u16(self.0, other.0)));
        lane_min(self, other) => Self(simd!(vminq_u16(self.0, other.0)));
        next_stack(self) => self.shuffled(0x0706_0100_0504_0302);
        prev_stack(self) => self.shuffled(0x0706_0302_0100_0504);
    }
}

impl Token for Neon {
    type Cells = BandRows<RegisterPair<Vector>>;

    #[inline(always)]
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output {
        #[target_feature(enable = "neon")]
        fn frame<J: VectorJob<Neon>>(token: Neon, job: J) -> J::Output {
            job.run(token)
        }
        // SAFETY: the token exists only if `Neon::detect` found NEON.
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
            // SAFETY: the token exists only if `Neon::detect` found NEON; the last store ends before byte 80.
            unsafe { vst1q_u8(values.as_mut_ptr().add(9 * row), rows[row]) };
            row += 1;
        }
        // SAFETY: as above; the store writes bytes 72–79.
        unsafe { vst1_u8(values.as_mut_ptr().add(72), vget_low_u8(rows[8])) };
        values[80] = simd!(vgetq_lane_u8::<8>(rows[8]));
    }
}

/// An index that selects no byte; the result is zero.
const NONE: u8 = 255;

/// Reads row I of every band: the candidates of its cells, for each of the three columns of a stack.
#[inline(always)]
fn read_rows<const I: usize>(_: Neon, bytes: &[u8; 81]) -> [RegisterPair<Vector>; 3] {
    /// The bytes of a row that belong to a column of the stacks. The row starts at byte `start` of a table.
    const fn column(start: u8, column: u8) -> [u8; 4] {
        [start + column, start + column + 3, start + column + 6, NONE]
    }
    // Sixteen bytes are loaded, so the last row is read from an earlier byte.
    const LAST: usize = 81 - 16;
    let last = if I == 2 { 32 + 7 } else { 32 };
    let none = [NONE; 4];
    let orders: [[[u8; 4]; 4]; 3] = [
        [column(0, 0), column(16, 0), column(0, 1), column(16, 1)],
        [column(0, 2), column(16, 2), column(last, 0), none],
        [column(last, 1), none, column(last, 2), none],
    ];
    // SAFETY: the token exists only if `Neon::detect` found NEON; all loads end within the 81 bytes.
    let rows = unsafe {
        let row = |band: usize| vld1q_u8(bytes.as_ptr().add((27 * band + 9 * I).min(LAST)));
        uint8x16x3_t(row(0), row(1), row(2))
    };
    simd!({
        // The two bytes of a candidate set by digit; 0 stands for an empty cell or for no cell.
        let low_bytes = vld1q_u8([255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0].as_ptr());
        let high_bytes = vld1q_u8([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0].as_ptr());
        let sets = |order: &[[u8; 4]; 4]| {
            let digits = vqtbl3q_u8(rows, vld1q_u8(order.as_flattened().as_ptr()));
            let (low, high) = (vqtbl1q_u8(low_bytes, digits), vqtbl1q_u8(high_bytes, digits));
            (vzip1q_u8(low, high), vzip2q_u8(low, high))
        };
        let ((low0, low1), (low2, high0), (high1, high2)) =
            (sets(&orders[0]), sets(&orders[1]), sets(&orders[2]));
        let pair = |low, high| {
            RegisterPair::new(Vector(vreinterpretq_u16_u8(low)), Vector(vreinterpretq_u16_u8(high)))
        };
        [pair(low0, high0), pair(low1, high1), pair(low2, high2)]
    })
}

/// Returns the digits of the same row of the three bands, nine bytes each, followed by other bytes. The
/// vectors are the cells in the three columns of the stacks.
#[inline(always)]
fn digits_of_rows([a, b, c]: [RegisterPair<Vector>; 3]) -> [uint8x16_t; 3] {
    /// The first byte of each of the nine lanes of a row. They are in three registers, one for each column of
    /// the stacks, from byte `start` on.
    const fn order(start: u8) -> [u8; 16] {
        let mut order = [NONE; 16];
        let mut column = 0;
        while column < 9 {
            order[column as usize] = start + 16 * (column % 3) + 2 * (column / 3);
            column += 1;
        }
        order
    }
    simd!({
        // The number of leading zeros of each set with a single digit: 16 minus the digit.
        let zeros = |vectors: [Vector; 3]| {
            let [a, b, c] = vectors;
            let zeros = |vector: Vector| vreinterpretq_u8_u16(vclzq_u16(vector.0));
            uint8x16x3_t(zeros(a), zeros(b), zeros(c))
        };
        let ([a, last_a], [b, last_b], [c, last_c]) = (a.registers(), b.registers(), c.registers());
        let (low, high) = (zeros([a, b, c]), zeros([last_a, last_b, last_c]));
        let (first, second) = (vld1q_u8(order(0).as_ptr()), vld1q_u8(order(8).as_ptr()));
        let digits = |zeros, order| vsubq_u8(vdupq_n_u8(16), vqtbl3q_u8(zeros, order));
        [digits(low, first), digits(low, second), digits(high, first)]
    })
}
