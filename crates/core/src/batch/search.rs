//! The batch search: one depth-first search per slot, with all slots advancing together.
//!
//! ```text
//!           ┌──────────────────────────── settle ────────────────────────────┐
//!           │  sweep all boards until no more than a quarter still change    │
//!           └─────────────────────────────┬──────────────────────────────────┘
//!                                         ▼  advance all stable slots:
//!    stuck     Before the first guess, look for hidden pairs if the board is crowded.
//!              Otherwise push the twin, if there is one, on the stack as a row, and
//!              split the board into a board and a new twin.
//!    solved    Count the solution and keep the first one; then proceed as if dead.
//!    dead      The twin, if there is one, becomes the board; otherwise the top of the
//!              stack does. If both are empty, the search is over: write the answer
//!              and take the next puzzle.
//!    new       If the board was stable after the first pass and has no hidden pair,
//!              split it together with the stuck ones, without waiting for a sweep.
//! ```
//!
//! Boards that are still changing are left alone until they are stable. Deeper stack entries are needed more
//! rarely and are more expensive to access. Switching to the twin takes one operation per plane. Storing and
//! restoring a row of the stack takes one transpose each, which is shared by all slots that need it at the
//! same time.
//!
//! The answers do not depend on what the other slots contain. A board is advanced only when it is stable,
//! each search is independent of the others, and if a search is divided among slots at the end of the input,
//! [`work_sharing`](super::work_sharing) combines the parts as if it had not been divided.
//!
//! These ideas were tried and abandoned:
//!
//! - Sweeping the twins too, so that both children are processed at once: fewer accesses to the stack, but a
//!   speed loss of 40 % where the second child is never needed.
//! - Advancing all slots after a fixed number of sweeps, stable or not: 30 % more nodes with three sweeps and
//!   14 % more with four, no gain with either, and the answers depend on the other slots.
//! - A separate step for each kind of slot, performed when waiting for it has cost as much as the step
//!   itself: 40 % more sweeps and 0.92 to 1.0 times the speed, because a slot that waits for one step gains
//!   nothing from the others.

use super::board::{Boards, ROW_WORDS};
use super::branch::{ChooseGuess, GuessChoice, SplitBoards};
use super::checks::{CountCells, Crowded, Duplicates};
use super::first_pass::{FirstPass, FirstPassBoards, HiddenPairStatus, PendingBoard, ReadValues};
use super::hidden_pairs::HiddenPairs;
use super::in_flight::{InFlightBatches, LeftoverPolicy, PuzzleId};
use super::plane::{Backend, Kernel, Plane};
use super::slots::Slots;
use super::stack::Stacks;
use super::sweep::{DigitOrder, IgnoreChanges, Sweep, TrackChanges};
use super::transpose::{EitherToRows, PlanesToRows, RowBuffer, RowsToBoards};
use super::values::{BatchPuzzle, row_values};
use super::work_sharing::{FoldResult, SearchPart, SharedPuzzle, SlotTask};
use crate::grid::Grid;
use crate::solve::{End, Limits, SearchResult};

/// The maximum number of nodes per puzzle in the bulk engine. A puzzle that needs more is solved again from
/// the beginning by the single-puzzle engine.
///
/// The hardest known puzzles need fewer than 300 nodes. A puzzle that exceeds the limit often needs very many
/// nodes, up to millions, because the search thrashes. The other engine guesses differently and usually
/// avoids this.
pub const MAX_BATCH_NODES: u64 = 500;

/// The maximum number of solutions that are read row by row. If there are more, they are transposed together.
const READ_SINGLY_MAX: u32 = 48;

/// Slots are advanced when at most 1/`CHANGING_DIVISOR` of the live ones are still changing. Values from 3 to
/// 8 are equally fast.
const CHANGING_DIVISOR: u32 = 4;

/// The search looks for hidden pairs only when at least 1/`PAIRS_DIVISOR` of the live slots need it.
const PAIRS_DIVISOR: u32 = 8;

