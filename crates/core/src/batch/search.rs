//! The search: one depth-first search in every slot, all in step.
//!
//! ```text
//!           ┌────────────────────────── settle ──────────────────────────┐
//!           │  sweep all boards until no more than a quarter still moves │
//!           └────────────────────────────┬───────────────────────────────┘
//!                                        ▼  serve, all slots that stand still:
//!    stuck     before the first guess: hidden pairs, if the board is crowded. Then: has a
//!              twin? it goes to the stack as a row. Then split: board and new twin.
//!    solved    count it, keep the first; then as dead.
//!    dead      has a twin? it becomes the board. Else the top of the stack. Else the
//!              search is over: write the answer, and take the next puzzle.
//!    new       stands still since it was fresh, and has no hidden pair? Then it is split
//!              with the stuck ones, and need not wait for another service.
//! ```
//!
//! Boards that still move are left alone and served another time. The deeper a stack
//! entry the rarer it is needed, and the dearer it is to get at: the twin costs one
//! operation a plane, a row of the stack a transpose out and another one in, shared by all slots that
//! need one.
//!
//! Nothing in a slot depends on which slots are its neighbours: a board is served only when it has come
//! to its own end, its search is its own, and when a search is split at the end of the input,
//! [`task`](super::share) puts the parts together again as if it had not been.
//!
//! Tried and given up: sweeping the twins as well (both children at the same time: fewer
//! trips to the stack, but −40 % where the second child is never needed); serving all
//! slots after a fixed number of sweeps, still or not (nodes +30 % at three sweeps, +14 % at four, no
//! gain at either, and answers that depend on the company); a service of its own for each kind of slot,
//! done when the waiting has cost as much (sweeps +40 %, 0.92 to 1.0 of the rate: who waits for one
//! service waits in vain for the others).

use super::board::{Boards, ROW_WORDS};
use super::branch::{ChooseGuess, GuessChoice, SplitBoards};
use super::checks::{CountCells, Crowded, Duplicates};
use super::first_pass::{FirstPass, FirstPassBoards, HiddenPairStatus, PendingBoard, ReadValues};
use super::hidden_pairs::HiddenPairs;
use super::in_flight::{InFlightBatches, LeftoverPolicy, PuzzleId};
use super::plane::{Backend, Kernel, Plane};
use super::slots::Slots;
use super::solver::MAX_BATCH_NODES;
use super::stack::Stacks;
use super::sweep::{DigitOrder, IgnoreChanges, Sweep, TrackChanges};
use super::transpose::{EitherToRows, PlanesToRows, RowBuffer, RowsToBoards};
use super::values::{BatchPuzzle, row_values};
use super::work_sharing::{FoldResult, RunResult, SearchPart, SharedPuzzle, SlotTask};
use crate::grid::Grid;
use crate::solve::{End, Limits};

/// Up to so many solutions are read one by one.
const READ_SINGLY_MAX: u32 = 48;

/// Slots are served when no more than one in this many still moves; 3 to 8 make no difference.
const CHANGING_DIVISOR: u32 = 4;

/// Hidden pairs are looked for when so many slots wait for it, one in this many.
const PAIRS_DIVISOR: u32 = 8;

/// Where answers are to come promptly, the engine for one puzzle takes over what is left of a group, if it is no
/// more than one in this many.
const LEFTOVER_DIVISOR: usize = 8;

/// A puzzle is shared after so many nodes. Most searches are over before, above all those that find
/// as many solutions as they may on the first ways down: what others do for them is in vain.
const MIN_NODES_TO_SHARE: u64 = 16;

/// More nodes than this are never left to a slot: a search that needs more is handed over.
const MAX_SLOT_NODES: u16 = i16::MAX as u16;

const _: () = assert!(MAX_BATCH_NODES <= MAX_SLOT_NODES as u64);

/// What a slot is busy with: a whole puzzle, or a part of one that is shared.
struct SlotRun {
    puzzle: PuzzleId,
    task: SlotTask,
    limits: Limits,
    found: u64,
}

/// Everything the search needs, allocated once.
pub(crate) struct Workspace<B: Backend> {
    token: B,
    first_pass: FirstPassBoards<B>,
    /// Fresh boards that no slot has taken yet.
    pending: Vec<PendingBoard>,

    /// The boards the slots are at.
    boards: Box<Boards<B::Plane>>,
    /// The boards they come to next, where [`Self::paired`] says so.
    twins: Box<Boards<B::Plane>>,
    /// The boards they come to after that.
    stacks: Stacks,
    choice: Box<GuessChoice<B::Plane>>,
    /// Rows on their way out of the planes.
    rows: RowBuffer<B::Plane>,
    /// Rows on their way into the planes, for the slots of [`Self::incoming`].
    incoming_rows: RowBuffer<B::Plane>,

    runs: Vec<SlotRun>,
    /// The nodes that each slot's run may still use; by themselves, since every guess asks for them.
    nodes_left: Vec<u16>,
    /// The first solution of each slot's run.
    firsts: Vec<Grid>,
    /// Puzzles that several slots share.
    shared_puzzles: Vec<SharedPuzzle>,
    /// Parts of them that are to run again, with their family.
    reruns: Vec<(usize, SearchPart)>,
    /// Where to look first for work to steal.
    victim: usize,

    /// Slots that have work.
    occupied: Slots,
    /// Slots that have a twin.
    paired: Slots,
    /// Slots that have not guessed yet, and where hidden pairs may be left.
    unguessed: Slots,
    /// Slots whose row waits in [`Self::incoming_rows`].
    incoming: Slots,
    /// Those of them whose board stands still already.
    ready: Slots,
    /// Slots whose work is no longer wanted.
    cancelled: Slots,
}

