//! Basic fish without fins: X-Wing, Swordfish and larger ones.
//!
//! They have a separate search, since they are looked for in nearly every position and nine masks suffice to
//! find them:
//!
//! ```text
//!            columns with a candidate
//! row 2      . x . . . . x . .  ┐
//! row 6      . x . . . . x . .  ┘ together as many columns as rows
//! ```

use crate::{Evidence, FinderContext, Fish, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CellSet, Digit, House, HouseKind, HouseSet};

/// Passes the fish of this size to the sink, ordered by digit, then by direction (rows first), then by base
/// lines.
pub(super) fn find(
    context: &FinderContext<'_>,
    technique: Technique,
    size: usize,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    for digit in Digit::ALL {
        for (base, cover) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
            BasicFishSearch { position, technique, digit, base, cover, size, sink }.find()?;
        }
    }
    ControlFlow::Continue(())
}

/// A search for basic fish of one digit in one direction.
struct BasicFishSearch<'a> {
    position: &'a Position,
    technique: Technique,
    digit: Digit,
    base: HouseKind,
    cover: HouseKind,
    size: usize,
    sink: &'a mut dyn Sink,
}

impl BasicFishSearch<'_> {
    fn find(&mut self) -> ControlFlow<()> {
        let mut lines = [(0, 0); 9];
        let mut count = 0;
        for index in 0..9 {
            let places = self.position.places(House::new(self.base, index), self.digit);
            // A line with only one place contains a hidden single and is not used for fish.
            if (2..=self.size).contains(&(places.count_ones() as usize)) {
                lines[count] = (index, places);
                count += 1;
            }
        }
        if count < self.size {
            return ControlFlow::Continue(());
        }
        self.add(&lines[..count], self.size, HouseSet::EMPTY, 0)
    }

    /// Tries each remaining line as the next base line, as long as the base has places in at most `size`
    /// columns.
    fn add(&mut self, rest: &[(usize, u16)], left: usize, base: HouseSet, places: u16) -> ControlFlow<()> {
        if left == 0 {
            return self.report(base, places);
        }
        for (position, &(index, more)) in rest.iter().enumerate() {
            let places = places | more;
            if places.count_ones() as usize <= self.size {
                let base = base.with(House::new(self.base, index));
                self.add(&rest[position + 1..], left - 1, base, places)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the fish if it eliminates anything.
    fn report(&mut self, base: HouseSet, places: u16) -> ControlFlow<()> {
        if places.count_ones() as usize != self.size {
            return ControlFlow::Continue(());
        }
        let cover: HouseSet = (0..9)
            .filter(|index| places >> index & 1 != 0)
            .map(|index| House::new(self.cover, index))
            .collect();
        let cells =
            |houses: HouseSet| houses.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells());
        let eliminated = self.position.candidates_of(self.digit, cells(cover) - cells(base));
        self.sink.eliminate(self.technique, eliminated, || {
            Evidence::Fish(Fish {
                digit: self.digit,
                base,
                cover,
                fins: CellSet::EMPTY,
                endo_fins: CellSet::EMPTY,
                twin: None,
                chains: Vec::new(),
            })
        })
    }
}
