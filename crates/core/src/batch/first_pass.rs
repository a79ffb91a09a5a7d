//! The first pass: reads a group of puzzles, sweeps it, and answers the puzzles that need no search.
//!
//! Puzzles do not start in the slots of the search, because most published puzzles need no search. In the
//! first pass the whole group advances together, and puzzles and answers are transposed as nibbles
//! ([`values`](super::values)), which is cheaper than transposing whole boards. The next group is prefetched
//! while this one is swept: the puzzles and answers of a large batch are not in the cache, and loading them
//! on demand took a sixth of the time on easy puzzles.

use super::board::{BoardRow, Boards, ROW_WORDS};
use super::checks::{CountCells, Crowded, Duplicates, Incomplete};
use super::hidden_pairs::HiddenPairs;
use super::in_flight::{PuzzleGroup, PuzzleId};
use super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use super::slots::Slots;
use super::sweep::{BACKGROUND_CALLS, DigitOrder, IgnoreChanges, Sweep, TrackChanges};
use super::transpose::{PlanesToRows, RowBuffer, RowsToBoards, RowsToPlanes};
use super::values::{BatchPuzzle, CODE_PLANES, Decode, Encode, PackedForm};
use crate::grid::Grid;
use crate::solve::{End, SearchResult};

/// A group is swept until at most 1/`CHANGING_DIVISOR` of the slots are still changing. The remaining boards
/// are left to the search, where more of the slots benefit from each sweep.
const CHANGING_DIVISOR: u32 = 8;

/// The first pass looks for hidden pairs only if at least 1/`PAIRS_DIVISOR` of the slots need it.
const PAIRS_DIVISOR: u32 = 8;

/// A board that needs a search.
pub(crate) struct PendingBoard {
    /// The puzzle that the board belongs to.
    pub(crate) puzzle: PuzzleId,
    /// The candidates of the board.
    pub(crate) row: BoardRow,
    /// Whether the board may have hidden pairs.
    pub(crate) hidden_pairs: HiddenPairStatus,
}

/// What is known about the hidden pairs of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HiddenPairStatus {
    /// The board may have hidden pairs.
    Unknown,
    /// The board has no hidden pairs.
    None,
}

/// The working memory of the first pass.
pub(crate) struct FirstPassBoards<B: Backend> {
    token: B,
    boards: Box<Boards<B::Plane>>,
    code: Box<[B::Plane; CODE_PLANES]>,
    rows: RowBuffer<B::Plane>,
}

impl<B: Backend> FirstPassBoards<B> {
    /// Allocates the working memory for a backend.
    pub(crate) fn new(token: B) -> Self {
        Self {
            token,
            boards: Boards::empty(token),
            code: Box::new([B::Plane::zero(token); CODE_PLANES]),
            rows: RowBuffer::new(token),
        }
    }
}

/// Reads the values of many solved boards at once.
pub(crate) struct ReadValues<'a, B: Backend> {
    /// The working memory of the first pass; only its code planes and rows are used.
    pub(crate) memory: &'a mut FirstPassBoards<B>,
    /// The boards.
    pub(crate) boards: &'a Boards<B::Plane>,
    /// The slots whose boards are solved.
    pub(crate) solved: Slots,
    /// The grids to write, one for each slot.
    pub(crate) grids: &'a mut [Grid],
}

impl<B: Backend> Kernel for ReadValues<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FirstPassBoards { token, code, rows, .. } = self.memory;
        let token = *token;
        token.frame(Encode { boards: self.boards, code });
        token.frame(PlanesToRows { token, planes: &code[..], rows });
        for slot in self.solved.iter() {
            rows.unpack_code(slot, self.grids[slot].numbers_mut());
        }
    }
}

/// Runs the first pass on a group of puzzles: answers those that sweeps alone can solve or refute, and queues
/// the rest.
pub(crate) struct FirstPass<'a, 'g, B: Backend, P: BatchPuzzle> {
    /// The working memory of the first pass.
    pub(crate) memory: &'a mut FirstPassBoards<B>,
    /// The puzzles, at most one per slot.
    pub(crate) group: PuzzleGroup<'g, P>,
    /// The [`End`] to report for a puzzle that is solved by sweeps alone.
    pub(crate) solved_end: End,
    /// Receives the boards that need a search.
    pub(crate) pending: &'a mut Vec<PendingBoard>,
}

