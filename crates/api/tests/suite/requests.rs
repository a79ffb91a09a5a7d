//! JSON requests and their responses.

use serde_json::{Value, json};
use veridoku_api::{Request, answer};

use veridoku_core::SAMPLE;
use veridoku_core::SAMPLE_SOLUTION as SOLVED;

fn ask(request: &Value) -> Value {
    let request: Request = serde_json::from_value(request.clone()).expect("a valid request");
    serde_json::to_value(answer(request)).expect("a serializable response")
}

#[test]
fn every_operation_answers() {
    let answer = ask(&json!({"operation": "solve", "puzzle": SAMPLE}));
    assert_eq!((&answer["version"], &answer["solution"]), (&json!(1), &json!(SOLVED)));
    let answer =
        ask(&json!({"operation": "solve", "puzzle": SAMPLE, "options": {"engine": "dlx", "budget": 1000}}));
    assert_eq!(answer["status"], "unique");
    let answer = ask(&json!({"operation": "check", "puzzle": SAMPLE}));
    assert_eq!((&answer["clues"], &answer["minimal"]), (&json!(30), &json!(false)));
    let answer = ask(&json!({"operation": "count", "puzzle": ".".repeat(81), "options": {"limit": 10}}));
    assert_eq!((&answer["count"], &answer["limit_reached"]), (&json!(10), &json!(true)));
    let answer = ask(&json!({"operation": "solutions", "puzzle": ".".repeat(81), "options": {"limit": 3}}));
    assert_eq!((answer["solutions"].as_array().unwrap().len(), &answer["limit_reached"]), (3, &json!(true)));
    let answer = ask(&json!({"operation": "solutions", "puzzle": SAMPLE}));
    assert_eq!((&answer["solutions"], &answer["limit_reached"]), (&json!([SOLVED]), &json!(false)));
    let answer =
        ask(&json!({"operation": "compare", "puzzle": SAMPLE, "options": {"algorithms": ["tables", "mrv"]}}));
    assert_eq!(
        (&answer["results"][0]["calls"], &answer["results"][1]["algorithm"]),
        (&json!(4209), &json!("mrv"))
    );
    let answer =
        ask(&json!({"operation": "trace", "puzzle": SAMPLE, "options": {"algorithm": "resume", "limit": 2}}));
    assert_eq!((answer["events"].as_array().unwrap().len(), &answer["solution"]), (2, &json!(SOLVED)));
    let answer = ask(&json!({"operation": "convert", "puzzle": SAMPLE, "options": {"to": "kaggle"}}));
    let zeros = SAMPLE.replace('.', "0");
    assert_eq!(answer["text"], format!("quizzes,solutions\n{zeros},{SOLVED}\n"));
}

#[test]
fn errors_give_a_reason() {
    let answer = ask(&json!({"operation": "solve", "puzzle": &SAMPLE[1..]}));
    assert_eq!(
        answer,
        json!({
            "operation": "error",
            "version": 1,
            "kind": "unreadable",
            "error": "line 1, column 81: found 80 cells, expected 81",
            "line": 1,
            "column": 81,
        })
    );
    let answer = ask(&json!({"operation": "solve", "puzzle": SAMPLE, "options": {"engine": "magic"}}));
    assert!(
        answer["error"]
            .as_str()
            .unwrap()
            .starts_with("unknown algorithm \"magic\", expected one of: brute-force, ")
    );
    let answer = ask(&json!({"operation": "convert", "puzzle": SAMPLE, "options": {"to": "clay"}}));
    assert!(
        answer["error"]
            .as_str()
            .unwrap()
            .starts_with("unknown text format \"clay\", expected one of: line, ")
    );
    let struck = format!("{}:511", ".".repeat(81));
    let answer = ask(&json!({"operation": "convert", "puzzle": struck, "options": {"to": "line"}}));
    assert_eq!(
        answer["error"],
        "the line format cannot store the candidates of this puzzle, only its values"
    );
    for unknown in [
        json!({"operation": "levitate", "puzzle": SAMPLE}),
        json!({"operation": "count", "puzzle": SAMPLE, "limit": 5}),
        json!({"operation": "count", "puzzle": SAMPLE, "options": {"limt": 5}}),
    ] {
        assert!(serde_json::from_value::<Request>(unknown.clone()).is_err(), "{unknown}");
    }
    let answer = ask(&json!({"operation": "solve", "puzzle": SAMPLE, "from": "leetcode"}));
    assert_eq!(answer["kind"], "unreadable");
    let answer = ask(&json!({"operation": "solve", "puzzle": format!("{SAMPLE}\n{SAMPLE}")}));
    assert_eq!(
        (&answer["error"], &answer["line"]),
        (&json!("found a second puzzle, expected only one"), &json!(2))
    );
}

