//! Copies answers to the caller's memory with stores that bypass the caches.
//!
//! A normal store first fetches each cache line, although all of it is overwritten. That doubles the memory
//! traffic, which is the bottleneck at hundreds of millions of answers per second. So answers are decoded in
//! small groups that stay in the L1 cache, and each group is then written with non-temporal stores:
//!
//! ```text
//! rows ──read──▶ ▓▓▓▓ a few answers, cached ──copy──▶ the caller's memory, not fetched first
//! ```
//!
//! Rows for the device are written with normal stores, because the device reads them from the cache.

#![allow(unsafe_code, reason = "non-temporal stores need inline assembly")]

/// Number of items per group: small enough for the L1 cache, and large enough to fill whole cache lines.
pub(crate) const GROUP: usize = 64;

/// Does the same as `to.copy_from_slice(from)`, but without bringing the destination into the cache.
///
/// # Panics
///
/// Panics if the lengths differ.
pub(crate) fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    assert_eq!(from.len(), to.len(), "source and destination must have the same length");
    #[cfg(target_arch = "x86_64")]
    stream(from, to);
    #[cfg(not(target_arch = "x86_64"))]
    to.copy_from_slice(from);
}

#[cfg(target_arch = "x86_64")]
fn stream<T: Copy>(from: &[T], to: &mut [T]) {
    use std::arch::asm;
    /// Size and alignment of a store in bytes.
    const STORE: usize = 16;

    let bytes = size_of_val(from);
    let (source, target) = (from.as_ptr().cast::<u8>(), to.as_mut_ptr().cast::<u8>());
    let head = target.align_offset(STORE).min(bytes);
    let stores = (bytes - head) / STORE;
    let tail = head + stores * STORE;
    // SAFETY: both slices are `bytes` long, and they do not overlap because `to` is borrowed mutably. `head`,
    // `stores * STORE` and the rest add up to `bytes`, so all accesses are in bounds. The non-temporal stores
    // start at `target + head`, which is aligned to 16 bytes. Padding bytes may be uninitialised: at both
    // ends they are copied as `MaybeUninit<u8>`, and in between by machine instructions, for which every byte
    // is valid. `sfence` orders the non-temporal stores before all later stores.
    unsafe {
        let uninit = source.cast::<std::mem::MaybeUninit<u8>>();
        uninit.copy_to_nonoverlapping(target.cast(), head);
        if stores > 0 {
            asm!(
                "2:",
                "movups {item}, xmmword ptr [{source} + {at}]",
                "movntps xmmword ptr [{target} + {at}], {item}",
                "add {at}, 16",
                "jnz 2b",
                "sfence",
                item = out(xmm_reg) _,
                source = in(reg) source.add(tail),
                target = in(reg) target.add(tail),
                at = inout(reg) -((stores * STORE).cast_signed()) => _,
                options(nostack),
            );
        }
        uninit.add(tail).copy_to_nonoverlapping(target.add(tail).cast(), bytes - tail);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_is_exact_for_every_offset_and_length() {
        let from: Vec<u8> = (0..200).collect();
        for begin in 0..40 {
            for length in 0..100 {
                let mut to = [255; 200];
                copy(&from[7..7 + length], &mut to[begin..begin + length]);
                assert_eq!(to[begin..begin + length], from[7..7 + length]);
                let around = to[..begin].iter().chain(&to[begin + length..]);
                assert!(around.into_iter().all(|&byte| byte == 255), "{length} bytes at {begin}");
            }
        }
    }

    #[test]
    fn items_with_padding_are_copied_too() {
        let from: Vec<(u64, Option<u16>)> = (0..50).map(|n| (n, (n % 3 > 0).then_some(n as u16))).collect();
        let mut to = vec![(9, None); 50];
        copy(&from, &mut to);
        assert_eq!(to, from);
    }
}
