//! JSON requests for hints, steps, paths, ratings and techniques.

use serde_json::{Value, json};
use veridoku_api::{Request, answer};
use veridoku_logic::TECHNIQUES;

use veridoku_core::SAMPLE;
use veridoku_core::SAMPLE_SOLUTION as SOLVED;
/// Needs a grouped chain.
const GROUPED: &str = ".4.6..7...........2.1.9.....6..4..85.2.38...15......3..8...7.6.....6..24..34.....";
/// The sample puzzle with a wrong 2 in r1c3 that is not a given.
const WRONG: &str =
    ":0000:x:53+2.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79::::";

fn ask(request: &Value) -> Value {
    let request: Request = serde_json::from_value(request.clone()).expect("a valid request");
    serde_json::to_value(answer(request)).expect("a serializable response")
}

fn hint(puzzle: &str, options: &Value) -> Value {
    ask(&json!({"operation": "hint", "puzzle": puzzle, "options": options}))
}

#[test]
fn hints_reveal_only_the_requested_level() {
    let full = hint(SAMPLE, &json!({}));
    assert_eq!(
        (&full["operation"], &full["version"], &full["puzzle"]),
        (&json!("hint"), &json!(1), &json!(SAMPLE))
    );
    assert_eq!((&full["outcome"], &full["technique"]), (&json!("step"), &json!("Naked Single")));
    assert_eq!((&full["placements"], &full["eliminations"]), (&json!(["r5c5=5"]), &json!([])));
    assert_eq!((&full["evidence"]["shape"], &full["mistakes"]), (&json!("single"), &json!([])));
    assert!(full["svg"].is_null(), "a picture only on request");
    assert_eq!(hint(SAMPLE, &json!({"level": null, "notation": null})), full);
    let what = hint(SAMPLE, &json!({"level": "what"}));
    assert_eq!((&what["technique"], &what["placements"]), (&json!("Naked Single"), &json!([])));
    let place = hint(SAMPLE, &json!({"level": "where", "notation": "a1"}));
    assert_eq!((&place["technique"], &place["text"]), (&Value::Null, &json!("Look at E5.")));
    assert_eq!(place["place"], json!({"cells": ["E5"], "houses": [], "digit": null}));
    assert_eq!(full["place"]["cells"], json!(["r5c5"]));
}

#[test]
fn hints_report_mistakes_and_finished_puzzles() {
    let wrong = hint(WRONG, &json!({"notation": "a1", "svg": true}));
    assert_eq!((&wrong["outcome"], &wrong["mistakes"]), (&json!("mistakes"), &json!(["A3 is not 2."])));
    assert_eq!(wrong["place"]["cells"], json!(["A3"]));
    assert!(wrong["svg"].as_str().unwrap().contains("<desc>Something is wrong: A3 is not 2.</desc>"));
    let twice = hint(&format!("5.....5{}", ".".repeat(74)), &json!({"notation": "a1"}));
    assert_eq!(
        (&twice["outcome"], &twice["text"]),
        (&json!("unsolvable"), &json!("two 5s in row A: A1, A7"))
    );
    assert_eq!(hint(SOLVED, &json!({}))["outcome"], "solved");
    assert_eq!(hint(&".".repeat(81), &json!({}))["outcome"], "nothing");
}

#[test]
fn hints_have_an_svg_on_request() {
    let picture = hint(GROUPED, &json!({"svg": true, "techniques": {"only": ["gaic"]}}));
    let svg = picture["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>Sudoku: Grouped AIC</title>") && svg.contains("class=\"group\""));
}

#[test]
fn steps_are_in_the_order_of_the_technique_table() {
    let steps = ask(&json!({
        "operation": "steps", "puzzle": GROUPED, "options": {"techniques": {"only": ["lc", "np", "gaic"]}}
    }));
    let names: Vec<&str> =
        steps["steps"].as_array().unwrap().iter().map(|step| step["technique"].as_str().unwrap()).collect();
    let place = |name: &&str| TECHNIQUES.iter().position(|entry| entry.name == *name);
    assert!(!names.is_empty() && names.is_sorted_by_key(place), "{names:?}");
    let wrong = ask(&json!({"operation": "steps", "puzzle": WRONG, "options": {"notation": "a1"}}));
    assert_eq!((&wrong["steps"], &wrong["reason"]), (&json!([]), &json!("Something is wrong: A3 is not 2.")));
}

