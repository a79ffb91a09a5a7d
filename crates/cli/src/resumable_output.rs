//! An output file that can be completed after an interruption.
//!
//! ```text
//! FILE.part   the answers so far, one line each         during the run
//! FILE        all answers                               after the run
//! FILE.job    the command and its input                 during and after the run
//! ```
//!
//! If FILE exists, it is complete. A killed run leaves FILE.part with complete lines and perhaps a partial
//! one at its end. Another run of the same job can continue after the last complete line. FILE.part is locked
//! by the run that writes it; only that run reads or writes FILE.job. The exit status covers only the answers
//! of the current run, not those that were already in the file.

use crate::args;
use anyhow::{Context, ensure};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of bytes to hash at a time.
const CHUNK: usize = 1 << 18;

/// The state of the output at the start of a run.
#[derive(Debug)]
pub(crate) enum OpenedOutput {
    /// All answers have already been written.
    Complete,
    /// Some puzzles remain to be answered.
    Incomplete(ResumableOutput),
}

/// The output file of a run.
#[derive(Debug)]
pub(crate) struct ResumableOutput {
    path: PathBuf,
    file: File,
    /// The number of answers in the file at the start of the run.
    answered: u64,
}

impl ResumableOutput {
    /// Opens the output file: creates a new one, or resumes an existing one.
    pub(crate) fn open(
        path: &Path,
        run_args: &args::RunArgs,
        input: &args::InputArgs,
    ) -> anyhow::Result<OpenedOutput> {
        let (part, job_file) = (sibling(path, ".part"), sibling(path, ".job"));
        let job_description = job_description(input)?;
        if !run_args.resume {
            refuse_existing(&[path, &part])?;
        } else if path.exists() {
            refuse_different_job(path, &job_file, &job_description)?;
            return Ok(OpenedOutput::Complete);
        }
        // Take the lock first: only the run that holds it may read or write the job file.
        let mut options = OpenOptions::new();
        options.create(true).create_new(!run_args.resume).truncate(false).read(true).write(true);
        let mut file = options.open(&part).with_context(|| format!("cannot write {}", part.display()))?;
        ensure!(file.try_lock().is_ok(), "another run is writing {}", part.display());
        if path.exists() {
            // Another run has finished since the check above. If there is a part file now, this run has
            // created it.
            let _ = fs::remove_file(&part);
            if !run_args.resume {
                refuse_existing(&[path])?;
            }
            refuse_different_job(path, &job_file, &job_description)?;
            return Ok(OpenedOutput::Complete);
        }
        if file.metadata().with_context(|| format!("cannot read {}", part.display()))?.len() > 0 {
            refuse_different_job(&part, &job_file, &job_description)?;
        } else {
            // The job file must exist before the first answer, so that the answers can be identified.
            write_atomically(&job_file, &job_description)
                .with_context(|| format!("cannot write {}", job_file.display()))?;
        }
        let answered =
            truncate_partial_line(&mut file).with_context(|| format!("cannot read {}", part.display()))?;
        Ok(OpenedOutput::Incomplete(ResumableOutput { path: path.to_owned(), file, answered }))
    }

    /// Returns the number of answers in the file at the start of the run.
    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    /// Returns the path of the partial output.
    pub(crate) fn part(&self) -> PathBuf {
        sibling(&self.path, ".part")
    }

    /// Returns a handle for writing answers.
    pub(crate) fn try_clone_file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Renames the complete file to its final name.
    pub(crate) fn close(self) -> anyhow::Result<()> {
        let name = self.path.display();
        self.file.sync_all().with_context(|| format!("cannot write {name}"))?;
        fs::rename(self.part(), &self.path).with_context(|| format!("cannot write {name}"))?;
        Ok(())
    }
}

/// Returns the path with a suffix appended to its file name.
fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Returns an error if one of the files exists.
fn refuse_existing(paths: &[&Path]) -> anyhow::Result<()> {
    for path in paths {
        ensure!(
            !path.exists(),
            "{} already exists; use --resume to continue it, or remove it",
            path.display()
        );
    }
    Ok(())
}

/// Returns an error if the answers belong to a different job.
fn refuse_different_job(answers: &Path, job_file: &Path, job_description: &str) -> anyhow::Result<()> {
    let previous =
        fs::read_to_string(job_file).with_context(|| format!("cannot read {}", job_file.display()))?;
    ensure!(
        previous == job_description,
        "cannot resume {}: it belongs to a different command or input; remove it to start over.\n\
         Before:\n{previous}Now:\n{job_description}",
        answers.display()
    );
    Ok(())
}

