//! Maps the chunks of a slice on several threads, and returns the results in order.
//!
//! Used by commands that have all their puzzles in memory and do not need `dispatch`.

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
        let mut chunks = items.chunks(size.max(1));
        // The last chunk is processed on this thread, which would only wait otherwise.
        let last = chunks.next_back();
        let started: Vec<_> = chunks
            .map(|chunk| Builder::new().spawn_scoped(scope, move || work(chunk)).map_err(|_| chunk))
            .collect();
        let last = last.map(work);
        let finished = started.into_iter().map(|started| match started {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(chunk) => work(chunk),
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
            let chunks = map_chunks(&items, size, <[usize]>::to_vec);
            assert_eq!(chunks.concat(), items, "{size}");
        }
        assert!(map_chunks(&[0; 0], 3, <[i32]>::len).is_empty());
    }
}