/// With [`LeftoverPolicy::SolveNow`], the single-puzzle engine solves the puzzles that are left after the
/// first pass if they would fill at most 1/`LEFTOVER_DIVISOR` of the slots.
const LEFTOVER_DIVISOR: usize = 8;

/// The number of nodes after which a search may be shared. Most searches end sooner, especially those that
/// quickly reach their solution limit, so sharing them would be a waste.
const MIN_NODES_TO_SHARE: u64 = 16;

/// The maximum node budget of a slot. The highest bit of the counter is not available, because it marks an
/// underflow. Searches that need more nodes are handed over to the single-puzzle engine.
const MAX_SLOT_NODES: u16 = i16::MAX as u16;

const _: () = assert!(MAX_BATCH_NODES <= MAX_SLOT_NODES as u64);

/// The current run of a slot: the search of a whole puzzle, or of a part of a shared one.
struct SlotRun {
    puzzle: PuzzleId,
    task: SlotTask,
    limits: Limits,
    found: u64,
}

/// The working memory of the search, allocated once.
pub(crate) struct Workspace<B: Backend> {
    token: B,
    first_pass: FirstPassBoards<B>,
    /// Boards from the first pass that are not in a slot yet.
    pending: Vec<PendingBoard>,

    /// The current board of each slot.
    boards: Box<Boards<B::Plane>>,
    /// The next board of each slot in [`Self::paired`].
    twins: Box<Boards<B::Plane>>,
    /// The boards that each slot searches after its twin.
    stacks: Stacks,
    choice: Box<GuessChoice<B::Plane>>,
    /// Rows copied from the planes.
    rows: RowBuffer<B::Plane>,
    /// Rows to be copied into the planes, for the slots in [`Self::incoming`].
    incoming_rows: RowBuffer<B::Plane>,

    runs: Vec<SlotRun>,
    /// The nodes that each run may still use. They are stored separately because every guess accesses them.
    nodes_left: Vec<u16>,
    /// The first solution of each slot's run.
    first_solutions: Vec<Grid>,
    /// Puzzles that are shared by several slots.
    shared_puzzles: Vec<SharedPuzzle>,
    /// Parts that must run again, with the index of their shared puzzle.
    reruns: Vec<(usize, SearchPart)>,
    /// The slot at which to start looking for work to steal.
    victim: usize,

    /// Slots that have work.
    occupied: Slots,
    /// Slots that have a twin.
    paired: Slots,
    /// Slots that have not guessed yet and may have hidden pairs.
    unguessed: Slots,
    /// Slots whose next board is in [`Self::incoming_rows`].
    incoming: Slots,
    /// The incoming slots whose board is already stable.
    ready: Slots,
    /// Slots whose work is no longer needed.
    cancelled: Slots,
}

impl<B: Backend> Workspace<B> {
    /// Allocates a workspace for a backend.
    pub(crate) fn new(token: B) -> Self {
        let idle = || SlotRun {
            puzzle: PuzzleId::NONE,
            task: SlotTask::Whole,
            limits: Limits { solutions: 0, nodes: 0 },
            found: 0,
        };
        Self {
            token,
            first_pass: FirstPassBoards::new(token),
            boards: Boards::empty(token),
            twins: Boards::empty(token),
            choice: GuessChoice::none(token),
            rows: RowBuffer::new(token),
            incoming_rows: RowBuffer::new(token),
            runs: (0..B::Plane::SLOTS).map(|_| idle()).collect(),
            nodes_left: vec![0; B::Plane::SLOTS],
            first_solutions: vec![Grid::EMPTY; B::Plane::SLOTS],
            stacks: Stacks::new(B::Plane::SLOTS),
            pending: Vec::new(),
            shared_puzzles: Vec::new(),
            reruns: Vec::new(),
            incoming: Slots::EMPTY,
            ready: Slots::EMPTY,
            occupied: Slots::EMPTY,
            paired: Slots::EMPTY,
            unguessed: Slots::EMPTY,
            cancelled: Slots::EMPTY,
            victim: 0,
        }
    }

