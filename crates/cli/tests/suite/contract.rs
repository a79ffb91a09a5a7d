//! The contract of the command line: answers, JSON fields and exit statuses.

use crate::process;
use crate::process::{SAMPLE, SOLVED, run};
use serde_json::{Value, json};
use veridoku_classic::ALGORITHMS;
use veridoku_core::Grid;

fn json_lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

/// Returns the sample puzzle as LeetCode prints it.
fn leetcode() -> String {
    let rows: Vec<Vec<String>> = SAMPLE
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|&cell| (cell as char).to_string()).collect())
        .collect();
    serde_json::to_string(&rows).unwrap()
}

#[test]
fn the_table_of_solvers_fits_into_80_columns() {
    let ran = run(&["compare", SAMPLE], "");
    let lines = ran.lines();
    let table = &lines[1..lines.len() - 1];
    assert_eq!(table.len(), 1 + ALGORITHMS.len());
    assert!(table.iter().all(|line| line.chars().count() <= 80), "{}", ran.out);
    assert!(table[1].starts_with("brute-force ") && table[1].ends_with(" out of budget"), "{}", ran.out);
}

#[test]
fn compare_reports_the_published_counts() {
    for puzzle in [SAMPLE.to_string(), leetcode()] {
        let ran = run(&["compare", "--json", "--budget", "100000", &puzzle], "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        let rows = json_lines(&ran.out);
        assert_eq!(rows.len(), ALGORITHMS.len());
        let row = |name: &str| rows.iter().find(|row| row["algorithm"] == name).unwrap();
        for (name, calls) in
            [("restart", 4209), ("resume", 4209), ("tables", 4209), ("columns", 981), ("static-order", 103)]
        {
            assert_eq!(row(name)["calls"], calls, "{name}");
        }
        for row in &rows {
            for field in ["calls", "placements", "undos", "max_depth", "micros", "micros_median", "runs"] {
                assert!(row[field].is_number(), "{field}: {row}");
            }
            assert!(row["micros"].as_f64() <= row["micros_median"].as_f64(), "{row}");
            assert!((1..=50).contains(&row["runs"].as_u64().unwrap()), "{row}");
            if row["algorithm"] == "brute-force" {
                assert_eq!((&row["status"], &row["solution"]), (&json!("undecided"), &Value::Null));
            } else {
                assert_eq!((&row["status"], &row["solution"]), (&json!("unique"), &json!(SOLVED)), "{row}");
            }
        }
    }
}

#[test]
fn every_textbook_solver_works_on_batches() {
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        let ran = run(&["solve", "--engine", algorithm.name], format!("{SAMPLE}\nbad\n{SOLVED}\n"));
        let lines = ran.lines();
        assert_eq!((ran.status, lines[0], lines[2]), (2, SOLVED, SOLVED), "{}", algorithm.name);
    }
}

#[test]
fn solve_json_has_its_fields() {
    let many = ".".repeat(81);
    let twice = format!("55{}", ".".repeat(79));
    let ran = run(&["solve", "--json"], format!("{SAMPLE}\n{many}\n{twice}\nbad\n"));
    assert_eq!(ran.status, 2);
    let rows = json_lines(&ran.out);
    assert_eq!(
        rows[0],
        json!({"version": 1, "puzzle": SAMPLE, "status": "unique", "solution": SOLVED, "reason": null})
    );
    assert_eq!((&rows[1]["status"], &rows[1]["solution"]), (&json!("multiple"), &Value::Null));
    let [first, second] =
        [0, 1].map(|index| rows[1]["solutions"][index].as_str().unwrap().parse::<Grid>().unwrap());
    assert!(first.is_solved() && second.is_solved() && first != second);
    assert_eq!(rows[1]["differences"].as_array().unwrap().len(), first.differences(&second).len());
    assert_eq!(rows[2]["status"], "invalid");
    assert_eq!(rows[2]["reason"], "two 5s in row 1: r1c1, r1c2; two 5s in box 1: r1c1, r1c2");
    assert_eq!((&rows[3]["line"], &rows[3]["column"]), (&json!(4), &json!(1)));
    assert!(rows[3]["error"].as_str().unwrap().starts_with("line 4, column 1: "));
}