#[test]
fn paths_reach_the_solution_or_give_a_reason() {
    let path = ask(&json!({"operation": "path", "puzzle": GROUPED}));
    assert_eq!((&path["solved"], &path["reason"]), (&json!(true), &Value::Null));
    let sum: u64 = path["steps"].as_array().unwrap().iter().map(|step| step["score"].as_u64().unwrap()).sum();
    assert_eq!(path["score"], sum);
    let solution = ask(&json!({"operation": "solve", "puzzle": GROUPED}));
    assert_eq!(path["end"], solution["solution"]);
    let singles = ask(
        &json!({"operation": "path", "puzzle": GROUPED, "options": {"techniques": {"only": ["single"]}}}),
    );
    // An incomplete path has no score and no level.
    assert_eq!(
        (&singles["solved"], &singles["level"], &singles["score"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    assert_eq!(singles["reason"], "the enabled techniques do not solve it");
    let open = ask(&json!({"operation": "path", "puzzle": ".".repeat(81), "options": {"notation": "a1"}}));
    let reason = open["reason"].as_str().unwrap();
    assert!(reason.starts_with("more than one solution: ") && !reason.contains("r1c"), "{reason}");
    let solved = ask(&json!({"operation": "path", "puzzle": SOLVED}));
    assert_eq!(
        (&solved["solved"], &solved["steps"], &solved["score"]),
        (&json!(true), &json!([]), &json!(0))
    );
}

#[test]
fn ratings_have_both_scales() {
    let rate = ask(&json!({"operation": "rate", "puzzle": SAMPLE, "options": {"steps": true}}));
    assert_eq!((&rate["er"], &rate["level"], &rate["score"]), (&json!(1.2), &json!("Easy"), &json!(204)));
    assert!(!rate["steps"].as_array().unwrap().is_empty());
    let many = ask(&json!({"operation": "rate", "puzzle": ".".repeat(81)}));
    assert!(many["er"].is_null() && many["level"].is_null() && many["reason"].is_string());
}

#[test]
fn techniques_lists_the_table() {
    let all = ask(&json!({"operation": "techniques"}));
    assert_eq!((&all["operation"], &all["version"]), (&json!("techniques"), &json!(1)));
    assert_eq!(all["techniques"].as_array().unwrap().len(), TECHNIQUES.len());
    let some = ask(&json!({"operation": "techniques", "options": {"only": ["ur1", "Hidden Singles"]}}));
    let names: Vec<&Value> =
        some["techniques"].as_array().unwrap().iter().map(|row| &row["technique"]).collect();
    assert_eq!(names, ["Hidden Single", "Uniqueness Test 1"]);
    assert_eq!(some["techniques"][1]["library_code"], "0600");
    assert!(some["techniques"][1]["aliases"].as_array().unwrap().contains(&json!("ur1")));
}

#[test]
fn options_enable_variants() {
    let count = |options: Value| {
        let steps =
            ask(&json!({"operation": "steps", "puzzle": GROUPED, "options": {"techniques": options}}));
        steps["steps"].as_array().unwrap().len()
    };
    let fish = ["fbf2", "sbf2", "fbf3", "sbf3"];
    assert!(count(json!({"only": fish, "siamese": true})) > count(json!({"only": fish})));
    let chains = ["gaic", "gdnl", "gcnl"];
    assert!(count(json!({"only": chains, "als_chains": true})) > count(json!({"only": chains})));
    assert!(count(json!({"only": chains, "budget": 1})) <= count(json!({"only": chains})));
    assert_eq!(count(json!({"only": ["ur"], "uniqueness": false})), 0);
    assert_eq!(count(json!({"only": ["Dual 2-String Kite"], "ladder": "hodoku"})), 0, "not on that ladder");
}

#[test]
fn unknown_names_are_refused() {
    for (options, said) in [
        (
            json!({"level": "everything"}),
            "unknown variant `everything`, expected one of `where`, `what`, `full`",
        ),
        (json!({"notation": "b2"}), "unknown variant `b2`, expected `r1c1` or `a1`"),
        (json!({"techniques": {"ladder": "step"}}), "expected one of `teacher`, `hodoku`, `all`"),
        (
            json!({"techniques": {"only": ["swordfsh"]}}),
            "unknown technique \"swordfsh\", did you mean \"Swordfish\"?",
        ),
        (json!({"techniques": {"only": [""]}}), "unknown technique \"\""),
        (json!({"techniques": {"siamse": true}}), "unknown field `siamse`"),
    ] {
        let json = json!({"operation": "hint", "puzzle": SAMPLE, "options": options});
        let error = serde_json::from_value::<Request>(json).expect_err("unknown").to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn options_survive_a_round_trip() {
    let json = json!({
        "operation": "hint",
        "puzzle": SAMPLE,
        "options": {
            "level": "what", "notation": "a1", "svg": false,
            "techniques": {
                "ladder": "all", "only": ["hs", "0600"], "uniqueness": false, "siamese": true,
                "als_chains": true, "budget": 5, "without": ["n1"], "order": ["hs", "n1"]
            }
        }
    });
    let request: Request = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(request).unwrap(), json);
}

#[test]
fn contradictory_additions_are_mistakes() {
    // Row 1 lacks 1 and 9. A 1 that is not a given takes the only place for the 1 of row 1, in box 3.
    let row = "2345678...........";
    let written = format!(":0000:x:{}+1.{}:::", &row[..16], ".".repeat(63));
    let hint = ask(&json!({"operation": "hint", "puzzle": written}));
    assert_eq!(hint["outcome"], "mistakes");
    let text = hint["text"].as_str().unwrap();
    assert!(text.contains("added to the givens rule out every solution"), "{text}");
    let open = ask(&json!({"operation": "hint", "puzzle": format!("{row}{}", ".".repeat(63))}));
    assert!(open["note"].as_str().unwrap().starts_with("Note: more than one solution"), "{open}");
    let unique = ask(&json!({"operation": "hint", "puzzle": GROUPED}));
    assert_eq!(unique["note"], Value::Null);
}
