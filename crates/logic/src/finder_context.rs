//! A position and what finders share: tables that are built when the first finder asks for them.

use crate::budget::SearchBudget;
use crate::coloring::{self, Coloring};
use crate::families::als::AlmostLockedSets;
use crate::families::rectangles::{UniqueRectangle, rectangles};
use crate::links::{LinkSelection, LinkTable};
use crate::position::Position;
use crate::search_options::SearchOptions;
use crate::templates;
use std::cell::{Cell, OnceCell};
use veridoku_core::{CellSet, Digit, HouseSet};

/// The position a finder looks at, how far it may look, and the tables it shares with others.
#[derive(Debug)]
pub struct FinderContext<'a> {
    position: &'a Position,
    options: SearchOptions,
    strong_houses: OnceCell<[HouseSet; Digit::COUNT]>,
    colorings: OnceCell<[Vec<Coloring>; Digit::COUNT]>,
    reachable: OnceCell<[CellSet; Digit::COUNT]>,
    plain_links: OnceCell<LinkTable>,
    grouped_links: OnceCell<LinkTable>,
    rectangles: OnceCell<Vec<UniqueRectangle>>,
    almost_locked_sets: OnceCell<AlmostLockedSets>,
    cut_short: Cell<bool>,
}

impl<'a> FinderContext<'a> {
    /// A context without any table built.
    pub fn new(position: &'a Position, options: SearchOptions) -> FinderContext<'a> {
        FinderContext {
            position,
            options,
            strong_houses: OnceCell::new(),
            colorings: OnceCell::new(),
            reachable: OnceCell::new(),
            plain_links: OnceCell::new(),
            grouped_links: OnceCell::new(),
            rectangles: OnceCell::new(),
            almost_locked_sets: OnceCell::new(),
            cut_short: Cell::new(false),
        }
    }

    /// The position.
    pub fn position(&self) -> &'a Position {
        self.position
    }

    /// How far finders may look.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// What a search may cost: at most so much, unless the budget is larger than usual, and never more than it.
    pub(crate) fn budget(&self, most: u64) -> SearchBudget<'_> {
        SearchBudget::new(self.options.budget.min(self.options.raised(most)), &self.cut_short)
    }

    /// Notes that a finder did not look at everything.
    pub(crate) fn note_cut_short(&self) {
        self.cut_short.set(true);
    }

    /// Whether a finder was cut short by its budget since this was asked last.
    pub fn take_cut_short(&self) -> bool {
        self.cut_short.take()
    }

    /// The houses in which the digit has just two places: its strong links.
    pub(crate) fn strong_houses(&self, digit: Digit) -> HouseSet {
        self.strong_houses.get_or_init(|| self.position.strong_houses())[digit.index()]
    }

    /// The strong links of the digit in two colours, in the order of their first places.
    pub(crate) fn colorings(&self, digit: Digit) -> &[Coloring] {
        let build =
            || Digit::ALL.map(|digit| coloring::colorings(self.position, digit, self.strong_houses(digit)));
        &self.colorings.get_or_init(build)[digit.index()]
    }

    /// The candidates of the digit that are part of no way to place it in the whole grid.
    ///
    /// A pattern of this digit alone strikes nothing else: where there are none, it need not be looked for.
    pub(crate) fn lost(&self, digit: Digit) -> CellSet {
        let reachable = self.reachable.get_or_init(|| {
            let mut cells = Digit::ALL.map(|digit| self.position.cells(digit));
            for (cell, digit) in self.position.values().values() {
                cells[digit.index()].insert(cell);
            }
            cells.map(templates::reachable)
        });
        self.position.cells(digit) - reachable[digit.index()]
    }

    /// The links between candidates.
    pub(crate) fn plain_links(&self) -> &LinkTable {
        self.plain_links.get_or_init(|| LinkTable::new(self.position, LinkSelection::Plain))
    }

    /// The links between candidates and groups.
    pub(crate) fn grouped_links(&self) -> &LinkTable {
        self.grouped_links.get_or_init(|| LinkTable::new(self.position, LinkSelection::Grouped))
    }

    /// The unique rectangles of the position.
    pub(crate) fn rectangles(&self) -> &[UniqueRectangle] {
        self.rectangles.get_or_init(|| rectangles(self.position, self.options.rectangles))
    }

    /// The almost locked sets of the position and how they are linked.
    pub(crate) fn almost_locked_sets(&self) -> &AlmostLockedSets {
        let build = || AlmostLockedSets::new(self.position, &self.options);
        let table = self.almost_locked_sets.get_or_init(build);
        // Whoever reads a table with gaps has them in its own search.
        if !table.is_complete() {
            self.note_cut_short();
        }
        table
    }
}
