//! The search for finned, Franken and mutant fish.
//!
//! It selects base houses, then cover houses, both in the order of the house index, so that fish are found in
//! HoDoKu's order. The number of combinations would explode without this test at every choice:
//!
//! ```text
//!     Suppose the eliminated candidate t were true. A base house can then use only its places that do not
//!     see t, and a cover house through t has none of those. So the remaining places of all base houses must
//!     fit in size − 1 cover houses.
//! ```
//!
//! Only candidates that are part of no template of the digit can be eliminated, so the
//! possible eliminations are known in advance. There are few of them, and usually none. If there are none,
//! the digit is skipped.

use super::shape::{FishFins, FishHouses, FishShape};
use crate::budget::SearchBudget;
use crate::{BasePlaces, Evidence, FinderContext, Fish, Position, SearchOptions, Siamese, Sink, Step, Twin};
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, Digit, House, HouseKind, HouseSet};

/// The maximum number of choices and tests in one search. Searches for fish of up to four houses stay below
/// it.
const MAX_CHOICES: u64 = 3_000_000;

/// A search for fish of one digit in one direction.
pub(super) struct FishSearch<'a> {
    position: &'a Position,
    options: &'a SearchOptions,
    shape: FishShape,
    digit: Digit,
    /// The cells from which the digit can be eliminated.
    lost: CellSet,
    base_kinds: &'static [HouseKind],
    cover_kinds: &'static [HouseKind],
    /// The fish with the current base. They are collected only if pairs of them may be combined.
    found: Vec<FoundFish>,
    /// The eliminations reported for the digit so far. Another fish with the same eliminations is not
    /// reported.
    known: Vec<(CellSet, Siamese)>,
    /// The remaining budget for choices and tests.
    budget: SearchBudget<'a>,
    sink: &'a mut dyn Sink,
}

/// Base houses and their places.
#[derive(Copy, Clone)]
struct FishBase {
    houses: HouseSet,
    cells: CellSet,
    /// The places that two of the houses share.
    endo_fins: CellSet,
    /// The candidates that a fish with this base may still eliminate.
    targets: CellSet,
}

/// Cover houses and their places.
#[derive(Copy, Clone)]
struct FishCover {
    houses: HouseSet,
    cells: CellSet,
    /// The places that two of the houses share.
    twice: CellSet,
}

/// A fish with the current base.
#[derive(Copy, Clone)]
struct FoundFish {
    cover: HouseSet,
    fins: CellSet,
    eliminated: CellSet,
    shape: FishShape,
}

/// Returns the kinds of base and cover houses for each direction in which this kind of fish is searched.
pub(crate) fn directions(houses: FishHouses) -> &'static [[&'static [HouseKind]; 2]] {
    use HouseKind::{Box, Column, Row};
    match houses {
        FishHouses::Basic => &[[&[Row], &[Column]], [&[Column], &[Row]]],
        FishHouses::Franken => &[[&[Row, Box], &[Column, Box]], [&[Column, Box], &[Row, Box]]],
        FishHouses::Mutant => &[[&[Row, Column, Box], &[Row, Column, Box]]],
    }
}

/// Returns the houses of these kinds, in the order of their indices.
pub(crate) fn houses(kinds: &'static [HouseKind]) -> impl Iterator<Item = House> {
    kinds.iter().flat_map(|&kind| (0..9).map(move |index| House::new(kind, index)))
}