    /// Starts a run in a slot; the caller must also write the row of its board to [`Self::incoming_rows`].
    fn start(&mut self, slot: usize, puzzle: PuzzleId, task: SlotTask, limits: Limits) {
        self.runs[slot] = SlotRun { puzzle, task, limits, found: 0 };
        self.nodes_left[slot] = limits.nodes as u16;
        self.incoming.insert(slot);
        self.occupied.insert(slot);
    }
}

/// The slots, classified by the state of their boards. A slot may be in several planes, or in none while its
/// board is changing.
struct SlotStates<P> {
    /// Occupied slots whose work is still needed.
    live: P,
    /// Slots that have a twin.
    paired: P,
    /// Slots whose board is a solution.
    solved: P,
    /// Slots whose board is stable and has unsolved cells.
    stuck: P,
    /// Slots whose board is dead, solved, or no longer needed.
    done: P,
}

/// The whole search as one kernel.
pub(crate) struct BatchSearch<'a, 'p, B: Backend, P: BatchPuzzle> {
    /// The working memory of the search.
    pub(crate) work: &'a mut Workspace<B>,
    /// The puzzles, and the storage for their answers.
    pub(crate) in_flight: InFlightBatches<'a, 'p, P>,
    /// The limits for each puzzle.
    pub(crate) limits: Limits,
}

impl<B: Backend, P: BatchPuzzle> Kernel for BatchSearch<'_, '_, B, P> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        self.fill();
        while self.work.occupied != Slots::EMPTY {
            self.settle();
            self.advance();
        }
    }
}

impl<B: Backend, P: BatchPuzzle> BatchSearch<'_, '_, B, P> {
    /// Gives every slot its first board.
    #[inline(always)]
    fn fill(&mut self) {
        self.work.pending.clear();
        self.work.shared_puzzles.clear();
        self.work.reruns.clear();
        self.work.occupied = Slots::EMPTY;
        self.work.paired = Slots::EMPTY;
        self.work.unguessed = Slots::EMPTY;
        self.work.cancelled = Slots::EMPTY;
        self.work.incoming = Slots::EMPTY;
        self.work.ready = Slots::EMPTY;
        self.work.boards.alive = B::Plane::zero(self.work.token);
        for slot in 0..B::Plane::SLOTS {
            self.refill(slot);
        }
        self.steal();
        self.rows_in();
        let Workspace { token, boards, .. } = &mut *self.work;
        token.frame(CountCells { boards });
    }

    /// Sweeps the boards until few of them are still changing.
    #[inline(always)]
    fn settle(&mut self) {
        let Workspace { token, boards, occupied, .. } = &mut *self.work;
        token.frame(Settle { token: *token, boards, live: occupied.plane(*token) });
    }

    /// Advances all stable slots.
    #[inline(always)]
    fn advance(&mut self) {
        let token = self.work.token;
        let SlotStates { live, paired, solved, mut stuck, done } = self.classify();
        self.find_hidden_pairs(live, &mut stuck);
        let (limit, kept) = self.count_solutions(Slots::of(solved));
        let budget = spend(&mut self.work.nodes_left, Slots::of(stuck));
        let over = budget.plane::<B::Plane>(token).or(limit.plane(token));
        let branching = stuck.and_not(over);
        let moved = done.and(paired).and_not(over);
        let waiting = paired.and_neither(done, branching).and_not(over);

        self.rows_out(kept, Slots::of(branching.and(paired)));
        self.work.incoming = Slots::EMPTY;
        self.work.ready = Slots::EMPTY;
        for slot in limit.iter() {
            self.finish(slot, End::SolutionLimit);
            self.refill(slot);
        }
        for slot in budget.iter() {
            self.finish(slot, End::NodeBudget);
            self.refill(slot);
        }
        for slot in Slots::of(done.and_neither(moved, over)).by_lane() {
            self.backtrack(slot);
        }
        if self.in_flight.is_exhausted() && self.work.pending.is_empty() {
            self.steal();
        }
        self.rows_in();
        self.split(branching, moved, waiting);
    }

