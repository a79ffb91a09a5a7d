//! Broken wing: a loop of an odd number of places of one digit, linked by houses. Any other places of the
//! digit in these houses are guardians.
//!
//! If no guardian were true, each linking house would have the digit in one of its two cells of the loop. The
//! digit would then be in every other cell around an odd loop, which is impossible. So a guardian is true, and
//! any place that sees all guardians is eliminated, even if it is a cell of the loop.
//!
//! A house with a third cell of the loop is not used as a link: that cell would be a guardian, too.

use super::odd_loop::{self, OddLoop, OddLoopPattern};
use crate::{Evidence, FinderContext, Oddagon, Position, Sink, Step, Technique, Truth};
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
        let mut broken_wings = BrokenWings { position, digit, lost, known: Vec::new(), sink };
        odd_loop::search(position.cells(digit), &mut broken_wings, &budget)?;
    }
    ControlFlow::Continue(())
}

/// A search for broken wings of one digit.
struct BrokenWings<'a> {
    position: &'a Position,
    digit: Digit,
    /// The candidates that can be eliminated at all.
    lost: CellSet,
    /// The guardians of the loops found so far. Another loop with the same guardians proves nothing new.
    known: Vec<CellSet>,
    sink: &'a mut dyn Sink,
}

impl BrokenWings<'_> {
    /// Returns the guardians: the places in the linking houses other than the linked ones.
    fn guardians(&self, odd_loop: &OddLoop) -> CellSet {
        let others = |(house, [one, other]): (House, [Cell; 2])| {
            self.position.cells_in(house, self.digit).without(one).without(other)
        };
        odd_loop.linked_pairs().map(others).fold(CellSet::EMPTY, |all, more| all | more)
    }

    /// Returns the places that see all guardians.
    fn eliminated(&self, guardians: CellSet) -> CellSet {
        guardians.common_peers() & self.lost
    }

    /// Reports whether every linking house contains only two cells of the loop.
    fn is_plain(odd_loop: &OddLoop) -> bool {
        let cells = odd_loop.cell_set();
        odd_loop.links.iter().all(|house| (house.cells() & cells).len() <= 2)
    }
}

impl OddLoopPattern for BrokenWings<'_> {
    fn admits(&self, odd_loop: &OddLoop) -> bool {
        let guardians = self.guardians(odd_loop);
        // A single guardian must be true, regardless of which places it sees.
        BrokenWings::is_plain(odd_loop) && (guardians.len() <= 1 || !self.eliminated(guardians).is_empty())
    }

    fn found(&mut self, odd_loop: &OddLoop) -> ControlFlow<()> {
        let guardians = self.guardians(odd_loop);
        if guardians.is_empty() || self.known.contains(&guardians) {
            return ControlFlow::Continue(());
        }
        self.known.push(guardians);
        let evidence = Evidence::Oddagon(Oddagon {
            digits: DigitSet::only(self.digit),
            cells: odd_loop.cells.clone(),
            guardians: self.position.candidates_of(self.digit, guardians),
            truths: odd_loop.links.iter().map(|&house| Truth::House(house, self.digit)).collect(),
        });
        let technique = Technique::BrokenWing;
        let step = if let Some(guardian) = guardians.single() {
            Step::placing(technique, Candidate::new(guardian, self.digit), evidence)
        } else {
            let eliminated = self.position.candidates_of(self.digit, self.eliminated(guardians));
            Step::eliminating(technique, eliminated, evidence)
        };
        self.sink.take(step)
    }
}
