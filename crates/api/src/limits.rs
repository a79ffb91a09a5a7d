//! Limits on the work of a single request from an untrusted client.
//!
//! A request may set its own budgets; they are capped here. The server and the engine in the browser share
//! these caps, so both give the same answer to the same request. Budgets count nodes, calls and attempts,
//! never seconds. The caps keep every operation to a few seconds on an ordinary machine.

use crate::{Request, augment, compare, count, minimize, solutions, solve_many, trace};

/// Nodes of a search.
const NODES: u64 = 1_000_000;
/// Nodes of each search of `check`, which runs one search per clue.
const CHECK_NODES: u64 = 50_000;
/// Nodes of `count`.
const COUNT_NODES: u64 = 5_000_000;
/// Solutions listed by `solutions`.
const SOLUTIONS: usize = 10_000;
/// Puzzles in the text of `solve-many`.
const PUZZLES: usize = 50_000;
/// Nodes for each of these puzzles.
const PUZZLE_NODES: u64 = 20_000;
/// Nodes for all of these puzzles together: 200 per puzzle for the longest text.
const TEXT_NODES: u64 = 10_000_000;
/// Calls of a textbook solver.
const CALLS: u64 = 500_000;
/// Events of `trace`.
const EVENTS: usize = 100_000;
/// Chain nodes of `rate`; the hardest known puzzles need fewer.
const CHAIN_NODES: u64 = 1_000_000_000;

/// Choices in the search for one technique.
const CHOICES: u64 = 10_000_000;
/// Equivalent puzzles of `augment`.
const EQUIVALENTS: u64 = 10_000;
/// Puzzles listed by `neighbours`.
const NEIGHBOURS: u64 = 10_000;

/// Puzzles of `generate`.
const GENERATED: u64 = 20;
/// Attempts at each of these puzzles.
const ATTEMPTS: u64 = 2000;

/// Caps the budgets of a request, and fills in defaults for those that are missing.
pub fn bound(request: &mut Request) {
    match request {
        Request::Solve(request) => {
            let cap = if request.options.engine.is_some() { CALLS } else { NODES };
            at_most(&mut request.options.budget, cap, cap);
        }
        Request::SolveMany(request) => {
            at_most(&mut request.options.limit, solve_many::DEFAULT_LIMIT, PUZZLES);
            at_most(&mut request.options.budget, PUZZLE_NODES, PUZZLE_NODES);
            at_most(&mut request.options.total, TEXT_NODES, TEXT_NODES);
        }
        Request::Solutions(request) => {
            at_most(&mut request.options.limit, solutions::DEFAULT_LIMIT, SOLUTIONS);
            at_most(&mut request.options.budget, COUNT_NODES, COUNT_NODES);
        }
        Request::Check(request) => at_most(&mut request.options.budget, CHECK_NODES, CHECK_NODES),
        Request::Count(request) => {
            at_most(&mut request.options.limit, count::DEFAULT_LIMIT, u64::MAX);
            at_most(&mut request.options.budget, COUNT_NODES, COUNT_NODES);
        }
        Request::Compare(request) => at_most(&mut request.options.budget, compare::DEFAULT_CALLS, CALLS),
        Request::Trace(request) => {
            at_most(&mut request.options.limit, trace::DEFAULT_LIMIT, EVENTS);
            at_most(&mut request.options.budget, compare::DEFAULT_CALLS, CALLS);
        }
        Request::Rate(request) => at_most(&mut request.options.budget, CHAIN_NODES, CHAIN_NODES),
        Request::Hint(request) => at_most(&mut request.options.techniques.budget, CHOICES, CHOICES),
        Request::Steps(request) => at_most(&mut request.options.techniques.budget, CHOICES, CHOICES),
        Request::Path(request) => at_most(&mut request.options.techniques.budget, CHOICES, CHOICES),
        Request::Minimize(request) => {
            at_most(&mut request.options.limit, minimize::DEFAULT_LIMIT, minimize::DEFAULT_LIMIT);
            at_most(&mut request.options.budget, CHECK_NODES, CHECK_NODES);
        }
        Request::Augment(request) => at_most(&mut request.options.count, augment::DEFAULT_COUNT, EQUIVALENTS),
        Request::Neighbours(request) => {
            at_most(&mut request.options.limit, NEIGHBOURS, NEIGHBOURS);
            at_most(&mut request.options.budget, COUNT_NODES, COUNT_NODES);
        }
        Request::Generate { options } => {
            at_most(&mut options.count, 1, GENERATED);
            at_most(&mut options.attempts, ATTEMPTS, ATTEMPTS);
        }
        // These do not search, except for the canonical form of a sukaku, which takes at most two seconds.
        Request::Convert(_)
        | Request::Picture(_)
        | Request::Techniques { .. }
        | Request::Canon(_)
        | Request::Transform(_)
        | Request::Catalogue {} => {}
    }
}

/// Sets an option to its default if it is missing, and caps it.
fn at_most<T: Copy + Ord>(option: &mut Option<T>, default: T, cap: T) {
    *option = Some(option.unwrap_or(default).min(cap));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::OPERATIONS;
    use serde_json::{Value, json};

    /// Returns the options of a request after `bound` has been applied.
    fn bounded(operation: &str, options: &Value) -> Value {
        let mut request = json!({"operation": operation, "options": options});
        match operation {
            "generate" | "techniques" => {}
            "catalogue" => request = json!({"operation": operation}),
            "solve-many" => request["text"] = json!(""),
            _ => request["puzzle"] = json!(""),
        }
        let mut request: Request = serde_json::from_value(request).unwrap();
        bound(&mut request);
        serde_json::to_value(request).unwrap()["options"].take()
    }

    #[test]
    fn budgets_are_capped_and_open_budgets_are_set() {
        let huge = json!(u64::MAX);
        for (operation, field, cap) in [
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
            ("generate", "count", GENERATED),
        ] {
            assert_eq!(bounded(operation, &json!({field: huge}))[field], json!(cap), "{operation} {field}");
            assert!(bounded(operation, &json!({}))[field].as_u64().unwrap() <= cap, "{operation} {field}");
            assert_eq!(bounded(operation, &json!({field: 1}))[field], json!(1), "{operation} {field}");
        }
        for operation in OPERATIONS {
            bounded(operation, &json!({}));
        }
    }
}
