//! How much one question may cost, where anybody may ask.
//!
//! A question brings its own budgets; here they are cut down to what the server and the engine in the browser can stand.
//! Both use this table, so that the same question has the same answer in both. Budgets count nodes, calls and attempts,
//! never seconds; the figures are those that keep each operation to some seconds on an ordinary machine.

use crate::{Request, augment, compare, count, minimize, solutions, solve_many, trace};

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
/// The guesses for all of them: two hundred for each of the most puzzles.
const TEXT_NODES: u64 = 10_000_000;
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

/// Cuts the budgets of a question down to what is allowed; where there is none, it gets one.
pub fn bound(request: &mut Request) {
    match request {
        Request::Solve(asked) => {
            let most = if asked.options.engine.is_some() { CALLS } else { NODES };
            at_most(&mut asked.options.budget, most, most);
        }
        Request::SolveMany(asked) => {
            at_most(&mut asked.options.limit, solve_many::DEFAULT_LIMIT, PUZZLES);
            at_most(&mut asked.options.budget, PUZZLE_NODES, PUZZLE_NODES);
            at_most(&mut asked.options.total, TEXT_NODES, TEXT_NODES);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::OPERATIONS;
    use serde_json::{Value, json};

    /// The question as it is after its budgets were cut down.
    fn bounded(operation: &str, options: &Value) -> Value {
        let mut asked = json!({"operation": operation, "options": options});
        match operation {
            "generate" | "techniques" => {}
            "catalogue" => asked = json!({"operation": operation}),
            "solve-many" => asked["text"] = json!(""),
            _ => asked["puzzle"] = json!(""),
        }
        let mut request: Request = serde_json::from_value(asked).unwrap();
        bound(&mut request);
        serde_json::to_value(request).unwrap()["options"].take()
    }

    #[test]
    fn nobody_gets_more_than_the_most_and_who_asks_nothing_gets_a_bound() {
        let most = json!(u64::MAX);
        for (operation, field, least) in [
            ("solve", "budget", NODES),
            ("solve-many", "budget", PUZZLE_NODES),
            ("solve-many", "total", TEXT_NODES),
            ("solutions", "budget", COUNT_NODES),
            ("check", "budget", CHECK_NODES),
            ("count", "budget", COUNT_NODES),
            ("compare", "budget", CALLS),
            ("trace", "budget", CALLS),
            ("minimize", "budget", CHECK_NODES),
            ("neighbours", "budget", COUNT_NODES),
            ("generate", "attempts", ATTEMPTS),
            ("generate", "count", MADE),
        ] {
            assert_eq!(bounded(operation, &json!({field: most}))[field], json!(least), "{operation} {field}");
            assert!(bounded(operation, &json!({}))[field].as_u64().unwrap() <= least, "{operation} {field}");
            assert_eq!(bounded(operation, &json!({field: 1}))[field], json!(1), "{operation} {field}");
        }
        for operation in OPERATIONS {
            bounded(operation, &json!({}));
        }
    }
}
