//! A position with the tables that finders share. Each table is built when a finder first needs it.

use crate::budget::SearchBudget;
use crate::coloring::{self, Coloring};
use crate::families::als::AlmostLockedSets;
use crate::families::rectangles::{UniqueRectangle, unique_rectangles};
use crate::links::{LinkSelection, LinkTable};
use crate::templates;
use crate::{Position, SearchOptions};
use std::cell::{Cell, OnceCell};
use veridoku_core::{CellSet, Digit, HouseSet};

/// The position to search, the search options, and the tables that finders share.
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
    /// Creates a context in which no table has been built yet.
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

    /// Returns the position.
    pub fn position(&self) -> &'a Position {
        self.position
    }

    /// Returns the search options.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Creates the budget for a search with the given limit. The limit is scaled up if the budget in the
    /// options is larger than the default, and is never more than that budget.
    pub(crate) fn budget(&self, limit: u64) -> SearchBudget<'_> {
        SearchBudget::new(self.options.budget.min(self.options.scaled(limit)), &self.cut_short)
    }

    /// Records that a search was cut short.
    pub(crate) fn note_cut_short(&self) {
        self.cut_short.set(true);
    }

    /// Reports whether a search was cut short since the last call, and resets the flag.
    pub fn take_cut_short(&self) -> bool {
        self.cut_short.take()
    }

    /// Returns the houses in which the digit has exactly two places: its strong links.
    pub(crate) fn strong_houses(&self, digit: Digit) -> HouseSet {
        self.strong_houses.get_or_init(|| self.position.strong_houses())[digit.index()]
    }

    /// Returns the colourings of the digit's strong links, in the order of their first cells.
    pub(crate) fn colorings(&self, digit: Digit) -> &[Coloring] {
        let build =
            || Digit::ALL.map(|digit| coloring::colorings(self.position, digit, self.strong_houses(digit)));
        &self.colorings.get_or_init(build)[digit.index()]
    }

    /// Returns the candidates of the digit that are not part of any way to place it in the whole grid.
    ///
    /// A pattern of this digit alone cannot eliminate other candidates, so if the set is empty, there is no
    /// need to search for such patterns.
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

    /// Returns the links between single candidates.
    pub(crate) fn plain_links(&self) -> &LinkTable {
        self.plain_links.get_or_init(|| LinkTable::new(self.position, LinkSelection::Plain))
    }

    /// Returns the links between candidates and groups of candidates.
    pub(crate) fn grouped_links(&self) -> &LinkTable {
        self.grouped_links.get_or_init(|| LinkTable::new(self.position, LinkSelection::Grouped))
    }

    /// Returns the unique rectangles of the position.
    pub(crate) fn rectangles(&self) -> &[UniqueRectangle] {
        self.rectangles.get_or_init(|| unique_rectangles(self.position, self.options.rectangles))
    }

    /// Returns the almost locked sets of the position and their links.
    pub(crate) fn almost_locked_sets(&self) -> &AlmostLockedSets {
        let build = || AlmostLockedSets::new(self.position, &self.options);
        let table = self.almost_locked_sets.get_or_init(build);
        // A search that uses an incomplete table is incomplete too.
        if !table.is_complete() {
            self.note_cut_short();
        }
        table
    }
}
