//! Broken wing: a loop of an odd number of places of one digit, linked by houses that may have other places.
//!
//! If no guardian is true, each linking house has its digit in one of its two cells of the loop. The digit
//! would then be in every other cell around an odd loop, which is impossible. The argument fails for a house
//! with a third cell of the loop, so such a house is not used as a link.

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

/// The search for broken wings of one digit.
struct Wings<'a> {
    position: &'a Position,
    digit: Digit,
    /// The candidates that can be eliminated at all.
    lost: CellSet,
    /// The guardians of the loops found so far: a longer loop with the same guardians proves nothing new.
    known: Vec<CellSet>,
    sink: &'a mut dyn Sink,
}

impl Wings<'_> {
    /// Returns the places in the linking houses other than the linked ones.
    fn guardians(&self, ring: &Ring) -> CellSet {
        let others = |(house, [one, other]): (House, [Cell; 2])| {
            self.position.cells_in(house, self.digit).without(one).without(other)
        };
        ring.joints().map(others).fold(CellSet::EMPTY, |all, more| all | more)
    }

    /// Returns the places outside the loop that see all guardians.
    fn struck(&self, ring: &Ring, guardians: CellSet) -> CellSet {
        (guardians.common_peers() & self.lost) - ring.cell_set()
    }

    /// Reports whether no linking house has a third cell of the loop.
    fn is_plain(ring: &Ring) -> bool {
        let cells = ring.cell_set();
        ring.links.iter().all(|house| (house.cells() & cells).len() <= 2)
    }
}

impl Pattern for Wings<'_> {
    fn admits(&self, ring: &Ring) -> bool {
        let guardians = self.guardians(ring);
        // A single guardian must be true, no matter what it sees.
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
