//! The stacks of all slots: the boards that their searches still have to visit.
//!
//! ```text
//!               slot 0   slot 1   slot 2         slot n-1
//! level 2     [        |  row   |        |  ...  |        ]    ◀ top of slot 1
//! level 1     [  row   |  row   |        |  ...  |        ]
//! level 0     [  row   | stolen |        |  ...  |  row   ]
//! ```
//!
//! Level by level and not slot by slot, because most searches are at about the same
//! depth: what is in use lies together. A linked pool of rows was tried and was slower,
//! each push waiting for the link of the one before.

use super::board::{BoardRow, ROW_WORDS};

/// The rows from level `bottom` up to but not including `top` are on the stack of a slot.
#[derive(Clone, Copy, Default)]
struct StackRange {
    bottom: u32,
    top: u32,
}

/// One stack for each slot.
pub(crate) struct Stacks {
    rows: Vec<BoardRow>,
    extents: Vec<StackRange>,
}

impl Stacks {
    /// Empty stacks for a number of slots.
    pub(crate) fn new(slots: usize) -> Self {
        Self { rows: Vec::new(), extents: vec![StackRange::default(); slots] }
    }

    /// Puts a row on the stack of a slot and returns it, to be written.
    #[inline(always)]
    pub(crate) fn push(&mut self, slot: usize) -> &mut BoardRow {
        let slots = self.extents.len();
        let extent = &mut self.extents[slot];
        let at = extent.top as usize * slots + slot;
        extent.top += 1;
        if at >= self.rows.len() {
            self.grow();
        }
        &mut self.rows[at]
    }

    /// Adds a level.
    #[cold]
    fn grow(&mut self) {
        self.rows.resize(self.rows.len() + self.extents.len(), [0; ROW_WORDS]);
    }

    /// Takes the youngest row off the stack of a slot.
    #[inline(always)]
    pub(crate) fn pop(&mut self, slot: usize) -> Option<&BoardRow> {
        let slots = self.extents.len();
        let extent = &mut self.extents[slot];
        if extent.top == extent.bottom {
            return None;
        }
        extent.top -= 1;
        Some(&self.rows[extent.top as usize * slots + slot])
    }

    /// Takes the oldest row off the stack of a slot.
    pub(crate) fn pop_oldest(&mut self, slot: usize) -> Option<BoardRow> {
        let slots = self.extents.len();
        let extent = &mut self.extents[slot];
        if extent.top == extent.bottom {
            return None;
        }
        extent.bottom += 1;
        Some(self.rows[(extent.bottom - 1) as usize * slots + slot])
    }

    /// Empties the stack of a slot.
    #[inline(always)]
    pub(crate) fn clear(&mut self, slot: usize) {
        self.extents[slot] = StackRange::default();
    }
}