#[test]
fn check_json_has_its_fields() {
    let ran = run(&["check", "--json", SAMPLE], "");
    let row = &json_lines(&ran.out)[0];
    assert_eq!(ran.status, 0);
    assert_eq!(
        (&row["status"], &row["clues"], &row["minimal"]),
        (&json!("unique"), &json!(30), &json!(false))
    );
    assert_eq!((&row["reason"], &row["conflicts"]), (&Value::Null, &json!([])));
    let ran = run(&["check", "--json", &format!("55{}", ".".repeat(79))], "");
    let row = &json_lines(&ran.out)[0];
    assert_eq!(ran.status, 1);
    assert_eq!(row["conflicts"][0], json!({"digit": 5, "house": "row 1", "cells": ["r1c1", "r1c2"]}));
}

#[test]
fn reaching_the_count_limit_is_reported() {
    let ran = run(&["count", "--limit", "1000000", &".".repeat(81)], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, "1000000 or more (limit reached)\n"));
    let ran = run(&["count", "--json", SAMPLE], "");
    let row = &json_lines(&ran.out)[0];
    assert_eq!((&row["count"], &row["limit_reached"]), (&json!(1), &json!(false)));
}

/// Returns a puzzle with six solutions, found by removing digits from a solved grid.
fn six_solutions() -> String {
    (0..1000_u64)
        .map(|seed| {
            let mut grid: Vec<u8> = SOLVED.bytes().collect();
            let mut state = seed * 2 + 1;
            for _ in 0..48 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                grid[(state >> 33) as usize % 81] = b'.';
            }
            String::from_utf8(grid).unwrap()
        })
        .find(|puzzle| {
            let grid: Grid = puzzle.parse().unwrap();
            veridoku_core::solve::count_up_to(&grid, 7).count == 6
        })
        .unwrap()
}

