//! Maps the chunks of a slice on several threads, and returns the results in order.
//!
//! For commands that have all their puzzles in memory and do not need `dispatch`.

use std::thread::Builder;

/// Returns the result of `work` for each chunk of `size` items, in order. A chunk for which no thread can be
/// started is processed on this thread.
pub(crate) fn map_chunks<T: Sync, R: Send>(
    items: &[T],
    size: usize,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let mut parts = items.chunks(size.max(1));
        // The last chunk is processed on this thread, which would only wait otherwise.
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
    fn chunks_are_returned_in_order() {
        let items: Vec<usize> = (0..100).collect();
        for size in [0, 1, 7, 50, 99, 100, 1000] {
            let parts = map_chunks(&items, size, <[usize]>::to_vec);
            assert_eq!(parts.concat(), items, "{size}");
        }
        assert!(map_chunks(&[0; 0], 3, <[i32]>::len).is_empty());
    }
}
