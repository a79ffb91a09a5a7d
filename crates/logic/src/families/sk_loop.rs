//! SK loop: eight pairs of cells around four boxes, locked to each other in a ring.
//!
//! ```text
//!     . . 1 │ 2 . .        Four boxes, one corner cell (#) in each; the corners form a rectangle. The other
//!     . . 1 │ 2 . .        cells of their rows and columns in the boxes make eight pairs.
//!     8 8 # │ # 3 3
//!     ──────┼──────        Neighbouring pairs share a house: 1 and 8 a box, 8 and 3 a row, 3 and 2 a box, …
//!     7 7 # │ # 4 4        Each digit of a pair is given to one of its two houses. If that needs only sixteen digits
//!     . . 6 │ 5 . .        in the eight houses, for sixteen cells, every one of them is used: it goes from
//!     . . 6 │ 5 . .        the rest of its house.
//! ```
//!
//! (Found by the player Steve Kurzhals in "Easter Monster", hence SK.)

use crate::budget::SearchBudget;
use crate::evidence::{Cover, Evidence, Truth};
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::collections::HashSet;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, DigitSet, House, HouseKind};

/// The number of cells, and of digits in houses that they need.
const CELLS: usize = 16;
/// The choices made in one search.
const MOST_CHOICES: u64 = 1_000_000;
/// The number of pairs, and of houses that link them.
const PAIRS: usize = 8;
/// Two bands or two stacks.
const TWO_OF_THREE: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