/// Writes a file atomically.
fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let new = sibling(path, ".new");
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(new, path)
}

/// Counts the complete lines, truncates the file after the last one, and seeks there. Returns the count.
fn truncate_partial_line(file: &mut File) -> io::Result<u64> {
    let (mut lines, mut complete_length, mut read) = (0, 0, 0);
    let mut reader = BufReader::with_capacity(1 << 18, &mut *file);
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        if let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') {
            complete_length = read + last as u64 + 1;
            lines += bytes[..=last].split_inclusive(|&byte| byte == b'\n').count() as u64;
        }
        let length = bytes.len();
        read += length as u64;
        reader.consume(length);
    }
    file.set_len(complete_length)?;
    file.seek(SeekFrom::Start(complete_length))?;
    Ok(lines)
}

/// Describes the job: the version, the arguments that affect the answers, and the input files.
fn job_description(input: &args::InputArgs) -> anyhow::Result<String> {
    let mut lines = vec![format!("veridoku {}", env!("CARGO_PKG_VERSION"))];
    let mut arguments = std::env::args_os().skip(1);
    let mut has_options = true;
    while let Some(argument) = arguments.next() {
        let argument = argument.to_string_lossy();
        has_options &= argument != "--";
        match &*argument {
            "--resume" if has_options => {}
            "--threads" | "--color" if has_options => drop(arguments.next()),
            _ if has_options && argument.starts_with("--threads=") => {}
            _ if has_options && argument.starts_with("--color=") => {}
            _ => lines.push(format!("  {argument}")),
        }
    }
    for file in input.inputs.iter().map(Path::new).filter(|path| path.is_file()) {
        let (size, digest) = digest(file).with_context(|| format!("cannot read {}", file.display()))?;
        lines.push(format!("{}: {size} bytes, {digest:032x}", file.display()));
    }
    Ok(lines.join("\n") + "\n")
}

/// Returns the size of a file and a digest of its contents. The digest covers the whole file, because editing
/// a puzzle may leave the size, the beginning and the end of the file unchanged. Reading the file twice is
/// cheap compared to solving.
///
/// The digest is 128-bit FNV-1a (Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo), over eight bytes at a
/// time. It must be the same on every machine and in every version, because a run may be resumed elsewhere.
fn digest(path: &Path) -> io::Result<(u64, u128)> {
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const FACTOR: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u128::from(u64::from_le_bytes(word))
    };
    let mut file = File::open(path)?;
    let (mut size, mut hash, mut bytes) = (0, START, Vec::new());
    loop {
        bytes.clear();
        // Fills every chunk except the last, so that the digest does not depend on how the file is read.
        (&mut file).take(CHUNK as u64).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok((size, hash));
        }
        size += bytes.len() as u64;
        hash = bytes.chunks(8).fold(hash, |hash, bytes| (hash ^ word(bytes)).wrapping_mul(FACTOR));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_lines_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let long = "x".repeat(1 << 18);
        for (text, lines, kept) in [
            (String::new(), 0, 0),
            ("torn".to_string(), 0, 0),
            ("one\ntwo\n".to_string(), 2, 8),
            ("one\ntwo\ntorn".to_string(), 2, 8),
            (format!("one\n{long}{long}"), 1, 4),
            (format!("{long}\n{long}\n"), 2, 2 * ((1 << 18) + 1)),
        ] {
            let path = directory.path().join("answers.part");
            fs::write(&path, text).unwrap();
            let mut file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
            assert_eq!(truncate_partial_line(&mut file).unwrap(), lines);
            file.write_all(b"more\n").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().len(), kept + 5);
        }
    }

    #[test]
    fn the_digest_covers_every_byte() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("puzzles.txt");
        let mut text = vec![b'.'; 2 * CHUNK + 13];
        let mut digests = std::collections::HashSet::new();
        for place in [0, 7, 8, CHUNK - 1, CHUNK, CHUNK + 100, text.len() - 1] {
            text[place] ^= 1;
            fs::write(&path, &text).unwrap();
            assert_eq!(digest(&path).unwrap().0, text.len() as u64);
            assert!(digests.insert(digest(&path).unwrap()), "{place}");
        }
        fs::write(&path, "53..7").unwrap();
        let (size, hash) = digest(&path).unwrap();
        assert_eq!((size, format!("{hash:032x}").as_str()), (5, "9f12f19a3b1a8caf7890ec946b489468"));
    }
}
