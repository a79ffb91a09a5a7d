//! Output files: complete or resumable, and never wrong.

use crate::process::{Ran, SAMPLE, SOLVED, run, veridoku};
use crate::shards::{input, renamed, text};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// A directory with an input file, and the names of the files of a run.
struct Run {
    directory: TempDir,
    puzzles: PathBuf,
    file: PathBuf,
    part: PathBuf,
    job_file: PathBuf,
}

impl Run {
    fn new(input: &str) -> Run {
        let directory = tempfile::tempdir().unwrap();
        let [puzzles, file, part, job_file] =
            ["puzzles.txt", "answers.txt", "answers.txt.part", "answers.txt.job"]
                .map(|name| directory.path().join(name));
        fs::write(&puzzles, input).unwrap();
        Run { directory, puzzles, file, part, job_file }
    }

    /// Runs a job without an output file, and returns its output.
    fn whole(&self, job: &[&str]) -> String {
        run(&[job, &[text(&self.puzzles)]].concat(), "").out
    }

    fn arguments<'a>(&'a self, job: &[&'a str]) -> Vec<&'a str> {
        [job, &[text(&self.puzzles), "--output", text(&self.file)]].concat()
    }

    fn start(&self, job: &[&str]) -> Ran {
        run(&self.arguments(job), "")
    }

    fn resume(&self, job: &[&str]) -> Ran {
        run(&[&self.arguments(job)[..], &["--resume"]].concat(), "")
    }

    /// Runs a job that can write only this number of kilobytes to a file.
    #[cfg(unix)]
    fn start_limited(&self, job: &[&str], kilobytes: usize) -> Ran {
        let script = r#"trap "" XFSZ; ulimit -f "$0" && exec "$@""#;
        // A block has 512 bytes.
        let blocks = (2 * kilobytes).to_string();
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, &blocks, env!("CARGO_BIN_EXE_veridoku")]).args(self.arguments(job));
        Ran::new(command.output().expect("the shell runs"))
    }

    fn answers(&self) -> String {
        fs::read_to_string(&self.file).unwrap()
    }

    /// Asserts that nothing is left beside the input and the output.
    fn assert_tidy(&self) {
        assert_eq!(fs::read_dir(self.directory.path()).unwrap().count(), 2);
    }
}

