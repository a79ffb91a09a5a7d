//! `veridoku judge` with small programs in Python: right and wrong ones, slow, looping, crashing and silent
//! ones, and programs that print too much.

use crate::process::{Ran, SAMPLE, SOLVED, run};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Returns the name of the Python interpreter.
fn python() -> &'static str {
    let is_there =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
    ["python3", "python"].into_iter().find(is_there).expect("these tests need Python 3")
}

/// Returns a textbook solver in Python that reads and prints boards.
fn solver(algorithm: &str) -> String {
    run(&["code", algorithm, "--language", "python", "--main"], "").out
}

/// Returns the source of a program that solves all boards, with other code in place of its last line, which
/// prints the board.
fn solver_that(prints: &str) -> String {
    solver("mrv").replace("print(json.dumps(board), flush=True)", &prints.replace('\n', "\n    "))
}

/// Judges a program with these options.
fn judge(options: &[&str], source: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solver.py");
    fs::write(&file, source).unwrap();
    run(&[&["judge"], options, &["--", python(), file.to_str().unwrap()]].concat(), "")
}

/// Judges a program on the sample puzzle. Returns the text after the table.
fn explanation(source: &str) -> String {
    let ran = judge(&["--only", "sample", "--timeout", "30"], source);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    ran.out.split_once("\n\n").unwrap().1.to_string()
}

#[test]
fn a_right_program_passes() {
    let ran = judge(&["--only", "sample,solved,easy"], &solver("mrv"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let lines = ran.lines();
    assert!(lines[0].starts_with("puzzle        result"), "{}", ran.out);
    assert!(lines[1].starts_with("sample        right ") && lines[6].starts_with("easy 3 "), "{}", ran.out);
    assert_eq!(lines[8], "6 of 6 right");
    assert!(lines[9].starts_with("6 solved by all: ") && lines[9].ends_with(" in Python)"), "{}", ran.out);
}

#[test]
fn the_json_report_has_its_fields() {
    let ran = judge(&["--json", "--only", "sample,solved"], &solver("tables"));
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&report["puzzles"], &report["right"]), (&3.into(), &3.into()));
    let row = &report["results"][0];
    assert_eq!((&row["name"], &row["result"]), (&"sample".into(), &"right".into()));
    assert_eq!((&row["puzzle"], &report["results"][1]["puzzle"]), (&SAMPLE.into(), &SOLVED.into()));
    assert!(row["micros"].is_number() && row["textbook"][1]["micros"].is_number(), "{row}");
    assert_eq!(
        (&row["textbook"][0]["calls"], &row["textbook"][0]["language"]),
        (&4209.into(), &"python".into())
    );
    let wrong = judge(
        &["--json", "--only", "sample"],
        &solver_that("board[0][2] = '9'\nprint(json.dumps(board), flush=True)"),
    );
    let report: Value = serde_json::from_str(&wrong.out).unwrap();
    let cell = &report["results"][0]["wrong_cell"];
    assert_eq!(cell, &serde_json::json!({"row": 1, "column": 3, "expected": 4, "found": 9}));
}

#[test]
fn the_first_wrong_cell_is_shown() {
    let text = explanation(&solver_that("board[4][4] = '1'\nprint(json.dumps(board), flush=True)"));
    let expected = "\
sample: wrong answer: the first wrong cell is r5c5: expected 5, found 1
         answer                    solution
┌───────┬───────┬───────┐  ┌───────┬───────┬───────┐
│ 5 3 4 │ 6 7 8 │ 9 1 2 │  │ 5 3 4 │ 6 7 8 │ 9 1 2 │
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("\n0 of 1 right; wrong answer: 1\n"), "{text}");
    let text = explanation("while True: print(input(), flush=True)");
    assert!(
        text.starts_with(
            "sample: wrong answer: the first wrong cell is r1c3: expected 4, found still empty\n"
        )
    );
    let text = explanation(&solver_that("board[0][0] = '9'\nprint(json.dumps(board), flush=True)"));
    assert!(
        text.starts_with(
            "sample: wrong answer: the first wrong cell is r1c1: expected 5, a given, found 9\n"
        )
    );
}

