//! Standard streams and whole output files: nothing is lost or overwritten in silence.

use crate::process::{Ran, SAMPLE, SOLVED, run, veridoku};
use crate::shards::text;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

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
    let ran = run_with(&["dedup", text(&path)], None, append());
    assert!(ran.status == 2 && ran.err.contains("it is also the output"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{SAMPLE}\n"));
}

/// Runs the program in a shell, with a redirection.
#[cfg(unix)]
fn run_in_shell(arguments: &[&str], redirection: &str) -> Ran {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("exec \"$@\" {redirection}"), "sh", env!("CARGO_BIN_EXE_veridoku")]);
    Ran::new(command.args(arguments).output().unwrap())
}

#[cfg(unix)]
#[test]
fn nothing_is_lost_in_a_closed_output() {
    for arguments in [&["solve", SAMPLE][..], &["check", SAMPLE], &["--help"], &["techniques"], &[]] {
        let ran = run_in_shell(arguments, ">&-");
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert_eq!(ran.err, "veridoku: cannot write standard output: it is closed\n", "{arguments:?}");
        // This is how Python opens `subprocess.DEVNULL`.
        for null in ["> /dev/null", "1<> /dev/null"] {
            assert_eq!(run_in_shell(arguments, null).status, 0, "{arguments:?} {null}");
        }
    }
    // Nothing is written to standard output.
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("answers.txt");
    let ran = run_in_shell(&["solve", SAMPLE, "-o", text(&path)], ">&-");
    assert_eq!((ran.status, fs::read_to_string(&path).unwrap()), (0, format!("{SOLVED}\n")), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_trace_is_streamed() {
    let empty = ".".repeat(81);
    let options = ["--algorithm", "brute-force", "--limit", "500000", "--budget", "100000"];
    let mut child = veridoku(&[&["trace"], &options[..], &[&empty]].concat()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut count = 0;
    for _ in lines {
        count += 1;
        if count == 250_000 {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
            let kilobytes: u64 = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
            // The events would take more than 100 MB.
            assert!(kilobytes < 50_000, "{kilobytes} kB");
        }
    }
    assert!((250_000..=500_000).contains(&count), "{count}");
    assert_eq!(Ran::new(child.wait_with_output().unwrap()).status, 1);
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
        // Neither command reads standard input, so that may be the file.
        let forced = [command, &[text(&pdf), "--force"]].concat();
        let input = if cfg!(unix) { Stdio::from(File::open(&pdf).unwrap()) } else { Stdio::null() };
        assert_eq!(veridoku(&forced).stdin(input).status().unwrap().code(), Some(status));
        // Without puzzles, there is no booklet.
        assert_eq!(fs::read(&pdf).unwrap().starts_with(b"%PDF"), status == 0);
        fs::remove_file(&pdf).unwrap();
        assert_eq!(run(&[command, &[text(&pdf)]].concat(), "").status, status);
        assert_eq!(pdf.exists(), status == 0);
    }
    assert!(fs::read_dir(directory.path()).unwrap().count() <= 2);
    // A file with a similar name is not touched.
    let other = directory.path().join("booklet.pdf.new");
    fs::write(&other, "mine").unwrap();
    assert_eq!(run(&[&booklet[..], &[text(&pdf), "--force"]].concat(), "").status, 0);
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_of_a_pdf() {
    let directory = tempfile::tempdir().unwrap();
    let pdf = directory.path().join("booklet.pdf");
    for command in [&["booklet", "--no-rating", SAMPLE, "-o"][..], &["generate", "--seed", "1", "--pdf"]] {
        for existing in [None, Some("mine")] {
            if let Some(contents) = existing {
                fs::write(&pdf, contents).unwrap();
            }
            // A block has 512 bytes.
            let mut limited = std::process::Command::new("sh");
            limited.args(["-c", r#"trap "" XFSZ; ulimit -f 4 && exec "$@""#, "sh"]);
            limited.arg(env!("CARGO_BIN_EXE_veridoku")).args(command).args([text(&pdf), "--force"]);
            let ran = Ran::new(limited.output().unwrap());
            assert!(ran.status == 2 && ran.err.contains("cannot write"), "{}", ran.err);
            assert!(ran.err.contains("booklet.pdf: File too large"), "{}", ran.err);
            assert!(!ran.err.contains("at path"), "{}", ran.err);
            assert_eq!(fs::read_to_string(&pdf).ok().as_deref(), existing);
            assert_eq!(fs::read_dir(directory.path()).unwrap().count(), existing.iter().count());
            let _ = fs::remove_file(&pdf);
        }
    }
}

#[test]
fn a_booklet_is_made_although_the_reader_of_the_puzzles_leaves() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole.pdf", "cut.pdf"].map(|name| directory.path().join(name));
    // More text than a pipe holds.
    let generate = |pdf| veridoku(&["generate", "--seed", "1", "--count", "900", "--pdf", text(pdf)]);
    assert!(generate(&whole).stdout(Stdio::null()).output().unwrap().status.success());
    let mut child = generate(&cut).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let ran = Ran::new(child.wait_with_output().unwrap());
    assert_eq!((ran.status, line.len(), ran.err.as_str()), (0, SAMPLE.len() + 1, ""));
    assert!(fs::read(&whole).unwrap() == fs::read(&cut).unwrap(), "the booklets differ");
}

#[test]
fn a_long_line_of_tests_is_one_error() {
    let test =
        ":0000:5:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::455:";
    let ran = run(&["steps-test", "-"], format!("{test}\n{}\n{test}\n", ":".repeat(3 << 20)));
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("-:2: found a line longer than 1 MiB, expected a test"), "{}", ran.err);
    assert_eq!(ran.err.matches("-:3: ").count(), ran.err.matches("-:1: ").count(), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn little_memory_means_fewer_threads() {
    let script = r#"ulimit -v 500000; exec "$@""#;
    for arguments in [
        &["solve", "--threads", "64"][..],
        &["rate", "--threads", "64"],
        &["dedup", "--threads", "64"],
        &["booklet", "--threads", "64", "-o", "/dev/null"],
        &["steps-test", "/dev/null"],
    ] {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_veridoku")]).args(arguments);
        if arguments[0] != "steps-test" {
            command.args([SAMPLE, SAMPLE]);
        }
        let ran = Ran::new(command.env("RAYON_NUM_THREADS", "64").output().unwrap());
        assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
        assert_eq!(
            ran.status,
            if arguments[0] == "steps-test" { 2 } else { 0 },
            "{arguments:?}: {}",
            ran.err
        );
    }
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

#[test]
fn a_long_puzzle_reports_that_it_is_not_finished() {
    // The first line appears after ten seconds; this search takes much longer.
    let mut command =
        veridoku(&["count", "--limit", "9999999999999", "--budget", "9999999999999", &".".repeat(81)]);
    let mut child = command.env_remove("VERIDOKU_NO_PROGRESS").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("veridoku: no puzzle finished yet after "), "{line}");
}

#[test]
fn a_run_that_waits_for_input_reports_nothing() {
    let mut child = veridoku(&["solve"]).env_remove("VERIDOKU_NO_PROGRESS").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{SAMPLE}").unwrap();
    std::thread::sleep(std::time::Duration::from_secs(11));
    drop(stdin);
    let ran = Ran::new(child.wait_with_output().unwrap());
    assert_eq!((ran.out, ran.err.as_str()), (format!("{SOLVED}\n"), ""));
}

#[test]
#[cfg(unix)]
fn a_pipe_is_not_an_output_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Opening the pipe would wait for ever.
    for option in ["--json", "--force", "--resume"] {
        let ran = run(&["solve", SAMPLE, option, "--output", text(&pipe)], "");
        assert!(ran.status == 2 && ran.err.contains("it is not a regular file"), "{}", ran.err);
    }
}
