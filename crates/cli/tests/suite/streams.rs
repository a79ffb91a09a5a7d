//! Standard streams and whole output files: nothing is lost or overwritten in silence.

use crate::process::{Ran, SAMPLE, SOLVED, run, veridoku};
use crate::shards::text;
use std::fs::{self, File};

/// Runs the program with these files as standard streams.
#[cfg(unix)]
fn run_with(arguments: &[&str], input: Option<File>, output: File) -> Ran {
    let mut command = veridoku(arguments);
    if let Some(input) = input {
        command.stdin(input);
    }
    Ran::new(command.stdout(output).spawn().unwrap().wait_with_output().unwrap())
}

#[cfg(unix)]
#[test]
fn a_file_is_not_appended_to_itself() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("puzzles.txt");
    fs::write(&path, format!("{SAMPLE}\n")).unwrap();
    let append = || File::options().append(true).open(&path).unwrap();
    let ran = run_with(&["solve", text(&path)], None, append());
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("puzzles.txt: it is also the output"), "{}", ran.err);
    let ran = run_with(&["solve"], Some(File::open(&path).unwrap()), append());
    assert!(ran.status == 2 && ran.err.contains("standard input: it is also"), "{}", ran.err);
    // Nothing but the two errors was appended.
    let contents = fs::read_to_string(&path).unwrap();
    assert!(contents.lines().count() == 3 && !contents.contains(SOLVED), "{contents}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_the_name_of_the_output() {
    for arguments in [&["solve", SAMPLE][..], &["--help"], &["solve", "--help"], &["--version"], &[]] {
        let ran = run_with(arguments, None, File::options().write(true).open("/dev/full").unwrap());
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.err.contains("cannot write standard output: No space left"), "{}", ran.err);
    }
}

#[test]
fn piped_puzzles_are_solved_without_a_command() {
    #[cfg(unix)]
    assert_eq!(run(&[], SAMPLE).out, format!("{SOLVED}\n"));
    assert!(run(&[], "").out.contains("This is the sample puzzle"));
}

#[cfg(unix)]
#[test]
fn a_file_as_standard_input_is_answered_like_a_named_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one.txt");
    for puzzles in [format!("{SAMPLE}\n"), format!("{SAMPLE}\n{SAMPLE}\n")] {
        fs::write(&path, puzzles).unwrap();
        let mut command = veridoku(&["hint"]);
        let output = command.stdin(File::open(&path).unwrap()).output().unwrap();
        assert_eq!(Ran::new(output).out, run(&["hint", text(&path)], "").out);
    }
}

#[test]
fn a_missing_file_is_named_on_standard_error() {
    let ran = run(&["solve", SAMPLE, "no-such-file.txt"], "");
    assert_eq!((ran.status, ran.lines().len()), (2, 2));
    assert!(ran.err.contains("1 of 2 puzzles could not be processed: no file named \"no-such-file.txt\""));
}

#[test]
fn tables_contain_no_errors() {
    let ran = run(&["convert", "--to", "kaggle"], format!("{SAMPLE}\nbad\n{SAMPLE}\n"));
    assert_eq!((ran.status, ran.lines().len()), (2, 3));
    assert!(!ran.out.contains("error") && ran.err.contains("line 2, column 1"), "{}", ran.err);
}

#[test]
fn solutions_of_several_puzzles_are_separated() {
    let two = SAMPLE.replacen("53", "..", 1);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("puzzles.txt");
    fs::write(&path, format!("{two}\n{SAMPLE}\n")).unwrap();
    let ran = run(&["solve", "--all", "--limit", "2", text(&path)], "");
    let lines = ran.lines();
    assert_eq!((lines.len(), &lines[2..]), (5, &["", SOLVED, ""][..]));
    assert!(ran.err.contains(&format!("may be more solutions of {two}")), "{}", ran.err);
    assert_eq!(run(&["solve", "--all", SAMPLE], "").out, format!("{SOLVED}\n"));
}

#[test]
fn a_puzzle_may_start_with_a_hyphen() {
    let puzzle = SAMPLE.replacen("53", "--", 1).replace('.', "-");
    let ran = run(&["check", &puzzle], "");
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    let ran = run(&["solve", "--no-such-option"], "");
    assert!(ran.status == 2 && ran.err.contains("unexpected argument '--no-such-option'"));
}

