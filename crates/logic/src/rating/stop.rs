//! The question whether a rating is to end, which a caller with a clock answers.
//!
//! A file of its own because one thread asks it and all others learn of the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The question whether a rating is to end, asked every few milliseconds; it stays answered once it is.
#[derive(Default)]
pub(super) struct Stop {
    ask: Option<Box<dyn FnMut() -> bool + Send>>,
    due: Arc<AtomicBool>,
}

impl Stop {
    /// Asks; others may learn of the answer.
    pub(super) fn new(ask: impl FnMut() -> bool + Send + 'static) -> Stop {
        Stop { ask: Some(Box::new(ask)), due: Arc::default() }
    }

    /// One that only learns of the answer.
    pub(super) fn listener(&self) -> Stop {
        Stop { ask: None, due: Arc::clone(&self.due) }
    }

    pub(super) fn is_due(&mut self) -> bool {
        if self.ask.as_mut().is_some_and(|ask| ask()) {
            self.due.store(true, Ordering::Relaxed);
        }
        self.due.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stop").field("due", &self.due).finish_non_exhaustive()
    }
}
