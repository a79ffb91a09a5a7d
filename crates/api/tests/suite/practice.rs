//! The operations `practice` and `grade-step`.

use serde_json::{Value, json};
use veridoku_api::{Request, answer};

fn ask(request: &Value) -> Value {
    let request: Request = serde_json::from_value(request.clone()).expect("a valid request");
    serde_json::to_value(answer(request)).expect("a serializable response")
}

fn practice(options: &Value) -> Value {
    ask(&json!({"operation": "practice", "options": options}))
}

fn grade(position: &Value, options: &Value) -> Value {
    ask(&json!({"operation": "grade-step", "puzzle": position, "options": options}))
}

fn verdict(report: &Value) -> [bool; 3] {
    ["legal", "correct", "forced"].map(|name| report[name].as_bool().unwrap_or_else(|| panic!("{report}")))
}

#[test]
fn the_technique_is_the_next_step() {
    for technique in ["Full House", "Hidden Pair", "X-Wing", "Skyscraper", "Uniqueness Test 1", "AIC"] {
        let options = json!({"technique": technique, "seed": 1, "count": 5});
        let report = practice(&options);
        let positions = report["positions"].as_array().unwrap();
        assert_eq!((positions.len(), &report["reason"]), (5, &json!(null)), "{technique}");
        for position in positions {
            let hint = ask(&json!({"operation": "hint", "puzzle": position}));
            assert_eq!((&hint["technique"], &hint["note"]), (&json!(technique), &json!(null)), "{position}");
        }
        assert_eq!(practice(&options), report, "a seed gives the same positions");
        let near = json!({"technique": technique, "seed": 2, "near": positions});
        let new = &practice(&near)["positions"][0];
        let hint = ask(&json!({"operation": "hint", "puzzle": new}));
        assert_eq!(hint["technique"], technique, "near known positions: {new}");
        assert!(!positions.contains(new));
    }
}

#[test]
fn an_equivalent_position_is_given_if_no_new_one_is_found() {
    let known = practice(&json!({"technique": "X-Wing", "seed": 1}))["positions"].clone();
    let options = json!({"technique": "X-Wing", "seed": 1, "count": 3, "near": known, "budget": 0});
    let report = practice(&options);
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 3);
    for position in positions {
        assert_eq!(ask(&json!({"operation": "hint", "puzzle": position}))["technique"], "X-Wing");
    }
    let nothing = practice(&json!({"technique": "X-Wing", "seed": 1, "budget": 0}));
    assert_eq!(nothing["positions"], json!([]));
    assert_eq!(nothing["reason"], "found only 0 of 1 positions within the budget");
    assert_eq!(nothing["note"], json!(null));
    let note = practice(&json!({"technique": "Dual 2-String Kite", "budget": 0}))["note"].clone();
    assert_eq!(note, "techniques that cover Dual 2-String Kite are ignored: each half is a 2-String Kite");
}

#[test]
fn some_techniques_cannot_be_practised() {
    for (options, reason) in [
        (json!({}), "found no technique"),
        (json!({"technique": "Brute Force"}), "cannot be practised"),
        (json!({"technique": "Unique Loop"}), "expected one of Unique Loop Type 1"),
        (json!({"technique": "X-Wing", "count": 100_000}), "expected at most 1000"),
        (json!({"technique": "X-Wing", "near": ["x"]}), "expected"),
    ] {
        let error = practice(&options)["error"].as_str().unwrap_or_default().to_string();
        assert!(error.contains(reason), "{options}: {error}");
    }
}

