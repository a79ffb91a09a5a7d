//! Shards and resumed runs: every puzzle is answered exactly once, and in order.

use crate::process::{Ran, SAMPLE, SOLVED, run, veridoku};
use std::fs;
use std::path::Path;

/// Replaces each digit of a string with the one `by` places further on, from 9 back to 1.
fn renamed(text: &str, by: u8) -> String {
    let rename = |character: char| match character.to_digit(10) {
        Some(digit) if digit > 0 => char::from(b'1' + (digit as u8 - 1 + by) % 9),
        _ => character,
    };
    text.chars().map(rename).collect()
}

/// Returns input lines. No two adjacent ones are equal, every seventh is bad, and some have comments.
fn input(lines: usize) -> String {
    let line = |number: usize| match number % 7 {
        3 => format!("bad line {number}\n"),
        5 => format!("{} # remark\n", renamed(SAMPLE, (number % 9) as u8)),
        _ => format!("{}\n", renamed(SAMPLE, (number % 9) as u8)),
    };
    (0..lines).map(line).collect()
}

/// Writes the input to a file next to the output file, and runs a job on that input with `--resume`.
fn resume(job: &[&str], file: &Path, input: &str) -> Ran {
    let puzzles = file.with_file_name("puzzles.txt");
    fs::write(&puzzles, input).expect("the directory exists");
    run(&[job, &[text(&puzzles), "--output", text(file), "--resume"]].concat(), "")
}

fn text(path: &Path) -> &str {
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

#[test]
fn an_interrupted_run_resumes_after_its_last_complete_line() {
    let directory = tempfile::tempdir().unwrap();
    let input = input(20_000);
    let job = ["check", "--json", "--shard", "2/3", "--threads", "2"];
    let [file, part, job_file, puzzles] =
        ["answers.txt", "answers.txt.part", "answers.txt.job", "puzzles.txt"]
            .map(|name| directory.path().join(name));
    fs::write(&puzzles, &input).unwrap();
    let whole = run(&[&job[..], &[text(&puzzles)]].concat(), "").out;
    // Kill the process after it has written some answers.
    let arguments = [&job[..], &[text(&puzzles), "--output", text(&file)]].concat();
    let mut child = veridoku(&arguments).spawn().unwrap();
    while !file.exists() && fs::metadata(&part).map_or(0, |data| data.len()) < 1000 {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    for length in [None, Some(0), Some(1), Some(81), Some(82), Some(5000), Some(whole.len())] {
        if let Some(length) = length {
            fs::remove_file(&file).unwrap();
            fs::write(&part, &whole.as_bytes()[..length]).unwrap();
        }
        let ran = resume(&job, &file, &input);
        assert_eq!(ran.out, "");
        assert!(fs::read_to_string(&file).unwrap() == whole, "after {length:?} bytes: {}", ran.err);
        assert!(job_file.exists() && !part.exists());
    }
}

#[test]
fn listings_with_one_line_per_puzzle_can_be_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let [file, part] = ["answers.txt", "answers.txt.part"].map(|name| directory.path().join(name));
    let input = input(12);
    for (job, text_job) in [
        (&["minimize"][..], &["minimize", "--all"][..]),
        (&["minimize", "--all", "--json"], &["minimize", "--all"]),
        (&["neighbours", "--json", "--limit", "2"], &["neighbours"]),
    ] {
        resume(job, &file, &input);
        let whole = fs::read_to_string(&file).unwrap();
        assert_eq!(whole.lines().count(), 12);
        for length in [0, 100, whole.len() / 2, whole.len()] {
            fs::remove_file(&file).unwrap();
            fs::write(&part, &whole.as_bytes()[..length]).unwrap();
            let ran = resume(job, &file, &input);
            assert_eq!(
                fs::read_to_string(&file).unwrap(),
                whole,
                "{job:?} after {length} bytes: {}",
                ran.err
            );
        }
        fs::remove_file(&file).unwrap();
        // Text has any number of lines per puzzle.
        let ran = resume(text_job, &file, &input);
        assert!(ran.status == 2 && ran.err.contains("--resume requires one line per answer"), "{}", ran.err);
        fs::remove_file(directory.path().join("answers.txt.job")).unwrap();
    }
}

#[test]
fn a_complete_file_is_not_changed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("answers.txt");
    assert_eq!(resume(&["solve"], &file, SAMPLE).status, 0);
    let again = resume(&["solve"], &file, SAMPLE);
    assert_eq!((again.status, again.out.as_str()), (0, ""));
    assert!(again.err.contains("is already complete"), "{}", again.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{SOLVED}\n"));
    let restarted = run(&["solve", "--output", text(&file)], SAMPLE);
    assert_eq!(restarted.status, 2);
    assert!(restarted.err.contains("already exists"), "{}", restarted.err);
}

#[test]
fn answers_of_different_jobs_are_not_mixed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("answers.txt");
    let part = directory.path().join("answers.txt.part");
    fs::write(&part, "1\n").unwrap();
    assert_eq!(resume(&["count"], &file, SAMPLE).status, 2, "the job file is missing");
    fs::remove_file(&part).unwrap();
    assert_eq!(resume(&["count"], &file, SAMPLE).status, 0);
    for file_name in [&file, &part] {
        fs::rename(if file.exists() { &file } else { &part }, file_name).unwrap();
        for (job, input) in [("solve", SAMPLE), ("count", SOLVED), ("count", "")] {
            let ran = resume(&[job], &file, input);
            assert_eq!(ran.status, 2, "{job} {input}");
            assert!(ran.err.contains("different command or input"), "{}", ran.err);
            assert_eq!(fs::read_to_string(file_name).unwrap(), "1\n");
        }
    }
    let piped = run(&["count", "--output", text(&file), "--resume"], SAMPLE);
    assert_eq!(piped.status, 2);
    assert!(piped.err.contains("requires files as input"), "{}", piped.err);
}

