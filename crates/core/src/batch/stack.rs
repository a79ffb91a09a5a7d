//! The stacks of all slots: the boards that their searches have yet to visit.
//!
//! ```text
//!               slot 0   slot 1   slot 2         slot n-1
//! level 2     [        |  row   |        |  ...  |        ]    ◀ top of slot 1
//! level 1     [  row   |  row   |        |  ...  |        ]
//! level 0     [  row   | stolen |        |  ...  |  row   ]
//! ```
//!
//! Rows are stored level by level instead of slot by slot. Most searches are at about the same depth, so the
//! rows in use are close together. A linked pool of rows was slower, because each push had to wait for the
//! link of the previous one.

use super::board::{BoardRow, ROW_WORDS};

/// The range of levels on the stack of a slot, from `bottom` up to but not including `top`.
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
    /// Creates empty stacks for the given number of slots.
    pub(crate) fn new(slots: usize) -> Self {
        Self { rows: Vec::new(), extents: vec![StackRange::default(); slots] }
    }

    /// Pushes a row on the stack of a slot, and returns it for the caller to fill in.
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

    /// Pops the newest row from the stack of a slot.
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

    /// Removes the oldest row from the stack of a slot.
    pub(crate) fn pop_oldest(&mut self, slot: usize) -> Option<BoardRow> {
        let slots = self.extents.len();
        let extent = &mut self.extents[slot];
        if extent.top == extent.bottom {
            return None;
        }
        extent.bottom += 1;
        Some(self.rows[(extent.bottom - 1) as usize * slots + slot])
    }

    /// Clears the stack of a slot.
    #[inline(always)]
    pub(crate) fn clear(&mut self, slot: usize) {
        self.extents[slot] = StackRange::default();
    }
}
