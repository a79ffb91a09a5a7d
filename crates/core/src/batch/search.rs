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
//! [`share`](super::share) puts the parts together again as if it had not been.
//!
//! Tried and given up: sweeping the twins as well (both children at the same time: fewer
//! trips to the stack, but −40 % where the second child is never needed); serving all
//! slots after a fixed number of sweeps, still or not (nodes +30 % at three sweeps, +14 % at four, no
//! gain at either, and answers that depend on the company); a service of its own for each kind of slot,
//! done when the waiting has cost as much (sweeps +40 %, 0.92 to 1.0 of the rate: who waits for one
//! service waits in vain for the others).

use super::board::{Boards, ROW_WORDS};
use super::branch::{Branch, Choice, Split};
use super::desk::{Company, Desk, Ticket};
use super::fresh::{Fresh, FreshBoards, Pairs, ReadValues, Waiting};
use super::inspect::{CountCells, Crowded, Duplicates};
use super::pairs::HiddenPairs;
use super::plane::{Backend, Kernel, Plane};
use super::share::{Family, Folded, Outcome, Part, Share};
use super::slots::Slots;
use super::solver::MAX_BATCH_NODES;
use super::stack::Stacks;
use super::sweep::{Order, Sweep, Unwatched, Watched};
use super::transpose::{EitherToRows, Lanes, PlanesToRows, RowsToBoards};
use super::values::{Puzzle, row_values};
use crate::grid::Grid;
use crate::solve::{End, Limits};

/// Up to so many solutions are read one by one.
const FEW: u32 = 48;

/// Slots are served when no more than one in this many still moves; 3 to 8 make no difference.
const MOVING_PART: u32 = 4;

/// Hidden pairs are looked for when so many slots wait for it, one in this many.
const ROOTED_PART: u32 = 8;

/// Where answers are to come promptly, the engine for one puzzle takes over what is left of a group, if it is no
/// more than one in this many.
const SPARED_PART: usize = 8;

/// A puzzle is shared after so many nodes. Most searches are over before, above all those that find
/// as many solutions as they may on the first ways down: what others do for them is in vain.
const SHARE_FROM: u64 = 16;

/// More nodes than this are never left to a slot: a search that needs more is handed over.
const MOST_NODES: u16 = i16::MAX as u16;

const _: () = assert!(MAX_BATCH_NODES <= MOST_NODES as u64);

/// What a slot is busy with: a whole puzzle, or a part of one that is shared.
struct Run {
    puzzle: Ticket,
    share: Share,
    limits: Limits,
    found: u64,
}

/// Everything the search needs, allocated once.
pub(crate) struct Workspace<B: Backend> {
    token: B,
    fresh: FreshBoards<B>,
    /// Fresh boards that no slot has taken yet.
    waiting: Vec<Waiting>,

    /// The boards the slots are at.
    boards: Box<Boards<B::Plane>>,
    /// The boards they come to next, where [`Self::paired`] says so.
    twins: Box<Boards<B::Plane>>,
    /// The boards they come to after that.
    stacks: Stacks,
    choice: Box<Choice<B::Plane>>,
    /// Rows on their way out of the planes.
    lanes: Lanes<B::Plane>,
    /// Rows on their way into the planes, for the slots of [`Self::incoming`].
    incoming_lanes: Lanes<B::Plane>,

    runs: Vec<Run>,
    /// The nodes that each slot's run may still use; by themselves, since every guess asks for them.
    nodes_left: Vec<u16>,
    /// The first solution of each slot's run.
    firsts: Vec<Grid>,
    /// Puzzles that several slots share.
    families: Vec<Family>,
    /// Parts of them that are to run again, with their family.
    again: Vec<(usize, Part)>,
    /// Where to look first for work to steal.
    victim: usize,

