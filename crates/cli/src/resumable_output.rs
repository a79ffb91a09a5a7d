//! An output file that can be completed after an interruption.
//!
//! ```text
//! FILE.part   the answers so far                                            during the run
//! FILE.job    the command, its input, and how much of FILE.part is safe     during the run
//! FILE        all answers                                                   after the run
//! ```
//!
//! If FILE exists, it is complete. During the run, checkpoints record in FILE.job how many answers have
//! reached the disk, and the digest of their text. A killed run leaves FILE.part with these answers and
//! perhaps some more text. Another run of the same job verifies the digest, removes the text after the last
//! checkpoint and continues there. FILE.part is locked by the run that writes it; only that run reads or
//! writes FILE.job. The exit status covers only the answers of the current run, not those that were already
//! in the file.

use crate::args;
use crate::digest::{FileDigest, RunningDigest};
use crate::file_system::{ExistingFile, FileSystem, OutputFile};
use crate::output::group_digits;
use anyhow::{Context, ensure};
use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The minimum time between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(200);
/// The minimum time between checkpoints, in times of the last one. A slow disk must not delay the run.
const CHECKPOINT_SHARE: u32 = 20;

/// The state of the output at the start of a run.
#[derive(Debug)]
pub(crate) enum OpenedOutput {
    /// All answers have already been written.
    Complete,
    /// Some puzzles remain to be answered.
    Incomplete(Rc<ResumableOutput>),
}

/// The output file of a run.
#[derive(Debug)]
pub(crate) struct ResumableOutput {
    files: Rc<dyn FileSystem>,
    path: PathBuf,
    existing: ExistingFile,
    job: OutputJob,
    part: RefCell<PartFile>,
    /// The number of answers in the file at the start of the run.
    answered: u64,
    /// The answers that have been written.
    written: Cell<Checkpoint>,
    next_checkpoint: Cell<Instant>,
}

/// The text of FILE.part.
#[derive(Debug)]
struct PartFile {
    file: Box<dyn OutputFile>,
    digest: RunningDigest,
}

/// What a run does: its command and the digests of its input files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputJob {
    description: String,
}

/// The part of the output that has reached the disk.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Checkpoint {
    answers: u64,
    text: FileDigest,
}

impl ResumableOutput {
    /// Opens the output file: creates a new one, or resumes an existing one.
    pub(crate) fn open(
        files: Rc<dyn FileSystem>,
        path: &Path,
        run_args: &args::RunArgs,
        job: OutputJob,
    ) -> anyhow::Result<OpenedOutput> {
        ensure!(is_regular_or_missing(path), "cannot write {}: it is not a regular file", path.display());
        let [part, job_file] = ResumableOutput::temporary_files(path);
        let existing = run_args.force.existing();
        let is_new = !run_args.resume && existing == ExistingFile::Keep;
        if is_new {
            refuse_existing(&*files, &[path, &part])?;
        } else if run_args.resume && files.exists(path) {
            return complete(&*files, path, &job);
        }
        refuse_foreign_job(&*files, &job_file)?;
        // Take the lock first: only the run that holds it may read or write the job file.
        let opened = if is_new { files.create(&part) } else { open_or_create(&*files, &part) };
        let mut file = lock(opened, &part)?;
        if existing == ExistingFile::Replace {
            // Another run may have renamed the old file before it was locked, so it must not be changed.
            let removed = files.remove(&part);
            // Windows frees the name when the removed file is closed.
            drop(file);
            file = lock(removed.and_then(|()| files.create(&part)), &part)?;
        } else if files.exists(path) {
            // Another run has finished since the check above. If there is a part file now, this run has
            // created it.
            let _ = files.remove(&part);
            if is_new {
                refuse_existing(&*files, &[path])?;
            }
            return complete(&*files, path, &job);
        }
        let mut digest = RunningDigest::default();
        let mut written = Checkpoint { answers: 0, text: digest.get() };
        if file.length().with_context(|| format!("cannot read {}", part.display()))? > 0 {
            written = job.read_checkpoint(&*files, path, &part)?;
            digest = return_to(written, &mut *file, &part)?;
        }
        let output = ResumableOutput {
            files,
            path: path.to_owned(),
            existing,
            job,
            part: RefCell::new(PartFile { file, digest }),
            answered: written.answers,
            written: Cell::new(written),
            next_checkpoint: Cell::new(Instant::now()),
        };
        // The job file must exist before the first answer, so that the answers can be identified.
        if let Err(error) = output.save_checkpoint() {
            if output.answered == 0 {
                let _ = output.files.remove(&part);
            }
            return Err(error).with_context(|| format!("cannot write {}", job_file.display()));
        }
        Ok(OpenedOutput::Incomplete(Rc::new(output)))
    }

