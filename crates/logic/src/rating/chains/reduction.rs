//! The closure of the grid that an assumption leaves, from the closure of the grid before it.
//!
//! ```text
//! before   on[x], off[x]                     all that follows from x
//! left     the candidates not yet decided    sets shrink to them
//! turns    a  with a new strong link a ─ b   a false makes b true, and all that follows from b
//! after    on[x] ∪ the turns a in off[x]
//! ```
//!
//! The assumption must be followed to its end by singles. Then what was decided leads nowhere: a link of the grid before
//! between undecided candidates is still there, and one that leads to a decided candidate starts at one. So only the new links are
//! to be added, and they are few. As every link can be walked both ways, `x` makes `a` false where `a` makes `x` false: the
//! candidates that refute themselves come from the turns alone.

use super::super::grid::{CELLS, Grid, bits, is_pair};
use super::closure::{Closure, EMPTY, Set, both, insert, members, unite};

/// What follows from a candidate's falsehood by a new link.
#[derive(Copy, Clone, Debug)]
struct Turn {
    candidate: u16,
    on: Set,
    off: Set,
    done: bool,
}

/// No turn.
const NONE: u16 = u16::MAX;

/// The closure after an assumption.
#[derive(Debug, Default)]
pub(super) struct Reduction {
    left: Set,
    turns: Vec<Turn>,
    /// By number of a candidate: its turn.
    turn_of: Vec<u16>,
    /// The candidates with turns.
    turning: Set,
    /// The result, with the numbers of the closure before.
    closure: Closure,
    complete: bool,
}

impl Reduction {
    /// Takes over the numbers of the closure before the assumptions to come.
    pub(super) fn found(&mut self, before: &Closure) {
        self.closure.number.clone_from(&before.number);
        self.closure.crowded = before.crowded;
        self.closure.on.resize(before.on.len(), EMPTY);
        self.closure.off.resize(before.on.len(), EMPTY);
        self.turn_of.clear();
        self.turn_of.resize(before.on.len(), NONE);
        self.turns.clear();
    }

    /// Works out the sets of turns, and the candidates that refute themselves.
    pub(super) fn reduce(&mut self, before: &Closure, base: &Grid, work: &Grid) {
        self.complete = false;
        if before.crowded {
            return;
        }
        self.left = EMPTY;
        for turn in self.turns.drain(..) {
            self.turn_of[turn.candidate as usize] = NONE;
        }
        self.turning = EMPTY;
        for cell in 0..81 {
            let digits = work.candidates[cell];
            if digits & digits.wrapping_sub(1) == 0 {
                continue;
            }
            for digit in bits(digits) {
                insert(&mut self.left, before.number[cell * 9 + digit] as usize);
            }
            if is_pair(digits) && digits != base.candidates[cell] {
                self.link(before, bits(digits).map(|digit| cell * 9 + digit));
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = work.places[house][digit];
                if places != base.places[house][digit] && is_pair(places) {
                    let ends = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
                    self.link(before, ends);
                }
            }
        }
        self.closure.refuted = both(&before.refuted, &self.left);
        for turn in 0..self.turns.len() {
            self.close(turn);
            let turn = &self.turns[turn];
            let refuted = both(&before.off[turn.candidate as usize], &turn.off);
            unite(&mut self.closure.refuted, &both(&refuted, &self.left));
        }
    }

    /// Adds a new strong link, both ways.
    fn link(&mut self, before: &Closure, mut ends: impl Iterator<Item = usize>) {
        let (Some(one), Some(two)) = (ends.next(), ends.next()) else { return };
        let [one, two] = [one, two].map(|candidate| before.number[candidate] as usize);
        for (from, to) in [(one, two), (two, one)] {
            if self.turn_of[from] == NONE {
                self.turn_of[from] = self.turns.len() as u16;
                self.turns.push(Turn { candidate: from as u16, on: EMPTY, off: EMPTY, done: false });
                insert(&mut self.turning, from);
            }
            let turn = &mut self.turns[self.turn_of[from] as usize];
            unite(&mut turn.on, &before.on[to]);
            unite(&mut turn.off, &before.off[to]);
        }
    }

    /// Adds to a turn the turns that follow.
    fn close(&mut self, start: usize) {
        let Turn { candidate, mut on, mut off, .. } = self.turns[start];
        let mut passed = EMPTY;
        insert(&mut passed, candidate as usize);
        loop {
            let mut next = None;
            for word in 0..passed.len() {
                let rest = off[word] & self.turning[word] & !passed[word];
                if rest != 0 {
                    next = Some(word * 64 + rest.trailing_zeros() as usize);
                    break;
                }
            }
            let Some(next) = next else { break };
            insert(&mut passed, next);
            let turn = &self.turns[self.turn_of[next] as usize];
            unite(&mut on, &turn.on);
            unite(&mut off, &turn.off);
            if turn.done {
                // Whatever turns follow from it are in its sets already.
                for (word, known) in passed.iter_mut().zip(&turn.off) {
                    *word |= known;
                }
            }
        }
        let turn = &mut self.turns[start];
        (turn.on, turn.off, turn.done) = (both(&on, &self.left), both(&off, &self.left), true);
    }

    /// Whether no candidate refutes itself.
    pub(super) fn is_consistent(&self) -> bool {
        self.closure.is_consistent()
    }

    /// The whole closure.
    pub(super) fn closure(&mut self, before: &Closure) -> &Closure {
        if !self.complete && !before.crowded {
            for number in members(&self.left) {
                let mut on = both(&before.on[number], &self.left);
                let mut off = both(&before.off[number], &self.left);
                for turn in members(&both(&off, &self.turning)) {
                    let turn = &self.turns[self.turn_of[turn] as usize];
                    unite(&mut on, &turn.on);
                    unite(&mut off, &turn.off);
                }
                self.closure.on[number] = on;
                self.closure.off[number] = off;
            }
        }
        self.complete = true;
        &self.closure
    }
}
