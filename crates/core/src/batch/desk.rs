//! The desk of the search: the portions that are not fully answered yet.
//!
//! ```text
//! open      0              1          2
//!        ┌──────────────┬──────────┬───────────────┐
//!        │ portion 8    │  (free)  │ portion 9     │      a ticket is a place in here
//!        │ left 12      │          │ left 1,536    │      and one in the portion
//!        └──────────────┴──────────┴───────────────┘
//!                                    ▲ being read: 512 of 2,048
//! ```

use super::Answer;
use super::plane::Plane;
use super::source::{BatchSource, PuzzleBatch};
use super::values::Puzzle;
use crate::solve::{self, End, Limits};

/// Why a ticket has a portion.
const AT_WORK: &str = "a portion stays until all its puzzles are answered";

/// A puzzle at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    portion: u32,
    index: u32,
}

impl Ticket {
    /// The ticket of no puzzle.
    pub(crate) const NONE: Ticket = Ticket { portion: u32::MAX, index: u32::MAX };
}

/// What becomes of the puzzles of a group that need a search, if they are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Company {
    /// They wait in their slots until all slots are busy.
    Waited,
    /// The engine for one puzzle answers them at once.
    Spared,
}

/// The portions at work, where they come from, and who helps out.
pub(crate) struct Desk<'a, 'p, P: Puzzle> {
    source: &'a mut dyn BatchSource<'p, P>,
    open: Vec<Option<Open<'p, P>>>,
    /// The portion that is being read, by its place in [`Self::open`].
    current: Option<usize>,
    /// The number of portions that were taken.
    taken: usize,
    is_dry: bool,
    company: Company,
    single: &'a mut solve::Solver,
    /// The limits of the puzzles, where the search has tighter ones: what ends for want of nodes has
    /// not been answered yet.
    limits: Option<Limits>,
}

/// A portion at work.
struct Open<'p, P: Puzzle> {
    portion: PuzzleBatch<'p, P>,
    number: usize,
    /// The first puzzle that was not read.
    next: usize,
    /// Puzzles without an answer.
    left: usize,
}

/// Neighbours in a portion that are read together.
pub(crate) struct Group<'g, P> {
    /// The puzzles of the portion.
    pub(crate) puzzles: &'g [P],
    /// The places of their answers.
    pub(crate) answers: &'g mut [Answer],
    /// The first puzzle of the group.
    pub(crate) first: usize,
    /// The number of its puzzles.
    pub(crate) count: usize,
    portion: u32,
}

impl<P> Group<'_, P> {
    /// The ticket of a puzzle of the portion.
    #[inline(always)]
    pub(crate) fn ticket(&self, index: usize) -> Ticket {
        Ticket { portion: self.portion, index: index as u32 }
    }
}

impl<'a, 'p, P: Puzzle> Desk<'a, 'p, P> {
    /// A desk with nothing on it. The limits are those of the puzzles, if the search has tighter ones.
    pub(crate) fn new(
        source: &'a mut dyn BatchSource<'p, P>,
        single: &'a mut solve::Solver,
        limits: Option<Limits>,
        company: Company,
    ) -> Self {
        Desk { source, open: Vec::new(), current: None, taken: 0, is_dry: false, company, single, limits }
    }

    /// What becomes of the few puzzles of a group that need a search.
    pub(crate) fn company(&self) -> Company {
        self.company
    }

    /// Whether all puzzles were read.
    pub(crate) fn is_dry(&self) -> bool {
        self.is_dry
    }

    /// The next puzzles, at most so many; nothing when all were read.
    pub(crate) fn group(&mut self, most: usize) -> Option<Group<'_, P>> {
        let place = match self.current {
            Some(place) => place,
            None => self.take()?,
        };
        let open = self.open[place].as_mut().expect(AT_WORK);
        let first = open.next;
        let (puzzles, answers) = open.portion.parts();
        let count = most.min(puzzles.len() - first);
        open.next += count;
        self.current = (open.next < puzzles.len()).then_some(place);
        Some(Group { puzzles, answers, first, count, portion: place as u32 })
    }

    /// Takes the next portion that has any puzzle.
    fn take(&mut self) -> Option<usize> {
        while !self.is_dry {
            let Some(portion) = self.source.next() else {
                self.is_dry = true;
                break;
            };
            let number = self.taken;
            self.taken += 1;
            let left = portion.puzzles().len();
            assert!(u32::try_from(left).is_ok(), "a portion has more than 2³² puzzles");
            if left == 0 {
                self.source.done(number, portion);
                continue;
            }
            let place = self.open.iter().position(Option::is_none).unwrap_or_else(|| {
                self.open.push(None);
                self.open.len() - 1
            });
            self.open[place] = Some(Open { portion, number, next: 0, left });
            return Some(place);
        }
        None
    }

    /// So many more puzzles of the portion of a ticket are answered.
    pub(crate) fn note(&mut self, ticket: Ticket, answered: usize) {
        let place = &mut self.open[ticket.portion as usize];
        let open = place.as_mut().expect(AT_WORK);
        open.left -= answered;
        if open.left == 0
            && let Some(open) = place.take()
        {
            self.source.done(open.number, open.portion);
        }
    }

    /// Asks for the place of an answer that will be written before long.
    #[inline(always)]
    pub(crate) fn prefetch<A: Plane>(&self, token: A::Token, ticket: Ticket) {
        if let Some(open) = &self.open[ticket.portion as usize] {
            A::prefetch(token, &open.portion.answers()[ticket.index as usize]);
        }
    }

    /// Has a puzzle answered by the engine for one puzzle, if it takes no more nodes than the search may use for one. Says whether it was.
    pub(crate) fn answer_alone(&mut self, ticket: Ticket, limits: Limits) -> bool {
        let has_more = self.limits.is_some();
        let (puzzle, place, single) = self.at(ticket);
        let answer: Answer = single.search(puzzle.clues(), limits).into();
        if answer.end == End::NodeBudget && has_more {
            return false;
        }
        *place = answer;
        self.note(ticket, 1);
        true
    }

    /// Writes an answer, after a word with the engine for one puzzle where the search gave up.
    #[inline(always)]
    pub(crate) fn answer(&mut self, ticket: Ticket, answer: Answer) {
        let limits = self.limits.filter(|_| answer.end == End::NodeBudget);
        let (puzzle, place, single) = self.at(ticket);
        *place = limits.map_or(answer, |limits| single.search(puzzle.clues(), limits).into());
        self.note(ticket, 1);
    }

    /// A puzzle, the place of its answer, and the engine for one puzzle.
    #[inline(always)]
    fn at(&mut self, ticket: Ticket) -> (&P, &mut Answer, &mut solve::Solver) {
        let open = self.open[ticket.portion as usize].as_mut().expect(AT_WORK);
        let (puzzles, answers) = open.portion.parts();
        let index = ticket.index as usize;
        (&puzzles[index], &mut answers[index], self.single)
    }
}