    /// Classifies the slots by the state of their boards.
    #[inline(always)]
    fn classify(&mut self) -> SlotStates<B::Plane> {
        let Workspace { token, boards, occupied, paired, cancelled, .. } = &mut *self.work;
        let token = *token;
        let cancelled: B::Plane = cancelled.plane(token);
        let live = occupied.plane::<B::Plane>(token).and_not(cancelled);
        let stable = live.and(boards.alive).and_not(boards.changing);
        let duplicates = token.frame(Duplicates { token, boards });
        boards.alive = boards.alive.and_not(duplicates);
        let solved = stable.and_neither(boards.open, duplicates);
        SlotStates {
            live,
            paired: paired.plane::<B::Plane>(token).and_not(cancelled),
            solved,
            stuck: stable.and(boards.open).and_not(duplicates),
            done: live.and_not(boards.alive).or3(solved, cancelled),
        }
    }

    /// Looks for hidden pairs in boards before their first guess, if enough slots need it. Removes from
    /// `stuck` the slots in which pairs were found, and those that must wait because too few slots need it.
    #[inline(always)]
    fn find_hidden_pairs(&mut self, live: B::Plane, stuck: &mut B::Plane) {
        let Workspace { token, boards, unguessed, .. } = &mut *self.work;
        let token = *token;
        let eligible = stuck.and(unguessed.plane(token));
        if eligible.count() == 0 {
            return;
        }
        let mut crowded = eligible.and(token.frame(Crowded { token, boards }));
        if PAIRS_DIVISOR * crowded.count() >= live.count() {
            crowded = crowded.and(token.frame(HiddenPairs { token, boards, slots: crowded }));
        }
        *stuck = stuck.and_not(crowded);
        *unguessed = Slots::of(unguessed.plane::<B::Plane>(token).and_not(*stuck));
    }

    /// Counts a solution in each of the given slots. Returns the slots that have reached their solution
    /// limit, and the slots that have found their first solution.
    #[inline(always)]
    fn count_solutions(&mut self, solved: Slots) -> (Slots, Slots) {
        let (mut limit, mut first) = (Slots::EMPTY, Slots::EMPTY);
        for slot in solved.iter() {
            let run = &mut self.work.runs[slot];
            if run.found == 0 {
                first.insert(slot);
                self.in_flight.prefetch::<B::Plane>(self.work.token, run.puzzle);
            }
            run.found += 1;
            if run.found == run.limits.solutions {
                limit.insert(slot);
            }
        }
        (limit, first)
    }

    /// Stores the solutions of the slots in `kept`, and pushes the twins of the slots in `pushed` on their
    /// stacks.
    #[inline(always)]
    fn rows_out(&mut self, mut kept: Slots, pushed: Slots) {
        let Workspace { token, first_pass, boards, twins, stacks, rows, first_solutions, .. } =
            &mut *self.work;
        let token = *token;
        if kept.len() > READ_SINGLY_MAX {
            token.frame(ReadValues { memory: first_pass, boards, solved: kept, grids: first_solutions });
            kept = Slots::EMPTY;
        }
        if !kept.is_empty() {
            token.frame(EitherToRows { token, yes: boards, no: twins, which: kept.plane(token), rows });
        } else if !pushed.is_empty() {
            token.frame(PlanesToRows { token, planes: &twins.candidate, rows });
        }
        for slot in pushed.by_lane() {
            rows.copy_row(slot, stacks.push(slot));
        }
        for slot in kept.iter() {
            let mut row = [0; ROW_WORDS];
            rows.copy_row(slot, &mut row);
            row_values(&row, first_solutions[slot].numbers_mut());
        }
    }