impl<'a> FishSearch<'a> {
    /// Finds all fish of this shape and passes them to the sink.
    pub(super) fn run(
        context: &'a FinderContext<'a>,
        shape: FishShape,
        sink: &'a mut dyn Sink,
    ) -> ControlFlow<()> {
        let mut search = FishSearch {
            position: context.position(),
            options: context.options(),
            shape,
            digit: Digit::ALL[0],
            lost: CellSet::EMPTY,
            base_kinds: &[],
            cover_kinds: &[],
            found: Vec::new(),
            known: Vec::new(),
            budget: context.budget(MAX_CHOICES),
            sink,
        };
        for digit in Digit::ALL {
            (search.digit, search.lost) = (digit, context.lost(digit));
            search.known.clear();
            if search.lost.is_empty() {
                continue;
            }
            for &[base_kinds, cover_kinds] in directions(shape.houses) {
                (search.base_kinds, search.cover_kinds) = (base_kinds, cover_kinds);
                let base = FishBase {
                    houses: HouseSet::EMPTY,
                    cells: CellSet::EMPTY,
                    endo_fins: CellSet::EMPTY,
                    targets: search.lost,
                };
                search.extend_base(base)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries each later house as the next base house, and searches for covers once the base is complete.
    fn extend_base(&mut self, base: FishBase) -> ControlFlow<()> {
        for house in
            houses(self.base_kinds).filter(|&house| base.houses.last().is_none_or(|last| last < house))
        {
            let cells = self.position.cells_in(house, self.digit);
            let shared = base.cells & cells;
            if !self.may_be_base(cells.len()) || !self.may_share(base.endo_fins.len(), shared.len()) {
                continue;
            }
            self.budget.spend(1)?;
            let mut base = FishBase {
                houses: base.houses.with(house),
                cells: base.cells | cells,
                endo_fins: base.endo_fins | shared,
                targets: base.targets,
            };
            base.targets = self.targets(&base);
            if base.targets.is_empty() {
                continue;
            }
            if base.houses.len() < self.shape.size {
                self.extend_base(base)?;
            } else {
                let cover =
                    FishCover { houses: HouseSet::EMPTY, cells: CellSet::EMPTY, twice: CellSet::EMPTY };
                self.extend_cover(&base, cover)?;
                self.report_found(&base)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports whether a house with this number of places may be part of a base.
    fn may_be_base(&self, places: usize) -> bool {
        let narrow = self.shape.fins == FishFins::None && self.options.base_places == BasePlaces::UpToSize;
        places > 0 && (!narrow || places <= self.shape.size)
    }

    /// Reports whether `more` endo fins may be added to a base that already has `endo_fins` of them.
    fn may_share(&self, endo_fins: usize, more: usize) -> bool {
        more == 0 || (self.shape.fins != FishFins::None && endo_fins + more <= self.options.endo_fins)
    }

    /// Returns the candidates that a fish with this base may eliminate.
    fn targets(&self, base: &FishBase) -> CellSet {
        if self.shape.fins == FishFins::None {
            let fits = self.fits(base.cells, base.houses, self.shape.size);
            return if fits { base.targets } else { CellSet::EMPTY };
        }
        let possible = |target: Cell| {
            base.endo_fins.is_subset(target.peers())
                && self.fits((base.cells - target.peers()).without(target), base.houses, self.shape.size - 1)
        };
        base.targets.iter().filter(|&target| possible(target)).collect()
    }

    /// Reports whether `count` cover houses, none of them a base house, can contain all these cells.
    fn fits(&self, cells: CellSet, base: HouseSet, count: usize) -> bool {
        let Some(cell) = cells.first() else { return true };
        count > 0
            && self.budget.spend(1).is_continue()
            && self.cover_kinds.iter().any(|&kind| {
                let house = cell.house(kind);
                !base.contains(house) && self.fits(cells - house.cells(), base, count - 1)
            })
    }

    /// Tries each later house as the next cover house, and checks the fish once the cover is complete.
    fn extend_cover(&mut self, base: &FishBase, cover: FishCover) -> ControlFlow<()> {
        let left = self.shape.size - cover.houses.len();
        if left == 0 {
            return self.complete(base, &cover);
        }
        for house in
            houses(self.cover_kinds).filter(|&house| cover.houses.last().is_none_or(|last| last < house))
        {
            let cells = self.position.cells_in(house, self.digit);
            if base.houses.contains(house) || base.cells.is_disjoint(cells) {
                continue;
            }
            self.budget.spend(1)?;
            let cover = FishCover {
                houses: cover.houses.with(house),
                cells: cover.cells | cells,
                twice: cover.twice | (cover.cells & cells),
            };
            if self.can_be_completed(base, &cover, left - 1) {
                self.extend_cover(base, cover)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports whether `left` more houses can extend this cover to a fish that eliminates something.
    fn can_be_completed(&self, base: &FishBase, cover: &FishCover, left: usize) -> bool {
        let open = base.cells - cover.cells;
        if self.shape.fins == FishFins::None {
            return self.fits(open, base.houses, left);
        }
        base.targets.iter().any(|target| {
            let needed = usize::from(!cover.cells.contains(target));
            needed <= left && self.fits((open - target.peers()).without(target), base.houses, left - needed)
        })
    }

    /// If the fish is valid and eliminates anything, reports it. If Siamese fish are allowed, keeps it
    /// instead, so that it can be combined with others.
    fn complete(&mut self, base: &FishBase, cover: &FishCover) -> ControlFlow<()> {
        let fins = (base.cells - cover.cells) | base.endo_fins;
        if fins.is_empty() != (self.shape.fins == FishFins::None) || fins.len() > self.options.fins {
            return ControlFlow::Continue(());
        }
        let eliminated = ((cover.cells - base.cells) | cover.twice) & fins.common_peers();
        let shape = FishShape {
            houses: FishHouses::of(base.houses, cover.houses),
            fins: self.shape.fins,
            size: self.shape.size,
        };
        if eliminated.is_empty()
            || (shape.houses == FishHouses::Basic) != (self.shape.houses == FishHouses::Basic)
        {
            return ControlFlow::Continue(());
        }
        let shape = match shape.houses {
            FishHouses::Basic => FishShape { fins: self.basic_fins(base, fins), ..shape },
            FishHouses::Franken | FishHouses::Mutant => shape,
        };
        let found = FoundFish { cover: cover.houses, fins: fins - base.endo_fins, eliminated, shape };
        match self.options.siamese {
            Siamese::No => self.report(base, &found, None),
            Siamese::Yes => {
                self.found.push(found);
                ControlFlow::Continue(())
            }
        }
    }

    /// Returns whether a basic fish is finned or sashimi. It is sashimi if a base house has at most one place
    /// that is not a fin.
    fn basic_fins(&self, base: &FishBase, fins: CellSet) -> FishFins {
        let loose = |house| (self.position.cells_in(house, self.digit) - fins).len() <= 1;
        if base.houses.iter().any(loose) { FishFins::Sashimi } else { FishFins::Finned }
    }

    /// Reports the fish that were kept for this base. Combined fish come first, since they eliminate more.
    fn report_found(&mut self, base: &FishBase) -> ControlFlow<()> {
        let found = std::mem::take(&mut self.found);
        for (index, first) in found.iter().enumerate() {
            for second in &found[index + 1..] {
                let joined = first.shape.houses == second.shape.houses
                    && first.eliminated.first() != second.eliminated.first();
                if joined {
                    self.report(base, first, Some(second))?;
                }
            }
        }
        found.iter().try_for_each(|fish| self.report(base, fish, None))
    }

    /// Reports a fish, alone or combined with another fish of the same base, if it has the requested shape.
    ///
    /// A search for Franken fish also reports the mutant fish that it finds, as HoDoKu does.
    fn report(&mut self, base: &FishBase, fish: &FoundFish, twin: Option<&FoundFish>) -> ControlFlow<()> {
        let matches = match self.shape.houses {
            FishHouses::Basic => fish.shape == self.shape,
            FishHouses::Franken => true,
            FishHouses::Mutant => fish.shape.houses == FishHouses::Mutant,
        };
        let eliminated = fish.eliminated | twin.map_or(CellSet::EMPTY, |twin| twin.eliminated);
        let new = (eliminated, if twin.is_some() { Siamese::Yes } else { Siamese::No });
        if !matches || self.known.contains(&new) {
            return ControlFlow::Continue(());
        }
        self.known.push(new);
        let evidence = Fish {
            digit: self.digit,
            base: base.houses,
            cover: fish.cover,
            fins: fish.fins,
            endo_fins: base.endo_fins,
            twin: twin.map(|twin| Twin { cover: twin.cover, fins: twin.fins }),
            chains: Vec::new(),
        };
        let eliminations = self.position.candidates_of(self.digit, eliminated);
        self.sink.take(Step::eliminating(fish.shape.technique(), eliminations, Evidence::Fish(evidence)))
    }
}