#[test]
fn all_solutions_stream_and_are_distinct() {
    let puzzle = six_solutions();
    let ran = run(&["solve", "--all", &puzzle], "");
    let mut lines = ran.lines();
    assert_eq!((ran.status, lines.len(), ran.err.as_str()), (0, 6, ""));
    assert!(lines.iter().all(|line| line.parse::<Grid>().unwrap().is_solved()));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 6);
    let ran = run(&["solve", "--all", "--limit", "4", "--json", &puzzle], "");
    let rows = json_lines(&ran.out);
    assert_eq!(rows.iter().map(|row| row["number"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(rows.iter().all(|row| row["status"] == "multiple" && row["puzzle"] == puzzle.as_str()));
    let end = format!("veridoku: stopped at the limit of 4; there may be more solutions of {puzzle}\n");
    assert_eq!(ran.err, end);
}

#[test]
fn edge_cases_have_the_right_answer() {
    let mut wrong = SOLVED.to_string();
    wrong.replace_range(0..1, "3");
    let sixteen_clues = format!("{}{}", &SAMPLE[..42], ".".repeat(39));
    assert_eq!(sixteen_clues.parse::<Grid>().unwrap().filled().len(), 16);
    for (puzzle, status, start) in [
        (".".repeat(81), 1, "more than one solution: two of them differ in "),
        (SOLVED.to_string(), 0, SOLVED),
        (wrong, 1, "invalid: two 3s in row 1: r1c1, r1c2"),
        (sixteen_clues, 1, "more than one solution: "),
        (format!("{}5", ".".repeat(80)), 1, "more than one solution: "),
        (format!(".12345678{}9{}", ".".repeat(18), ".".repeat(53)), 1, "no solution: no candidate for r1c1"),
    ] {
        let ran = run(&["solve", &puzzle], "");
        assert_eq!(ran.status, status, "{puzzle}");
        assert!(ran.out.starts_with(start), "{puzzle}: {}", ran.out);
    }
}

#[test]
fn trace_gives_events() {
    let ran = run(&["trace", "--json", "--algorithm", "tables", "--limit", "4", SAMPLE], "");
    assert_eq!(
        json_lines(&ran.out),
        [
            json!({"event": "call", "cell": null, "digit": null, "depth": 0}),
            json!({"event": "choose", "cell": "r1c3", "digit": null, "depth": 0}),
            json!({"event": "try", "cell": "r1c3", "digit": 1, "depth": 0}),
            json!({"event": "place", "cell": "r1c3", "digit": 1, "depth": 0}),
        ]
    );
    assert_eq!(ran.err, "veridoku: tables: solved; 92,032 more events, see --limit\n");
    let ran = run(&["trace", &format!("55{}", ".".repeat(79))], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "veridoku: resume: two 5s in row 1: r1c1, r1c2; two 5s in box 1: r1c1, r1c2\n");
}

#[test]
fn check_distinguishes_clues_from_placed_values() {
    let minimal = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
    let ran = run(&["check", minimal], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, "unique: 17 clues, minimal\n"));
    // The same puzzle with a placed digit that is not a clue.
    let ran = run(&["check", "--json", &minimal.replacen('.', "+6", 1)], "");
    let row = &json_lines(&ran.out)[0];
    assert_eq!((&row["clues"], &row["minimal"], &row["form"]), (&json!(17), &json!(true), &json!("susser")));
}

#[test]
fn an_exhausted_budget_is_reported() {
    let ran = run(&["solve", "--engine", "restart", "--budget", "100", SAMPLE], "");
    let expected = "undecided: the budget of 100 ran out before a solution was found\n";
    assert_eq!((ran.status, ran.out.as_str()), (1, expected));
    let empty = ".".repeat(81);
    let ran = run(&["solve", "--all", "--budget", "3", &empty], "");
    let expected = "undecided: the budget of 3 ran out before a solution was found\n";
    assert_eq!((ran.status, ran.out.as_str()), (1, expected));
    let end = format!("veridoku: stopped at the budget of 3; there may be more solutions of {empty}\n");
    assert_eq!(ran.err, end);
}

#[test]
fn the_number_of_threads_does_not_change_the_output() {
    let mut input = String::new();
    for index in 0..3000 {
        let mut puzzle = SAMPLE.to_string();
        puzzle.replace_range(index % 81..=index % 81, ["x", ".", "7"][index % 3]);
        input.push_str(&puzzle);
        input.push('\n');
    }
    let one = run(&["solve", "--threads", "1"], &input);
    assert_eq!(one.lines().len(), 3000);
    for threads in ["2", "7"] {
        let many = run(&["solve", "--threads", threads], &input);
        assert_eq!((many.status, many.out), (one.status, one.out.clone()), "{threads} threads");
    }
}

/// Returns puzzles of all kinds mixed with other lines, enough of them for the bulk engine.
fn mixed_puzzles(count: usize) -> String {
    let mut state = 5_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut input = String::new();
    for index in 0..count {
        let mut puzzle: Vec<u8> = SOLVED.bytes().collect();
        for _ in 0..30 + index % 35 {
            puzzle[random(81)] = b'.';
        }
        if index % 11 == 0 {
            puzzle[random(81)] = b'7';
        }
        let mut line = String::from_utf8(puzzle).unwrap();
        match index % 97 {
            1 => line = line.replace('.', "0"),
            2 => line.push_str("  # with a remark"),
            3 => line.truncate(80),
            4 => line = "# a comment".to_string(),
            5 => line.clear(),
            6 => line = "the title\u{1b}[31m of nothing".to_string(),
            7 => line = line.replace('.', "123456789").chars().take(729).collect(),
            _ => {}
        }
        input.push_str(&line);
        input.push_str(if index % 301 == 8 { "\r\n" } else { "\n" });
    }
    input
}

#[test]
fn threads_and_batches_do_not_change_the_output() {
    let input = mixed_puzzles(20_000);
    // With a budget, every puzzle is solved by the single engine, whatever the batch size.
    for arguments in [&["solve"][..], &["solve", "--json"], &["count", "--limit", "3"]] {
        let expected = run(&[arguments, &["--threads", "1", "--budget", "9999999"]].concat(), &input);
        assert!(expected.status == 2 && expected.lines().len() > 19_000);
        for threads in ["1", "2", "5"] {
            let ran = run(&[arguments, &["--threads", threads]].concat(), &input);
            assert_eq!((ran.status, &ran.err), (expected.status, &expected.err), "{arguments:?}, {threads}");
            assert!(ran.out == expected.out, "{arguments:?}, {threads} threads");
        }
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("puzzles.txt");
        std::fs::write(&file, &input).unwrap();
        let ran = run(&[arguments, &[file.to_str().unwrap()]].concat(), "");
        // Errors contain the name of the file; JSON escapes the backslashes of Windows.
        let named = format!("{}: ", file.display());
        let escaped = named.replace('\\', r"\\");
        assert!(
            ran.out.replace(&escaped, "").replace(&named, "") == expected.out,
            "{arguments:?} from a file"
        );
    }
}

#[test]
fn colors_are_used_only_on_terminals_or_on_request() {
    let has_color = |arguments: &[&str]| run(arguments, "").out.contains('\u{1b}');
    assert!(!has_color(&["solve", "--draw", "always", SAMPLE]));
    assert!(has_color(&["--color", "always", "solve", "--draw", "always", SAMPLE]));
    assert!(!has_color(&["--color", "never", "solve", "--draw", "always", SAMPLE]));
    let output =
        process::veridoku(&["solve", "--draw", "always", SAMPLE]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn every_command_has_help_and_a_manual_page() {
    let ran = run(&["--help"], "");
    assert_eq!(ran.status, 0);
    for command in ["solve", "check", "count", "compare", "trace", "convert", "bench", "completions", "man"] {
        assert!(ran.out.contains(&format!("\n  {command} ")), "{command}");
        for flag in ["-h", "--help"] {
            let help = run(&[command, flag], "");
            assert!(
                help.status == 0 && help.out.contains(&format!("Usage: veridoku {command}")),
                "{command}"
            );
        }
        let page = run(&["man", command], "");
        assert!(page.status == 0 && page.out.contains(".SH OPTIONS"), "{command}");
    }
    assert!(run(&["man"], "").out.contains("veridoku\\-solve(1)"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell], "").out.contains("--engine"), "{shell}");
    }
}

#[test]
fn without_a_command_the_sample_is_solved() {
    let ran = run(&[], "");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains(SOLVED) && ran.out.contains("veridoku compare"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "no colors in a pipe");
}

#[test]
fn output_is_in_input_order() {
    let mut input = String::new();
    let mut expected = Vec::new();
    for index in 0..20_000 {
        let mut puzzle = SOLVED.to_string();
        puzzle.replace_range(index % 81..=index % 81, ".");
        input.push_str(&puzzle);
        input.push('\n');
        expected.push(if index % 7 == 0 { "error" } else { SOLVED });
        if index % 7 == 0 {
            input.truncate(input.len() - 2);
            input.push('\n');
        }
    }
    let ran = run(&["solve"], input);
    let lines = ran.lines();
    assert_eq!(lines.len(), expected.len());
    assert!(lines.iter().zip(&expected).all(|(line, start)| line.starts_with(start)));
}

#[test]
fn a_missing_gpu_is_reported() {
    let ran = run(&["solve", "--device", "gpu"], SAMPLE);
    if ran.status == 0 {
        assert_eq!(ran.lines(), [SOLVED], "a GPU is available");
    } else {
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        let reasons = ["found no CUDA", "built without the feature", "a static program"];
        assert!(reasons.iter().any(|why| ran.err.contains(why)), "{}", ran.err);
    }
}

#[test]
fn budgets_require_the_cpu() {
    let ran = run(&["solve", "--device", "cpu", "--budget", "5", SAMPLE], "");
    assert_eq!((ran.status, ran.lines()), (0, vec![SOLVED]), "{}", ran.err);
    for option in [&["--budget", "5"][..], &["--engine", "restart"], &["--all"]] {
        let ran = run(&[&["solve", "--device", "gpu", SAMPLE], option].concat(), "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("--device gpu cannot be combined with"), "{}", ran.err);
    }
}

#[test]
fn the_exit_status_is_1_if_an_answer_is_negative_or_incomplete() {
    let (many, invalid) = (six_solutions(), format!("55{}", ".".repeat(79)));
    for (command, puzzle, status) in [
        ("solve", &*many, 1),
        ("solve --all", &*many, 0),
        ("solve --all --budget 0", &*many, 1),
        ("solve --all", &*invalid, 1),
        ("check", &*many, 1),
        ("count", &*many, 0),
        ("count --limit 2", &*many, 0),
        ("count --budget 0", &*many, 1),
        ("count", &*invalid, 1),
        ("true-candidates", &*many, 0),
        ("true-candidates", &*invalid, 1),
        ("compare --algorithm mrv,dlx", &*many, 1),
        ("compare --algorithm mrv,dlx", &*invalid, 1),
        ("compare --algorithm mrv,brute-force --budget 100", SAMPLE, 0),
        ("compare --budget 0", SAMPLE, 1),
        ("trace", &*many, 0),
        ("trace", &*invalid, 1),
        ("trace --budget 0", SAMPLE, 1),
        ("minimize", &*many, 1),
        ("rate", &*many, 1),
        ("path", &*many, 1),
        ("canon", &*many, 0),
        ("convert", &*many, 0),
        ("convert --to kaggle", &*many, 1),
        ("convert --to kaggle --json", &*many, 1),
        ("convert --to kaggle", SAMPLE, 0),
        ("transform --seed 1", &*many, 0),
        ("transform --seed 1 --to kaggle", &*many, 1),
        ("augment --to kaggle", &*many, 1),
        ("picture", &*many, 0),
        ("picture --show solution", &*many, 1),
        ("picture --show solution --json", &*many, 1),
        ("picture --show solution", SAMPLE, 0),
        ("booklet --no-rating", &*many, 1),
    ] {
        let arguments: Vec<&str> = command.split(' ').chain([puzzle]).collect();
        let ran = run(&arguments, "");
        assert_eq!(ran.status, status, "{command} {puzzle}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_missing_solution_is_reported() {
    let many = six_solutions();
    for command in ["convert", "augment"] {
        let ran = run(&[command, "--to", "kaggle", &many], "");
        assert_eq!(ran.err, format!("veridoku: no unique solution to write for {many}\n"));
    }
    let ran = run(&["picture", "--show", "solution", &many], "");
    assert!(ran.out.is_empty() && ran.err.starts_with("veridoku: more than one solution: "), "{}", ran.err);
}

#[test]
fn clues_are_counted_alike_however_they_are_written() {
    let all: String = SAMPLE
        .chars()
        .flat_map(|cell| ('1'..='9').map(move |digit| if cell == digit || cell == '.' { digit } else { '.' }))
        .collect();
    let listed = run(&["convert", "--to", "sukaku", SAMPLE], "").out;
    let [line, listed, all] = [SAMPLE, listed.trim(), &all].map(|puzzle| {
        let check = run(&["check", puzzle], "").out;
        [check, run(&["canon", puzzle], "").out, run(&["minimize", puzzle], "").out]
    });
    assert!(line[0].starts_with("unique: 30 clues, not minimal; "), "{}", line[0]);
    assert_eq!((&line, &line), (&listed, &all));
}

#[test]
fn a_puzzle_of_candidates_is_not_checked_for_minimality() {
    let listed = run(&["convert", "--to", "sukaku", SAMPLE], "").out;
    // Without the candidate 1 in r1c3.
    let sukaku = format!("{}.{}", &listed[..18], listed[19..].trim());
    let ran = run(&["check", &sukaku], "");
    assert_eq!(ran.out, "unique: 30 clues, with candidates; only puzzles of clues can be minimal\n");
    let row = &json_lines(&run(&["check", "--json", &sukaku], "").out)[0];
    assert_eq!(row["note"], "with candidates; only puzzles of clues can be minimal");
    for command in ["minimize", "neighbours"] {
        let ran = run(&[command, &sukaku], "");
        assert_eq!(ran.out, "error: found a puzzle with candidates, expected a puzzle of clues only\n");
    }
}