#[test]
fn slow_and_looping_programs_are_stopped() {
    for program in [
        &solver_that("import time; time.sleep(60)"),
        "while True: pass",
        "while True: print('{\"event\": \"call\"}')",
    ] {
        let ran = judge(&["--trace", "--only", "sample,solved", "--timeout", "0.5"], program);
        assert_eq!(ran.status, 1);
        let expected = "\nsample, solved 1, solved 2: timeout: no answer within 0.5 s\n";
        assert!(ran.out.contains(expected), "{}", ran.out);
        assert!(ran.out.ends_with("0 of 3 right; timeout: 3\n"), "{}", ran.out);
    }
}

/// On a busy machine, Python may need more than a second to start.
#[test]
fn blank_lines_are_not_an_answer() {
    let ran = judge(&["--only", "sample", "--timeout", "5"], "while True: print()");
    let expected = "\nsample: timeout: no answer within 5 s, only blank lines\n";
    assert!(ran.out.contains(expected), "{}", ran.out);
    for (printed, end) in [("", ", only blank lines\n"), ("{\"event\": \"call\"}", "\n")] {
        let ran = judge(&["--trace", "--only", "sample"], &format!("print('{printed}')\nprint()"));
        let expected = format!("\nsample: no answer: the program ended without printing a board{end}");
        assert!(ran.out.contains(&expected), "{}", ran.out);
    }
}

#[test]
fn programs_that_keep_their_answer_get_a_tip() {
    let buffered = solver_that("print(json.dumps(board))");
    let ran = judge(&["--only", "sample", "--timeout", "0.5"], &buffered);
    assert!(ran.out.contains("\ntip: flush the output after each board; if the program"), "{}", ran.out);
    let ran = judge(&["--only", "sample", "--restart"], &buffered);
    assert_eq!(ran.status, 0, "{}", ran.out);
}

#[test]
fn puzzles_are_skipped_after_five_timeouts() {
    let ran = judge(&["--timeout", "0.2"], "while True: pass");
    assert!(ran.out.ends_with("0 of 17 right; timeout: 5, skipped: 12\n"), "{}", ran.out);
}

#[test]
fn a_program_that_answers_and_then_waits_is_restarted_for_each_board() {
    let waiting = solver_that("print(json.dumps(board), flush=True)\nimport time\ntime.sleep(60)");
    let ran = judge(&["--only", "sample,solved", "--timeout", "3"], &waiting);
    assert!(ran.out.contains("\n3 of 3 right\n"), "{}", ran.out);
}