#[test]
fn a_move_is_judged_by_the_steps_that_prove_it() {
    let position = practice(&json!({"technique": "X-Wing", "seed": 5}))["positions"][0].clone();
    let hint = ask(&json!({"operation": "hint", "puzzle": position}));
    let eliminations = hint["eliminations"].as_array().unwrap();
    for part in [&eliminations[..], &eliminations[..1]] {
        let report = grade(&position, &json!({"eliminate": part, "technique": "X-Wing"}));
        assert_eq!(verdict(&report), [true; 3], "{report}");
        assert_eq!(
            (&report["step"]["technique"], &report["simplest"]["text"]),
            (&json!("X-Wing"), &hint["text"])
        );
        assert_eq!((&report["wrong"], &report["missing"]), (&json!([]), &json!(eliminations[part.len()..])));
    }
    // Squirmbags are not in the ladder, which proves the move all the same.
    let report = grade(&position, &json!({"eliminate": &eliminations[..1], "technique": "Squirmbag"}));
    assert_eq!((verdict(&report), &report["step"]["technique"]), ([true; 3], &json!("X-Wing")));
    // The same move, without the technique and the other way to write it.
    let other = eliminations[0].as_str().unwrap().replace("<>", "-");
    let report = grade(&position, &json!({"eliminate": [other]}));
    assert_eq!((verdict(&report), &report["step"]["technique"]), ([true; 3], &json!("X-Wing")));
    // With X-Wings disabled, another technique is the simplest.
    let report =
        grade(&position, &json!({"eliminate": &eliminations[..1], "techniques": {"without": ["X-Wing"]}}));
    assert_ne!(report["simplest"]["technique"], "X-Wing");
}

/// An X-Wing eliminates 2 from r5c159 and r7c3; a W-Wing eliminates 3 from r6c8.
const X_WING: &str = ":0000:x:164+9..+85+7.+5+9.+61+4...3..+54+1+6939+56.+87.+4..7+4.+9.8..4.5+7.9..+4..+39..\
                      +7+85+8+32+4+7+6+919+7.+18.34.:221 663::";

#[test]
fn a_digit_follows_if_it_is_the_last_candidate_after_a_step() {
    let report = grade(&json!(X_WING), &json!({"place": ["r5c1=6"], "technique": "X-Wing"}));
    assert_eq!((verdict(&report), &report["step"]["technique"]), ([true; 3], &json!("X-Wing")));
    assert_eq!(report["missing"], json!(["r5c5<>2", "r5c9<>2", "r7c3<>2"]), "r5c1<>2 follows from the digit");
}

/// Positions with several steps of a technique, and the eliminations of one that another step has as well.
const SEVERAL_STEPS: [(&str, &str, &[&str]); 3] = [
    (
        "Remote Pair",
        ":0000:x:7+89..14+6.35+4+6.+7+8+1.+2+1+6.48+3.+7.+7+2.+1.648+8+4+12.+6.+73.+6+3+874+1+2.6+25+4..7.+1+49+71\
         .52.+6+1+38+7+62..+4:978::",
        &["r4c4<>5", "r4c4<>9"],
    ),
    (
        "W-Wing",
        ":0000:x:.15+3.+42+8..+428+5.+1+7+3...+2+1..54+2..+5.34+1.+5.+4+12..+38..1+49+8.25.2.+9+41+56+745+763+2+89\
         +1+1..+7+853+4+2:611 732 932 933 642 643 761::",
        &["r3c2<>6"],
    ),
    (
        "Sue de Coq",
        ":0000:x:+5+19....73...1.58..4..+7.9.1+5.+9.......64..7.1..+1.3.92..69+5.+3.+7.+82...+25.+9.7+726+9+84..\
         +1:617 625 228 635 345 247 447 467 883 388::",
        &["r4c3<>2", "r4c3<>8", "r4c4<>8", "r4c6<>8", "r5c8<>3", "r5c8<>5"],
    ),
];

#[test]
fn a_complete_answer_to_any_step_of_a_technique_lacks_nothing() {
    for (technique, position, eliminate) in SEVERAL_STEPS {
        for options in
            [json!({"eliminate": eliminate, "technique": technique}), json!({"eliminate": eliminate})]
        {
            let report = grade(&json!(position), &options);
            assert_eq!((verdict(&report), &report["step"]["technique"]), ([true; 3], &json!(technique)));
            assert_eq!(
                (&report["missing"], &report["step"]["eliminations"]),
                (&json!([]), &json!(eliminate))
            );
        }
        // A part of it is judged by the first step that has it.
        let report = grade(&json!(position), &json!({"eliminate": &eliminate[..1], "technique": technique}));
        assert_eq!(report["missing"] == json!([]), eliminate.len() == 1, "{technique}");
    }
}

#[test]
fn a_move_may_be_proved_by_several_steps() {
    let eliminate = json!(["r5c1<>2", "r6c8<>3"]);
    let report =
        grade(&json!(X_WING), &json!({"eliminate": eliminate, "techniques": {"only": ["X-Wing", "W-Wing"]}}));
    assert_eq!((verdict(&report), &report["step"]), ([true; 3], &json!(null)));
}