impl<B: Backend> Workspace<B> {
    /// A workspace for a backend.
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
            firsts: vec![Grid::EMPTY; B::Plane::SLOTS],
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

    /// Notes that a slot starts on the row that is put into its lane.
    fn start(&mut self, slot: usize, puzzle: PuzzleId, task: SlotTask, limits: Limits) {
        self.runs[slot] = SlotRun { puzzle, task, limits, found: 0 };
        self.nodes_left[slot] = limits.nodes as u16;
        self.incoming.insert(slot);
        self.occupied.insert(slot);
    }
}

/// The slots, by what has become of their boards: a slot may be in several planes, or in none while its board moves.
struct SlotStates<P> {
    /// Those whose work is wanted.
    live: P,
    /// Those that have a twin.
    paired: P,
    /// A solution.
    solved: P,
    /// Standing still with open cells.
    stuck: P,
    /// Dead, solved, or no longer wanted.
    done: P,
}

/// The whole search as one kernel.
pub(crate) struct BatchSearch<'a, 'p, B: Backend, P: BatchPuzzle> {
    /// The memory.
    pub(crate) work: &'a mut Workspace<B>,
    /// The puzzles, and the places of their answers.
    pub(crate) in_flight: InFlightBatches<'a, 'p, P>,
    /// The limits of each puzzle.
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
    }

    /// Sweeps the boards until few of them still move.
    #[inline(always)]
    fn settle(&mut self) {
        let Workspace { token, boards, occupied, .. } = &mut *self.work;
        token.frame(Settle { token: *token, boards, live: occupied.plane(*token) });
    }

    /// Serves all slots that stand still.
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

    /// What has become of the boards.
    #[inline(always)]
    fn classify(&mut self) -> SlotStates<B::Plane> {
        let Workspace { token, boards, occupied, paired, cancelled, .. } = &mut *self.work;
        let token = *token;
        let cancelled: B::Plane = cancelled.plane(token);
        let live = occupied.plane::<B::Plane>(token).and_not(cancelled);
        let still = live.and(boards.alive).and_not(boards.changing);
        let duplicates = token.frame(Duplicates { token, boards });
        boards.alive = boards.alive.and_not(duplicates);
        let solved = still.and_neither(boards.open, duplicates);
        SlotStates {
            live,
            paired: paired.plane::<B::Plane>(token).and_not(cancelled),
            solved,
            stuck: still.and(boards.open).and_not(duplicates),
            done: live.and_not(boards.alive).or3(solved, cancelled),
        }
    }

    /// Before the first guess come hidden pairs, for enough slots at a time; those that wait for them, or have found some, are not stuck.
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

    /// Counts a solution in each of some slots, and returns those that have as many as they want, and those for which it is the first.
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

    /// Keeps the solutions of some slots, and puts the twins of others on their stacks.
    #[inline(always)]
    fn rows_out(&mut self, mut kept: Slots, pushed: Slots) {
        let Workspace { token, first_pass, boards, twins, stacks, rows, firsts, .. } = &mut *self.work;
        let token = *token;
        if kept.len() > READ_SINGLY_MAX {
            token.frame(ReadValues { memory: first_pass, boards, solved: kept, grids: firsts });
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
            row_values(&row, firsts[slot].numbers_mut());
        }
    }

    /// Brings the incoming rows into the planes.
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

    /// Splits the boards of the branching slots, and of those that stood still when they came; where boards are done, their twins move in.
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

    /// The next board of the slot's own search, or of another.
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

    /// A new board for a slot whose search is over, or none.
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
            // What stands still and has no hidden pair can be split at once, if there may be a node.
            HiddenPairStatus::None if self.limits.nodes > 0 => work.ready.insert(slot),
            HiddenPairStatus::None => {}
        }
        work.incoming_rows.set_row(slot, row);
        work.pending.pop();
        work.start(slot, puzzle, SlotTask::Whole, self.limits);
    }

    /// The search of a slot is over: writes the answer, or what it adds to one.
    fn finish(&mut self, slot: usize, ended: End) {
        if self.work.cancelled.contains(slot) {
            return;
        }
        let run = &self.work.runs[slot];
        let first = self.work.firsts[slot];
        let nodes = run.limits.nodes - u64::from(self.work.nodes_left[slot]);
        let result = RunResult { nodes, found: run.found, first, ended };
        let (shared, part) = match run.task {
            SlotTask::Whole => return self.in_flight.answer(run.puzzle, result.answer()),
            SlotTask::Part { shared, part } | SlotTask::Rerun { shared, part } => (shared, part),
        };
        match self.work.shared_puzzles[shared].finish(part, result, self.limits) {
            FoldResult::Pending => return,
            FoldResult::Answer(answer) => {
                self.in_flight.answer(self.work.shared_puzzles[shared].puzzle, answer)
            }
            FoldResult::Rerun(part) => self.work.reruns.push((shared, part)),
        }
        for other in self.work.occupied.iter().filter(|other| *other != slot) {
            if self.work.runs[other].task.shared() == Some(shared) {
                self.work.cancelled.insert(other);
            }
        }
    }

    /// At the end of the input, idle slots take over the oldest open boards of busy ones.
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

/// Takes a node from what some slots have left, and returns those that had none.
#[inline(always)]
fn spend(nodes_left: &mut [u16], slots: Slots) -> Slots {
    // Who has none goes below zero first, which sets the highest bit: rare, and looked for once for all.
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

/// Sweeps until few of the live slots still move.
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
        token.frame(CountCells { boards });
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
