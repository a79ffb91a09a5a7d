//! A slice worked on in parts, by as many threads as the system allows: the results in order.
//!
//! A file of its own because several commands do that with the puzzles or the dresses that they have at hand, where
//! `post.rs` would be too much.

use std::thread::Builder;

/// What this work gives for each part of so many items, in order. A part for which there is no thread is done here.
pub(crate) fn map_chunks<T: Sync, R: Send>(
    items: &[T],
    size: usize,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let mut parts = items.chunks(size.max(1));
        // The last part needs no thread: this one would only wait.
        let last = parts.next_back();
        let begun: Vec<_> = parts
            .map(|part| Builder::new().spawn_scoped(scope, move || work(part)).map_err(|_| part))
            .collect();
        let last = last.map(work);
        let finished = begun.into_iter().map(|begun| match begun {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(part) => work(part),
        });
        finished.chain(last).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order() {
        let items: Vec<usize> = (0..100).collect();
        for size in [0, 1, 7, 50, 99, 100, 1000] {
            let parts = map_chunks(&items, size, <[usize]>::to_vec);
            assert_eq!(parts.concat(), items, "{size}");
        }
        assert!(map_chunks(&[0; 0], 3, <[i32]>::len).is_empty());
    }
}
