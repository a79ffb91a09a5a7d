//! SK loop: eight pairs of cells in four boxes, connected in a loop.
//!
//! ```text
//!     . . 1 │ 2 . .        Four boxes have one corner cell (#) each; the corners form a rectangle. The other
//!     . . 1 │ 2 . .        cells of their rows and columns in the boxes make eight pairs.
//!     8 8 # │ # 3 3
//!     ──────┼──────        Neighbouring pairs share a house: 1 and 8 a box, 8 and 3 a row, 3 and 2 a box, …
//!     7 7 # │ # 4 4        Each digit of a pair is assigned to one of the pair's houses. If the eight houses
//!     . . 6 │ 5 . .        need only sixteen digits for the sixteen cells, each of these digits is in the
//!     . . 6 │ 5 . .        loop: it is eliminated from the rest of its house.
//! ```
//!
//! (Named after the player Steve Kurzhals, who found it in the puzzle "Easter Monster".)

use crate::budget::SearchBudget;
use crate::{Cover, Evidence, FinderContext, Position, Sink, Step, Technique, Truth};
use std::collections::HashSet;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, DigitSet, House, HouseKind};

/// The number of cells in a loop, which is also the number of digits assigned to the houses that link its
/// pairs.
const CELLS: usize = 16;
/// The maximum number of choices in one search.
const MAX_CHOICES: u64 = 1_000_000;
/// The number of pairs in a loop, which is also the number of houses that link them.
const PAIRS: usize = 8;
/// The ways to choose two of the three bands, or two of the three stacks.
const TWO_OF_THREE: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

