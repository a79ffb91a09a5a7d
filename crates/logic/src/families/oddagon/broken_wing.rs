//! Broken wing: an odd ring of places of one digit, linked by houses, some with further places.
//!
//! If no guardian is true, each linking house has its digit in one of its two cells of the ring; so the
//! digit is in every other cell, all around an odd ring, which cannot be. A house with a third cell of the ring
//! proves nothing that way, and does not link.

use super::ring::{self, Pattern, Ring};
use crate::evidence::{Evidence, Oddagon, Truth};
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, Cell, CellSet, Digit, DigitSet, House};

pub(crate) fn broken_wing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let budget = context.budget(u64::MAX);
    for digit in Digit::ALL {
        let lost = context.lost(digit);
        if lost.is_empty() {
            continue;
        }
        let position = context.position();
        let mut wings = Wings { position, digit, lost, known: Vec::new(), sink };
        ring::walk(position.cells(digit), &mut wings, &budget)?;
    }
    ControlFlow::Continue(())
}

/// The broken wings of one digit.
struct Wings<'a> {
    position: &'a Position,
    digit: Digit,
    /// The candidates that can be struck at all.
    lost: CellSet,
    /// The guardians of the rings found so far: a longer ring with the same ones says nothing new.
    known: Vec<CellSet>,
    sink: &'a mut dyn Sink,
}

impl Wings<'_> {
    /// The places in the linking houses that are not linked.
    fn guardians(&self, ring: &Ring) -> CellSet {
        let others = |(house, [one, other]): (House, [Cell; 2])| {
            self.position.cells_in(house, self.digit).without(one).without(other)
        };
        ring.joints().map(others).fold(CellSet::EMPTY, |all, more| all | more)
    }

    /// The places outside the ring that see all guardians.
    fn struck(&self, ring: &Ring, guardians: CellSet) -> CellSet {
        (guardians.common_peers() & self.lost) - ring.cell_set()
    }

    /// Whether no linking house has a third cell of the ring.
    fn is_plain(ring: &Ring) -> bool {
        let cells = ring.cell_set();
        ring.links.iter().all(|house| (house.cells() & cells).len() <= 2)
    }
}

impl Pattern for Wings<'_> {
    fn admits(&self, ring: &Ring) -> bool {
        let guardians = self.guardians(ring);
        // A single guardian is true, whatever else it sees.
        Wings::is_plain(ring) && (guardians.len() <= 1 || !self.struck(ring, guardians).is_empty())
    }

    fn found(&mut self, ring: &Ring) -> ControlFlow<()> {
        let guardians = self.guardians(ring);
        if guardians.is_empty() || self.known.contains(&guardians) {
            return ControlFlow::Continue(());
        }
        self.known.push(guardians);
        let evidence = Evidence::Oddagon(Oddagon {
            digits: DigitSet::only(self.digit),
            cells: ring.cells.clone(),
            guardians: self.position.candidates_of(self.digit, guardians),
            truths: ring.links.iter().map(|&house| Truth::House(house, self.digit)).collect(),
        });
        let technique = Technique::BrokenWing;
        let step = if let Some(guardian) = guardians.single() {
            Step::placing(technique, Candidate::new(guardian, self.digit), evidence)
        } else {
            let struck = self.position.candidates_of(self.digit, self.struck(ring, guardians));
            Step::eliminating(technique, struck, evidence)
        };
        self.sink.take(step)
    }
}