#[test]
fn a_class_without_a_main_program_is_explained_once() {
    let source = run(&["code", "tables", "--language", "python"], "").out;
    let ran = judge(&[], &source);
    let names =
        "\nsample, solved 1, solved 2, easy 1, easy 2: crashed: exit status 1; the end of standard error:\n";
    assert!(ran.out.contains(names), "{}", ran.out);
    assert!(
        ran.out.contains("\ntip: 'veridoku code ALGORITHM --language LANGUAGE --main' prints"),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("0 of 17 right; crashed: 5, skipped: 12\n"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn children_of_a_program_are_killed_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alive");
    let child = format!("import time; time.sleep(2); open({:?}, 'w')", file.to_str().unwrap());
    let program = format!("import subprocess, sys; subprocess.run([sys.executable, '-c', {child:?}])");
    let ran = judge(&["--only", "sample", "--timeout", "1"], &program);
    assert!(ran.out.contains("timeout"), "{}", ran.out);
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(!file.exists());
}

/// Only the leader of a process group has ended; its child has closed all streams.
#[cfg(unix)]
#[test]
fn children_of_a_program_that_has_ended_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alive");
    let child = format!("import time; time.sleep(2); open({:?}, 'w')", file.to_str().unwrap());
    let program = format!(
        "import subprocess, sys; null = subprocess.DEVNULL\n\
         subprocess.Popen([sys.executable, '-c', {child:?}], stdin=null, stdout=null, stderr=null)\n\
         sys.exit(3)"
    );
    let ran = judge(&["--only", "sample"], &program);
    assert!(ran.out.contains("crashed: exit status 3"), "{}", ran.out);
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert!(!file.exists());
}

/// From the second puzzle on, the textbook solvers run too.
#[cfg(unix)]
#[test]
fn signals_end_a_looping_program_and_its_judge() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let signals: &[(&str, i32)] =
        if cfg!(feature = "serve") { &[("-INT", 130), ("-TERM", 143)] } else { &[("-INT", 130)] };
    for (signal, status) in signals {
        let folder = tempfile::tempdir().unwrap();
        let (file, alive) = (folder.path().join("solver.py"), folder.path().join("alive"));
        let looping = format!(
            "if board[0][0] != '5':\n    import time\n    while True:\n        open({:?}, 'w').close()\n        \
             time.sleep(0.01)\nprint(json.dumps(board), flush=True)",
            alive.to_str().unwrap()
        );
        fs::write(&file, solver_that(&looping)).unwrap();
        let program = file.to_str().unwrap();
        let mut child =
            crate::process::veridoku(&["judge", "--only", "sample,easy", "--", python(), program])
                .spawn()
                .unwrap();
        let start = Instant::now();
        while !alive.exists() {
            assert!(start.elapsed().as_secs() < 30, "the second puzzle is never run");
            sleep(Duration::from_millis(10));
        }
        assert!(Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(*status), "{signal}");
        // A write may have been under way.
        sleep(Duration::from_millis(100));
        let _ = fs::remove_file(&alive);
        sleep(Duration::from_secs(1));
        assert!(!alive.exists(), "{signal}");
    }
}

#[test]
fn late_output_and_late_crashes_are_seen() {
    let print = "print(json.dumps(board), flush=True); import time; time.sleep(0.1)";
    let text = explanation(&solver_that(&format!("{print}; print('done', flush=True)")));
    assert!(text.starts_with("sample: extra output: printed more than the answer"), "{text}");
    // The first answer takes so long that it is not repeated.
    let program = solver_that(&format!("import time; time.sleep(2.1); {print}; sys.exit('tired')"));
    let text = explanation(&program);
    assert!(text.starts_with("sample: crashed: exit status 1") && text.contains("\n  tired\n"), "{text}");
    let ran = judge(&["--restart", "--only", "sample"], &solver_that(&format!("{print}; sys.exit(3)")));
    assert!(ran.out.contains("crashed: exit status 3"), "{}", ran.out);
    // A program need not expect the end of its input.
    let endless = solver("mrv").replace("for line in sys.stdin:", "while True:\n    line = input()");
    let ran = judge(&["--only", "sample"], &endless);
    assert_eq!(ran.status, 0, "{}", ran.out);
}

#[test]
fn crashes_show_the_end_of_standard_error() {
    let text = explanation(&solver_that("raise ValueError('no idea')"));
    let start =
        "sample: crashed: exit status 1; the end of standard error:\n  Traceback (most recent call last):\n";
    assert!(text.starts_with(start) && text.contains("\n  ValueError: no idea\n"), "{text}");
    let text = explanation("import sys; sys.exit('x' * 100_000)");
    assert!(text.starts_with("sample: crashed: exit status 1") && text.len() < 1000, "{text}");
    #[cfg(unix)]
    {
        let text = explanation("import os; os.kill(os.getpid(), 11)");
        assert!(text.starts_with("sample: crashed: ended by signal 11 (segmentation fault)\n"), "{text}");
    }
    let ran = judge(&["--only", "easy"], &solver_that("print(json.dumps(board), flush=True); sys.exit(3)"));
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(ran.out.contains("crashed: exit status 3"), "{}", ran.out);
}