pub(crate) fn sk_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut rings = Rings { budget: context.budget(MOST_CHOICES), told: HashSet::new(), sink };
    for bands in TWO_OF_THREE {
        for stacks in TWO_OF_THREE {
            for offsets in 0..81 {
                let [a, b, c, d] = [offsets / 27, offsets / 9 % 3, offsets / 3 % 3, offsets % 3];
                let rows = [3 * bands[0] + a, 3 * bands[1] + b];
                let columns = [3 * stacks[0] + c, 3 * stacks[1] + d];
                if let Some(ring) = Ring::new(context.position(), rows, columns) {
                    ring.find(&mut rings)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The search through all rings of a position.
struct Rings<'a> {
    budget: SearchBudget<'a>,
    /// What has been struck: of all rings that strike the same, the first is enough.
    told: HashSet<CandidateSet>,
    sink: &'a mut dyn Sink,
}

/// Eight pairs of cells in the order of the ring, and the house that links each to the next.
struct Ring<'p> {
    position: &'p Position,
    pairs: [CellSet; PAIRS],
    digits: [DigitSet; PAIRS],
    links: [House; PAIRS],
}

impl<'p> Ring<'p> {
    /// The ring around the corners where these rows and columns cross, if it may be one.
    fn new(position: &'p Position, rows: [usize; 2], columns: [usize; 2]) -> Option<Ring<'p>> {
        let corner = |row: usize, column: usize| Cell::new(rows[row], columns[column]);
        let pair = |corner: Cell, kind: HouseKind| {
            let r#box = corner.house(HouseKind::Box).cells();
            (corner.house(kind).cells() & r#box).without(corner)
        };
        // Clockwise from the top left box; in each box the pair before the corner, then the one after it.
        let (row, column) = (HouseKind::Row, HouseKind::Column);
        let corners = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
        let kinds = [(column, row), (row, column), (column, row), (row, column)];
        let mut pairs = [CellSet::EMPTY; PAIRS];
        let mut links = [House::new(row, 0); PAIRS];
        for (index, (corner, (before, after))) in corners.into_iter().zip(kinds).enumerate() {
            pairs[2 * index] = pair(corner, before);
            pairs[2 * index + 1] = pair(corner, after);
            links[2 * index] = corner.house(HouseKind::Box);
            links[2 * index + 1] = corner.house(after);
        }
        let empty = pairs.iter().all(|pair| pair.is_subset(position.empty_cells()));
        let digits = pairs.map(|pair| position.digits_of(pair));
        // A pair has no more digits than its two houses together, so all pairs no more than twice sixteen.
        let few = digits.iter().map(|digits| digits.len()).sum::<usize>() <= 2 * CELLS;
        (empty && few).then_some(Ring { position, pairs, digits, links })
    }

    /// Looks for sixteen digits in the links that suffice for all pairs.
    fn find(&self, rings: &mut Rings<'_>) -> ControlFlow<()> {
        let mut linked = [DigitSet::EMPTY; PAIRS];
        // What the last link takes of the last and the first pair is chosen first; then the ring is walked around.
        for last in subsets(self.digits[PAIRS - 1] | self.digits[0]) {
            if last.len() <= 4 {
                linked[PAIRS - 1] = last;
                self.give(0, last.len(), &mut linked, rings)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives the digits of a pair that the link before it has not taken to the link after it.
    fn give(
        &self,
        pair: usize,
        used: usize,
        linked: &mut [DigitSet; PAIRS],
        rings: &mut Rings<'_>,
    ) -> ControlFlow<()> {
        let before = linked[(pair + PAIRS - 1) % PAIRS];
        let needed = self.digits[pair] - before;
        if pair == PAIRS - 1 {
            // The last link was chosen at the beginning.
            let complete = needed.is_subset(linked[pair]) && used == CELLS;
            return if complete { self.report(linked, rings) } else { ControlFlow::Continue(()) };
        }
        // The next pair may have digits of its own in this link.
        for more in subsets(self.digits[pair + 1] - needed) {
            rings.budget.spend(1)?;
            linked[pair] = needed | more;
            let used = used + linked[pair].len();
            let left = self.least_after(pair + 1, linked);
            if used + left <= CELLS {
                self.give(pair + 1, used, linked, rings)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The fewest digits that the links after this pair, but for the last, will need.
    fn least_after(&self, pair: usize, linked: &[DigitSet; PAIRS]) -> usize {
        let own = (self.digits[pair] - linked[pair - 1]).len();
        // Two pairs further on, the pairs have no link in common with this one.
        let further: usize = (pair + 2..PAIRS - 1).step_by(2).map(|pair| self.digits[pair].len()).sum();
        if pair == PAIRS - 1 { 0 } else { own + further }
    }

    /// Reports what goes from the links.
    fn report(&self, linked: &[DigitSet; PAIRS], rings: &mut Rings<'_>) -> ControlFlow<()> {
        let cells = self.pairs.iter().fold(CellSet::EMPTY, |all, &pair| all | pair);
        let mut struck = CandidateSet::EMPTY;
        let mut covers = Vec::new();
        for (&link, &digits) in self.links.iter().zip(linked) {
            for digit in digits {
                covers.push(Truth::House(link, digit));
                struck |= self.position.candidates_of(digit, link.cells() - cells);
            }
        }
        if struck.is_empty() || !rings.told.insert(struck) {
            return ControlFlow::Continue(());
        }
        let evidence = Cover { truths: cells.iter().map(Truth::Cell).collect(), covers };
        rings.sink.take(Step::eliminating(Technique::SkLoop, struck, Evidence::Cover(evidence)))
    }
}

/// All subsets of a set of digits, the empty one too.
fn subsets(digits: DigitSet) -> impl Iterator<Item = DigitSet> {
    let all = digits.bits();
    let mut next = Some(0_u16);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != all).then(|| subset.wrapping_sub(all) & all);
        Some(DigitSet::from_bits(subset))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_options::SearchOptions;
    use crate::sink::AllSteps;
    use veridoku_core::{Digit, Puzzle};

    #[test]
    fn easter_monster_has_one() {
        let puzzle: Puzzle =
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
                .parse()
                .expect("a puzzle");
        let position = Position::new(&puzzle).expect("no contradiction");
        let mut all = AllSteps::default();
        let end = sk_loop(&FinderContext::new(&position, SearchOptions::default()), &mut all);
        assert_eq!(end, ControlFlow::Continue(()));
        let struck = all.0.iter().fold(CandidateSet::EMPTY, |struck, step| struck | step.eliminations);
        assert!(struck.len() >= 13, "{} candidates", struck.len());
    }

    #[test]
    fn subsets_are_all_there() {
        let digits: DigitSet = [1, 4, 7].iter().filter_map(|&number| Digit::from_number(number)).collect();
        let all: Vec<DigitSet> = subsets(digits).collect();
        assert_eq!(all.len(), 8);
        assert!(all.iter().all(|subset| subset.is_subset(digits)));
        assert_eq!(subsets(DigitSet::EMPTY).count(), 1);
    }
}