#[test]
fn the_simplest_step_follows_the_order_of_the_player() {
    for (techniques, simplest) in [(json!({}), "X-Wing"), (json!({"order": ["W-Wing", "X-Wing"]}), "W-Wing")]
    {
        let options = json!({"eliminate": ["r6c8<>3"], "technique": "X-Wing", "techniques": techniques});
        let report = grade(&json!(X_WING), &options);
        assert_eq!((verdict(&report), &report["step"]["technique"]), ([true; 3], &json!("W-Wing")));
        assert_eq!(report["simplest"]["technique"], simplest);
    }
}

#[test]
fn wrong_and_unproved_moves_are_told_apart() {
    let position = practice(&json!({"technique": "X-Wing", "seed": 5}))["positions"][0].clone();
    let solution = ask(&json!({"operation": "solve", "puzzle": position}))["solution"].clone();
    let solution = solution.as_str().unwrap();
    let steps = ask(
        &json!({"operation": "steps", "puzzle": position, "options": {"techniques": {"only": ["X-Wing"]}}}),
    );
    let proved = steps["steps"].to_string();
    let cells = (1..=9).flat_map(|row| (1..=9).map(move |column| format!("r{row}c{column}")));
    let (mut wrong, mut unproved) = (0, 0);
    for (cell, right) in cells.zip(solution.chars()) {
        let eliminate = |digit: char| {
            let techniques = json!({"only": ["X-Wing"]});
            let options = json!({"eliminate": [format!("{cell}<>{digit}")], "techniques": techniques});
            grade(&position, &options)
        };
        let report = eliminate(right);
        if !report["legal"].as_bool().unwrap() {
            continue;
        }
        assert_eq!((verdict(&report), &report["step"]), ([true, false, false], &json!(null)), "{cell}");
        assert_eq!(report["wrong"], json!([format!("{cell}<>{right}")]));
        wrong += 1;
        for digit in ('1'..='9').filter(|digit| *digit != right) {
            let report = eliminate(digit);
            let is_proved = proved.contains(&format!("\"{cell}<>{digit}\""));
            if report["legal"] == true {
                assert_eq!(verdict(&report), [true, true, is_proved], "{cell}<>{digit}");
                unproved += usize::from(!is_proved);
            }
        }
    }
    assert!(wrong > 10 && unproved > 10);
    let report = grade(&position, &json!({"place": ["r1c1=1", "r1c2=1"]}));
    assert_eq!(verdict(&report), [false; 3], "two equal digits in a row");
}

#[test]
fn only_the_wrong_parts_of_a_move_are_listed() {
    let options = json!({"place": ["r1c1=5", "r5c5=5", "r5c4=2"], "eliminate": ["r1c1<>5", "r5c5<>5"]});
    let report = grade(&json!(veridoku_core::SAMPLE), &options);
    assert_eq!(report["wrong"], json!(["r5c4=2", "r1c1<>5", "r5c5<>5"]));
    assert_eq!(verdict(&report), [false; 3], "r1c1 is filled");
}

#[test]
fn moves_in_a_puzzle_with_several_solutions_must_hold_in_all_of_them() {
    // Row 1 lacks 1 and 9, which can go either way.
    let puzzle = json!(format!("2345678..{}", ".".repeat(72)));
    let report = grade(&puzzle, &json!({"place": ["r1c8=1"]}));
    assert_eq!(verdict(&report), [true, false, false]);
    let report = grade(&puzzle, &json!({"eliminate": ["r2c8<>1", "r3c9<>9"]}));
    assert_eq!(verdict(&report), [true, true, true], "{report}");
}

#[test]
fn unreadable_and_impossible_moves_have_a_reason() {
    let sample = json!(veridoku_core::SAMPLE);
    for options in [json!({}), json!({"place": ["r1c1"]}), json!({"eliminate": ["r1c0<>3"]})] {
        assert!(grade(&sample, &options)["error"].is_string(), "{options}");
    }
    let solved = json!(veridoku_core::SAMPLE_SOLUTION);
    assert_eq!(grade(&solved, &json!({"place": ["r1c1=5"]}))["reason"], "The puzzle is solved.");
}
