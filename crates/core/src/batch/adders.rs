//! Arithmetic on numbers stored in planes: plane *i* holds bit *i* of every slot's number, and full adders
//! compute sums. [`branch`](super::branch) compares such numbers, and [`checks`](super::checks) uses them to
//! count.

use super::plane::Plane;

/// Returns the sum of three bits.
#[inline(always)]
pub(crate) fn add_bits<P: Plane>(a: P, b: P, c: P) -> [P; 2] {
    [a.xor3(b, c), a.majority(b, c)]
}

/// Returns the sum of four bits.
#[inline(always)]
pub(crate) fn add_four<P: Plane>(a: P, b: P, c: P, d: P) -> [P; 3] {
    let [sum, carry] = add_bits(a, b, c);
    let second = sum.and(d);
    [sum.xor(d), carry.xor(second), carry.and(second)]
}

/// Returns the sum of two numbers from 0 to 3.
#[inline(always)]
pub(crate) fn add_pairs<P: Plane>(a: [P; 2], b: [P; 2]) -> [P; 3] {
    let carry = a[0].and(b[0]);
    [a[0].xor(b[0]), a[1].xor3(b[1], carry), a[1].majority(b[1], carry)]
}

/// Adds nine single bits to a number that has at least four bits. A carry out of the highest bit is lost.
#[inline(always)]
pub(crate) fn add_nine<P: Plane, const BITS: usize>(mut sum: [P; BITS], x: [P; 9]) -> [P; BITS] {
    let [s0, c0] = add_bits(x[0], x[1], x[2]);
    let [s1, c1] = add_bits(x[3], x[4], x[5]);
    let [s2, c2] = add_bits(x[6], x[7], x[8]);
    let [one, carry] = add_bits(s0, s1, s2);
    let [two, four, eight] = add_four(c0, c1, c2, carry);
    let carry = sum[0].and(one);
    sum[0] = sum[0].xor(one);
    let [bit, carry] = add_bits(sum[1], two, carry);
    sum[1] = bit;
    let [bit, carry] = add_bits(sum[2], four, carry);
    sum[2] = bit;
    let [bit, mut carry] = add_bits(sum[3], eight, carry);
    sum[3] = bit;
    for bit in &mut sum[4..] {
        (*bit, carry) = (bit.xor(carry), bit.and(carry));
    }
    sum
}
