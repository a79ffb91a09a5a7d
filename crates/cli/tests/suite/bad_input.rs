//! Bad input gives a clear message and the right exit status, and never a panic.

use crate::process::{Ran, SAMPLE, SOLVED, run, veridoku};
use std::io::{BufRead, BufReader, Read, Write};
use std::time::Duration;

fn solve(input: impl AsRef<[u8]>) -> Ran {
    run(&["solve"], input)
}

#[test]
fn an_empty_pipe_gives_empty_output() {
    for command in ["solve", "check", "count", "compare", "trace", "convert"] {
        let ran = run(&[command], "");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{command}");
    }
}

#[test]
fn errors_name_the_position_and_the_problem() {
    for (input, expected) in [
        (&SAMPLE[1..], "error: line 1, column 81: found 80 cells, expected 81"),
        (&format!("{SAMPLE}1"), "error: line 1, column 82: found 82 cells, expected 81"),
        ("10", "error: line 1, column 3: found 2 cells, expected 81"),
    ] {
        let ran = solve(input);
        assert_eq!((ran.status, ran.lines()), (2, vec![expected]), "{input}");
        assert_eq!(ran.err, "veridoku: 1 of 1 puzzles could not be processed\n");
    }
    let ran = solve(SAMPLE.replacen('7', "q", 1));
    assert_eq!(ran.status, 2);
    assert!(ran.out.starts_with("error: line 1, column 5: found 'q', expected "), "{}", ran.out);
}

#[test]
fn a_bad_line_keeps_the_output_aligned() {
    let ran = solve(format!("{SAMPLE}\nhello\n{SAMPLE}\n{}\n{SAMPLE}\n", &SAMPLE[2..]));
    let lines = ran.lines();
    assert_eq!(ran.status, 2);
    assert_eq!(lines.len(), 5, "{}", ran.out);
    assert_eq!([lines[0], lines[2], lines[4]], [SOLVED; 3]);
    assert!(lines[1].starts_with("error: line 2, column 1: "), "{}", lines[1]);
    assert!(lines[3].starts_with("error: line 4, "), "{}", lines[3]);
}

#[test]
fn byte_order_marks_line_ends_and_bad_bytes_are_handled() {
    let ran = solve(format!("\u{feff}{SAMPLE}\r\n{SAMPLE}\r\n"));
    assert_eq!((ran.status, ran.lines()), (0, vec![SOLVED; 2]));
    let mut bytes = format!("{SAMPLE}\n\0\0\0\n").into_bytes();
    bytes.extend(b"\xff\xfe\xff\n");
    bytes.extend(SAMPLE.as_bytes());
    let ran = solve(bytes);
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (2, 4), "{}", ran.out);
    assert_eq!((lines[0], lines[3]), (SOLVED, SOLVED));
    assert!(lines[1].starts_with("error: line 2, column 1: "), "{}", lines[1]);
    assert_eq!(lines[2], "error: line 3, column 1: found the byte 0xff, expected UTF-8 text");
}

#[test]
fn missing_files_and_directories_are_named() {
    let ran = run(&["solve", "no-such-file.txt"], "");
    assert_eq!(ran.status, 2);
    assert!(
        ran.out.starts_with("error: no file named \"no-such-file.txt\", and not a puzzle: "),
        "{}",
        ran.out
    );
    let ran = run(&["solve", "/"], "");
    assert_eq!(ran.status, 2);
    assert_eq!(ran.out, "error: cannot read /: it is a directory, expected a file\n");
    let ran = run(&["solve", "no-such-file.txt", SAMPLE], "");
    assert_eq!((ran.status, ran.lines()[1]), (2, SOLVED), "the other inputs are answered");
}