    /// Returns the files that a run with this output file creates and removes.
    pub(crate) fn temporary_files(path: &Path) -> [PathBuf; 2] {
        [".part", ".job"].map(|ending| sibling(path, ending))
    }

    /// Returns the number of answers in the file at the start of the run.
    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    /// Returns the path of the partial output.
    pub(crate) fn part(&self) -> PathBuf {
        sibling(&self.path, ".part")
    }

    /// Writes some bytes, and returns their number.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let PartFile { file, digest } = &mut *self.part.borrow_mut();
        let count = file.write(bytes)?;
        digest.update(&bytes[..count]);
        Ok(count)
    }

    /// Records that the text so far contains the first `answers` answers of this run. Saves a checkpoint, if
    /// the last one was long ago.
    pub(crate) fn record(&self, answers: u64) -> io::Result<()> {
        let text = self.part.borrow().digest.get();
        self.written.set(Checkpoint { answers: self.answered + answers, text });
        let start = Instant::now();
        if start < self.next_checkpoint.get() {
            return Ok(());
        }
        self.save_checkpoint().map_err(|error| {
            let job_file = sibling(&self.path, ".job");
            io::Error::new(error.kind(), format!("cannot write {}: {error}", job_file.display()))
        })?;
        let pause = CHECKPOINT_INTERVAL.max(CHECKPOINT_SHARE * start.elapsed());
        self.next_checkpoint.set(Instant::now() + pause);
        Ok(())
    }

    /// Makes sure that the answers recorded so far survive.
    pub(crate) fn save_checkpoint(&self) -> io::Result<()> {
        // The text must reach the disk before its digest.
        self.part.borrow_mut().file.sync()?;
        let text = format!("{}{}", self.job.description, self.written.get());
        write_atomically(&*self.files, &sibling(&self.path, ".job"), text.as_bytes())
    }

    /// Renames the complete file to its final name.
    pub(crate) fn close(&self) -> anyhow::Result<()> {
        let PartFile { file, .. } = &mut *self.part.borrow_mut();
        file.sync().with_context(|| format!("cannot write {}", self.part().display()))?;
        let renamed = self.files.rename(&self.part(), &self.path, self.existing);
        renamed.with_context(|| format!("cannot write {}", self.path.display()))?;
        // Without the job file, nobody could continue FILE.part, so its new name must be safe first.
        let finished = self.files.sync_directory(&self.path).and_then(|()| self.remove_job());
        finished.with_context(|| format!("cannot finish {}", self.path.display()))
    }

    /// Removes the job file, so that the run cannot be resumed.
    pub(crate) fn remove_job(&self) -> io::Result<()> {
        match self.files.remove(&sibling(&self.path, ".job")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }
}

impl OutputJob {
    /// Describes a job: the version, the arguments that affect the answers, and the input files.
    pub(crate) fn new(
        arguments: impl Iterator<Item = OsString>,
        inputs: &[(OsString, FileDigest)],
    ) -> OutputJob {
        let mut lines = vec![format!("veridoku {}", env!("CARGO_PKG_VERSION"))];
        let mut arguments = arguments.skip(1);
        let mut has_options = true;
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy();
            has_options &= argument != "--";
            match &*argument {
                "--resume" | "--force" if has_options => {}
                "--threads" | "--color" if has_options => drop(arguments.next()),
                _ if has_options && argument.starts_with("--threads=") => {}
                _ if has_options && argument.starts_with("--color=") => {}
                _ => lines.push(format!("  {argument}")),
            }
        }
        for (name, FileDigest { length, hash }) in inputs {
            lines.push(format!("{}: {length} bytes, {hash:032x}", name.display()));
        }
        OutputJob { description: lines.join("\n") + "\n" }
    }

    /// Reads the last checkpoint of the output file `path`, whose answers are in `answers`. Returns an error
    /// if they belong to another job.
    fn read_checkpoint(
        &self,
        files: &dyn FileSystem,
        path: &Path,
        answers: &Path,
    ) -> anyhow::Result<Checkpoint> {
        let job_file = sibling(path, ".job");
        let failed = || format!("cannot resume {}: cannot read {}", answers.display(), job_file.display());
        let mut text = String::new();
        files.open(&job_file).and_then(|mut file| file.read_to_string(&mut text)).with_context(failed)?;
        let start = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let (previous, last) = text.split_at(start);
        ensure!(
            previous == self.description,
            "cannot resume {}: it belongs to a different command or input; remove it to start over.\n\
             Before:\n{previous}Now:\n{}",
            answers.display(),
            self.description
        );
        Checkpoint::parse(last).with_context(failed)
    }
}

