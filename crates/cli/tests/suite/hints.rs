//! End-to-end tests of hints, paths and technique tests: text output, JSON and bad input.

use crate::process::{SAMPLE, SOLVED, run, veridoku};
use serde_json::Value;
use std::fs;

/// The maximum width of a drawing.
const WIDTH: usize = 80;
/// The sample with a 2 in r1c3 that is not a given.
const WRONG: &str =
    ":0000:x:53+2.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79::::";
/// A position with a few eliminated candidates.
const ELIMINATED: &str =
    ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:113 213:::";

#[test]
fn drawings_fit_the_terminal_and_need_no_color() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for puzzle in [SAMPLE, hard, &".".repeat(81), WRONG, ELIMINATED] {
        for notation in ["r1c1", "a1"] {
            let ran = run(&["hint", "--draw", "always", "--notation", notation, puzzle], "");
            assert!(ran.lines().iter().all(|line| line.chars().count() <= WIDTH), "{}", ran.out);
            assert!(!ran.out.contains('\u{1b}'), "no colors in a pipe");
        }
    }
    let ran = run(&["hint", "--draw", "always", SAMPLE], "");
    assert!(ran.out.contains("5+") && ran.out.contains("+ write"), "{}", ran.out);
    let ran = run(&["--color", "always", "hint", "--draw", "always", SAMPLE], "");
    assert!(ran.out.contains("\u{1b}["), "colors on request");
}

#[test]
fn several_hints_are_labelled_with_their_puzzles() {
    let ran = run(&["hint", SAMPLE], "");
    assert!(ran.out.starts_with("Naked Single: "), "{}", ran.out);
    let ran = run(&["hint", SAMPLE, SOLVED, "nonsense"], "");
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (2, 3));
    assert!(lines[0].starts_with(&format!("{SAMPLE} Naked Single: ")), "{}", lines[0]);
    assert_eq!(lines[1], format!("{SOLVED} The puzzle is solved."));
    assert!(lines[2].starts_with("error: "), "{}", lines[2]);
    let ran = run(&["hint", "--threads", "2"], format!("{SAMPLE}\n{SAMPLE}\n"));
    assert!(ran.lines().iter().all(|line| line.starts_with(SAMPLE)), "{}", ran.out);
    let ran = run(&["hint", "--json", SAMPLE, SOLVED], "");
    let puzzles: Vec<Value> = ran
        .lines()
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["puzzle"].clone())
        .collect();
    assert_eq!(puzzles, [SAMPLE, SOLVED]);
}

#[test]
fn eliminated_candidates_are_in_labels_and_in_json() {
    for command in [&["hint", "--all"][..], &["path"], &["rate"]] {
        let ran = run(&[command, &[ELIMINATED]].concat(), "");
        assert!(ran.lines()[0].starts_with(&format!("{SAMPLE} with r1c3<>1, r1c3<>2")), "{}", ran.lines()[0]);
        let ran = run(&[command, &["--json", ELIMINATED]].concat(), "");
        let report: Value = serde_json::from_str(ran.lines()[0]).unwrap();
        assert_eq!(report["puzzle"].as_str().unwrap().len(), 729, "{command:?}");
    }
}

#[test]
fn an_svg_image_is_a_single_document() {
    for (puzzle, status, content) in [
        (SAMPLE, 0, "<title>Sudoku: Naked Single</title>"),
        (WRONG, 1, "<desc>Something is wrong: r1c3 is not 2.</desc>"),
        (&format!("5.....5{}", ".".repeat(74)), 1, "<desc>two 5s in row 1: r1c1, r1c7</desc>"),
        (SOLVED, 0, "<desc>The puzzle is solved.</desc>"),
    ] {
        let ran = run(&["hint", "--svg", puzzle], "");
        assert_eq!(ran.status, status, "{puzzle}");
        assert!(ran.out.starts_with("<svg ") && ran.out.ends_with("</svg>\n"), "{puzzle}");
        assert_eq!(ran.out.matches("<svg").count(), 1);
        assert!(ran.out.contains(content), "{puzzle}");
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("hint.svg");
        let written = run(&["hint", "--svg", "--output", file.to_str().unwrap(), puzzle], "");
        assert_eq!((written.status, written.out.as_str()), (status, ""), "{puzzle}");
        assert_eq!(fs::read_to_string(&file).unwrap(), ran.out);
    }
    let ran = run(&["hint", "--svg", SAMPLE, SAMPLE], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("found a second puzzle, expected only one"), "{}", ran.err);
    let ran = run(&["hint", "--svg", &SAMPLE[1..]], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("found 80 cells"), "{}", ran.err);
    for command in [&["hint", "--svg"][..], &["picture"]] {
        let ran = run(command, "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "an empty pipe");
        assert_eq!(ran.err, "veridoku: found no puzzle to draw\n");
    }
    let ran = run(&["picture", &SAMPLE[1..]], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "an error is not part of the image");
}

#[test]
fn reasons_use_the_notation() {
    let twice = format!("5.....5{}", ".".repeat(74));
    for command in [&["hint"][..], &["hint", "--all"], &["path"], &["path", "--json"], &["hint", "--json"]] {
        let ran = run(&[command, &["--notation", "a1", &twice]].concat(), "");
        assert_eq!(ran.status, 1);
        assert!(ran.out.contains("two 5s in row A: A1, A7"), "{command:?}: {}", ran.out);
    }
}

#[test]
fn reached_budgets_are_reported() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let arguments = ["hint", "--technique", "ach,fnc,fnv,kf1", "--budget", "1", hard];
    let ran = run(&arguments, "");
    assert!(ran.out.contains("budget; increase --budget"), "{}", ran.out);
    let ran = run(&[&arguments[..], &["--json"]].concat(), "");
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(!report["stopped"].as_array().unwrap().is_empty(), "{report}");
    let ran = run(&["path", "--json", SAMPLE], "");
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["stopped"], Value::Array(Vec::new()));
}

