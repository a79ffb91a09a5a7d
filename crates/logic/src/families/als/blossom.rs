//! Death Blossom: a stem cell and one almost locked set (petal) for each of its candidates.
//!
//! ```text
//!   stem r5c5 {2 6}      petal of 2: a set that loses 2 if r5c5 is 2, and then must hold z
//!                        petal of 6: a set that loses 6 if r5c5 is 6, and then must hold z
//! ```
//!
//! Each candidate of the stem has a petal: an almost locked set in which all places of that digit see the
//! stem. Whichever digit the stem holds, that digit's petal loses it and must hold all its other digits. A
//! digit z that occurs in all petals is eliminated from the cells that see every z in the petals.

use super::table::AlmostLockedSets;
use crate::budget::SearchBudget;
use crate::{FinderContext, Overlap, Position, Sink, Technique};
use std::collections::HashSet;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet};

/// The maximum number of petals to try in one search.
const MAX_PETALS: u64 = 300_000;

/// Finds all Death Blossoms, ordered by stem, then by the petals of the stem's digits.
pub(crate) fn death_blossom(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let table = context.almost_locked_sets();
    let mut search = BlossomSearch {
        position,
        table,
        overlap: context.options().overlap,
        budget: context.budget(MAX_PETALS),
        petals: Vec::new(),
        reported: HashSet::new(),
        sink,
    };
    for stem in position.empty_cells() {
        let digits = position.digits(stem);
        let reach = |digit: Digit| (0..table.len()).any(|set| search.is_petal(set, stem, digit));
        if digits.len() >= 2 && digits.iter().all(reach) {
            let open = Digit::ALL
                .map(|digit| if digits.contains(digit) { CellSet::EMPTY } else { position.cells(digit) });
            search.grow(stem, digits, open)?;
        }
    }
    ControlFlow::Continue(())
}

struct BlossomSearch<'a, 'b> {
    position: &'a Position,
    table: &'a AlmostLockedSets,
    overlap: Overlap,
    budget: SearchBudget<'a>,
    petals: Vec<(Digit, usize)>,
    reported: HashSet<CandidateSet>,
    sink: &'b mut dyn Sink,
}

impl BlossomSearch<'_, '_> {
    fn is_petal(&self, set: usize, stem: Cell, digit: Digit) -> bool {
        self.table.sets[set].digits.contains(digit) && self.table.targets(set, digit).contains(stem)
    }

    /// Tries every petal for the next digit of the stem. `open` holds the candidates that all petals chosen
    /// so far would eliminate.
    fn grow(&mut self, stem: Cell, rest: DigitSet, open: [CellSet; Digit::COUNT]) -> ControlFlow<()> {
        let Some(digit) = rest.first() else { return self.report(stem, &open) };
        for set in 0..self.table.len() {
            if !self.is_petal(set, stem, digit) {
                continue;
            }
            self.budget.spend(1)?;
            let cells = self.table.sets[set].cells;
            let taken = |&(_, petal): &(Digit, usize)| !self.table.sets[petal].cells.is_disjoint(cells);
            if self.overlap == Overlap::No && self.petals.iter().any(taken) {
                continue;
            }
            let mut still = [CellSet::EMPTY; Digit::COUNT];
            let mut any = CellSet::EMPTY;
            for z in self.table.sets[set].digits {
                still[z.index()] = (open[z.index()] & self.table.targets(set, z)) - cells;
                any |= still[z.index()];
            }
            if !any.without(stem).is_empty() {
                self.petals.push((digit, set));
                let flow = self.grow(stem, rest.without(digit), still);
                self.petals.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    fn report(&mut self, stem: Cell, open: &[CellSet; Digit::COUNT]) -> ControlFlow<()> {
        let covered = self
            .petals
            .iter()
            .fold(CellSet::only(stem), |covered, &(_, petal)| covered | self.table.sets[petal].cells);
        let mut eliminations = CandidateSet::EMPTY;
        for digit in Digit::ALL {
            eliminations.set_cells(digit, (open[digit.index()] & self.position.cells(digit)) - covered);
        }
        if eliminations.is_empty() || !self.reported.insert(eliminations) {
            return ControlFlow::Continue(());
        }
        let sets: Vec<usize> = self.petals.iter().map(|&(_, petal)| petal).collect();
        let links = self.petals.iter().enumerate().map(|(index, &(digit, _))| (index, index, digit));
        let technique = Technique::DeathBlossom;
        self.sink.take(self.table.step(technique, eliminations, &sets, links.collect(), Some(stem)))
    }
}