#[test]
fn changing_a_puzzle_makes_a_different_job() {
    let directory = tempfile::tempdir().unwrap();
    let [file, part] = ["answers.txt", "answers.txt.part"].map(|name| directory.path().join(name));
    // The file is large, so that the changed line is far from both ends. Every line keeps its length.
    let input = input(30_000);
    assert!(input.len() > 2 << 20);
    resume(&["solve"], &file, &input);
    let answers = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let half: String = answers.split_inclusive('\n').take(15_000).collect();
    fs::write(&part, &half).unwrap();
    let mut lines: Vec<&str> = input.lines().collect();
    let other = renamed(lines[14_000], 1);
    assert_ne!(lines[14_000], other);
    lines[14_000] = &other;
    let ran = resume(&["solve"], &file, &(lines.join("\n") + "\n"));
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("different command or input"), "{}", ran.err);
    assert!(!file.exists() && fs::read_to_string(&part).unwrap() == half);
    resume(&["solve"], &file, &input);
    assert!(fs::read_to_string(&file).unwrap() == answers);
}

#[test]
fn only_one_of_several_runs_writes_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let [file, part, job_file, puzzles] =
        ["answers.txt", "answers.txt.part", "answers.txt.job", "puzzles.txt"]
            .map(|name| directory.path().join(name));
    fs::write(&puzzles, input(3000)).unwrap();
    let jobs = &["solve", "count", "check"].map(|name| [name, "--threads", "1"])[..];
    for _ in 0..5 {
        let start = |job: &[&str; 3]| {
            let output = [text(&puzzles), "--output", text(&file), "--resume"];
            veridoku(&[&job[..], &output].concat()).spawn().unwrap()
        };
        let mut children: Vec<_> = [jobs, jobs].concat().iter().map(start).collect();
        let statuses: Vec<_> = children.iter_mut().map(|child| child.wait().unwrap().code()).collect();
        let description = fs::read_to_string(&job_file).unwrap();
        let job = jobs.iter().find(|job| description.contains(&format!("\n  {}\n", job[0])));
        let expected = run(&[&job.unwrap()[..], &[text(&puzzles)]].concat(), "").out;
        assert!(fs::read_to_string(&file).unwrap() == expected, "{job:?}: {statuses:?}");
        assert!(!part.exists());
        fs::remove_file(&file).unwrap();
        fs::remove_file(&job_file).unwrap();
    }
}

#[test]
fn a_running_job_is_not_disturbed() {
    let directory = tempfile::tempdir().unwrap();
    let [file, part, job_file, puzzles] =
        ["answers.txt", "answers.txt.part", "answers.txt.job", "puzzles.txt"]
            .map(|name| directory.path().join(name));
    fs::write(&puzzles, SAMPLE).unwrap();
    // The state of a run that has just started: no answers and no job file yet.
    let writing = fs::File::create(&part).unwrap();
    writing.lock().unwrap();
    let arguments = ["count", text(&puzzles), "--output", text(&file), "--resume"];
    let ran = run(&arguments, "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("another run"), "{}", ran.err);
    assert!(!job_file.exists(), "only the run with the lock writes the job file");
    drop(writing);
    assert_eq!(run(&arguments, "").status, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "1\n");
}

#[test]
fn multi_line_answers_cannot_be_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("answers.txt");
    for job in [&["path"][..], &["rate", "--steps"], &["solve", "--draw", "always"], &["minimize", "--all"]] {
        let ran = resume(job, &file, SAMPLE);
        assert_eq!(ran.status, 2, "{job:?}");
        assert!(ran.err.contains("one line per answer"), "{}", ran.err);
    }
    assert_eq!(resume(&["path", "--json"], &file, SAMPLE).status, 0);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1);
}
