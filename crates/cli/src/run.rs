//! Runs a job on the input of a command. With `--output FILE`, the answers in the file are complete, or the run
//! can be resumed.

use crate::args;
use crate::digest::FileDigest;
use crate::driver::{Job, RequestedStyle, answer_input};
use crate::file_system::LocalFiles;
use crate::input::InputReader;
use crate::input_source;
use crate::output::{ExitOutcome, Output, group_digits, message};
use crate::resumable_output::{OpenedOutput, OutputJob, ResumableOutput};
use crate::whole_file::refuse_input_as_output;
use anyhow::{Context, anyhow, bail, ensure};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead};
use std::path::Path;
use std::rc::Rc;
use veridoku_api::operation::Schedule;

/// Answers all puzzles of the input, and writes the answers to standard output or to the output file.
pub(crate) fn run_job(
    input: &args::InputArgs,
    style: RequestedStyle,
    run_args: &args::RunArgs,
    job: Job<'_>,
) -> anyhow::Result<ExitOutcome> {
    let mut entries = InputReader::new(input);
    let Some(path) = run_args.output_file() else {
        ensure!(!run_args.resume, "--resume requires a file as --output");
        entries.refuse_standard_output()?;
        let out = Output::standard();
        let style = if out.is_terminal() { style } else { style.without_terminal() };
        let style = style.choose(&mut entries);
        return answer_input(entries, style, run_args, out, job);
    };
    run_to_file(entries, input, style.without_terminal(), path, run_args, job)
}

/// Answers all puzzles of the input, and writes the answers to a file.
fn run_to_file(
    entries: InputReader,
    input: &args::InputArgs,
    style: RequestedStyle,
    path: &Path,
    run_args: &args::RunArgs,
    job: Job<'_>,
) -> anyhow::Result<ExitOutcome> {
    let is_document = matches!(job, Job::Puzzles(job) if job.schedule() == Schedule::SingleDocument);
    ensure!(!run_args.resume || !is_document, "--resume does not apply to a single image");
    ensure!(
        !run_args.resume
            || (!input.inputs.is_empty()
                && !input.inputs.iter().any(|input| input == "-" || input_source::is_pipe(input))),
        "--resume requires files as input"
    );
    let entries = entries.stop_on_read_error().map_err(|error| anyhow!("{error}"))?;
    refuse_input_as_output(&input.inputs, path)?;
    for file in ResumableOutput::temporary_files(path) {
        refuse_input_as_output(&input.inputs, &file)?;
    }
    let digests = digest_files(&input.inputs)?;
    let output_job = OutputJob::new(std::env::args_os(), &digests);
    let opened = ResumableOutput::open(Rc::new(LocalFiles), path, run_args, output_job)?;
    let OpenedOutput::Incomplete(output) = opened else {
        refuse_newer_input(&digests, path)?;
        let has_one_line_each = matches!(job, Job::Bulk(_)) && style != RequestedStyle::Picture;
        report_complete(path, has_one_line_each.then_some(entries))?;
        return Ok(ExitOutcome::Success);
    };
    match output.answered() {
        0 => {}
        1 => message("veridoku: resuming after 1 answer"),
        answered => message(&format!("veridoku: resuming after {} answers", group_digits(answered))),
    }
    let mut entries = entries.skipping(output.answered()).expecting(digests);
    let first_read_error = entries.first_read_error();
    // The style must not depend on how many puzzles are left.
    let style =
        if run_args.resume { style.choose(&mut InputReader::new(input)) } else { style.choose(&mut entries) };
    let answered = answer_input(entries, style, run_args, Output::file(&output), job)
        .and_then(|outcome| match first_read_error.get() {
            Some(failure) => bail!("{}", failure.error),
            None => Ok(outcome),
        })
        .and_then(|outcome| output.close().map(|()| outcome));
    let Err(error) = answered else { return answered };
    let part = output.part();
    if first_read_error.get().is_some_and(|failure| failure.has_changed) {
        output.remove_job().with_context(|| format!("{error:#}"))?;
        message(&format!(
            "veridoku: {error:#}; the answers in {} may be wrong, and cannot be resumed",
            part.display()
        ));
    } else {
        // On a full disk, the last checkpoint must do.
        let _ = output.save_checkpoint();
        message(&format!(
            "veridoku: {error:#}; {} is incomplete, and the answers so far are in {}",
            path.display(),
            part.display()
        ));
    }
    Ok(ExitOutcome::Unfinished)
}

/// Returns the digests of the inputs that are files.
fn digest_files(inputs: &[OsString]) -> anyhow::Result<Vec<(OsString, FileDigest)>> {
    let files = inputs.iter().filter(|input| *input != "-" && Path::new(input).is_file());
    files
        .map(|input| {
            let digest = FileDigest::of(Path::new(input));
            Ok((input.clone(), digest.with_context(|| format!("cannot read {}", input.display()))?))
        })
        .collect()
}

/// Returns an error if an input file was modified after the output file.
fn refuse_newer_input(inputs: &[(OsString, FileDigest)], output: &Path) -> anyhow::Result<()> {
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let newer = inputs.iter().find(|(input, _)| modified(Path::new(input)) > modified(output));
    match newer {
        Some((input, _)) => bail!(
            "{} already exists, but {} is newer; use --force to replace it",
            output.display(),
            input.display()
        ),
        None => Ok(()),
    }
}

/// Prints that the output file exists and there is nothing to do. If each entry has one line, first checks that
/// the number of lines matches: the file may belong to another run.
fn report_complete(path: &Path, entries: Option<InputReader>) -> anyhow::Result<()> {
    let name = path.display();
    let Some(entries) = entries else {
        message(&format!("veridoku: {name} already exists; nothing to do (its answers were not checked)"));
        return Ok(());
    };
    let read_error = entries.first_read_error();
    let puzzles = entries.with_blocks().count();
    if let Some(failure) = read_error.get() {
        bail!("{}", failure.error);
    }
    let lines = count_lines(path).with_context(|| format!("cannot read {name}"))?;
    ensure!(
        lines == puzzles,
        "{name} does not match the input: it has {} lines for {} puzzles; use --force to replace it",
        group_digits(lines),
        group_digits(puzzles)
    );
    let answers = if lines == 1 { "answer" } else { "answers" };
    message(&format!("veridoku: {name} already has {} {answers}; nothing to do", group_digits(lines)));
    Ok(())
}

/// Counts the lines of a file. One without a line break at its end is incomplete, and does not count.
fn count_lines(path: &Path) -> io::Result<u64> {
    let mut file = io::BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut lines = 0;
    loop {
        let bytes = file.fill_buf()?;
        let length = bytes.len();
        if length == 0 {
            return Ok(lines);
        }
        lines += bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        file.consume(length);
    }
}