#[test]
fn sukakus_are_accepted() {
    let sukaku =
        ask(&json!({"operation": "convert", "puzzle": SAMPLE, "options": {"to": "sukaku"}}))["text"].clone();
    let answer = ask(&json!({"operation": "solve", "puzzle": sukaku}));
    assert_eq!((&answer["status"], &answer["solution"]), (&json!("unique"), &json!(SOLVED)));
    assert_eq!(answer["puzzle"].as_str().unwrap().len(), 729);
    let answer = ask(&json!({"operation": "check", "puzzle": sukaku}));
    assert_eq!((&answer["status"], &answer["minimal"]), (&json!("unique"), &json!(false)));
}

#[test]
fn clues_given_as_single_candidates_are_reported() {
    let cell = |clue: char| match clue.to_digit(10) {
        Some(digit) => ('1'..='9').map(|c| if c.to_digit(10) == Some(digit) { c } else { '.' }).collect(),
        None => "123456789".to_string(),
    };
    let sukaku: String = SAMPLE.chars().map(cell).collect();
    for operation in ["neighbours", "minimize"] {
        let report = ask(&json!({"operation": operation, "puzzle": sukaku, "options": {"limit": 1}}));
        assert_eq!(report["puzzle"], SAMPLE, "{operation}");
    }
}

#[test]
fn equivalent_puzzles_have_the_same_canonical_form() {
    let form = ask(&json!({"operation": "canon", "puzzle": SAMPLE}));
    assert_eq!((&form["automorphisms"], &form["key_version"]), (&json!(1), &json!(2)));
    // The reported transform gives the canonical form.
    let by = &form["transform"];
    let there = ask(&json!({"operation": "transform", "puzzle": SAMPLE, "options": {"by": by}}));
    assert_eq!(there["result"], form["canonical"]);
    let report = ask(&json!({"operation": "augment", "puzzle": SAMPLE, "options": {"count": 5, "seed": 9}}));
    let equivalents = report["equivalents"].as_array().unwrap();
    assert_eq!(equivalents.len(), 5);
    for equivalent in equivalents {
        let other = ask(&json!({"operation": "canon", "puzzle": equivalent["result"]}));
        assert_eq!((&other["canonical"], &other["key"]), (&form["canonical"], &form["key"]));
    }
    // All permutations of a grid with one clue: the clue can reach all 81 cells.
    let clue = format!("1{}", ".".repeat(80));
    let all = ask(&json!({"operation": "augment", "puzzle": clue, "options": {"all": true, "count": 81}}));
    assert_eq!(all["equivalents"].as_array().unwrap().len(), 81);
    let random = ask(&json!({"operation": "augment", "puzzle": clue, "options": {"count": 1000}}));
    assert!(random["equivalents"].as_array().unwrap().len() > 700, "of 729");
    let wrong = ask(&json!({"operation": "transform", "puzzle": SAMPLE, "options": {"by": "rows=1"}}));
    assert!(wrong["error"].as_str().unwrap().starts_with("invalid transform: found \"rows=1\", expected"));
    // Candidates that follow from the clues change nothing. Others make a sukaku, which has a canonical form
    // but no minimal puzzles.
    let plain =
        ask(&json!({"operation": "convert", "puzzle": SAMPLE, "options": {"to": "sukaku"}}))["text"].clone();
    assert_eq!(ask(&json!({"operation": "canon", "puzzle": plain}))["key"], form["key"]);
    // Candidates that the clues rule out change nothing either.
    let all: String = SAMPLE
        .chars()
        .map(|sign| match sign.to_digit(10) {
            Some(digit) => {
                format!("{}{sign}{}", ".".repeat(digit as usize - 1), ".".repeat(9 - digit as usize))
            }
            None => "123456789".to_string(),
        })
        .collect();
    assert_eq!(ask(&json!({"operation": "canon", "puzzle": all}))["key"], form["key"]);
    let one = ask(&json!({"operation": "minimize", "puzzle": SAMPLE, "options": {"seed": 3}}));
    for same in [&plain, &json!(all)] {
        let other = ask(&json!({"operation": "minimize", "puzzle": same, "options": {"seed": 3}}));
        assert_eq!(other["minimal"], one["minimal"], "the same puzzle and the same seed");
    }
    let sukaku = "12.......".repeat(81);
    let form = ask(&json!({"operation": "canon", "puzzle": sukaku}));
    assert_eq!(form["canonical"], ".......89".repeat(81));
    assert_eq!(form["automorphisms"], 3_359_232);
    assert_eq!(ask(&json!({"operation": "minimize", "puzzle": sukaku}))["kind"], "unsupported");
}