    /// Slots that have work.
    occupied: Slots,
    /// Slots that have a twin.
    paired: Slots,
    /// Slots that have not guessed yet, and where hidden pairs may be left.
    rooted: Slots,
    /// Slots whose row waits in [`Self::incoming_lanes`].
    incoming: Slots,
    /// Those of them whose board stands still already.
    ready: Slots,
    /// Slots whose work is no longer wanted.
    cancelled: Slots,
}

impl<B: Backend> Workspace<B> {
    /// A workspace for a backend.
    pub(crate) fn new(token: B) -> Self {
        let idle = || Run {
            puzzle: Ticket::NONE,
            share: Share::Whole,
            limits: Limits { solutions: 0, nodes: 0 },
            found: 0,
        };
        Self {
            token,
            fresh: FreshBoards::new(token),
            boards: Boards::empty(token),
            twins: Boards::empty(token),
            choice: Choice::none(token),
            lanes: Lanes::new(token),
            incoming_lanes: Lanes::new(token),
            runs: (0..B::Plane::SLOTS).map(|_| idle()).collect(),
            nodes_left: vec![0; B::Plane::SLOTS],
            firsts: vec![Grid::EMPTY; B::Plane::SLOTS],
            stacks: Stacks::new(B::Plane::SLOTS),
            waiting: Vec::new(),
            families: Vec::new(),
            again: Vec::new(),
            incoming: Slots::EMPTY,
            ready: Slots::EMPTY,
            occupied: Slots::EMPTY,
            paired: Slots::EMPTY,
            rooted: Slots::EMPTY,
            cancelled: Slots::EMPTY,
            victim: 0,
        }
    }

    /// Notes that a slot starts on the row that is put into its lane.
    fn start(&mut self, slot: usize, puzzle: Ticket, share: Share, limits: Limits) {
        self.runs[slot] = Run { puzzle, share, limits, found: 0 };
        self.nodes_left[slot] = limits.nodes as u16;
        self.incoming.insert(slot);
        self.occupied.insert(slot);
    }
}

/// The slots, by what has become of their boards: a slot may be in several planes, or in none while its board moves.
struct Census<P> {
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
pub(crate) struct Search<'a, 'p, B: Backend, P: Puzzle> {
    /// The memory.
    pub(crate) work: &'a mut Workspace<B>,
    /// The puzzles, and the places of their answers.
    pub(crate) desk: Desk<'a, 'p, P>,
    /// The limits of each puzzle.
    pub(crate) limits: Limits,
}

impl<B: Backend, P: Puzzle> Kernel for Search<'_, '_, B, P> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        self.fill();
        while self.work.occupied != Slots::EMPTY {
            self.settle();
            self.serve();
        }
    }
}