#[test]
fn programs_without_an_answer_are_reported() {
    for program in ["", "input()", "import sys; sys.stdout.close(); input()"] {
        let text = explanation(program);
        assert!(text.starts_with("sample: no answer: the program ended without printing a board"), "{text}");
    }
    let text = explanation("print(); print()");
    assert!(
        text.starts_with("sample: no answer: the program ended without printing a board, only blank lines\n"),
        "{text}"
    );
}

#[test]
fn other_output_is_reported() {
    for (prints, expected) in [
        (
            "print('solved!', flush=True)",
            "not a board: not a board in LeetCode's JSON\n  found     solved!\n  expected  [[",
        ),
        (
            "print(board, flush=True)",
            "not a board: single quotes are not JSON; in Python, print(json.dumps(board))\n  found     [['5'",
        ),
        ("print(json.dumps(board[:8]), flush=True)", "not a board: not nine rows of nine cells\n"),
        (
            "print(json.dumps(board)); print('done', flush=True); input()",
            "extra output: printed more than the answer",
        ),
        ("while True: print('x' * 1000)", "not a board: not a board in LeetCode's JSON\n  found     xxx"),
        ("while True: sys.stdout.write('x' * 1000)", "not a board: the line is longer than 65536 bytes\n"),
    ] {
        let text = explanation(&solver_that(prints));
        assert!(text.starts_with(&format!("sample: {expected}")), "{prints}: {text}");
    }
}

#[test]
fn programs_may_end_after_each_board() {
    let once = solver("mrv").replace("for line in sys.stdin:", "for line in [input()]:");
    let ran = judge(&["--only", "sample,easy"], &once);
    assert_eq!(ran.status, 0, "{}", ran.out);
    let end = "; so do those of the textbook solvers\n";
    assert!(ran.out.contains("\nthe times include the start of the program, about "), "{}", ran.out);
    assert!(ran.out.ends_with(end), "{}", ran.out);
    let json = judge(&["--json", "--only", "sample"], &once).out;
    assert!(serde_json::from_str::<Value>(&json).unwrap()["start_micros"].is_number(), "{json}");
    let until_the_end = solver("mrv").replace("for line in sys.stdin:", "for line in [sys.stdin.read()]:");
    let ran = judge(&["--restart", "--only", "sample,easy"], &until_the_end);
    assert_eq!(ran.status, 0, "{}", ran.out);
}

#[test]
fn events_are_counted() {
    let line = "def fill(position: int) -> bool:";
    let event = r#"print('{"event": "call", "depth": %d}' % position)"#;
    let traced = solver("tables").replace(line, &format!("{line}\n            {event}"));
    let ran = judge(&["--trace", "--only", "sample,solved"], &traced);
    assert_eq!(ran.status, 0, "{}", ran.out);
    let columns: Vec<&str> = ran.lines()[1].split_whitespace().collect();
    assert_eq!(columns[4..], ["4,209", "4,209", "52"], "{}", ran.out);
    assert!(ran.out.ends_with("\nas many calls as restart, resume, tables\n"), "{}", ran.out);
    let ran = judge(&["--only", "sample"], &traced);
    assert!(ran.out.contains("not a board"), "{}", ran.out);
}

/// The first line of the script names the interpreter; the name of its file does not.
#[cfg(unix)]
#[test]
fn scripts_are_compared_with_solvers_in_their_language() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("python_solver.py");
    fs::write(&file, format!("#!/usr/bin/env {}\n{}", python(), solver("mrv"))).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let ran = run(&["judge", "--only", "sample", "--", file.to_str().unwrap()], "");
    assert!(ran.out.ends_with(" (textbook solvers in Python)\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_missing_program_is_bad_usage() {
    let ran = run(&["judge", "--", python(), "no-such-solver.py"], "");
    let expected = (2, "", "veridoku: cannot find no-such-solver.py\n");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), expected);
    let ran = run(&["judge", "--", "./no-such-solver"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("veridoku: cannot start ./no-such-solver: "), "{}", ran.err);
    let ran = run(&["judge"], "");
    assert_eq!(ran.status, 2);
    let ran = run(&["judge", "--only", "nothing", "--", "true"], "");
    assert_eq!(ran.status, 2);
}