#[test]
fn solutions_are_transformed_with_their_puzzle() {
    let pair = format!("quizzes,solutions\n{},{SOLVED}\n", SAMPLE.replace('.', "0"));
    let by = "transpose digits=912345678";
    let answer = ask(&json!({"operation": "transform", "puzzle": pair, "options": {"by": by}}));
    let solved = ask(&json!({"operation": "solve", "puzzle": answer["result"]}));
    assert_eq!(answer["solution"], solved["solution"]);
    // A wrong solution is refused.
    let wrong = format!("quizzes,solutions\n{},{}\n", SAMPLE.replace('.', "0"), SOLVED.replace("179", "197"));
    for operation in ["transform", "augment"] {
        let answer = ask(&json!({"operation": operation, "puzzle": wrong}));
        assert_eq!(answer["kind"], "unsupported", "{answer}");
    }
}

#[test]
fn invalid_options_are_refused() {
    let full = "x".repeat(81);
    for options in [
        json!({"clues": "73-81", "minimal": true}),
        json!({"pattern": full, "minimal": true}),
        json!({"level": "easy", "technique": "x-wing"}),
        json!({"index": u64::MAX, "count": 2}),
    ] {
        let answer = ask(&json!({"operation": "generate", "options": options}));
        assert_eq!(answer["kind"], "unsupported", "{options} {answer}");
    }
    let last = ask(&json!({"operation": "generate", "options": {"index": u64::MAX, "seed": -1}}));
    assert_eq!((&last["puzzles"][0]["index"], &last["seed"]), (&json!(u64::MAX), &json!("-1")));
}

#[test]
fn minimal_puzzles_and_neighbours_have_one_solution() {
    let one = ask(&json!({"operation": "minimize", "puzzle": SAMPLE, "options": {"seed": 3}}));
    assert_eq!((one["minimal"].as_array().unwrap().len(), &one["status"]), (1, &json!("unique")));
    assert_eq!(ask(&json!({"operation": "check", "puzzle": one["minimal"][0]}))["minimal"], true);
    let all = ask(&json!({"operation": "minimize", "puzzle": SAMPLE, "options": {"all": true, "limit": 7}}));
    assert_eq!((all["minimal"].as_array().unwrap().len(), &all["limit_reached"]), (7, &json!(true)));
    let many = ask(&json!({"operation": "minimize", "puzzle": ".".repeat(81)}));
    assert_eq!((&many["status"], &many["minimal"]), (&json!("multiple"), &json!([])));
    let options = json!({"remove": 1, "add": 1, "minimal": true, "limit": 3});
    let near = ask(&json!({"operation": "neighbours", "puzzle": one["minimal"][0], "options": options}));
    let near = near["neighbours"].as_array().unwrap();
    assert!(!near.is_empty() && near.len() <= 3);
    for puzzle in near {
        assert_eq!(ask(&json!({"operation": "check", "puzzle": puzzle}))["minimal"], true);
    }
}
