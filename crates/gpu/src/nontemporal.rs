//! Copies that pass the caches by, for answers on their way to the caller.
//!
//! An answer that is stored the usual way is first fetched into the cache, line by line, although all of it is written anew:
//! memory moves twice what there is to say, and at hundreds of millions of answers a second that is what the CPU waits for.
//! So answers are made a few at a time, where they stay in the nearest cache, and leave from there:
//!
//! ```text
//! rows ──read──▶ ▓▓▓▓ a few answers, cached ──copy──▶ the caller's memory, not fetched before
//! ```
//!
//! Rows on their way to the device are stored the usual way: it takes them from the cache.

#![allow(unsafe_code, reason = "stores that bypass caches")]

/// The items of a group: small enough for the nearest cache, large enough for whole lines.
pub(crate) const GROUP: usize = 64;

/// Copies as `to.copy_from_slice(from)` does, without bringing what is written into the cache.
///
/// # Panics
///
/// If the lengths differ.
pub(crate) fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    assert_eq!(from.len(), to.len(), "a copy has the length of the original");
    #[cfg(target_arch = "x86_64")]
    stream(from, to);
    #[cfg(not(target_arch = "x86_64"))]
    to.copy_from_slice(from);
}

#[cfg(target_arch = "x86_64")]
fn stream<T: Copy>(from: &[T], to: &mut [T]) {
    use std::arch::asm;
    /// The bytes of a store, which is as often aligned.
    const STORE: usize = 16;

    let bytes = size_of_val(from);
    let (source, target) = (from.as_ptr().cast::<u8>(), to.as_mut_ptr().cast::<u8>());
    let head = target.align_offset(STORE).min(bytes);
    let stores = (bytes - head) / STORE;
    let tail = head + stores * STORE;
    // SAFETY: both slices have so many bytes, and do not overlap since one is borrowed mutably. The target is aligned
    // behind its head. Bytes that were never written (padding) are moved as such: by a typed copy of the items' bytes at
    // both ends, and by instructions, to which no byte is special, between. The fence lets stores of other kinds that come later
    // be seen later.
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
    fn a_copy_is_whole_wherever_it_begins_and_ends() {
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
    fn items_with_gaps_are_whole_too() {
        let from: Vec<(u64, Option<u16>)> = (0..50).map(|n| (n, (n % 3 > 0).then_some(n as u16))).collect();
        let mut to = vec![(9, None); 50];
        copy(&from, &mut to);
        assert_eq!(to, from);
    }
}
