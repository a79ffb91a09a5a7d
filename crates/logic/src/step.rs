//! One step of a solution: its conclusion, its technique and its evidence.

use crate::{Evidence, Position, Subset, Technique, Truth};
use veridoku_core::{Candidate, CandidateSet, Digit};

/// The digits to place or the candidates to eliminate, with the technique and the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits to place.
    pub placements: CandidateSet,
    /// The candidates to eliminate.
    pub eliminations: CandidateSet,
    /// The reason for the step.
    pub evidence: Evidence,
}

impl Step {
    /// Creates a step that places one digit.
    pub fn placing(technique: Technique, placement: Candidate, evidence: Evidence) -> Step {
        let placements = CandidateSet::only(placement);
        Step { technique, placements, eliminations: CandidateSet::EMPTY, evidence }
    }

    /// Creates a step that eliminates candidates.
    pub fn eliminating(technique: Technique, eliminations: CandidateSet, evidence: Evidence) -> Step {
        Step { technique, placements: CandidateSet::EMPTY, eliminations, evidence }
    }

    /// Reports whether the step would change the position.
    pub fn is_useful(&self, position: &Position) -> bool {
        self.placements.iter().chain(self.eliminations.iter()).any(|candidate| position.has(candidate))
    }

    /// Places the digits and eliminates the candidates of the step.
    pub fn apply(&self, position: &mut Position) {
        self.eliminate_by_house(position);
        for digit in Digit::ALL {
            for cell in self.eliminations.cells(digit) {
                position.eliminate(Candidate::new(cell, digit));
            }
        }
        for placement in &self.placements {
            position.place(placement);
        }
    }

    /// Eliminates the candidates of a subset step house by house and cell by cell.
    ///
    /// Any order leads to the same candidates, but the order of the eliminations determines how new singles
    /// are queued, and scores depend on the queue. HoDoKu uses this order for subsets, and goes digit by
    /// digit for nearly everything else.
    fn eliminate_by_house(&self, position: &mut Position) {
        let Evidence::Subset(Subset { houses, .. }) = &self.evidence else { return };
        for house in *houses {
            for cell in self.eliminations.occupied() & house.cells() {
                for digit in self.eliminations.digits(cell) {
                    position.eliminate(Candidate::new(cell, digit));
                }
            }
        }
    }

    /// Returns the truths that prove the step.
    pub fn truths(&self) -> Vec<Truth> {
        self.evidence.truths(&self.placements)
    }
}
