//! End-to-end tests of `veridoku dedup`: the numbers in `same_as`, and that no part of either set is skipped.

use crate::process::{SAMPLE, SOLVED, run};
use std::fs;

/// A puzzle that is equivalent to the sample.
const TRANSFORMED: &str = "45.736...2.8...5....7.......9..7..3.68.5.1.97.4..2..8.......1....5...7.6...295.48";

#[test]
fn same_as_is_the_line_of_the_equivalent_puzzle() {
    // Enough lines for several batches. The first puzzles of the two classes are in lines 2 and 4.
    let more = format!("{TRANSFORMED}\nbad\n{SOLVED}\n").repeat(5000);
    let input = format!("bad\n{SAMPLE}\nworse\n{SOLVED}\n{more}");
    for threads in ["1", "3"] {
        let ran = run(&["dedup", "--json", "--threads", threads], &input);
        let lines = ran.lines();
        assert_eq!((ran.status, lines.len()), (2, 15_004));
        assert!(lines[1].contains(r#""same_as":null"#) && lines[3].contains(r#""same_as":null"#));
        for (number, line) in lines.iter().enumerate().skip(4) {
            match number % 3 {
                1 => assert!(line.contains(r#""same_as":2,"#), "{line}"),
                2 => assert!(line.contains(r#""error""#), "{line}"),
                _ => assert!(line.contains(r#""same_as":4,"#), "{line}"),
            }
        }
    }
}

#[test]
fn shards_are_refused_except_for_leaks() {
    let input = format!("{SAMPLE}\n{TRANSFORMED}\n");
    let refused = run(&["dedup", "--shard", "1/2"], &input);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("only allowed with --show leaked"), "{}", refused.err);
    let leaked = run(&["dedup", "--shard", "2/2", "--against", SAMPLE, "--show", "leaked"], &input);
    assert_eq!((leaked.status, leaked.lines()), (1, vec![TRANSFORMED]));
}

#[test]
fn the_other_set_is_read_completely_from_any_source() {
    let piped = run(&["dedup", TRANSFORMED, SOLVED, "--against", "-"], SAMPLE);
    assert_eq!((piped.status, piped.lines()), (1, vec![SOLVED]));
    for inputs in [&[][..], &["-"], &[SAMPLE, "-"]] {
        let twice = run(&[&["dedup", "--against", "-"], inputs].concat(), SAMPLE);
        assert_eq!((twice.status, twice.out.as_str()), (2, ""));
        assert!(twice.err.contains("INPUT must come from elsewhere"), "{}", twice.err);
    }
    let directory = tempfile::tempdir().unwrap();
    let set = directory.path().join("set.txt");
    fs::write(&set, format!("{SOLVED}\nbad\n{SAMPLE}\n")).unwrap();
    let half = run(&["dedup", SAMPLE, "--against", set.to_str().unwrap()], "");
    assert_eq!((half.status, half.out.as_str()), (2, ""));
    assert!(half.err.contains("set.txt: line 2, column 1: "), "{}", half.err);
}
