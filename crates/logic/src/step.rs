//! One step of a solution as data: what is concluded, by which technique, and from what.

use crate::evidence::{Evidence, Subset, Truth};
use crate::position::Position;
use crate::technique::Technique;
use veridoku_core::{Candidate, CandidateSet, Digit};

/// What may be written or struck, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits that may be written.
    pub placements: CandidateSet,
    /// The candidates that may be struck.
    pub eliminations: CandidateSet,
    /// What it rests on.
    pub evidence: Evidence,
}

impl Step {
    /// A step that writes one digit.
    pub fn placing(technique: Technique, placement: Candidate, evidence: Evidence) -> Step {
        let placements = CandidateSet::only(placement);
        Step { technique, placements, eliminations: CandidateSet::EMPTY, evidence }
    }

    /// A step that strikes candidates.
    pub fn eliminating(technique: Technique, eliminations: CandidateSet, evidence: Evidence) -> Step {
        Step { technique, placements: CandidateSet::EMPTY, eliminations, evidence }
    }

    /// Whether the position would change.
    pub fn is_useful(&self, position: &Position) -> bool {
        self.placements.iter().chain(self.eliminations.iter()).any(|candidate| position.has(candidate))
    }

    /// Writes and strikes what the step says.
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

    /// Strikes what a subset takes from its houses, house by house and cell by cell.
    ///
    /// What is struck is the same in any order, but the singles that come of it come up in another, and scores depend
    /// on that. HoDoKu strikes in this order after subsets, digit by digit after nearly everything else.
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

    /// The truths on which it rests.
    pub fn truths(&self) -> Vec<Truth> {
        self.evidence.truths(&self.placements)
    }
}