impl<B: Backend, P: Puzzle> Search<'_, '_, B, P> {
    /// Gives every slot its first board.
    #[inline(always)]
    fn fill(&mut self) {
        self.work.waiting.clear();
        self.work.families.clear();
        self.work.again.clear();
        self.work.occupied = Slots::EMPTY;
        self.work.paired = Slots::EMPTY;
        self.work.rooted = Slots::EMPTY;
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
    fn serve(&mut self) {
        let token = self.work.token;
        let Census { live, paired, solved, mut stuck, done } = self.census();
        self.look_for_pairs(live, &mut stuck);
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
        if self.desk.is_dry() && self.work.waiting.is_empty() {
            self.steal();
        }
        self.rows_in();
        self.split(branching, moved, waiting);
    }

    /// What has become of the boards.
    #[inline(always)]
    fn census(&mut self) -> Census<B::Plane> {
        let Workspace { token, boards, occupied, paired, cancelled, .. } = &mut *self.work;
        let token = *token;
        let cancelled: B::Plane = cancelled.plane(token);
        let live = occupied.plane::<B::Plane>(token).and_not(cancelled);
        let still = live.and(boards.alive).and_not(boards.moving);
        let duplicates = token.frame(Duplicates { token, boards });
        boards.alive = boards.alive.and_not(duplicates);
        let solved = still.and_neither(boards.open, duplicates);
        Census {
            live,
            paired: paired.plane::<B::Plane>(token).and_not(cancelled),
            solved,
            stuck: still.and(boards.open).and_not(duplicates),
            done: live.and_not(boards.alive).or3(solved, cancelled),
        }
    }

    /// Before the first guess come hidden pairs, for enough slots at a time; those that wait for them, or have found some, are not stuck.
    #[inline(always)]
    fn look_for_pairs(&mut self, live: B::Plane, stuck: &mut B::Plane) {
        let Workspace { token, boards, rooted, .. } = &mut *self.work;
        let token = *token;
        let asking = stuck.and(rooted.plane(token));
        if asking.count() == 0 {
            return;
        }
        let mut crowded = asking.and(token.frame(Crowded { token, boards }));
        if ROOTED_PART * crowded.count() >= live.count() {
            crowded = crowded.and(token.frame(HiddenPairs { token, boards, slots: crowded }));
        }
        *stuck = stuck.and_not(crowded);
        *rooted = Slots::of(rooted.plane::<B::Plane>(token).and_not(*stuck));
    }

    /// Counts a solution in each of some slots, and returns those that have as many as they want, and those for which it is the first.
    #[inline(always)]
    fn count_solutions(&mut self, solved: Slots) -> (Slots, Slots) {
        let (mut limit, mut first) = (Slots::EMPTY, Slots::EMPTY);
        for slot in solved.iter() {
            let run = &mut self.work.runs[slot];
            if run.found == 0 {
                first.insert(slot);
                self.desk.prefetch::<B::Plane>(self.work.token, run.puzzle);
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
        let Workspace { token, fresh, boards, twins, stacks, lanes, firsts, .. } = &mut *self.work;
        let token = *token;
        if kept.len() > FEW {
            token.frame(ReadValues { memory: fresh, boards, solved: kept, grids: firsts });
            kept = Slots::EMPTY;
        }
        if !kept.is_empty() {
            token.frame(EitherToRows { token, yes: boards, no: twins, which: kept.plane(token), lanes });
        } else if !pushed.is_empty() {
            token.frame(PlanesToRows { token, planes: &twins.candidate, lanes });
        }
        for slot in pushed.by_lane() {
            lanes.copy_row(slot, stacks.push(slot));
        }
        for slot in kept.iter() {
            let mut row = [0; ROW_WORDS];
            lanes.copy_row(slot, &mut row);
            row_values(&row, firsts[slot].numbers_mut());
        }
    }

    /// Brings the incoming rows into the planes.
    #[inline(always)]
    fn rows_in(&mut self) {
        let Workspace { token, boards, incoming, incoming_lanes, .. } = &mut *self.work;
        let token = *token;
        if !incoming.is_empty() {
            let incoming = incoming.plane::<B::Plane>(token);
            token.frame(RowsToBoards { token, lanes: incoming_lanes, boards, incoming });
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
        token.frame(Branch { token, boards, stuck: branching, choice });
        token.frame(Split { boards, twins, choice, branching, moved });
        self.work.paired = Slots::of(branching.or(waiting));
    }

    /// The next board of the slot's own search, or of another.
    fn backtrack(&mut self, slot: usize) {
        if self.work.cancelled.contains(slot) {
            return self.refill(slot);
        }
        let work = &mut *self.work;
        if let Some(row) = work.stacks.pop(slot) {
            work.incoming_lanes.set_row(slot, row);
            work.incoming.insert(slot);
        } else {
            self.finish(slot, End::Complete);
            self.refill(slot);
        }
    }

    /// A new board for a slot whose search is over, or none.
    fn refill(&mut self, slot: usize) {
        self.work.cancelled.remove(slot);
        self.work.rooted.remove(slot);
        self.work.stacks.clear(slot);
        if let Some((family, part)) = self.work.again.pop() {
            let puzzle = self.work.families[family].puzzle;
            self.work.start(slot, puzzle, Share::Again { family, part: part.id }, part.limits);
            self.work.incoming_lanes.set_row(slot, &part.root);
            return;
        }
        while self.work.waiting.is_empty()
            && let Some(group) = self.desk.group(B::Plane::SLOTS)
        {
            let work = &mut *self.work;
            let any = group.ticket(0);
            let answered = work.token.frame(Fresh {
                memory: &mut work.fresh,
                group,
                solved_end: if self.limits.solutions > 1 { End::Complete } else { End::SolutionLimit },
                waiting: &mut work.waiting,
            });
            self.desk.note(any, answered);
            if self.desk.company() == Company::Spared && work.waiting.len() <= B::Plane::SLOTS / SPARED_PART {
                work.waiting.retain(|waiting| !self.desk.answer_alone(waiting.puzzle, self.limits));
            }
        }
        let work = &mut *self.work;
        let Some(Waiting { puzzle, row, pairs }) = work.waiting.last() else {
            work.occupied.remove(slot);
            return;
        };
        let puzzle = *puzzle;
        match pairs {
            Pairs::Unknown => work.rooted.insert(slot),
            // What stands still and has no hidden pair can be split at once, if there may be a node.
            Pairs::None if self.limits.nodes > 0 => work.ready.insert(slot),
            Pairs::None => {}
        }
        work.incoming_lanes.set_row(slot, row);
        work.waiting.pop();
        work.start(slot, puzzle, Share::Whole, self.limits);
    }

    /// The search of a slot is over: writes the answer, or what it adds to one.
    fn finish(&mut self, slot: usize, ended: End) {
        if self.work.cancelled.contains(slot) {
            return;
        }
        let run = &self.work.runs[slot];
        let first = self.work.firsts[slot];
        let nodes = run.limits.nodes - u64::from(self.work.nodes_left[slot]);
        let outcome = Outcome { nodes, found: run.found, first, ended };
        let (family, part) = match run.share {
            Share::Whole => return self.desk.answer(run.puzzle, outcome.answer()),
            Share::Part { family, part } | Share::Again { family, part } => (family, part),
        };
        match self.work.families[family].finish(part, outcome, self.limits) {
            Folded::Pending => return,
            Folded::Answer(answer) => self.desk.answer(self.work.families[family].puzzle, answer),
            Folded::Again(part) => self.work.again.push((family, part)),
        }
        for other in self.work.occupied.iter().filter(|other| *other != slot) {
            if self.work.runs[other].share.family() == Some(family) {
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
                let young = run.share == Share::Whole && used < SHARE_FROM;
                if young || run.share.is_again() || self.work.cancelled.contains(victim) {
                    continue;
                }
                let Some(root) = self.work.stacks.pop_oldest(victim) else { continue };
                let (family, part) = if let Share::Part { family, part } = run.share {
                    (family, part)
                } else {
                    self.work.families.push(Family::new(run.puzzle, run.limits));
                    (self.work.families.len() - 1, Family::FIRST)
                };
                run.share = Share::Part { family, part };
                let (puzzle, limits) = (run.puzzle, run.limits);
                let part = self.work.families[family].split(part, root, limits);
                self.work.victim = (victim + 1) % size;
                self.work.start(thief, puzzle, Share::Part { family, part }, limits);
                self.work.incoming_lanes.set_row(thief, &root);
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
    let mut met = 0;
    for (bits, left) in slots.words().iter().zip(nodes_left.as_chunks_mut::<64>().0) {
        for (place, left) in left.iter_mut().enumerate() {
            *left = left.wrapping_sub((bits >> place & 1) as u16);
            met |= *left;
        }
    }
    let mut none = Slots::EMPTY;
    if met > MOST_NODES {
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
        let enough = live.count() / MOVING_PART;
        token.frame(CountCells { boards });
        token.frame(Sweep { boards, order: Order::Up, watch: Unwatched, errand: || () });
        let mut order = Order::Down;
        loop {
            token.frame(Sweep { boards, order, watch: Watched::new(token), errand: || () });
            order = order.reversed();
            if boards.moving.and3(boards.alive, live).count() <= enough {
                break;
            }
        }
    }
}