    /// Copies the incoming rows into the planes.
    #[inline(always)]
    fn rows_in(&mut self) {
        let Workspace { token, boards, incoming, incoming_rows, .. } = &mut *self.work;
        let token = *token;
        if !incoming.is_empty() {
            let incoming = incoming.plane::<B::Plane>(token);
            token.frame(RowsToBoards { token, rows: incoming_rows, boards, incoming });
            boards.alive = boards.alive.or(incoming);
        }
    }

    /// Splits the boards of the branching slots and of the incoming slots whose board is already stable. In
    /// the slots of `moved`, the twin becomes the board.
    #[inline(always)]
    fn split(&mut self, branching: B::Plane, moved: B::Plane, waiting: B::Plane) {
        let Workspace { token, boards, twins, choice, ready, nodes_left, .. } = &mut *self.work;
        let token = *token;
        if !ready.is_empty() {
            token.frame(CountCells { boards });
            ready.iter().for_each(|slot| nodes_left[slot] -= 1);
        }
        let branching = branching.or(ready.plane(token));
        token.frame(ChooseGuess { token, boards, stuck: branching, choice });
        token.frame(SplitBoards { boards, twins, choice, branching, moved });
        self.work.paired = Slots::of(branching.or(waiting));
    }

    /// Moves a slot on to the next board of its search, or to another search if no board is left.
    fn backtrack(&mut self, slot: usize) {
        if self.work.cancelled.contains(slot) {
            return self.refill(slot);
        }
        let work = &mut *self.work;
        if let Some(row) = work.stacks.pop(slot) {
            work.incoming_rows.set_row(slot, row);
            work.incoming.insert(slot);
        } else {
            self.finish(slot, End::Complete);
            self.refill(slot);
        }
    }

    /// Assigns a new board, if there is one, to a slot whose search is over.
    fn refill(&mut self, slot: usize) {
        self.work.cancelled.remove(slot);
        self.work.unguessed.remove(slot);
        self.work.stacks.clear(slot);
        if let Some((shared, part)) = self.work.reruns.pop() {
            let puzzle = self.work.shared_puzzles[shared].puzzle;
            self.work.start(slot, puzzle, SlotTask::Rerun { shared, part: part.id }, part.limits);
            self.work.incoming_rows.set_row(slot, &part.root);
            return;
        }
        while self.work.pending.is_empty()
            && let Some(group) = self.in_flight.group(B::Plane::SLOTS)
        {
            let work = &mut *self.work;
            let any = group.id(0);
            let answered = work.token.frame(FirstPass {
                memory: &mut work.first_pass,
                group,
                solved_end: if self.limits.solutions > 1 { End::Complete } else { End::SolutionLimit },
                pending: &mut work.pending,
            });
            self.in_flight.record_answered(any, answered);
            if self.in_flight.leftovers() == LeftoverPolicy::SolveNow
                && work.pending.len() <= B::Plane::SLOTS / LEFTOVER_DIVISOR
            {
                work.pending.retain(|board| !self.in_flight.answer_singly(board.puzzle, self.limits));
            }
        }
        let work = &mut *self.work;
        let Some(PendingBoard { puzzle, row, hidden_pairs }) = work.pending.last() else {
            work.occupied.remove(slot);
            return;
        };
        let puzzle = *puzzle;
        match hidden_pairs {
            HiddenPairStatus::Unknown => work.unguessed.insert(slot),
            // A stable board without hidden pairs can be split at once, unless the node budget is zero.
            HiddenPairStatus::None if self.limits.nodes > 0 => work.ready.insert(slot),
            HiddenPairStatus::None => {}
        }
        work.incoming_rows.set_row(slot, row);
        work.pending.pop();
        work.start(slot, puzzle, SlotTask::Whole, self.limits);
    }

