//! How much one question may cost.
//!
//! A question brings its own budgets; here they are cut down to what a server can stand. The engine
//! counts nodes and calls, never seconds, so the figures are those that keep each operation to some
//! seconds on an ordinary machine; the clock in [`TIME`] is the last resort.

use std::time::Duration;
use veridoku_api::{Request, augment, compare, count, minimize, solutions, solve_many, trace};

/// The bytes of a question: a file of 40,000 puzzles.
pub(super) const BODY: usize = 4 << 20;
/// The time from the first byte of a question to its answer.
pub(super) const TIME: Duration = Duration::from_secs(30);
/// The time for the headers of a question.
pub(super) const HEADERS: Duration = Duration::from_secs(10);
/// The time in which some part of an answer must be taken.
pub(super) const READING: Duration = Duration::from_secs(20);
/// The time that questions have to be answered when the server stops.
pub(super) const FAREWELL: Duration = Duration::from_secs(5);
/// The connections at one time; others wait.
pub(super) const CONNECTIONS: usize = 512;

/// The guesses of a search.
const NODES: u64 = 1_000_000;
/// The guesses of each of the searches of a check, one a clue.
const CHECK_NODES: u64 = 50_000;
/// The guesses of a count.
const COUNT_NODES: u64 = 5_000_000;
/// The solutions that are listed.
const SOLUTIONS: usize = 10_000;
/// The puzzles of a text.
const PUZZLES: usize = 50_000;
/// The guesses for each of them.
const PUZZLE_NODES: u64 = 20_000;
/// The calls of a textbook solver.
const CALLS: u64 = 500_000;
/// The events of a trace.
const EVENTS: usize = 100_000;
/// The nodes of chains of a rating: the hardest known puzzles stay below.
const CHAIN_NODES: u64 = 1_000_000_000;

/// The choices of a technique.
const CHOICES: u64 = 10_000_000;
/// The dresses of a puzzle.
const DRESSES: u64 = 10_000;
/// The neighbours of a puzzle.
const NEIGHBOURS: u64 = 10_000;

/// The new puzzles.
const MADE: u64 = 20;
/// The attempts at each of them.
const ATTEMPTS: u64 = 2000;

/// Cuts the budgets of a question down to what is allowed.
pub(super) fn bound(request: &mut Request) {
    match request {
        Request::Solve(asked) => {
            let most = if asked.options.engine.is_some() { CALLS } else { NODES };
            at_most(&mut asked.options.budget, most, most);
        }
        Request::SolveMany(asked) => {
            at_most(&mut asked.options.limit, solve_many::DEFAULT_LIMIT, PUZZLES);
            at_most(&mut asked.options.budget, PUZZLE_NODES, PUZZLE_NODES);
        }
        Request::Solutions(asked) => {
            at_most(&mut asked.options.limit, solutions::DEFAULT_LIMIT, SOLUTIONS);
            at_most(&mut asked.options.budget, COUNT_NODES, COUNT_NODES);
        }
        Request::Check(asked) => at_most(&mut asked.options.budget, CHECK_NODES, CHECK_NODES),
        Request::Count(asked) => {
            at_most(&mut asked.options.limit, count::DEFAULT_LIMIT, u64::MAX);
            at_most(&mut asked.options.budget, COUNT_NODES, COUNT_NODES);
        }
        Request::Compare(asked) => at_most(&mut asked.options.budget, compare::DEFAULT_CALLS, CALLS),
        Request::Trace(asked) => {
            at_most(&mut asked.options.limit, trace::DEFAULT_LIMIT, EVENTS);
            at_most(&mut asked.options.budget, compare::DEFAULT_CALLS, CALLS);
        }
        Request::Rate(asked) => at_most(&mut asked.options.budget, CHAIN_NODES, CHAIN_NODES),
        Request::Hint(asked) => at_most(&mut asked.options.techniques.budget, CHOICES, CHOICES),
        Request::Steps(asked) => at_most(&mut asked.options.techniques.budget, CHOICES, CHOICES),
        Request::Path(asked) => at_most(&mut asked.options.techniques.budget, CHOICES, CHOICES),
        Request::Minimize(asked) => {
            at_most(&mut asked.options.limit, minimize::DEFAULT_LIMIT, minimize::DEFAULT_LIMIT);
            at_most(&mut asked.options.budget, CHECK_NODES, CHECK_NODES);
        }
        Request::Augment(asked) => at_most(&mut asked.options.count, augment::DEFAULT_COUNT, DRESSES),
        Request::Neighbours(asked) => {
            at_most(&mut asked.options.limit, NEIGHBOURS, NEIGHBOURS);
            at_most(&mut asked.options.budget, COUNT_NODES, COUNT_NODES);
        }
        Request::Generate { options } => {
            at_most(&mut options.count, 1, MADE);
            at_most(&mut options.attempts, ATTEMPTS, ATTEMPTS);
        }
        // These do not search, but for the form of a sukaku, which ends by itself after two seconds at most.
        Request::Convert(_)
        | Request::Picture(_)
        | Request::Techniques { .. }
        | Request::Canon(_)
        | Request::Transform(_)
        | Request::Catalogue {} => {}
    }
}

/// Sets a wish to its default where there is none, and never above the most that is allowed.
fn at_most<T: Copy + Ord>(wish: &mut Option<T>, default: T, most: T) {
    *wish = Some(wish.unwrap_or(default).min(most));
}