impl<B: Backend, P: BatchPuzzle> Kernel for FirstPass<'_, '_, B, P> {
    /// The number of puzzles that were answered.
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self { memory, group, solved_end, pending } = self;
        let FirstPassBoards { token, boards, code, rows } = memory;
        let (token, boards) = (*token, &mut **boards);
        let (first, count) = (group.first, group.count);
        match P::FORM {
            PackedForm::Code => {
                for (slot, puzzle) in group.puzzles[first..][..count].iter().enumerate() {
                    rows.set_code(slot, puzzle.packed().first_chunk().unwrap());
                }
                token.frame(RowsToPlanes { token, rows, planes: &mut code[..] });
                token.frame(Decode { token, code, boards });
            }
            PackedForm::Row => {
                for (slot, puzzle) in group.puzzles[first..][..count].iter().enumerate() {
                    rows.set_row(slot, &puzzle.packed());
                }
                let incoming = B::Plane::splat(token, !0);
                token.frame(RowsToBoards { token, rows, boards, incoming });
                token.frame(CountCells { boards });
                boards.alive = incoming;
            }
        }
        let mut present = [0; MAX_WORDS];
        for (word, bits) in present.iter_mut().enumerate() {
            *bits = match count.saturating_sub(64 * word) {
                n @ 0..64 => (1 << n) - 1,
                _ => !0,
            };
        }
        let present = B::Plane::from_words(token, present);
        // The sweeps prefetch the next group and the storage for its answers in the background.
        let mut ahead = group.puzzles[first + count..].iter().zip(&group.answers[first + count..]);
        // Almost no group is stable before its fourth sweep, so the first three do not track changes.
        for order in [DigitOrder::Up, DigitOrder::Down, DigitOrder::Up] {
            let background = || {
                for (puzzle, answer) in ahead.by_ref().take(B::Plane::SLOTS / (3 * BACKGROUND_CALLS) + 1) {
                    B::Plane::prefetch(token, puzzle);
                    B::Plane::prefetch(token, answer);
                }
            };
            token.frame(Sweep { boards, order, tracker: IgnoreChanges, background });
        }
        let mut order = DigitOrder::Down;
        let mut ready = B::Plane::zero(token);
        loop {
            token.frame(Sweep { boards, order, tracker: TrackChanges::new(token), background: || () });
            order = order.reversed();
            let open = present.and3(boards.open, boards.alive);
            if open.and(boards.changing).count() > B::Plane::SLOTS as u32 / CHANGING_DIVISOR {
                continue;
            }
            // Look for hidden pairs in the stable boards, where that is worthwhile.
            let stuck = open.and_neither(boards.changing, ready);
            let crowded = stuck.and(token.frame(Crowded { token, boards }));
            ready = ready.or(stuck.and_not(crowded));
            if crowded.count() < B::Plane::SLOTS as u32 / PAIRS_DIVISOR {
                break;
            }
            let changed = token.frame(HiddenPairs { token, boards, slots: crowded });
            ready = ready.or(crowded.and_not(changed));
        }
        let incomplete = token.frame(Incomplete { token, boards });
        let solved = present.and_neither(boards.open, incomplete).and(boards.alive);
        let mut unfinished = present.and3(boards.open, boards.alive);
        if ready.count() != 0 {
            unfinished = unfinished.and_not(ready.and(token.frame(Duplicates { token, boards })));
        }
        for slot in Slots::of(present.and_neither(solved, unfinished)).iter() {
            group.answers[first + slot] = SearchResult::NONE;
        }
        let solved = Slots::of(solved);
        if !solved.is_empty() {
            token.frame(Encode { boards, code });
            token.frame(PlanesToRows { token, planes: &code[..], rows });
            for slot in solved.iter() {
                let grid = Grid::written(|values| rows.unpack_code(slot, values));
                group.answers[first + slot] =
                    SearchResult { count: 1, nodes: 0, first: Some(grid), end: solved_end };
            }
        }
        let (unfinished, ready) = (Slots::of(unfinished), Slots::of(ready));
        let answered = count - unfinished.len() as usize;
        if !unfinished.is_empty() {
            token.frame(PlanesToRows { token, planes: &boards.candidate, rows });
            for slot in unfinished.iter() {
                let mut row = [0; ROW_WORDS];
                rows.copy_row(slot, &mut row);
                let hidden_pairs =
                    if ready.contains(slot) { HiddenPairStatus::None } else { HiddenPairStatus::Unknown };
                pending.push(PendingBoard { puzzle: group.id(first + slot), row, hidden_pairs });
            }
        }
        answered
    }
}
