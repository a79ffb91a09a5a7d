//! One thing that threads use in turn, where somebody may have to wait while using it.
//!
//! A mutex says that a thing is in use, not for how long. Here who has it says when it will take long
//! (a read from a slow pipe), and who has better things to do goes and does them meanwhile.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whether to wait for something that may take long.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// As long as it takes: there is nothing else to do.
    Waits,
    /// Not long: others wait for what is half done.
    Hurries,
}

/// A thing, and who has it.
#[derive(Debug)]
pub(crate) struct Gate<T> {
    state: Mutex<State<T>>,
    /// The thing was put back, or it will take long.
    moved: Condvar,
}

#[derive(Debug)]
struct State<T> {
    /// Nothing while somebody has it.
    thing: Option<T>,
    is_slow: bool,
}

/// The thing in the hands of one thread; dropping puts it back.
#[derive(Debug)]
pub(crate) struct Held<'g, T> {
    gate: &'g Gate<T>,
    /// There until it is put back.
    thing: Option<T>,
}

impl<T> Gate<T> {
    /// A gate before a thing.
    pub(crate) fn new(thing: T) -> Gate<T> {
        Gate { state: Mutex::new(State { thing: Some(thing), is_slow: false }), moved: Condvar::new() }
    }

    /// The thing; nothing if that takes long and patience is short.
    pub(crate) fn hold(&self, patience: Patience) -> Option<Held<'_, T>> {
        let mut state = self.state();
        loop {
            if let Some(thing) = state.thing.take() {
                return Some(Held { gate: self, thing: Some(thing) });
            }
            if state.is_slow && patience == Patience::Hurries {
                return None;
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Held<'_, T> {
    /// From here on it will take long, until it is put back.
    pub(crate) fn takes_long(&self) {
        self.gate.state().is_slow = true;
        self.gate.moved.notify_all();
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.thing.as_ref().expect("there until it is dropped")
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.thing.as_mut().expect("there until it is dropped")
    }
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        let mut state = self.gate.state();
        state.thing = self.thing.take();
        state.is_slow = false;
        drop(state);
        self.gate.moved.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_hurries_does_not_wait_for_a_slow_one() {
        let gate = Gate::new(7);
        let held = gate.hold(Patience::Hurries).unwrap();
        held.takes_long();
        assert!(gate.hold(Patience::Hurries).is_none());
        drop(held);
        assert_eq!(gate.hold(Patience::Hurries).as_deref(), Some(&7));
    }

    #[test]
    fn a_slow_one_wakes_those_who_hurry() {
        let gate = Gate::new(0);
        let held = gate.hold(Patience::Waits).unwrap();
        std::thread::scope(|scope| {
            let hurried = scope.spawn(|| gate.hold(Patience::Hurries).is_none());
            held.takes_long();
            assert!(hurried.join().unwrap());
        });
    }

    #[test]
    fn everybody_has_it_in_turn() {
        let gate = Gate::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| *gate.hold(Patience::Hurries).unwrap() += 1));
            }
        });
        assert_eq!(gate.hold(Patience::Waits).as_deref(), Some(&4000));
    }
}
