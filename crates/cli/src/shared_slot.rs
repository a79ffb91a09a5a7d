//! One thing that threads use in turn, where somebody may have to wait while using it.
//!
//! A mutex says that a thing is in use, not for how long. Here who has it says when it will take long
//! (a read from a slow pipe), and who has better things to do goes and does them meanwhile.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whether to wait for something that may take long.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Blocking {
    /// As long as it takes: there is nothing else to do.
    Wait,
    /// Not long: others wait for what is half done.
    DontWait,
}

/// A thing, and who has it.
#[derive(Debug)]
pub(crate) struct SharedSlot<T> {
    state: Mutex<SlotState<T>>,
    /// The thing was put back, or it will take long.
    changed: Condvar,
}

#[derive(Debug)]
struct SlotState<T> {
    /// Nothing while somebody has it.
    value: Option<T>,
    is_slow: bool,
}

/// The thing in the hands of one thread; dropping puts it back.
#[derive(Debug)]
pub(crate) struct SlotGuard<'g, T> {
    slot: &'g SharedSlot<T>,
    /// There until it is put back.
    value: Option<T>,
}

impl<T> SharedSlot<T> {
    /// A gate before a thing.
    pub(crate) fn new(value: T) -> SharedSlot<T> {
        SharedSlot {
            state: Mutex::new(SlotState { value: Some(value), is_slow: false }),
            changed: Condvar::new(),
        }
    }

    /// The thing; nothing if that takes long and patience is short.
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
    /// From here on it will take long, until it is put back.
    pub(crate) fn mark_slow(&self) {
        self.slot.state().is_slow = true;
        self.slot.changed.notify_all();
    }
}

impl<T> Deref for SlotGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect("there until it is dropped")
    }
}

impl<T> DerefMut for SlotGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("there until it is dropped")
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
    fn who_hurries_does_not_wait_for_a_slow_one() {
        let slot = SharedSlot::new(7);
        let held = slot.acquire(Blocking::DontWait).unwrap();
        held.mark_slow();
        assert!(slot.acquire(Blocking::DontWait).is_none());
        drop(held);
        assert_eq!(slot.acquire(Blocking::DontWait).as_deref(), Some(&7));
    }

    #[test]
    fn a_slow_one_wakes_those_who_hurry() {
        let slot = SharedSlot::new(0);
        let held = slot.acquire(Blocking::Wait).unwrap();
        std::thread::scope(|scope| {
            let hurried = scope.spawn(|| slot.acquire(Blocking::DontWait).is_none());
            held.mark_slow();
            assert!(hurried.join().unwrap());
        });
    }

    #[test]
    fn everybody_has_it_in_turn() {
        let slot = SharedSlot::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| *slot.acquire(Blocking::DontWait).unwrap() += 1));
            }
        });
        assert_eq!(slot.acquire(Blocking::Wait).as_deref(), Some(&4000));
    }
}
