//! Limits on the work of a request from an untrusted client.

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use veridoku_api::OPERATIONS;
use veridoku_api::Request;
use veridoku_core::{SAMPLE, SAMPLE_SOLUTION, stop};

/// Returns the options of a request after it has been bounded.
fn bounded(operation: &str, options: &Value) -> Value {
    let mut request = json!({"operation": operation, "options": options});
    match operation {
        "generate" | "code" | "techniques" | "practice" | "extract" | "catalogue" => {}
        "solve-many" => request["text"] = json!(""),
        _ => request["puzzle"] = json!(""),
    }
    let mut request: Request = serde_json::from_value(request).unwrap();
    request.restrict();
    serde_json::to_value(request).unwrap()["options"].take()
}

#[test]
fn budgets_are_capped_and_open_budgets_are_set() {
    let huge = json!(u64::MAX);
    for (operation, field, cap) in [
        ("solve", "budget", 1_000_000),
        ("solve-many", "limit", 50_000),
        ("solve-many", "budget", 20_000),
        ("solve-many", "total", 10_000_000),
        ("solutions", "limit", 10_000),
        ("solutions", "budget", 5_000_000),
        ("check", "budget", 50_000),
        ("grade", "budget", 50_000),
        ("count", "budget", 5_000_000),
        ("compare", "budget", 500_000),
        ("trace", "budget", 10_000_000),
        ("trace", "limit", 100_000),
        ("minimize", "limit", 1000),
        ("minimize", "budget", 50_000),
        ("augment", "count", 10_000),
        ("neighbours", "limit", 10_000),
        ("neighbours", "budget", 500_000),
        ("practice", "budget", 100),
        ("practice", "count", 10),
        ("generate", "attempts", 2000),
        ("generate", "count", 20),
    ] {
        assert_eq!(bounded(operation, &json!({field: huge}))[field], json!(cap), "{operation} {field}");
        assert!(bounded(operation, &json!({}))[field].as_u64().unwrap() <= cap, "{operation} {field}");
        assert_eq!(bounded(operation, &json!({field: 1}))[field], json!(1), "{operation} {field}");
    }
    for operation in ["hint", "steps", "path", "grade-step"] {
        let options = json!({"techniques": {"budget": huge}});
        assert_eq!(bounded(operation, &options)["techniques"]["budget"], 10_000_000, "{operation}");
    }
    assert_eq!(bounded("solve", &json!({"engine": "dlx"}))["budget"], 500_000);
    assert_eq!(bounded("trace", &json!({"algorithm": "dlx"}))["budget"], 500_000);
    assert_eq!(bounded("rate", &json!({"budget": 8_000_000_000_u64}))["budget"], 1_000_000_000);
    for operation in OPERATIONS {
        bounded(operation, &json!({}));
    }
}

#[test]
fn a_reduced_number_of_puzzles_is_reported() {
    let answer = |request: Value| {
        let mut request: Request = serde_json::from_value(request).unwrap();
        request.restrict();
        serde_json::to_value(veridoku_api::answer(request)).unwrap()
    };
    let generate = |count: u64| {
        let response = answer(json!({"operation": "generate", "options": {"count": count, "rating": false}}));
        (response["puzzles"].as_array().unwrap().len(), response["reason"].clone())
    };
    assert_eq!(generate(20), (20, Value::Null));
    assert_eq!(generate(21), (20, json!("found a count of 21, expected at most 20 in one request")));
    for (count, expected) in [(10_000, false), (10_001, true)] {
        let options = json!({"count": count});
        let response = answer(json!({"operation": "augment", "puzzle": SAMPLE, "options": options}));
        assert_eq!(response["limit_reached"], expected);
    }
}

/// A puzzle with a single clue has only 81 different permutations.
#[test]
fn permutations_of_symmetric_puzzles_are_bounded() {
    let puzzle = format!("1{}", ".".repeat(80));
    let mut request: Request = serde_json::from_value(
        json!({"operation": "augment", "puzzle": puzzle, "options": {"all": true, "count": 10_000}}),
    )
    .unwrap();
    request.restrict();
    let response = serde_json::to_value(veridoku_api::answer(request)).unwrap();
    assert!(response["equivalents"].as_array().unwrap().len() <= 81);
    assert_eq!(response["limit_reached"], true);
}

/// Without the flag, some of these requests would take hours.
#[test]
fn a_stop_flag_ends_every_long_request() {
    let (empty, flag) = (".".repeat(81), Arc::new(AtomicBool::new(true)));
    // One of the hardest puzzles known.
    let hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let (most, nets) = (u64::MAX, json!({"only": ["forcing-net"], "budget": u64::MAX}));
    for (operation, puzzle, options) in [
        ("count", empty.as_str(), json!({"limit": most, "budget": most})),
        ("solutions", &empty, json!({"limit": u32::MAX, "budget": most})),
        ("minimize", SAMPLE_SOLUTION, json!({"all": true, "limit": most, "budget": most})),
        ("neighbours", SAMPLE, json!({"remove": 6, "add": 6, "limit": most, "budget": most})),
        ("trace", &empty, json!({"algorithm": "static-order", "limit": 1, "budget": most})),
        ("rate", hard, json!({"budget": 8_000_000_000_u64})),
        ("path", hard, json!({"techniques": nets})),
        ("steps", hard, json!({"techniques": nets})),
    ] {
        let request = json!({"operation": operation, "puzzle": puzzle, "options": options});
        let request: Request = serde_json::from_value(request).unwrap();
        let response = stop::with_flag(&flag, || veridoku_api::answer(request));
        assert_eq!(serde_json::to_value(response).unwrap()["operation"], operation);
    }
    let request = json!({"operation": "generate", "options": {"clues": "17", "attempts": most}});
    let response = stop::with_flag(&flag, || veridoku_api::answer(serde_json::from_value(request).unwrap()));
    assert_eq!(serde_json::to_value(response).unwrap()["attempts"], 0);
}

#[test]
fn repeated_fields_are_refused() {
    for json in [
        r#"{"puzzle": "1", "puzzle": "2"}"#,
        r#"{"puzzle": "1", "options": {}, "options": {}}"#,
        r#"{"puzzle": "1", "options": {"budget": 1, "budget": 2}}"#,
    ] {
        let error = Request::parse("count", json.as_bytes()).unwrap().unwrap_err().to_string();
        assert!(error.starts_with("duplicate field `"), "{error}");
    }
    assert!(Request::parse("dance", b"{}").is_none());
}
