//! Work in shares, and work that goes on after an interruption: every answer once, and in its place.

mod process;

use process::{Ran, SAMPLE, SOLVED, run, veridoku};
use std::fs;
use std::path::Path;

/// A text with digits renamed: one after the other, so many times.
fn renamed(text: &str, by: u8) -> String {
    let rename = |sign: char| match sign.to_digit(10) {
        Some(digit) if digit > 0 => char::from(b'1' + (digit as u8 - 1 + by) % 9),
        _ => sign,
    };
    text.chars().map(rename).collect()
}

/// So many lines, no two neighbours alike, every seventh of them bad, and some with remarks.
fn input(lines: usize) -> String {
    let line = |number: usize| match number % 7 {
        3 => format!("bad line {number}\n"),
        5 => format!("{} # remark\n", renamed(SAMPLE, (number % 9) as u8)),
        _ => format!("{}\n", renamed(SAMPLE, (number % 9) as u8)),
    };
    (0..lines).map(line).collect()
}

/// Asks about a file of puzzles beside that of the answers, and goes on where there are some.
fn resume(question: &[&str], file: &Path, input: &str) -> Ran {
    let puzzles = file.with_file_name("puzzles.txt");
    fs::write(&puzzles, input).expect("the folder is there");
    run(&[question, &[text(&puzzles), "--output", text(file), "--resume"]].concat(), "")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of UTF-8")
}

#[test]
fn shares_together_are_the_whole() {
    let input = input(10_000);
    for command in [&["solve"][..], &["check", "--json"], &["count"], &["convert"]] {
        let whole = run(command, &input);
        for count in [1, 2, 3, 8] {
            let share =
                |number| run(&[command, &["--shard", &format!("{number}/{count}")]].concat(), &input).out;
            let shares: Vec<String> = (1..=count).map(share).collect();
            let mut lines: Vec<_> = shares.iter().map(|share| share.lines()).collect();
            let turns = (0..).map_while(|turn| lines[turn % count].next());
            assert_eq!(turns.collect::<Vec<_>>(), whole.lines(), "{command:?} in {count}");
        }
    }
}

#[test]
fn a_file_that_ends_early_leaves_its_share_to_nobody_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.txt");
    fs::write(&path, format!("{SAMPLE}\n")).unwrap();
    let file = path.to_str().unwrap();
    let inputs = ["solve", file, "no-such-file.txt", file];
    let share = |share| run(&[&inputs[..], &["--shard", share]].concat(), "");
    // The error stands in one share, and both know of it.
    let first = share("1/2");
    assert_eq!((first.status, first.lines()), (2, vec![SOLVED; 2]));
    assert!(first.err.contains("no-such-file.txt"), "{}", first.err);
    let second = share("2/2");
    assert_eq!((second.status, second.lines().len()), (2, 1));
}

#[test]
fn a_missing_input_leaves_no_answers_in_any_share() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles.txt");
    fs::write(&puzzles, format!("{SAMPLE}\n")).unwrap();
    let file = folder.path().join("answers.txt");
    for missing in ["no-such-file.txt", text(folder.path())] {
        for share in ["1/3", "2/3", "3/3"] {
            for resume in [&[][..], &["--resume"]] {
                let asked = ["solve", text(&puzzles), missing, "--shard", share, "--output", text(&file)];
                let ran = run(&[&asked[..], resume].concat(), "");
                assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{missing} {share}");
                assert!(ran.err.contains(missing), "{}", ran.err);
                assert_eq!(
                    fs::read_dir(folder.path()).unwrap().count(),
                    1,
                    "nothing but the puzzles is there"
                );
            }
        }
    }
}

#[test]
fn shares_that_are_none_are_refused() {
    for share in ["0/2", "3/2", "1/0", "2", "a/b", "1/2/3", "-1/2"] {
        let ran = run(&["solve", &format!("--shard={share}")], SAMPLE);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{share}");
        assert!(ran.err.contains("as 2/8"), "{}", ran.err);
    }
}

#[test]
fn an_interrupted_run_goes_on_behind_its_last_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let input = input(20_000);
    let question = ["check", "--json", "--shard", "2/3", "--threads", "2"];
    let [file, part, note, puzzles] = ["answers.txt", "answers.txt.part", "answers.txt.job", "puzzles.txt"]
        .map(|name| folder.path().join(name));
    fs::write(&puzzles, &input).unwrap();
    let whole = run(&[&question[..], &[text(&puzzles)]].concat(), "").out;
    // A real kill, when some answers are there.
    let arguments = [&question[..], &[text(&puzzles), "--output", text(&file)]].concat();
    let mut child = veridoku(&arguments).spawn().unwrap();
    while !file.exists() && fs::metadata(&part).map_or(0, |data| data.len()) < 1000 {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    for torn in [None, Some(0), Some(1), Some(81), Some(82), Some(5000), Some(whole.len())] {
        if let Some(torn) = torn {
            fs::remove_file(&file).unwrap();
            fs::write(&part, &whole.as_bytes()[..torn]).unwrap();
        }
        let ran = resume(&question, &file, &input);
        assert_eq!(ran.out, "");
        assert!(fs::read_to_string(&file).unwrap() == whole, "{torn:?} bytes were there: {}", ran.err);
        assert!(note.exists() && !part.exists());
    }
}