    /// Ends the search of a slot: writes the answer, or adds the result to that of a shared puzzle.
    fn finish(&mut self, slot: usize, end: End) {
        if self.work.cancelled.contains(slot) {
            return;
        }
        let run = &self.work.runs[slot];
        let first = (run.found > 0).then_some(self.work.first_solutions[slot]);
        let nodes = run.limits.nodes - u64::from(self.work.nodes_left[slot]);
        let result = SearchResult { count: run.found, nodes, first, end };
        let (shared, part) = match run.task {
            SlotTask::Whole => return self.in_flight.answer(run.puzzle, result),
            SlotTask::Part { shared, part } | SlotTask::Rerun { shared, part } => (shared, part),
        };
        match self.work.shared_puzzles[shared].finish(part, result, self.limits) {
            FoldResult::Pending => return,
            FoldResult::Answer(answer) => {
                self.in_flight.answer(self.work.shared_puzzles[shared].puzzle, answer);
            }
            FoldResult::Rerun(part) => self.work.reruns.push((shared, part)),
        }
        for other in self.work.occupied.iter().filter(|other| *other != slot) {
            if self.work.runs[other].task.shared() == Some(shared) {
                self.work.cancelled.insert(other);
            }
        }
    }

    /// Lets idle slots take over the oldest open boards of busy slots. This happens only at the end of the
    /// input.
    fn steal(&mut self) {
        let size = B::Plane::SLOTS;
        'thieves: for thief in 0..size {
            if self.work.occupied.contains(thief) {
                continue;
            }
            for offset in 0..size {
                let victim = (self.work.victim + offset) % size;
                let run = &mut self.work.runs[victim];
                let used = run.limits.nodes - u64::from(self.work.nodes_left[victim]);
                let too_small = run.task == SlotTask::Whole && used < MIN_NODES_TO_SHARE;
                if too_small || run.task.is_rerun() || self.work.cancelled.contains(victim) {
                    continue;
                }
                let Some(root) = self.work.stacks.pop_oldest(victim) else { continue };
                let (shared, part) = if let SlotTask::Part { shared, part } = run.task {
                    (shared, part)
                } else {
                    self.work.shared_puzzles.push(SharedPuzzle::new(run.puzzle, run.limits));
                    (self.work.shared_puzzles.len() - 1, SharedPuzzle::FIRST)
                };
                run.task = SlotTask::Part { shared, part };
                let (puzzle, limits) = (run.puzzle, run.limits);
                let part = self.work.shared_puzzles[shared].split(part, root, limits);
                self.work.victim = (victim + 1) % size;
                self.work.start(thief, puzzle, SlotTask::Part { shared, part }, limits);
                self.work.incoming_rows.set_row(thief, &root);
                continue 'thieves;
            }
            return;
        }
    }
}

/// Subtracts one node from each of the given slots, and returns the slots that had none left.
#[inline(always)]
fn spend(nodes_left: &mut [u16], slots: Slots) -> Slots {
    // If a slot has no nodes left, its counter wraps around, which sets the highest bit. That is rare, so
    // check once for all slots.
    let mut all_bits = 0;
    for (bits, left) in slots.words().iter().zip(nodes_left.as_chunks_mut::<64>().0) {
        for (place, left) in left.iter_mut().enumerate() {
            *left = left.wrapping_sub((bits >> place & 1) as u16);
            all_bits |= *left;
        }
    }
    let mut none = Slots::EMPTY;
    if all_bits > MAX_SLOT_NODES {
        for (slot, left) in nodes_left.iter_mut().enumerate().filter(|(_, left)| **left == u16::MAX) {
            *left = 0;
            none.insert(slot);
        }
    }
    none
}

/// Sweeps until few of the live slots are still changing.
struct Settle<'a, B: Backend> {
    token: B,
    boards: &'a mut Boards<B::Plane>,
    live: B::Plane,
}

impl<B: Backend> Kernel for Settle<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { token, boards, live } = self;
        let enough = live.count() / CHANGING_DIVISOR;
        token.frame(Sweep { boards, order: DigitOrder::Up, tracker: IgnoreChanges, background: || () });
        let mut order = DigitOrder::Down;
        loop {
            token.frame(Sweep { boards, order, tracker: TrackChanges::new(token), background: || () });
            order = order.reversed();
            if boards.changing.and3(boards.alive, live).count() <= enough {
                break;
            }
        }
    }
}
