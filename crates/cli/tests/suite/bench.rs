//! End-to-end tests of `veridoku bench`: its report and its error messages.

use crate::process::{SAMPLE, SOLVED, run, veridoku};
use serde_json::Value;

fn rows(arguments: &[&str]) -> Vec<Value> {
    let ran = run(&[&["bench", "--json", "--rounds", "1"], arguments].concat(), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    ran.lines().iter().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn a_row_has_its_fields() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("three.txt");
    std::fs::write(&file, format!("# three\n{SAMPLE}\n{SOLVED}\n{}\n", ".".repeat(81))).unwrap();
    let rows = rows(&[file.to_str().unwrap()]);
    let engines: Vec<&Value> = rows.iter().map(|row| &row["engine"]).collect();
    assert_eq!(engines, ["single", "bulk"]);
    for row in &rows {
        assert_eq!((&row["version"], &row["set"]), (&1.into(), &"three.txt".into()));
        assert_eq!((&row["set_puzzles"], &row["puzzles"]), (&3.into(), &16386.into()));
        assert_eq!((&row["threads"], &row["limit"], &row["rounds"]), (&1.into(), &2.into(), &1.into()));
        assert_eq!(row["permuted"], false);
        assert!(row["backend"].is_string() && row["clock"].is_string(), "{row}");
        for field in ["puzzles_per_second", "nodes_per_puzzle", "seconds"] {
            assert!(row[field].as_f64().unwrap() > 0.0, "{field}: {row}");
        }
    }
}

#[test]
fn node_counts_follow_the_seed_and_not_the_threads() {
    let nodes = |arguments: &[&str]| -> Vec<f64> {
        let rows = rows(&[&["--engine", "bulk"], arguments].concat());
        rows.iter().map(|row| row["nodes_per_puzzle"].as_f64().unwrap()).collect()
    };
    let expected = nodes(&["--permute", "3"]);
    assert_eq!(expected.len(), 2, "two sets, one engine");
    assert_eq!(nodes(&["--permute", "3", "--threads", "3"]), expected);
    assert_ne!(nodes(&["--permute", "4"]), expected);
}

#[test]
fn names_select_sets_of_the_data_directory() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("puzzles")).unwrap();
    std::fs::write(directory.path().join("puzzles/easy_100k.txt"), SAMPLE).unwrap();
    let bench = |data: &std::path::Path| {
        let mut command = veridoku(&["bench", "--rounds", "1", "--engine", "single", "easy"]);
        command.env("VERIDOKU_DATA", data).output().unwrap()
    };
    let output = bench(directory.path());
    let table = String::from_utf8(output.stdout).unwrap();
    let columns: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!((columns[0], columns[1], columns[4]), ("easy", "single", "16,384"), "{table}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("easy_100k.txt"));
}

#[test]
fn every_named_set_has_a_built_in_sample() {
    let names = ["easy", "minimal", "17-clue", "magictour", "11plus", "1106", "serg", "unsolvable"];
    let mut command =
        veridoku(&[&["bench", "--json", "--rounds", "1", "--engine", "bulk"], &names[..]].concat());
    let output = command.env_remove("VERIDOKU_DATA").output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{notes}");
    let rows = String::from_utf8(output.stdout).unwrap();
    assert_eq!((rows.lines().count(), notes.lines().count()), (names.len(), names.len()), "{rows}{notes}");
    for ((row, note), name) in rows.lines().zip(notes.lines()).zip(names) {
        let row: Value = serde_json::from_str(row).unwrap();
        assert_eq!((&row["set"], &row["set_puzzles"]), (&format!("{name}-sample").into(), &256.into()));
        assert_eq!((&row["puzzles"], &row["permuted"]), (&16384.into(), &true.into()));
        assert!(note.contains(name) && note.contains("sample of 256 puzzles"), "{note}");
    }
}
