//! Checks the positions of the page for practising techniques. `UPDATE_PRACTICE=1` drops those that are no
//! longer right, searches for new ones near the others, and sorts them.

use crate::process::run;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once};
use std::thread;
use veridoku_api::practice::{Options, report};
use veridoku_core::symmetry::canonical;
use veridoku_core::{Random, solve};
use veridoku_logic::{Description, HintBlocker, PracticeSearch, PuzzleVerdicts, TECHNIQUES, Technique};

/// The number of positions for each technique, if so many can be found.
const WANTED: usize = 30;
/// The number of positions of each technique that are checked step by step.
const CHECKED: usize = 20;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("web/data/practice").join(format!("{name}.json"))
}

/// Returns the techniques that can be practised.
fn practised() -> impl Iterator<Item = &'static Description> {
    TECHNIQUES.iter().filter(|entry| entry.technique != Technique::BruteForce)
}

/// Returns the stored positions of a technique.
fn stored(entry: &Description) -> Vec<String> {
    let text = std::fs::read_to_string(file(entry.code)).unwrap_or_else(|_| "[]".to_string());
    serde_json::from_str(&text).expect("a list of positions")
}

/// Reports whether a position has one solution and no mistakes, and the technique is its simplest step.
fn is_right(line: &str, search: &PracticeSearch) -> bool {
    let puzzle = veridoku_formats::read(line).expect("a position").puzzle;
    let verdicts = PuzzleVerdicts::of(&puzzle);
    solve::is_unique(&puzzle.given_values())
        && HintBlocker::check(&puzzle, &verdicts).is_ok_and(|position| search.step(&position).is_some())
}

/// Returns the number of candidates of a position. A pattern is easier to see among fewer.
fn candidates(line: &str) -> usize {
    veridoku_formats::read(line).expect("a position").puzzle.candidates().len()
}

/// Keeps one of all positions with equivalent givens.
fn without_equivalents(lines: &mut Vec<String>) {
    let mut seen = HashSet::new();
    lines.retain(|line| {
        let puzzle = veridoku_formats::read(line).expect("a position").puzzle;
        seen.insert(canonical(&puzzle.given_values()).grid)
    });
}

/// Brings the positions of a technique up to date.
fn updated(entry: &Description) -> Vec<String> {
    let search = PracticeSearch::new(entry.technique).expect("not brute force");
    let mut lines = stored(entry);
    lines.retain(|line| is_right(line, &search));
    without_equivalents(&mut lines);
    if lines.len() < WANTED {
        let options = json!({
            "technique": entry.name, "near": lines, "seed": 1, "count": WANTED - lines.len(), "budget": 300,
        });
        let options: Options = serde_json::from_value(options).expect("valid options");
        lines.extend(report(&options).expect("positions").positions);
        without_equivalents(&mut lines);
    }
    lines.truncate(WANTED);
    lines.sort_by_cached_key(|line| candidates(line));
    lines
}

/// Calls a function for each of these techniques, on all cores.
fn for_each(entries: &[&'static Description], work: impl Fn(&'static Description) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(entry);
                }
            });
        }
    });
}

/// Updates the positions if that is requested, before the first test reads them.
fn update_on_request() {
    static UPDATE: Once = Once::new();
    UPDATE.call_once(|| {
        if std::env::var_os("UPDATE_PRACTICE").is_some() {
            update();
        }
    });
}

fn update() {
    let counts = Mutex::new(Map::new());
    for_each(&practised().collect::<Vec<_>>(), |entry| {
        let lines = updated(entry);
        let text: Vec<String> = lines.iter().map(|line| json!(line).to_string()).collect();
        std::fs::write(file(entry.code), format!("[\n{}\n]\n", text.join(",\n"))).expect("a writable file");
        counts.lock().expect("no panic").insert(entry.name.to_string(), json!(lines.len()));
    });
    let index = Value::Object(counts.into_inner().expect("no panic"));
    let text = serde_json::to_string_pretty(&index).expect("plain data");
    std::fs::write(file("index"), text + "\n").expect("a writable file");
}

#[test]
fn the_page_has_positions_for_every_technique() {
    update_on_request();
    let index = std::fs::read_to_string(file("index")).expect("the index");
    let mut index: Map<String, Value> = serde_json::from_str(&index).expect("numbers by technique");
    for entry in practised() {
        let mut lines = stored(entry);
        assert_eq!(index.remove(entry.name), Some(json!(lines.len())), "{}", entry.name);
        assert!(lines.len() >= 20, "{}: {}", entry.name, lines.len());
        assert!(lines.is_sorted_by_key(|line| candidates(line)), "{}", entry.name);
        let count = lines.len();
        without_equivalents(&mut lines);
        assert_eq!(lines.len(), count, "{} has equivalent positions", entry.name);
    }
    assert!(index.is_empty(), "{index:?}");
}

#[test]
fn the_technique_is_the_simplest_step_of_its_positions() {
    update_on_request();
    for_each(&practised().collect::<Vec<_>>(), |entry| {
        let search = PracticeSearch::new(entry.technique).expect("not brute force");
        let mut lines = stored(entry);
        Random::new(1).shuffle(&mut lines);
        for line in lines.iter().take(CHECKED) {
            assert!(is_right(line, &search), "{}: {line}", entry.name);
        }
    });
}

#[test]
fn practice_prints_positions_near_others() {
    let lines = run(&["practice", "x-wing", "--count", "3", "--seed", "1"], "").lines().join("\n");
    assert_eq!(lines.lines().count(), 3);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("near.txt");
    std::fs::write(&file, &lines).expect("a writable file");
    let near = run(&["practice", "x-wing", "--near", file.to_str().expect("a path"), "--seed", "1"], "");
    let hint = run(&["hint", near.lines()[0]], "");
    assert!(hint.out.starts_with("X-Wing: "), "{}", hint.out);
    assert!(!lines.contains(near.lines()[0]));
    // Without a search, the position is equivalent to a built-in one.
    let known = run(&["practice", "sk-loop", "--budget", "0", "--seed", "1"], "");
    assert!(run(&["hint", known.lines()[0]], "").out.starts_with("SK Loop: "), "{}", known.out);
}
