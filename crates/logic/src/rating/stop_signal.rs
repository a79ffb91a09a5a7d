//! The question whether a rating is to end, which a caller with a clock answers.
//!
//! A file of its own because one thread asks it and all others learn of the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The question whether a rating is to end, asked every few milliseconds; it stays answered once it is.
#[derive(Default)]
pub(super) struct StopSignal {
    callback: Option<Box<dyn FnMut() -> bool + Send>>,
    stopped: Arc<AtomicBool>,
}

impl StopSignal {
    /// Asks; others may learn of the answer.
    pub(super) fn new(callback: impl FnMut() -> bool + Send + 'static) -> StopSignal {
        StopSignal { callback: Some(Box::new(callback)), stopped: Arc::default() }
    }

    /// One that only learns of the answer.
    pub(super) fn listener(&self) -> StopSignal {
        StopSignal { callback: None, stopped: Arc::clone(&self.stopped) }
    }

    pub(super) fn should_stop(&mut self) -> bool {
        if self.callback.as_mut().is_some_and(|callback| callback()) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for StopSignal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StopSignal").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}
