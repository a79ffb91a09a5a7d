//! The input and the progress of `veridoku grade`.

use crate::process::{Ran, SAMPLE, SOLVED, run, veridoku};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::time::Duration;

/// A puzzle that takes seconds to rate.
const SLOW: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

#[test]
fn an_input_without_rows_is_an_error() {
    let expected = "veridoku: found no rows to grade, expected puzzles and answers\n";
    for input in ["", "\n\n", "# a comment\n", "puzzle,answer\n", "[]", "[\n]\n"] {
        for arguments in [&["grade"][..], &["grade", "--summary"], &["grade", "--json"]] {
            let ran = run(arguments, input);
            assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", expected), "{input:?}");
        }
    }
}

#[test]
fn every_item_of_an_array_is_answered() {
    let row = format!(r#"{{"puzzle": "{SAMPLE}", "answer": "{SOLVED}"}}"#);
    let ran = run(&["grade"], format!(r#"[{row}, 5, "{SAMPLE},{SOLVED}", {row}"#));
    let expected = "expected a JSON object with a puzzle and an answer";
    let lines = [
        "solved".to_string(),
        format!("error: item 2: found a number, {expected}"),
        format!("error: item 3: found a string, {expected}"),
        "error: item 4: found the end of the file, expected the end of the JSON array".to_string(),
    ];
    assert_eq!((ran.status, ran.lines()), (2, lines.iter().map(String::as_str).collect()));
    let ran = run(&["grade"], format!("[{row},\n{row}]\n"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "solved\nsolved\n"));
}

#[test]
fn a_row_is_graded_while_its_producer_waits() {
    let mut child = veridoku(&["grade"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for count in [1, 3, 100] {
        stdin.write_all(format!("{SAMPLE},{SOLVED}\n").repeat(count).as_bytes()).unwrap();
        assert!(answers.by_ref().take(count).all(|answer| answer.unwrap() == "solved"));
    }
    // The reader leaves, but the producer does not.
    drop(answers);
    stdin.write_all(format!("{SAMPLE},{SOLVED}\n{SAMPLE},").as_bytes()).unwrap();
    let status = (0..300).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        child.try_wait().unwrap()
    });
    assert_eq!(status.expect("the run ends although its input is open").code(), Some(0));
    drop(stdin);
}

#[test]
fn answers_are_not_appended_to_their_rows() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    let rows = format!("{SAMPLE},{SOLVED}\n");
    std::fs::write(&path, &rows).unwrap();
    for command in ["grade", "steps-test"] {
        let mut command = veridoku(&[command, path.to_str().unwrap()]);
        let output = command.stdout(File::options().append(true).open(&path).unwrap()).output().unwrap();
        let ran = Ran::new(output);
        assert!(ran.status == 2 && ran.err.contains("rows.csv: it is also the output"), "{}", ran.err);
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), rows);
}

#[test]
fn binary_files_and_directories_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("picture.png");
    std::fs::write(&path, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n").unwrap();
    for (path, reason) in [(path.as_path(), "found binary data"), (directory.path(), "is a directory")] {
        let ran = run(&["grade", path.to_str().unwrap(), "-"], format!("{SAMPLE},{SOLVED}\n"));
        assert_eq!((ran.status, ran.out.as_str()), (2, "solved\n"), "the other file is graded");
        assert!(ran.err.contains("veridoku: cannot read ") && ran.err.contains(reason), "{}", ran.err);
    }
}

#[test]
fn every_file_and_row_that_cannot_be_read_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    std::fs::write(&path, "123\n").unwrap();
    let ran = run(&["grade", "no-1.csv", path.to_str().unwrap(), "no-2.csv"], "");
    assert!(ran.out.contains("rows.csv: line 1: found 1 field"), "{}", ran.out);
    assert!(ran.status == 2 && ran.err.contains("no-1.csv") && ran.err.contains("no-2.csv"), "{}", ran.err);
}

#[test]
fn a_row_without_an_end_does_not_hold_back_the_answers_before_it() {
    let mut child = veridoku(&["grade"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let written = writeln!(stdin, "{SAMPLE},{SOLVED}");
        let block = vec![b'1'; 1 << 16];
        while written.is_ok() && stdin.write_all(&block).is_ok() {}
    });
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.next().unwrap().unwrap(), "solved");
    assert!(answers.next().unwrap().unwrap().contains("found a row longer than 4 MiB"));
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn an_endless_row_needs_no_memory() {
    let mut child = veridoku(&["grade"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let block = vec![b'1'; 1 << 20];
    for _ in 0..100 {
        stdin.write_all(&block).unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
    assert!(kilobytes < 90_000, "{kilobytes} kB");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn slow_ratings_report_their_progress() {
    let mut command = veridoku(&["grade", "--rate", "--threads", "1"]);
    let mut child = command.env_remove("VERIDOKU_NO_PROGRESS").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // There is always a puzzle that has not been rated, until the process ends.
    let writer = std::thread::spawn(move || while writeln!(stdin, "{SLOW},{SOLVED}").is_ok() {});
    let mut progress = String::new();
    // The first report appears after ten seconds.
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut progress).unwrap();
    child.kill().unwrap();
    let mut rest = String::new();
    child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    assert!(progress.starts_with("veridoku: ") && progress.contains("puzzle"), "{progress}");
}