#[test]
fn a_complete_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.txt");
    assert_eq!(resume(&["solve"], &file, SAMPLE).status, 0);
    let again = resume(&["solve"], &file, SAMPLE);
    assert_eq!((again.status, again.out.as_str()), (0, ""));
    assert!(again.err.contains("is complete"), "{}", again.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{SOLVED}\n"));
    let anew = run(&["solve", "--output", text(&file)], SAMPLE);
    assert_eq!(anew.status, 2);
    assert!(anew.err.contains("is there already"), "{}", anew.err);
}

#[test]
fn other_work_is_not_mixed_in() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.txt");
    let part = folder.path().join("answers.txt.part");
    fs::write(&part, "1\n").unwrap();
    assert_eq!(resume(&["count"], &file, SAMPLE).status, 2, "nobody knows what it is");
    fs::remove_file(&part).unwrap();
    assert_eq!(resume(&["count"], &file, SAMPLE).status, 0);
    for file_name in [&file, &part] {
        fs::rename(if file.exists() { &file } else { &part }, file_name).unwrap();
        for (question, input) in [("solve", SAMPLE), ("count", SOLVED), ("count", "")] {
            let ran = resume(&[question], &file, input);
            assert_eq!(ran.status, 2, "{question} {input}");
            assert!(ran.err.contains("another question"), "{}", ran.err);
            assert_eq!(fs::read_to_string(file_name).unwrap(), "1\n");
        }
    }
    let piped = run(&["count", "--output", text(&file), "--resume"], SAMPLE);
    assert_eq!(piped.status, 2);
    assert!(piped.err.contains("from files"), "{}", piped.err);
}

#[test]
fn a_puzzle_changed_in_the_middle_is_another_question() {
    let folder = tempfile::tempdir().unwrap();
    let [file, part] = ["answers.txt", "answers.txt.part"].map(|name| folder.path().join(name));
    // More than was ever looked at from either end, and every line as long as before.
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
    assert!(ran.err.contains("another question"), "{}", ran.err);
    assert!(!file.exists() && fs::read_to_string(&part).unwrap() == half);
    resume(&["solve"], &file, &input);
    assert!(fs::read_to_string(&file).unwrap() == answers);
}

#[test]
fn of_runs_at_once_one_has_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let [file, part, note, puzzles] = ["answers.txt", "answers.txt.part", "answers.txt.job", "puzzles.txt"]
        .map(|name| folder.path().join(name));
    fs::write(&puzzles, input(3000)).unwrap();
    let questions = &["solve", "count", "check"].map(|name| [name, "--threads", "1"])[..];
    for _ in 0..5 {
        let start = |question: &[&str; 3]| {
            let output = [text(&puzzles), "--output", text(&file), "--resume"];
            veridoku(&[&question[..], &output].concat()).spawn().unwrap()
        };
        let mut children: Vec<_> = [questions, questions].concat().iter().map(start).collect();
        let statuses: Vec<_> = children.iter_mut().map(|child| child.wait().unwrap().code()).collect();
        let asked = fs::read_to_string(&note).unwrap();
        let question = questions.iter().find(|question| asked.contains(&format!("\n  {}\n", question[0])));
        let expected = run(&[&question.unwrap()[..], &[text(&puzzles)]].concat(), "").out;
        assert!(fs::read_to_string(&file).unwrap() == expected, "{question:?}: {statuses:?}");
        assert!(!part.exists());
        fs::remove_file(&file).unwrap();
        fs::remove_file(&note).unwrap();
    }
}

#[test]
fn a_run_that_is_writing_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let [file, part, note, puzzles] = ["answers.txt", "answers.txt.part", "answers.txt.job", "puzzles.txt"]
        .map(|name| folder.path().join(name));
    fs::write(&puzzles, SAMPLE).unwrap();
    // What another run has just opened: no answers and no note yet.
    let writing = fs::File::create(&part).unwrap();
    writing.lock().unwrap();
    let asked = ["count", text(&puzzles), "--output", text(&file), "--resume"];
    let ran = run(&asked, "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("another run"), "{}", ran.err);
    assert!(!note.exists(), "the note is for the run that has the lock");
    drop(writing);
    assert_eq!(run(&asked, "").status, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "1\n");
}

#[test]
fn answers_of_many_lines_cannot_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.txt");
    for question in [&["path"][..], &["rate", "--steps"], &["solve", "--draw", "always"], &["minimize"]] {
        let ran = resume(question, &file, SAMPLE);
        assert_eq!(ran.status, 2, "{question:?}");
        assert!(ran.err.contains("one line each"), "{}", ran.err);
    }
    assert_eq!(resume(&["path", "--json"], &file, SAMPLE).status, 0);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1);
}
