//! A value that is held by one thread at a time, and that its holder can mark as slow.
//!
//! With a plain mutex, a waiting thread cannot find out how long it will have to wait. Here, the holder of
//! the value announces operations that may take a long time, such as reading from a slow pipe. Callers that
//! must not block get `None` in that case.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whether a call may block for a long time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Blocking {
    /// Wait for as long as necessary.
    Wait,
    /// Do not wait for slow operations, because other threads depend on the caller.
    DontWait,
}

/// A value that one thread at a time can hold.
#[derive(Debug)]
pub(crate) struct SharedSlot<T> {
    state: Mutex<SlotState<T>>,
    /// Signals that the value was returned or marked as slow.
    changed: Condvar,
}

#[derive(Debug)]
struct SlotState<T> {
    /// `None` while a thread holds the value.
    value: Option<T>,
    is_slow: bool,
}

/// Exclusive access to the value; dropping the guard returns it.
#[derive(Debug)]
pub(crate) struct SlotGuard<'g, T> {
    slot: &'g SharedSlot<T>,
    /// `Some` until the guard is dropped.
    value: Option<T>,
}

impl<T> SharedSlot<T> {
    /// Creates a slot with this value.
    pub(crate) fn new(value: T) -> SharedSlot<T> {
        SharedSlot {
            state: Mutex::new(SlotState { value: Some(value), is_slow: false }),
            changed: Condvar::new(),
        }
    }

    /// Acquires the value. Returns `None` if its holder is slow and `blocking` does not allow waiting.
    pub(crate) fn acquire(&self, blocking: Blocking) -> Option<SlotGuard<'_, T>> {
        let mut state = self.state();
        loop {
            if let Some(value) = state.value.take() {
                return Some(SlotGuard { slot: self, value: Some(value) });
            }
            if state.is_slow && blocking == Blocking::DontWait {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, SlotState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> SlotGuard<'_, T> {
    /// Announces that the value will not be returned soon.
    pub(crate) fn mark_slow(&self) {
        self.slot.state().is_slow = true;
        self.slot.changed.notify_all();
    }
}

impl<T> Deref for SlotGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect("the value is present until the guard is dropped")
    }
}

impl<T> DerefMut for SlotGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("the value is present until the guard is dropped")
    }
}

impl<T> Drop for SlotGuard<'_, T> {
    fn drop(&mut self) {
        let mut state = self.slot.state();
        state.value = self.value.take();
        state.is_slow = false;
        drop(state);
        self.slot.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonblocking_callers_do_not_wait_for_a_slow_holder() {
        let slot = SharedSlot::new(7);
        let held = slot.acquire(Blocking::DontWait).unwrap();
        held.mark_slow();
        assert!(slot.acquire(Blocking::DontWait).is_none());
        drop(held);
        assert_eq!(slot.acquire(Blocking::DontWait).as_deref(), Some(&7));
    }

    #[test]
    fn marking_as_slow_wakes_nonblocking_callers() {
        let slot = SharedSlot::new(0);
        let held = slot.acquire(Blocking::Wait).unwrap();
        std::thread::scope(|scope| {
            let hurried = scope.spawn(|| slot.acquire(Blocking::DontWait).is_none());
            held.mark_slow();
            assert!(hurried.join().unwrap());
        });
    }

    #[test]
    fn threads_take_turns() {
        let slot = SharedSlot::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| *slot.acquire(Blocking::DontWait).unwrap() += 1));
            }
        });
        assert_eq!(slot.acquire(Blocking::Wait).as_deref(), Some(&4000));
    }
}