#[test]
fn a_killed_run_resumes_after_its_last_checkpoint() {
    let run = Run::new(&input(20_000));
    let job = ["check", "--json", "--shard", "2/3", "--threads", "2"];
    let whole = run.whole(&job);
    // Kill the process after it has written some answers.
    let mut child = veridoku(&run.arguments(&job)).spawn().unwrap();
    while !run.file.exists() && fs::metadata(&run.part).map_or(0, |data| data.len()) < 1000 {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let ran = run.resume(&job);
    assert_eq!(ran.out, "");
    assert!(run.answers() == whole, "{}", ran.err);
    run.assert_tidy();
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_a_run_that_can_be_resumed() {
    for job in [
        &["solve"][..],
        &["check", "--json"],
        &["hint"],
        &["minimize", "--all", "--limit", "2"],
        &["solve", "--draw", "always"],
        &["rate", "--steps", "--only", "er"],
    ] {
        let run = Run::new(&input(300));
        let whole = run.whole(job);
        for kilobytes in [0, 4, 20] {
            let ran = run.start_limited(job, kilobytes);
            let status = if kilobytes == 0 { 2 } else { 3 };
            assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{job:?}, {kilobytes} kB: {}", ran.err);
            assert!(ran.err.contains("cannot write") || ran.err.contains("answers.txt is incomplete"));
            assert_eq!((run.file.exists(), run.part.exists()), (false, kilobytes > 0));
            run.resume(job);
            assert!(run.answers() == whole, "{job:?}, {kilobytes} kB");
            run.assert_tidy();
            fs::remove_file(&run.file).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn damaged_answers_are_not_resumed() {
    let run = Run::new(&input(5000));
    let whole = run.whole(&["solve"]);
    for damage in ["zeros", "a missing line", "a missing end"] {
        assert_eq!(run.start_limited(&["solve"], 100).status, 3);
        let mut bytes = fs::read(&run.part).unwrap();
        match damage {
            "zeros" => bytes[82..164].fill(0),
            "a missing line" => drop(bytes.drain(82..164)),
            _ => bytes.truncate(100),
        }
        fs::write(&run.part, &bytes).unwrap();
        let ran = run.resume(&["solve"]);
        assert_eq!(ran.status, 2, "{damage}");
        assert!(ran.err.contains("have changed since they were written"), "{damage}: {}", ran.err);
        assert!(!run.file.exists() && fs::read(&run.part).unwrap() == bytes);
        fs::remove_file(&run.part).unwrap();
    }
    run.resume(&["solve"]);
    assert!(run.answers() == whole);
}

#[test]
fn an_input_that_changes_during_the_run_is_noticed() {
    for contents in [SAMPLE.to_string(), SOLVED.to_string(), format!("{SAMPLE}\n{SAMPLE}\n")] {
        let run = Run::new(&format!("{SAMPLE}\n"));
        let arguments = [&["solve", "-"][..], &run.arguments(&[])].concat();
        let mut child = veridoku(&arguments).spawn().unwrap();
        while !run.job_file.exists() {
            std::thread::yield_now();
        }
        // The program waits for standard input before it opens the file.
        fs::write(&run.puzzles, contents).unwrap();
        child.stdin.take().unwrap().write_all(SAMPLE.as_bytes()).unwrap();
        let ran = Ran::new(child.wait_with_output().unwrap());
        assert_eq!(ran.status, 3, "{}", ran.err);
        assert!(ran.err.contains("puzzles.txt changed while it was read"), "{}", ran.err);
        assert!(!run.file.exists() && run.part.exists() && !run.job_file.exists());
    }
}

#[test]
fn a_file_that_appears_during_the_run_is_not_overwritten() {
    let run = Run::new("");
    let mut child = veridoku(&["solve", "--output", text(&run.file)]).spawn().unwrap();
    while !run.job_file.exists() {
        std::thread::yield_now();
    }
    fs::write(&run.file, "mine").unwrap();
    child.stdin.take().unwrap().write_all(SAMPLE.as_bytes()).unwrap();
    let ran = Ran::new(child.wait_with_output().unwrap());
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("answers.txt"), "{}", ran.err);
    assert_eq!(run.answers(), "mine");
    assert_eq!(fs::read_to_string(&run.part).unwrap(), format!("{SOLVED}\n"));
}

#[cfg(unix)]
#[test]
fn symbolic_links_in_place_of_our_files_are_refused() {
    let run = Run::new(SAMPLE);
    let other = run.directory.path().join("other.txt");
    for (link, resume) in [
        (&run.part, &["--resume"][..]),
        (&run.part, &["--force"]),
        (&run.part, &[]),
        (&run.file, &["--force"]),
        (&run.file, &[]),
    ] {
        fs::write(&other, "other\n").unwrap();
        std::os::unix::fs::symlink(&other, link).unwrap();
        let ran = crate::process::run(&[&run.arguments(&["solve"])[..], resume].concat(), "");
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert_eq!(fs::read_to_string(&other).unwrap(), "other\n");
        fs::remove_file(link).unwrap();
    }
    // The job file is replaced, not written through the link.
    std::os::unix::fs::symlink(&other, &run.job_file).unwrap();
    assert_eq!(run.start(&["solve"]).status, 0);
    assert_eq!(fs::read_to_string(&other).unwrap(), "other\n");
}

#[test]
fn a_complete_file_is_changed_only_by_force() {
    let run = Run::new(SAMPLE);
    assert_eq!(run.resume(&["solve"]).status, 0);
    run.assert_tidy();
    let again = run.resume(&["solve"]);
    assert_eq!((again.status, again.out.as_str()), (0, ""));
    assert!(again.err.contains("already has 1 answer; nothing to do"), "{}", again.err);
    assert_eq!(run.answers(), format!("{SOLVED}\n"));
    let restarted = run.start(&["solve"]);
    assert_eq!(restarted.status, 2);
    assert!(restarted.err.contains("already exists"), "{}", restarted.err);
    assert_eq!(run.start(&["count", "--force"]).status, 0);
    assert_eq!(run.answers(), "1\n");
    run.assert_tidy();
    // An input that has changed since makes another answer.
    let later = SystemTime::now() + Duration::from_secs(10);
    fs::File::options().write(true).open(&run.puzzles).unwrap().set_modified(later).unwrap();
    let ran = run.resume(&["count"]);
    assert!(ran.status == 2 && ran.err.contains("puzzles.txt is newer"), "{}", ran.err);
}

#[test]
fn an_incomplete_file_is_not_called_complete() {
    let run = Run::new(&format!("{SAMPLE}\n").repeat(5000));
    assert_eq!(run.start(&["solve"]).status, 0);
    let whole = run.answers();
    assert!(run.resume(&["solve"]).err.contains("already has 5,000 answers"));
    for (kept, lines) in [(82 * 4999, "4,999"), (whole.len() - 1, "4,999"), (0, "0")] {
        fs::write(&run.file, &whole[..kept]).unwrap();
        let ran = run.resume(&["solve"]);
        assert_eq!(ran.status, 2);
        let expected = format!("does not match the input: it has {lines} lines for 5,000 puzzles");
        assert!(ran.err.contains(&expected), "{}", ran.err);
        assert_eq!(run.answers(), whole[..kept]);
        assert_eq!(run.resume(&["solve", "--shard", "1/2"]).status, 2);
    }
    // How many lines other answers have is not known.
    let ran = run.resume(&["path"]);
    assert!(ran.status == 0 && ran.err.contains("(its answers were not checked)"), "{}", ran.err);
}

#[test]
fn an_input_is_never_the_output() {
    let run = Run::new(SAMPLE);
    for force in [&[][..], &["--force"], &["--resume"]] {
        let arguments = [&["solve", text(&run.puzzles), "-o", text(&run.puzzles)], force].concat();
        let ran = crate::process::run(&arguments, "");
        assert!(ran.status == 2 && ran.err.contains("is both input and output"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&run.puzzles).unwrap(), SAMPLE);
    }
    for command in [&["solve"][..], &["solve", "-"], &["booklet"]] {
        let arguments = [command, &["--force", "-o", text(&run.puzzles)]].concat();
        let input = fs::File::open(&run.puzzles).unwrap();
        let ran = Ran::new(veridoku(&arguments).stdin(input).output().unwrap());
        assert!(ran.status == 2 && ran.err.contains("is both input and output"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&run.puzzles).unwrap(), SAMPLE);
    }
}

#[test]
fn files_of_the_user_with_the_names_of_ours_are_kept() {
    let run = Run::new(SAMPLE);
    fs::write(&run.job_file, "#!/bin/sh\n").unwrap();
    for option in ["--resume", "--force", "--threads=1"] {
        let ran = run.start(&["solve", option]);
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains("veridoku did not write it"), "{}", ran.err);
    }
    assert_eq!(fs::read_to_string(&run.job_file).unwrap(), "#!/bin/sh\n");
    for own in [&run.job_file, &run.part] {
        fs::write(own, SAMPLE).unwrap();
        let own_name = own.to_str().unwrap();
        let output = run.file.to_str().unwrap();
        let ran = crate::process::run(&["solve", own_name, "--force", "--output", output], "");
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert_eq!(fs::read_to_string(own).unwrap(), SAMPLE);
        fs::remove_file(own).unwrap();
    }
}

#[test]
fn standard_output_can_be_named() {
    let ran = run(&["solve", SAMPLE, "--output", "-"], "");
    assert_eq!((ran.status, ran.out), (0, format!("{SOLVED}\n")));
    let ran = run(&["solve", SAMPLE, "--output", "-", "--resume"], "");
    assert!(ran.status == 2 && ran.err.contains("--resume requires a file"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn answers_of_different_jobs_are_not_mixed() {
    let run = Run::new(&input(1000));
    fs::write(&run.part, "1\n").unwrap();
    assert_eq!(run.resume(&["count"]).status, 2, "the job file is missing");
    fs::remove_file(&run.part).unwrap();
    assert_eq!(run.start_limited(&["check"], 8).status, 3);
    let answers = fs::read_to_string(&run.part).unwrap();
    let ran = run.resume(&["solve"]);
    assert!(ran.status == 2 && ran.err.contains("different command or input"), "{}", ran.err);
    // The changed line keeps its length, and is far from both ends.
    let input = fs::read_to_string(&run.puzzles).unwrap();
    let mut lines: Vec<&str> = input.lines().collect();
    let other = renamed(lines[500], 1);
    assert_ne!(lines[500], other);
    lines[500] = &other;
    fs::write(&run.puzzles, lines.join("\n") + "\n").unwrap();
    let ran = run.resume(&["check"]);
    assert!(ran.status == 2 && ran.err.contains("different command or input"), "{}", ran.err);
    assert!(!run.file.exists() && fs::read_to_string(&run.part).unwrap() == answers);
    fs::write(&run.puzzles, input).unwrap();
    run.resume(&["check"]);
    assert!(run.answers() == run.whole(&["check"]));
    let piped = crate::process::run(&["count", "--output", text(&run.file), "--resume"], SAMPLE);
    assert_eq!(piped.status, 2);
    assert!(piped.err.contains("requires files as input"), "{}", piped.err);
}

#[test]
fn only_one_of_several_runs_writes_the_file() {
    let run = Run::new(&input(3000));
    let jobs = &["solve", "count", "check"].map(|name| [name, "--threads", "1"])[..];
    let expected: Vec<String> = jobs.iter().map(|job| run.whole(job)).collect();
    for _ in 0..5 {
        let start =
            |job: &[&str; 3]| veridoku(&[&run.arguments(job)[..], &["--resume"]].concat()).spawn().unwrap();
        let mut children: Vec<_> = [jobs, jobs].concat().iter().map(start).collect();
        let statuses: Vec<_> = children.iter_mut().map(|child| child.wait().unwrap().code()).collect();
        assert!(expected.contains(&run.answers()), "{statuses:?}");
        assert!(!run.part.exists());
        fs::remove_file(&run.file).unwrap();
        let _ = fs::remove_file(&run.job_file);
    }
}

#[test]
fn a_running_job_is_not_disturbed() {
    let run = Run::new(SAMPLE);
    // The state of a run that has just started: no answers and no job file yet.
    let writing = fs::File::create(&run.part).unwrap();
    writing.lock().unwrap();
    for option in ["--resume", "--force"] {
        let ran = run.start(&["count", option]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("another run"), "{}", ran.err);
        assert!(!run.job_file.exists(), "only the run with the lock writes the job file");
    }
    drop(writing);
    assert_eq!(run.resume(&["count"]).status, 0);
    assert_eq!(run.answers(), "1\n");
}

#[test]
fn an_image_cannot_be_resumed() {
    let run = Run::new(SAMPLE);
    let ran = run.resume(&["hint", "--svg"]);
    assert!(ran.status == 2 && ran.err.contains("single image"), "{}", ran.err);
    assert_eq!(run.start(&["hint", "--svg"]).status, 0);
    assert!(Path::new(&run.file).exists());
}