#[test]
fn techniques_have_many_names() {
    for (name, technique) in [
        ("hs", "Hidden Single"),
        ("0002", "Hidden Single"),
        ("naked-singles", "Naked Single"),
        ("NS", "Naked Single"),
    ] {
        let ran = run(&["hint", "--technique", name, SAMPLE], "");
        assert!(ran.out.starts_with(&format!("{technique}: ")), "{name}: {}", ran.out);
    }
    let ran = run(&["techniques", "ur1"], "");
    for part in ["Uniqueness Test 1\n", "0600", "4.5", "100", "ur1"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let ran = run(&["techniques", "--json", "ur"], "");
    assert_eq!((ran.status, ran.lines().len()), (0, 6));
}

#[test]
fn bad_library_lines_are_reported_and_the_others_run() {
    let test = format!(":0003:5:{SAMPLE}:::555::");
    let input = format!("# a comment\n\n{test}\ngarbage\n:0003:5:12345:::555::\n{test}\n");
    let ran = run(&["steps-test", "-"], &input);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.out.contains("0003         2 passed     0 failed  Naked Single"), "{}", ran.out);
    let messages: Vec<&str> = ran.err.lines().collect();
    assert_eq!(messages.len(), 2, "{}", ran.err);
    assert!(
        messages[0].starts_with("veridoku: -:4: expected a line that starts with a colon"),
        "{}",
        ran.err
    );
    assert!(messages[1].starts_with("veridoku: -:5: expected 81 cells"), "{}", ran.err);
    let ran = run(&["steps-test", "--json", "-"], &test);
    let row: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &row["version"], &row["passed"]), (0, &Value::from(1), &Value::from(1)));
    let ran = run(&["steps-test", "-"], "junk\n".repeat(1000));
    assert_eq!((ran.status, ran.err.lines().count()), (2, 22), "{}", ran.err);
    let ran = run(&["steps-test", "-"], [test.as_bytes(), b"\n\xff\xfe\n"].concat());
    assert_eq!(ran.status, 2);
    assert!(ran.out.contains("1 passed"), "{}", ran.out);
}

#[test]
fn tests_of_other_files_are_run_although_one_is_missing() {
    let directory = tempfile::tempdir().unwrap();
    let tests = directory.path().join("tests.txt");
    fs::write(&tests, format!(":0003:5:{SAMPLE}:::555::\n")).unwrap();
    let tests = tests.to_str().unwrap();
    let ran = run(&["steps-test", tests, "no-such-file.txt", tests], "");
    assert!(ran.out.contains("0003         2 passed     0 failed  Naked Single"), "{}", ran.out);
    assert!(ran.err.starts_with("veridoku: cannot read no-such-file.txt: "), "{}", ran.err);
    assert_eq!((ran.status, ran.err.lines().count()), (2, 1));
    let ran = run(&["steps-test", "no-such-file.txt"], "");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (2, "", 1));
}

#[test]
fn zero_threads_are_refused() {
    for command in ["hint", "path", "rate", "solve", "bench"] {
        let ran = run(&[command, "--threads", "0"], "");
        assert_eq!(ran.status, 2, "{command}");
        assert!(ran.err.contains("expected a number of threads, 1 to 4096"), "{command}: {}", ran.err);
    }
}

#[test]
fn empty_pipes_give_empty_output() {
    for arguments in [&["hint"][..], &["hint", "--all"], &["path"], &["rate"], &["hint", "--json"]] {
        let output = veridoku(arguments).stdin(std::process::Stdio::null()).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "{arguments:?}");
    }
}

#[test]
fn techniques_are_tried_in_the_order_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.txt");
    let path = file.to_str().unwrap();
    let hint = |order: &str, options: &[&str]| {
        fs::write(&file, order).unwrap();
        run(&[&["hint", "--order", path, "--draw", "never", SAMPLE], options].concat(), "")
    };
    assert!(hint("# singles\nhidden single\n\nn1\n", &[]).out.starts_with("Hidden Single: "));
    assert!(hint("n1\nHidden Single\n", &[]).out.starts_with("Naked Single: "));
    assert!(hint("n1\nHidden Single\n", &["--without", "n1"]).out.starts_with("Hidden Single: "));
    let unknown = hint("n1\nNaked Singel\n", &[]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("line 2: unknown technique \"Naked Singel\""), "{}", unknown.err);
    assert!(hint("# nothing\n", &[]).err.contains("the file lists no technique"));
    assert_eq!(hint("n1\n", &["--technique", "n1"]).status, 2, "either an order or a set");
}
