//! Finds the grids in the collection of model answers.

use serde_json::Value;
use veridoku_formats::extract;

/// Finds the grids of `testdata/answers.jsonl`. A grid that is not the expected one must have a warning.
const ROWS: [&str; 9] = [
    "534678912",
    "672195348",
    "198342567",
    "859761423",
    "426853791",
    "713924856",
    "961537284",
    "287419635",
    "345286179",
];

#[test]
fn hostile_texts_take_little_time_and_stack() {
    // Each of these overflowed the stack, or took time in proportion to the square of its length.
    for part in ["- ", "</think>", "<think><answer>", "<a ", "\\begin", "*1*1", "<", "[", "\"a\":", "1 "] {
        let text = part.repeat(1_000_000 / part.len());
        assert_eq!(extract(&text).grid, None, "{part:?}");
    }
}

#[test]
fn a_grid_after_a_check_of_boxes_is_found() {
    let (grid, puzzle) = (ROWS.join("\n"), ROWS.join("\n").replace('9', "."));
    let text = format!("{puzzle}\n\nI check each box:\nAll of them are fine.\n\nFinal solution:\n\n{grid}\n");
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
    let text = format!("每行每列都要检查:\n{grid}\n");
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn commas_after_rows_and_signs_around_grids_do_no_harm() {
    let with_commas = ROWS.map(|row| row.chars().flat_map(|digit| [digit, ',']).collect::<String>());
    assert_eq!(extract(&with_commas.join("\n")).grid.unwrap().to_string(), ROWS.concat());
    let text = format!("As a <b we know:\n{}\n-> done", ROWS.join("\n"));
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn words_of_81_cells_are_grids_whatever_is_around_them() {
    let (grid, wrong) = (ROWS.concat(), ROWS.concat().replace("5346", "5364"));
    let puzzle = grid.replace(['1', '7'], ".");
    for text in [
        format!("{grid}. Thanks."),
        format!("{grid} — 100% sure."),
        format!("Answer 1: {grid}"),
        format!("`{grid}` (51 cells filled)"),
        format!("Puzzle: {puzzle} Solution: {grid}"),
        format!("The solution of {puzzle} is {grid}."),
    ] {
        let found = extract(&text);
        assert_eq!((found.grid.unwrap().to_string(), found.warnings.len()), (grid.clone(), 0), "{text}");
    }
    let found = extract(&format!("{wrong} is wrong, so {grid}"));
    assert_eq!(found.grid.unwrap().to_string(), grid);
    assert_eq!(found.warnings, ["found 2 different grids; this is the last one"]);
}

#[test]
fn a_list_of_sorted_rows_is_a_check() {
    let check: Vec<String> = (1..=9).map(|row| format!("Row {row}: 1,2,3,4,5,6,7,8,9 ✓")).collect();
    let found = extract(&format!("{}\n\n{}", ROWS.join("\n"), check.join("\n")));
    assert_eq!((found.grid.unwrap().to_string(), found.warnings.len()), (ROWS.concat(), 0));
}

#[test]
fn nested_and_open_thinking_sections_are_skipped() {
    let grid = ROWS.join("\n");
    for text in [
        format!("<think>a<think>b</think>c</think>{grid}"),
        format!("b</think>{grid}"),
        format!("<think>x<answer>{grid}</answer>"),
        format!("<THINK>{}</THINK>{grid}<think>more</think>", ".".repeat(81)),
    ] {
        assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat(), "{text}");
    }
    assert_eq!(extract(&format!("<think>{grid}")).grid, None);
}

#[test]
fn grids_in_answers_are_found() {
    let text = std::fs::read_to_string("testdata/answers.jsonl").unwrap();
    let (mut right, mut problems) = (0, Vec::new());
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (style, expected) = (case["style"].as_str().unwrap(), case["grid"].as_str());
        let found = extract(case["text"].as_str().unwrap());
        let grid = found.grid.map(|grid| grid.to_string());
        let (is_right, is_warned) = (grid.as_deref() == expected, !found.warnings.is_empty());
        right += usize::from(is_right);
        assert_eq!(found.reason.is_some(), grid.is_none(), "{style}: {found:?}");
        assert!(is_right || grid.is_none() || is_warned, "{style}: wrong grid without a warning: {case}");
        if !is_right || is_warned != case["warning"].as_bool().unwrap() {
            problems.push(format!(
                "{style}: {:?} {:?}\n{}",
                found.reason,
                found.warnings,
                case["text"].as_str().unwrap()
            ));
        }
    }
    assert_eq!(text.lines().count(), 500);
    assert!(problems.is_empty(), "{right} right\n{}", problems.join("\n"));
}
