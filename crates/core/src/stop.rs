//! Requests to stop the searches of a thread.
//!
//! A caller that no longer needs a result sets a flag, and the long searches of the thread then end as if
//! their budget were spent. The result says so, or is incomplete; the caller should discard it.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use veridoku_core::solve::{self, End, Limits};
//! use veridoku_core::{Grid, stop};
//!
//! let flag = Arc::new(AtomicBool::new(true));
//! // Without the flag, this search would take years.
//! let found = stop::with_flag(&flag, || solve::search(&Grid::EMPTY, Limits::solutions(u64::MAX)));
//! assert_eq!(found.end, End::NodeBudget);
//! ```

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Runs `work`. As soon as the flag is set, by another thread, its searches on this thread end.
pub fn with_flag<R>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> R) -> R {
    /// Restores the previous flag, also if the work panics.
    struct Restore(Option<Arc<AtomicBool>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FLAG.replace(self.0.take());
        }
    }
    let _restore = Restore(FLAG.replace(Some(Arc::clone(flag))));
    work()
}

/// Reports whether the searches of this thread should end. It takes a few nanoseconds.
pub fn is_requested() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

// WebAssembly has no threads, and a panic ends the program.
#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    #[test]
    fn a_flag_applies_to_its_work_only() {
        let (set, unset) = (Arc::new(AtomicBool::new(true)), Arc::default());
        with_flag(&set, || {
            assert!(is_requested());
            with_flag(&unset, || assert!(!is_requested()));
            assert!(is_requested());
            std::thread::scope(|scope| {
                scope.spawn(|| assert!(!is_requested(), "another thread"));
            });
        });
        let panicked = std::panic::catch_unwind(|| with_flag(&set, || panic!("on purpose")));
        assert!(panicked.is_err() && !is_requested());
    }
}
