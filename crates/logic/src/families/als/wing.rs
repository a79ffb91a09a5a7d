//! ALS-XY-wing: three almost locked sets, one of which is linked to both others.
//!
//! ```text
//!   A ──x── C ──y── B        if neither A nor B held z, A would hold x and B would hold y,
//!   z               z        and C would lose both, leaving too few digits for its cells
//! ```

use super::table::{AlmostLockedSets, AlsLink};
use crate::budget::SearchBudget;
use crate::{FinderContext, Overlap, SetChainDirection, Sink, Technique};
use std::collections::HashSet;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, DigitSet};

/// The maximum number of wings to examine. Real positions have a few thousand.
const MAX_WINGS: u64 = 300_000;

/// Finds ALS-XY-wings, trying each link as the first one and either of its sets as the pivot.
///
/// The order is HoDoKu's: by the first link, then by the second.
pub(crate) fn xy_wing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = context.almost_locked_sets();
    let mut search = AlsWingSearch {
        table,
        overlap: context.options().overlap,
        budget: context.budget(MAX_WINGS),
        possible: vec![0; table.len().div_ceil(64)],
        reported: HashSet::new(),
        sink,
    };
    for first in 0..table.len() {
        for &AlsLink { to: second, digits } in table.links(first, SetChainDirection::Forward) {
            search.wings(first, second, digits, second)?;
            search.wings(second, first, digits, first)?;
        }
    }
    ControlFlow::Continue(())
}

struct AlsWingSearch<'a, 'b> {
    table: &'a AlmostLockedSets,
    overlap: Overlap,
    budget: SearchBudget<'a>,
    /// A reused buffer for the possible second wings, as bits.
    possible: Vec<u64>,
    /// The eliminations reported so far. Of several wings with the same eliminations, only the first is
    /// reported.
    reported: HashSet<CandidateSet>,
    sink: &'b mut dyn Sink,
}

impl AlsWingSearch<'_, '_> {
    /// Tries all sets after index `after` as the second wing, for a pivot and its first wing.
    fn wings(&mut self, pivot: usize, wing: usize, link: DigitSet, after: usize) -> ControlFlow<()> {
        let table = self.table;
        let single = link.single();
        let second_links =
            single.map_or(table.sets[pivot].digits, |digit| table.sets[pivot].digits.without(digit));
        let from = after / 64;
        let mut possible = std::mem::take(&mut self.possible);
        possible[from..].fill(0);
        for z in table.sets[wing].digits - link {
            if table.targets(wing, z).is_empty() {
                continue;
            }
            let sharing_target = &table.sharing_target(wing, z)[from..];
            for y in second_links.without(z) {
                let linked = &table.linked_to_places(pivot, y)[from..];
                for ((possible, sharing_target), linked) in
                    possible[from..].iter_mut().zip(sharing_target).zip(linked)
                {
                    *possible |= sharing_target & linked;
                }
            }
        }
        let mut flow = ControlFlow::Continue(());
        for (word, excluded) in table.excluded(pivot).iter().enumerate().skip(from) {
            let mut others = possible[word] & !excluded;
            while others != 0 && flow.is_continue() {
                let other = word * 64 + others.trailing_zeros() as usize;
                others &= others - 1;
                if other > after && other != pivot && other != wing {
                    flow = self.check(pivot, wing, link, other);
                }
            }
        }
        self.possible = possible;
        flow
    }

    fn check(&mut self, pivot: usize, wing: usize, link: DigitSet, other: usize) -> ControlFlow<()> {
        self.budget.spend(1)?;
        let table = self.table;
        let (cells, other_cells) = (table.sets[wing].cells, table.sets[other].cells);
        let apart = match self.overlap {
            Overlap::No => cells.is_disjoint(other_cells),
            Overlap::Yes => !cells.is_subset(other_cells) && !other_cells.is_subset(cells),
        };
        let other_link = table.link_digits(pivot, other);
        if !apart || (link == other_link && link.len() == 1) {
            return ControlFlow::Continue(());
        }
        let digits = (table.sets[wing].digits & table.sets[other].digits) - link - other_link;
        let eliminations = table.common_targets(wing, other, digits);
        if eliminations.is_empty() || !self.reported.insert(eliminations) {
            return ControlFlow::Continue(());
        }
        let links = link.iter().map(|digit| (0, 2, digit));
        let links = links.chain(other_link.iter().map(|digit| (1, 2, digit))).collect();
        let step = table.step(Technique::AlsXyWing, eliminations, &[wing, other, pivot], links, None);
        self.sink.take(step)
    }
}