#[test]
fn usage_errors_are_plain() {
    for (arguments, expected) in [
        (&["count", "--limit", "99999999999999999999", SAMPLE][..], "expected a smaller number"),
        (&["solve", "--budget", "1.5", SAMPLE], "expected a whole number"),
    ] {
        let ran = run(arguments, "");
        assert!(ran.status == 2 && ran.err.contains(expected) && !ran.err.contains("target type"));
    }
    let ran = run(&[SAMPLE], "");
    assert!(
        ran.err.starts_with("error: ") && ran.err.ends_with("use: veridoku solve INPUT\n"),
        "{}",
        ran.err
    );
}

#[test]
fn solvers_are_named_by_either_option() {
    for name in ["--engine", "--algorithm"] {
        assert_eq!(run(&["solve", name, "dlx", SAMPLE], "").out, format!("{SOLVED}\n"));
        assert_eq!(run(&["compare", name, "dlx", "--json", SAMPLE], "").lines().len(), 1);
        assert_eq!(run(&["trace", name, "dlx", "--json", SAMPLE], "").status, 0);
    }
}

#[test]
fn a_pdf_replaces_a_file_only_by_force() {
    let directory = tempfile::tempdir().unwrap();
    let [puzzles, pdf] = ["puzzles.txt", "booklet.pdf"].map(|name| directory.path().join(name));
    fs::write(&puzzles, format!("{SAMPLE}\n")).unwrap();
    let booklet = ["booklet", "--no-rating", text(&puzzles), "-o"];
    let ran = run(&[&booklet[..], &[text(&puzzles), "--force"]].concat(), "");
    assert!(ran.status == 2 && ran.err.contains("is both input and output"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&puzzles).unwrap(), format!("{SAMPLE}\n"));
    let generate = ["generate", "--seed", "1", "--pdf"];
    let exhausted = ["generate", "--clues", "17", "--attempts", "1", "--pdf"];
    for (command, status) in [(&booklet[..], 0), (&generate, 0), (&exhausted, 1)] {
        fs::write(&pdf, "mine").unwrap();
        let ran = run(&[command, &[text(&pdf)]].concat(), "");
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("booklet.pdf already exists; use --force"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&pdf).unwrap(), "mine");
        assert_eq!(run(&[command, &[text(&pdf), "--force"]].concat(), "").status, status);
        // Without puzzles, there is no booklet.
        assert_eq!(fs::read(&pdf).unwrap().starts_with(b"%PDF"), status == 0);
        fs::remove_file(&pdf).unwrap();
        assert_eq!(run(&[command, &[text(&pdf)]].concat(), "").status, status);
        assert_eq!(pdf.exists(), status == 0);
    }
    assert!(fs::read_dir(directory.path()).unwrap().count() <= 2);
}

#[test]
fn puzzles_with_candidates_are_transformed_by_default() {
    let sukaku = format!("12345678.{}", "123456789".repeat(80));
    for command in [&["transform", "--by", "transpose"][..], &["augment", "-n", "1"]] {
        let ran = run(&[command, &[&sukaku]].concat(), "");
        assert_eq!((ran.status, ran.lines()[0].len()), (0, 729), "{}", ran.out);
        let ran = run(&[command, &["--to", "line", &sukaku]].concat(), "");
        assert!(ran.status == 2 && ran.out.contains("--to sukaku supports them"), "{}", ran.out);
    }
}

#[test]
fn completions_offer_techniques_and_levels() {
    let script = run(&["completions", "bash"], "").out;
    for (option, value) in [("--technique)", "x-wing"), ("--without)", "naked-pair"), ("--level)", "hard")] {
        let offers = script.split(option).skip(1).filter_map(|rest| rest.lines().nth(1));
        assert!(
            offers.into_iter().any(|line| line.contains("compgen -W") && line.contains(value)),
            "{option}"
        );
    }
    assert_eq!(run(&["hint", "--technique", "naked-single", SAMPLE], "").status, 0);
}