impl Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checkpoint { answers, text: FileDigest { length, hash } } = self;
        writeln!(f, "On disk: {answers} answers, {length} bytes, {hash:032x}")
    }
}

impl Checkpoint {
    fn parse(line: &str) -> Option<Checkpoint> {
        let (answers, rest) = line.trim_end().strip_prefix("On disk: ")?.split_once(" answers, ")?;
        let (length, hash) = rest.split_once(" bytes, ")?;
        let hash = u128::from_str_radix(hash, 16).ok()?;
        let text = FileDigest { length: length.parse().ok()?, hash };
        Some(Checkpoint { answers: answers.parse().ok()?, text })
    }
}

/// Reports whether a path can be replaced by a new file. A device must not be, nor a symbolic link.
fn is_regular_or_missing(path: &Path) -> bool {
    path.symlink_metadata().map_or(true, |data| data.is_file())
}

/// Returns the path with a suffix appended to its file name.
fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Returns an error if one of the files exists.
fn refuse_existing(files: &dyn FileSystem, paths: &[&Path]) -> anyhow::Result<()> {
    for path in paths {
        ensure!(
            !files.exists(path),
            "{} already exists; use --resume to continue it, or --force to replace it",
            path.display()
        );
    }
    Ok(())
}

/// Returns an error if a file with the name of the job file is not one: it may be the user's own, such as a
/// script.
fn refuse_foreign_job(files: &dyn FileSystem, path: &Path) -> anyhow::Result<()> {
    // A symbolic link is replaced, and the file behind it is left alone.
    let Ok(mut file) = files.open(path) else { return Ok(()) };
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
    let is_ours = text.is_empty() || text.lines().last().and_then(Checkpoint::parse).is_some();
    ensure!(
        is_ours,
        "{} already exists, and veridoku did not write it; rename it, or choose another output file",
        path.display()
    );
    Ok(())
}

/// Checks that an existing output file is complete, and removes a job file that an interrupted run has left.
fn complete(files: &dyn FileSystem, path: &Path, job: &OutputJob) -> anyhow::Result<OpenedOutput> {
    let [part, job_file] = ResumableOutput::temporary_files(path);
    ensure!(
        !files.exists(&part),
        "cannot resume {}: {} exists, too; remove one of them",
        part.display(),
        path.display()
    );
    // The run that has written the file may be about to remove its job file.
    if let Err(error) = job.read_checkpoint(files, path, path)
        && files.exists(&job_file)
    {
        return Err(error);
    }
    if files.exists(&job_file) {
        // The run that has left it may have failed before the name of the file was safe.
        files.sync_directory(path).with_context(|| format!("cannot finish {}", path.display()))?;
        let _ = files.remove(&job_file);
    }
    Ok(OpenedOutput::Complete)
}

fn open_or_create(files: &dyn FileSystem, path: &Path) -> io::Result<Box<dyn OutputFile>> {
    match files.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => files.create(path),
        opened => opened,
    }
}

/// Locks a file that was opened.
fn lock(opened: io::Result<Box<dyn OutputFile>>, path: &Path) -> anyhow::Result<Box<dyn OutputFile>> {
    let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
    ensure!(file.lock().is_ok(), "another run is writing {}", path.display());
    Ok(file)
}

/// Verifies the text before a checkpoint, removes what follows, and returns the digest of the text.
fn return_to(
    checkpoint: Checkpoint,
    file: &mut dyn OutputFile,
    path: &Path,
) -> anyhow::Result<RunningDigest> {
    let mut digest = RunningDigest::default();
    let Checkpoint { answers, text } = checkpoint;
    digest.read(file, text.length).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        digest.get() == text,
        "cannot resume {}: the first {} answers have changed since they were written; remove it to start over",
        path.display(),
        group_digits(answers)
    );
    file.truncate(text.length).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(digest)
}

/// Replaces a whole file: the new one first has another name, so that the file is either complete or
/// unchanged.
fn write_atomically(files: &dyn FileSystem, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = sibling(path, ".new");
    // An interrupted run may have left one.
    if files.exists(&new) {
        files.remove(&new)?;
    }
    let mut file = files.create(&new)?;
    let written = file.write_all(bytes).and_then(|()| file.sync());
    let renamed = written.and_then(|()| files.rename(&new, path, ExistingFile::Replace));
    if renamed.is_err() {
        let _ = files.remove(&new);
    }
    renamed?;
    files.sync_directory(path)
}
