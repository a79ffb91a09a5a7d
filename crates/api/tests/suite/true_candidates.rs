//! The operation `true-candidates`.

use serde_json::{Value, json};
use veridoku_api::{Request, answer};
use veridoku_core::{Candidate, CandidateSet, Grid, SAMPLE, SAMPLE_SOLUTION, solve};

fn ask(puzzle: &str, options: &Value) -> Value {
    let request = json!({"operation": "true-candidates", "puzzle": puzzle, "options": options});
    let request: Request = serde_json::from_value(request).expect("a valid request");
    serde_json::to_value(answer(request)).expect("a serializable response")
}

/// Returns the candidates of all solutions.
fn all_solutions(puzzle: &str) -> CandidateSet {
    let grid: Grid = puzzle.parse().unwrap();
    let solutions = solve::solutions(&grid);
    solutions
        .flat_map(|solution| solution.values().collect::<Vec<_>>())
        .map(|(cell, digit)| Candidate::new(cell, digit))
        .collect()
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    // The sample without its clues of each pair of digits, and with some clues removed.
    for removed in ["12", "59", "78"] {
        let puzzle: String =
            SAMPLE.chars().map(|sign| if removed.contains(sign) { '.' } else { sign }).collect();
        let expected = all_solutions(&puzzle);
        let report = ask(&puzzle, &json!({}));
        assert_eq!(report["candidates"], expected.to_string(), "{puzzle}");
        assert_eq!((&report["count"], &report["budget_reached"]), (&json!(expected.len()), &json!(false)));
        // A sukaku of the true candidates has the same true candidates.
        assert_eq!(ask(&expected.to_string(), &json!({}))["candidates"], report["candidates"]);
    }
    let one = ask(SAMPLE, &json!({}));
    let solution: CandidateSet = SAMPLE_SOLUTION
        .parse::<Grid>()
        .unwrap()
        .values()
        .map(|(cell, digit)| Candidate::new(cell, digit))
        .collect();
    assert_eq!((&one["candidates"], &one["count"]), (&json!(solution.to_string()), &json!(81)));
    assert_eq!(ask(&".".repeat(81), &json!({}))["count"], 729);
}

#[test]
fn contradictions_and_budgets_are_reported() {
    let report = ask(&format!("55{}", ".".repeat(79)), &json!({}));
    assert_eq!((&report["count"], &report["budget_reached"]), (&json!(0), &json!(false)));
    // Column 1 and row 1 leave no digit for r1c1.
    let blocked = format!(".12345678{}9{}", ".".repeat(18), ".".repeat(53));
    assert_eq!(ask(&blocked, &json!({}))["count"], 0);
    let stopped = ask(&".".repeat(81), &json!({"budget": 1}));
    assert_eq!(stopped["budget_reached"], true);
    assert!(stopped["count"].as_u64().unwrap() < 729);
}
