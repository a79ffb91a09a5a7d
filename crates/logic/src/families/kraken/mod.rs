//! Kraken fish: a finned fish whose fins are connected to the eliminated candidate by chains.
//!
//! ```text
//!   type 1                               type 2
//!   ═ X ═══ X ═ f                        ═ a ═══ X ═ f        a, b: the places of one cover house.
//!     |     |    \                         |     |    \       Chains from all of them and from the fins
//!   ═ X ═══ X ═   chain …                ═ b ═══ X ═   \      lead to "not t": t is eliminated, and it may
//!     |     |          \                   |     |      t     be any digit.
//!     t ← ─ ─ ─ ─ ─ ─ ─ ┘
//! ```
//!
//! In a finned fish, either a fin is true, or the fish is valid and each cover house holds the digit in one
//! of the places of the fish.
//! - **Type 1**: a candidate that the fish would eliminate without its fins is eliminated if, for each fin, a
//!   chain shows that the candidate is false whenever the fin is true.
//! - **Type 2**: any candidate is eliminated if chains show the same for each fin and for each place of the
//!   fish in one cover house.
//!
//! `reach.rs` follows the chains. As in HoDoKu, the fish have two to four base houses (lines and boxes) and
//! one or two fins.

mod reach;

use super::fish::{FishHouses, directions, houses_of};
use crate::budget::SearchBudget;
use crate::{Evidence, FinderContext, Fish, Position, Sink, Step, Technique};
use reach::ReachCache;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, CellSet, Digit, DigitSet, HouseKind, HouseSet};

/// The maximum number of base houses.
const MAX_SIZE: usize = 4;
/// The maximum number of fins.
const MAX_FINS: usize = 2;

/// The maximum number of choices in one search.
const MAX_CHOICES: u64 = 2_000_000;
/// The cost of following the chains of one fish.
const CHAIN_COST: u64 = 10;

pub(crate) fn kraken_fish(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut reaches = ReachCache::new(context);
    let budget = context.budget(MAX_CHOICES);
    for digit in Digit::ALL {
        for &[base_kinds, cover_kinds] in directions(FishHouses::Franken) {
            let mut search = KrakenSearch {
                position,
                digit,
                base_kinds,
                cover_kinds,
                reaches: &mut reaches,
                known: [CandidateSet::EMPTY; 2],
                budget: &budget,
                sink,
            };
            search.extend_base(HouseSet::EMPTY, CellSet::EMPTY)?;
        }
    }
    ControlFlow::Continue(())
}

/// A search for Kraken fish of one digit in one direction.
struct KrakenSearch<'a, 'p> {
    position: &'p Position,
    digit: Digit,
    base_kinds: &'static [HouseKind],
    cover_kinds: &'static [HouseKind],
    reaches: &'a mut ReachCache<'p>,
    /// For each type, the eliminations reported so far. A fish that only repeats them is not reported.
    known: [CandidateSet; 2],
    budget: &'a SearchBudget<'a>,
    sink: &'a mut dyn Sink,
}

/// A fish with fins.
struct FinnedFish {
    base: HouseSet,
    base_cells: CellSet,
    cover: HouseSet,
    cover_cells: CellSet,
    /// The places that two cover houses share.
    twice: CellSet,
    fins: CellSet,
}

