//! A stop signal that the caller of a rating controls.
//!
//! Only one thread calls the callback. All other threads read a shared flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal to stop a rating. It is checked every few milliseconds and, once set, stays set.
#[derive(Default)]
pub(super) struct StopSignal {
    callback: Option<Box<dyn FnMut() -> bool + Send>>,
    stopped: Arc<AtomicBool>,
}

impl StopSignal {
    /// Creates a signal that is set when `callback` returns true.
    pub(super) fn new(callback: impl FnMut() -> bool + Send + 'static) -> StopSignal {
        StopSignal { callback: Some(Box::new(callback)), stopped: Arc::default() }
    }

    /// Creates a signal that is set whenever this one is, but that never calls the callback itself.
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
