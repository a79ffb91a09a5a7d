//! Shards: every puzzle is answered exactly once, and in order.

use crate::process::{SAMPLE, SOLVED, run};
use std::fs;
use std::path::Path;

/// Replaces each digit of a string with the one `by` places further on, from 9 back to 1.
pub(crate) fn renamed(text: &str, by: u8) -> String {
    let rename = |character: char| match character.to_digit(10) {
        Some(digit) if digit > 0 => char::from(b'1' + (digit as u8 - 1 + by) % 9),
        _ => character,
    };
    text.chars().map(rename).collect()
}

/// Returns input lines. No two adjacent ones are equal, every seventh is bad, and some have comments.
pub(crate) fn input(lines: usize) -> String {
    let line = |number: usize| match number % 7 {
        3 => format!("bad line {number}\n"),
        5 => format!("{} # remark\n", renamed(SAMPLE, (number % 9) as u8)),
        _ => format!("{}\n", renamed(SAMPLE, (number % 9) as u8)),
    };
    (0..lines).map(line).collect()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a path of UTF-8")
}

#[test]
fn shards_together_cover_the_input() {
    let input = input(10_000);
    for command in [&["solve"][..], &["check", "--json"], &["count"], &["convert"]] {
        let whole = run(command, &input);
        for count in [1, 2, 3, 8] {
            let shard =
                |number| run(&[command, &["--shard", &format!("{number}/{count}")]].concat(), &input).out;
            let shards: Vec<String> = (1..=count).map(shard).collect();
            let mut lines: Vec<_> = shards.iter().map(|shard| shard.lines()).collect();
            let turns = (0..).map_while(|turn| lines[turn % count].next());
            assert_eq!(turns.collect::<Vec<_>>(), whole.lines(), "{command:?} in {count}");
        }
    }
}

#[test]
fn shards_continue_over_several_files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one.txt");
    fs::write(&path, format!("{SAMPLE}\n")).unwrap();
    let file = path.to_str().unwrap();
    let inputs = ["solve", file, "no-such-file.txt", file];
    let shard = |shard| run(&[&inputs[..], &["--shard", shard]].concat(), "");
    // The error is printed in one shard and reported by both.
    let first = shard("1/2");
    assert_eq!((first.status, first.lines()), (2, vec![SOLVED; 2]));
    assert!(first.err.contains("no-such-file.txt"), "{}", first.err);
    let second = shard("2/2");
    assert_eq!((second.status, second.lines().len()), (2, 1));
}

#[test]
fn a_missing_input_leaves_no_answers_in_any_shard() {
    let directory = tempfile::tempdir().unwrap();
    let puzzles = directory.path().join("puzzles.txt");
    fs::write(&puzzles, format!("{SAMPLE}\n")).unwrap();
    let file = directory.path().join("answers.txt");
    for missing in ["no-such-file.txt", text(directory.path())] {
        for shard in ["1/3", "2/3", "3/3"] {
            for resume in [&[][..], &["--resume"]] {
                let arguments = ["solve", text(&puzzles), missing, "--shard", shard, "--output", text(&file)];
                let ran = run(&[&arguments[..], resume].concat(), "");
                assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{missing} {shard}");
                assert!(ran.err.contains(missing), "{}", ran.err);
                assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no file but the puzzles");
            }
        }
    }
}

#[test]
fn invalid_shards_are_refused() {
    for shard in ["0/2", "3/2", "1/0", "2", "a/b", "1/2/3", "-1/2"] {
        let ran = run(&["solve", &format!("--shard={shard}")], SAMPLE);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{shard}");
        assert!(ran.err.contains("for example 2/8"), "{}", ran.err);
    }
}