impl KrakenSearch<'_, '_> {
    /// Tries each later house as the next base house, and searches for covers of every base with two or more
    /// houses.
    fn extend_base(&mut self, base: HouseSet, cells: CellSet) -> ControlFlow<()> {
        for house in houses_of(self.base_kinds).filter(|&house| base.last().is_none_or(|last| last < house)) {
            let more = self.position.cells_in(house, self.digit);
            // This search does not allow endo fins, so the base houses must not share a place.
            if more.is_empty() || !cells.is_disjoint(more) {
                continue;
            }
            self.budget.spend(1)?;
            let (base, cells) = (base.with(house), cells | more);
            if base.len() >= 2 && self.fits(cells, base, base.len(), MAX_FINS) {
                let fish = FinnedFish {
                    base,
                    base_cells: cells,
                    cover: HouseSet::EMPTY,
                    cover_cells: CellSet::EMPTY,
                    twice: CellSet::EMPTY,
                    fins: CellSet::EMPTY,
                };
                self.extend_cover(&fish)?;
            }
            if base.len() < MAX_SIZE && self.fits(cells, base, MAX_SIZE, MAX_FINS) {
                self.extend_base(base, cells)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports whether `count` cover houses, none of them a base house, can contain all but at most `fins` of
    /// these cells.
    fn fits(&self, cells: CellSet, base: HouseSet, count: usize, fins: usize) -> bool {
        if cells.len() <= fins {
            return true;
        }
        let Some(cell) = cells.first().filter(|_| count > 0 && self.budget.spend(1).is_continue()) else {
            return false;
        };
        let covered = self.cover_kinds.iter().any(|&kind| {
            let house = cell.house(kind);
            !base.contains(house) && self.fits(cells - house.cells(), base, count - 1, fins)
        });
        covered || (fins > 0 && self.fits(cells.without(cell), base, count, fins - 1))
    }

    /// Tries each later house as the next cover house, and looks for chains once the cover is complete.
    fn extend_cover(&mut self, fish: &FinnedFish) -> ControlFlow<()> {
        let left = fish.base.len() - fish.cover.len();
        if left == 0 {
            return self.look_for_chains(fish);
        }
        for house in
            houses_of(self.cover_kinds).filter(|&house| fish.cover.last().is_none_or(|last| last < house))
        {
            let more = self.position.cells_in(house, self.digit);
            if fish.base.contains(house) || fish.base_cells.is_disjoint(more) {
                continue;
            }
            self.budget.spend(1)?;
            let fish = FinnedFish {
                cover: fish.cover.with(house),
                cover_cells: fish.cover_cells | more,
                twice: fish.twice | (fish.cover_cells & more),
                fins: fish.base_cells - (fish.cover_cells | more),
                ..*fish
            };
            if self.fits(fish.fins, fish.base, left - 1, MAX_FINS) {
                self.extend_cover(&fish)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for chains from the fins (type 1), and from the fins and the places in a cover house (type 2).
    fn look_for_chains(&mut self, fish: &FinnedFish) -> ControlFlow<()> {
        self.budget.spend(CHAIN_COST)?;
        let fish_eliminations = (fish.cover_cells - fish.base_cells) | fish.twice;
        // A fish that eliminates something by itself needs no chains.
        if fish.fins.is_empty() || !fish_eliminations.is_disjoint(fish.fins.common_peers()) {
            return ControlFlow::Continue(());
        }
        let eliminated =
            self.eliminated_by_all(fish.fins) & self.position.candidates_of(self.digit, fish_eliminations);
        self.report(Technique::KrakenFish1, fish, fish.fins, eliminated)?;

        for house in fish.cover {
            let cells = self.position.cells_in(house, self.digit);
            let places = (cells & fish.base_cells) - fish.twice;
            // If these are all the places in the house, their chains prove the elimination without the fish.
            if places != cells {
                let starts = places | fish.fins;
                let mut eliminated = self.eliminated_by_all(starts);
                for cell in starts {
                    eliminated.set_digits(cell, DigitSet::EMPTY);
                }
                self.report(Technique::KrakenFish2, fish, starts, eliminated)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the candidates that are false whichever of these cells holds the digit.
    fn eliminated_by_all(&mut self, cells: CellSet) -> CandidateSet {
        let mut eliminated = self.position.candidates();
        for cell in cells {
            eliminated &= self.reaches.eliminated_by(Candidate::new(cell, self.digit));
            if eliminated.is_empty() {
                break;
            }
        }
        eliminated
    }

    /// Reports a separate step for each eliminated candidate.
    fn report(
        &mut self,
        technique: Technique,
        fish: &FinnedFish,
        starts: CellSet,
        eliminated: CandidateSet,
    ) -> ControlFlow<()> {
        let known = &mut self.known[usize::from(technique == Technique::KrakenFish2)];
        let new = eliminated - *known;
        *known |= new;
        let by_digit = Digit::ALL
            .into_iter()
            .flat_map(|digit| new.cells(digit).into_iter().map(move |cell| Candidate::new(cell, digit)));
        for target in by_digit {
            let chains = starts
                .iter()
                .map(|cell| self.reaches.chain(Candidate::new(cell, self.digit), target))
                .collect();
            let evidence = Evidence::Fish(Fish {
                digit: self.digit,
                base: fish.base,
                cover: fish.cover,
                fins: fish.fins,
                endo_fins: CellSet::EMPTY,
                twin: None,
                chains,
            });
            self.sink.take(Step::eliminating(technique, CandidateSet::only(target), evidence))?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, keep, steps};
    use veridoku_core::Cell;

    #[test]
    fn a_chain_connects_a_fin_to_the_eliminated_candidate() {
        // An X-Wing of rows 2 and 6 with the fin r6c5. The fin eliminates 1 from r1c7 through r1c5 and r1c9.
        let all = "xxxxxxxxx";
        let mut position =
            Sketch::places_of_one(&[all, ".x....x..", all, all, all, ".x..x.x..", all, all, all]).position();
        let target = Candidate::new(Cell::new(0, 6), Digit::ALL[0]);
        let eliminates = |position: &Position| {
            steps(kraken_fish, position)
                .iter()
                .any(|step| step.technique == Technique::KrakenFish1 && step.eliminations.contains(target))
        };
        assert!(!eliminates(&position));
        keep(&mut position, Cell::new(0, 4), "12");
        keep(&mut position, Cell::new(0, 6), "123");
        keep(&mut position, Cell::new(0, 0), "23");
        assert!(!eliminates(&position), "2 in r1c5 does not exclude 1 in r1c7");
        keep(&mut position, Cell::new(0, 8), "12");
        assert!(eliminates(&position), "r6c5=1, r1c5=2, r1c9=1");
        assert_eq!(steps(kraken_fish, &Sketch::new().position()), []);
    }
}