pub(crate) fn sk_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut search = SkLoopSearch { budget: context.budget(MAX_CHOICES), reported: HashSet::new(), sink };
    for bands in TWO_OF_THREE {
        for stacks in TWO_OF_THREE {
            for offsets in 0..81 {
                let [a, b, c, d] = [offsets / 27, offsets / 9 % 3, offsets / 3 % 3, offsets % 3];
                let rows = [3 * bands[0] + a, 3 * bands[1] + b];
                let columns = [3 * stacks[0] + c, 3 * stacks[1] + d];
                if let Some(sk_loop) = SkLoop::new(context.position(), rows, columns) {
                    sk_loop.find(&mut search)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A search through all loops of a position.
struct SkLoopSearch<'a> {
    budget: SearchBudget<'a>,
    /// The eliminations reported so far. Of several loops with the same eliminations, only the first is
    /// reported.
    reported: HashSet<CandidateSet>,
    sink: &'a mut dyn Sink,
}

/// Eight pairs of cells in loop order, and the house that links each pair to the next.
struct SkLoop<'p> {
    position: &'p Position,
    pairs: [CellSet; PAIRS],
    digits: [DigitSet; PAIRS],
    links: [House; PAIRS],
}

impl<'p> SkLoop<'p> {
    /// Returns the loop around the intersections of these rows and columns, if all its cells are empty and
    /// its pairs have few enough digits.
    fn new(position: &'p Position, rows: [usize; 2], columns: [usize; 2]) -> Option<SkLoop<'p>> {
        let corner = |row: usize, column: usize| Cell::new(rows[row], columns[column]);
        let pair = |corner: Cell, kind: HouseKind| {
            let r#box = corner.house(HouseKind::Box).cells();
            (corner.house(kind).cells() & r#box).without(corner)
        };
        // Go clockwise from the top left box. In each box, the pair before the corner comes first, then the
        // one after it.
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
        // Each digit of a pair is assigned to at least one of the pair's two links, and only sixteen digits
        // are assigned in all.
        let few = digits.iter().map(|digits| digits.len()).sum::<usize>() <= 2 * CELLS;
        (empty && few).then_some(SkLoop { position, pairs, digits, links })
    }

    /// Looks for ways to assign sixteen digits to the links so that each digit of a pair is assigned to one
    /// of its two links.
    fn find(&self, search: &mut SkLoopSearch<'_>) -> ControlFlow<()> {
        let mut linked = [DigitSet::EMPTY; PAIRS];
        // Choose the digits of the last link first, then follow the loop from the first pair.
        for last in subsets(self.digits[PAIRS - 1] | self.digits[0]) {
            if last.len() <= 4 {
                linked[PAIRS - 1] = last;
                self.assign(0, last.len(), &mut linked, search)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Assigns the digits of a pair to the link after it, except for those that the link before it already
    /// has.
    fn assign(
        &self,
        pair: usize,
        used: usize,
        linked: &mut [DigitSet; PAIRS],
        search: &mut SkLoopSearch<'_>,
    ) -> ControlFlow<()> {
        let before = linked[(pair + PAIRS - 1) % PAIRS];
        let needed = self.digits[pair] - before;
        if pair == PAIRS - 1 {
            // The last link was chosen at the beginning.
            let complete = needed.is_subset(linked[pair]) && used == CELLS;
            return if complete { self.report(linked, search) } else { ControlFlow::Continue(()) };
        }
        // The link may also get digits that only the next pair has.
        for more in subsets(self.digits[pair + 1] - needed) {
            search.budget.spend(1)?;
            linked[pair] = needed | more;
            let used = used + linked[pair].len();
            let left = self.min_digits_after(pair + 1, linked);
            if used + left <= CELLS {
                self.assign(pair + 1, used, linked, search)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns a lower bound for the number of digits in the links after this pair, not counting the last
    /// link.
    fn min_digits_after(&self, pair: usize, linked: &[DigitSet; PAIRS]) -> usize {
        let own = (self.digits[pair] - linked[pair - 1]).len();
        // Every second pair from here on. These pairs share no link with this pair or with each other.
        let further: usize = (pair + 2..PAIRS - 1).step_by(2).map(|pair| self.digits[pair].len()).sum();
        if pair == PAIRS - 1 { 0 } else { own + further }
    }

    /// Reports the eliminations: the digits assigned to each link, in the cells of its house outside the
    /// loop.
    fn report(&self, linked: &[DigitSet; PAIRS], search: &mut SkLoopSearch<'_>) -> ControlFlow<()> {
        let cells = self.pairs.iter().fold(CellSet::EMPTY, |all, &pair| all | pair);
        let mut eliminated = CandidateSet::EMPTY;
        let mut covers = Vec::new();
        for (&link, &digits) in self.links.iter().zip(linked) {
            for digit in digits {
                covers.push(Truth::House(link, digit));
                eliminated |= self.position.candidates_of(digit, link.cells() - cells);
            }
        }
        if eliminated.is_empty() || !search.reported.insert(eliminated) {
            return ControlFlow::Continue(());
        }
        let evidence = Cover { truths: cells.iter().map(Truth::Cell).collect(), covers };
        search.sink.take(Step::eliminating(Technique::SkLoop, eliminated, Evidence::Cover(evidence)))
    }
}

/// Returns all subsets of a set of digits, including the empty one.
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
    use crate::{AllSteps, SearchOptions};
    use veridoku_core::{Digit, Puzzle};

    #[test]
    fn easter_monster_has_an_sk_loop() {
        let puzzle: Puzzle =
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
                .parse()
                .expect("a puzzle");
        let position = Position::new(&puzzle).expect("no contradiction");
        let mut all = AllSteps::default();
        let end = sk_loop(&FinderContext::new(&position, SearchOptions::default()), &mut all);
        assert_eq!(end, ControlFlow::Continue(()));
        let eliminated =
            all.0.iter().fold(CandidateSet::EMPTY, |eliminated, step| eliminated | step.eliminations);
        assert!(eliminated.len() >= 13, "{} candidates", eliminated.len());
    }

    #[test]
    fn all_subsets_are_enumerated() {
        let digits: DigitSet = [1, 4, 7].iter().filter_map(|&number| Digit::from_number(number)).collect();
        let all: Vec<DigitSet> = subsets(digits).collect();
        assert_eq!(all.len(), 8);
        assert!(all.iter().all(|subset| subset.is_subset(digits)));
        assert_eq!(subsets(DigitSet::EMPTY).count(), 1);
    }
}