#[test]
fn a_stream_is_answered_while_its_producer_waits() {
    for threads in ["1", "3"] {
        let mut child = veridoku(&["solve", "--threads", threads]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        // After each group of puzzles, the writer waits for all of its answers.
        for count in [1, 1, 2, 100, 1, 500, 12_000, 1, 9000, 3] {
            let lines = format!("{SAMPLE}\n").repeat(count);
            std::thread::scope(|scope| {
                scope.spawn(|| stdin.write_all(lines.as_bytes()).unwrap());
                for _ in 0..count {
                    assert_eq!(answers.next().unwrap().unwrap(), SOLVED);
                }
            });
        }
        drop(stdin);
        assert!(answers.next().is_none());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn closed_pipe_ends_the_run_quietly() {
    let mut child = veridoku(&["solve"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // Write far more than any pipe holds, until the program exits.
        while stdin.write_all(format!("{SAMPLE}\n").repeat(1000).as_bytes()).is_ok() {}
    });
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    feeder.join().unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((line.trim_end(), err.as_str()), (SOLVED, ""));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn after_a_closed_pipe_no_more_input_is_awaited() {
    for arguments in [&["solve", "--threads", "3"][..], &["solve", "--threads", "1"], &["check"]] {
        let mut child = veridoku(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut answer = String::new();
        // More than the batches that are answered before threads start.
        for _ in 0..6 {
            stdin.write_all(format!("{SAMPLE}\n").as_bytes()).unwrap();
            stdout.read_line(&mut answer).unwrap();
        }
        drop(stdout);
        stdin.write_all(format!("{SAMPLE}\n{}", &SAMPLE[..40]).as_bytes()).unwrap();
        let status = (0..300).find_map(|_| {
            std::thread::sleep(Duration::from_millis(100));
            child.try_wait().unwrap()
        });
        assert_eq!(status.expect("the run ends although its input is open").code(), Some(0), "{arguments:?}");
        drop(stdin);
    }
}

#[test]
fn half_a_line_does_not_delay_the_answers_before_it() {
    const COUNT: usize = 3500;
    for threads in ["1", "2"] {
        let mut child = veridoku(&["solve", "--threads", threads]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, answered) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            assert_eq!(answers.by_ref().take(COUNT).count(), COUNT);
            sender.send(()).unwrap();
            answers.count()
        });
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
        stdin.write_all(hard.repeat(COUNT).as_bytes()).unwrap();
        stdin.write_all(&hard.as_bytes()[..40]).unwrap();
        answered.recv_timeout(Duration::from_secs(60)).expect("all complete lines are answered");
        stdin.write_all(&hard.as_bytes()[40..]).unwrap();
        drop(stdin);
        assert_eq!(reader.join().unwrap(), 1);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    for arguments in [&["solve", SAMPLE][..], &["compare", SAMPLE], &["man"], &["completions", "bash"], &[]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = veridoku(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert!(err.contains("No space left on device"), "{arguments:?}: {err}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn failing_to_print_messages_is_harmless() {
    for (arguments, status) in [(&["solve", "nonsense"][..], 2), (&["trace", "--limit", "1", SAMPLE], 0)] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = veridoku(arguments).stderr(full).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
}

/// A terminal shows the error in place of the answer; an output file may never be looked at.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_shows_the_reason_once() {
    let program = env!("CARGO_BIN_EXE_veridoku");
    let output = std::process::Command::new("python3")
        .args([
            "-c",
            "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)",
            program,
            "solve",
            "no-file.txt",
        ])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), text.matches("no file named").count()), (Some(2), 1), "{text}");
    let ran = run(&["solve", "no-file.txt"], "");
    assert!(ran.out.contains("no file named") && ran.err.contains("no file named"), "{}", ran.err);
}

#[test]
#[cfg(target_os = "linux")]
fn many_files_are_opened_one_by_one() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("puzzle.txt");
    std::fs::write(&file, SAMPLE).unwrap();
    let script = format!("ulimit -n 20; exec {} solve \"$@\"", env!("CARGO_BIN_EXE_veridoku"));
    let output = std::process::Command::new("sh")
        .args(["-c", &script, "sh"])
        .args(std::iter::repeat_n(&file, 60))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{SOLVED}\n").repeat(60));
}

/// Returns the peak memory of a process in kilobytes.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Feeds the same text to the program several times. Returns the peak memory and the number of answers.
#[cfg(target_os = "linux")]
fn peak_memory_over(piece: &[u8], times: usize) -> (u64, u64) {
    let mut child = veridoku(&["solve"]).stderr(std::process::Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = child.stdout.take().unwrap();
    let counter = std::thread::spawn(move || BufReader::new(stdout).lines().count() as u64);
    for _ in 0..times {
        stdin.write_all(piece).unwrap();
    }
    let peak = peak_memory(child.id());
    drop(stdin);
    child.wait().unwrap();
    (peak, counter.join().unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_flat_over_a_long_stream() {
    let piece = format!("{SAMPLE}\n").repeat(1000);
    let (peak, lines) = peak_memory_over(piece.as_bytes(), 300);
    assert_eq!(lines, 300_000);
    assert!(peak < 100_000, "{peak} kB");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_flat_over_short_bad_lines() {
    for piece in ["x\n", "<\n", "1\n", "[\n"] {
        let (peak, lines) = peak_memory_over(piece.repeat(1 << 16).as_bytes(), 4);
        assert!(peak < 50_000, "{piece:?}: {peak} kB");
        assert!(lines > 0, "{piece:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_endless_line_needs_no_memory() {
    let (peak, lines) = peak_memory_over(&vec![b'1'; 1 << 20], 200);
    assert_eq!(lines, 1);
    assert!(peak < 100_000, "{peak} kB");
}

#[test]
fn unknown_instruction_sets_are_reported() {
    for (name, is_known) in [("avx51", false), ("", true), ("portable", true)] {
        let ran = veridoku(&["solve", SAMPLE]).env("VERIDOKU_BACKEND", name).output().unwrap();
        let message = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(
            (ran.status.code(), message.is_empty()),
            (Some(if is_known { 0 } else { 2 }), is_known),
            "{message}"
        );
        let expected = r#"veridoku: VERIDOKU_BACKEND is "avx51", expected one of: "#;
        assert!(is_known || message.starts_with(expected) && message.ends_with("portable\n"), "{message}");
    }
}

#[test]
fn a_binary_file_is_reported_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("picture.png");
    std::fs::write(&path, [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n", &[b'\n'; 5000][..]].concat()).unwrap();
    let path = path.to_str().unwrap();
    let expected = format!("error: cannot read {path}: found binary data, expected text");
    for threads in ["1", "2"] {
        let ran = run(&["solve", "--threads", threads, SAMPLE, path, SAMPLE], "");
        assert_eq!((ran.status, ran.lines()), (2, vec![SOLVED, &expected, SOLVED]));
        let ran = run(&["solve", "--threads", threads], std::fs::read(path).unwrap());
        assert_eq!(ran.out, "error: cannot read the input: found binary data, expected text\n");
    }
}

/// Python's `DEVNULL` and Node.js's `ignore` open the null device for reading and writing.
#[cfg(unix)]
#[test]
fn output_to_the_null_device_succeeds() {
    let null = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_veridoku"));
    let status = command.args(["solve", SAMPLE]).stdout(null).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn values_of_options_are_explained() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().to_str().unwrap();
    for (arguments, expected) in [
        (&["solve", "--output", directory][..], "found a directory, expected the name of a file"),
        (&["booklet", "--output", directory], "found a directory, expected the name of a file"),
        (&["generate", "--pdf", "-"], "expected the name of a file, not standard output"),
        (&["solve", "--threads", "-1"], "'-1' for '--threads <N>': expected a number of threads, 1 to 4096"),
        (&["count", "--limit", "-1"], "invalid value '-1' for '--limit <N>': expected a whole number"),
        (&["transform", "--seed", "abc"], "invalid value 'abc' for '--seed <SEED>': expected a whole number"),
        (&["hint", "--budget", "999999999"], "999999999 is not in 0..=100000000"),
    ] {
        let ran = run(arguments, "");
        assert!(ran.status == 2 && ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    }
}
