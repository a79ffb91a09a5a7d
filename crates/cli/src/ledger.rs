//! A file of answers that survives an interruption.
//!
//! ```text
//! FILE.part   the answers so far, one line each           while the work goes on
//! FILE        all answers                                 when the work is done
//! FILE.job    what was asked: the command, its input      beside either
//! ```
//!
//! Whoever finds FILE finds all of it. A run that was killed leaves whole lines, and perhaps one that is
//! torn: it goes on behind the last whole one, if it is the same work.

use crate::args;
use anyhow::{Context, ensure};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// So many bytes of a file's beginning and of its end are looked at.
const SAMPLE: u64 = 1 << 20;

/// What was found where the answers are to go.
#[derive(Debug)]
pub(crate) enum Found {
    /// They are all there.
    Complete,
    /// There is work to do.
    Open(Ledger),
}

/// The file that is being written.
#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    file: File,
    /// How many answers were there at the start.
    answered: u64,
}

impl Ledger {
    /// Opens the file for answers: a new one, or to resume the one that is there.
    pub(crate) fn open(path: &Path, work: &args::Work, input: &args::Input) -> anyhow::Result<Found> {
        let name = path.display();
        let (part, note) = (beside(path, ".part"), beside(path, ".job"));
        let question = question(input)?;
        if !work.resume {
            for path in [path, &part] {
                ensure!(
                    !path.exists(),
                    "{} is there already; go on with it by --resume, or remove it",
                    path.display()
                );
            }
        } else if let Some(old) = [path, &part].into_iter().find(|path| path.exists()) {
            let before =
                fs::read_to_string(&note).with_context(|| format!("cannot read {}", note.display()))?;
            ensure!(
                before == question,
                "cannot go on with {}: it holds answers to another question; remove it to begin anew.\n\
                 It was:\n{before}now:\n{question}",
                old.display()
            );
            if old == path {
                return Ok(Found::Complete);
            }
        }
        // First the note: answers without one could not be told from others.
        fs::write(&note, question).with_context(|| format!("cannot write {}", note.display()))?;
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&part)
            .with_context(|| format!("cannot write {name}"))?;
        ensure!(file.try_lock().is_ok(), "another run is writing {}", part.display());
        let answered = cut_torn_line(&mut file).with_context(|| format!("cannot read {}", part.display()))?;
        Ok(Found::Open(Ledger { path: path.to_owned(), file, answered }))
    }

    /// How many answers were there at the start.
    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    /// Where answers are written.
    pub(crate) fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// All answers are there: gives the file its name.
    pub(crate) fn close(self) -> anyhow::Result<()> {
        let name = self.path.display();
        self.file.sync_all().with_context(|| format!("cannot write {name}"))?;
        fs::rename(beside(&self.path, ".part"), &self.path)
            .with_context(|| format!("cannot write {name}"))?;
        Ok(())
    }
}

/// The path of a file beside another, with this at the end of its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Counts whole lines, cuts off what follows the last, and stands there.
fn cut_torn_line(file: &mut File) -> io::Result<u64> {
    let (mut lines, mut whole, mut read) = (0, 0, 0);
    let mut reader = BufReader::with_capacity(1 << 18, &mut *file);
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        if let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') {
            whole = read + last as u64 + 1;
            lines += bytes[..=last].split_inclusive(|&byte| byte == b'\n').count() as u64;
        }
        let length = bytes.len();
        read += length as u64;
        reader.consume(length);
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok(lines)
}

/// What is asked: the version, the arguments but for those that change no answer, and what the files are.
fn question(input: &args::Input) -> anyhow::Result<String> {
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
        lines.push(format!("{}: {size} bytes, {digest:016x}", file.display()));
    }
    Ok(lines.join("\n") + "\n")
}

/// The size of a file, and a digest of its beginning and its end: enough to notice another one, and no reading of all of it.
fn digest(path: &Path) -> io::Result<(u64, u64)> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut hasher = DefaultHasher::new();
    for start in [0, size.saturating_sub(SAMPLE)] {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        (&file).take(SAMPLE).read_to_end(&mut bytes)?;
        hasher.write(&bytes);
    }
    Ok((size, hasher.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn only_whole_lines_count() {
        let folder = tempfile::tempdir().unwrap();
        let long = "x".repeat(1 << 18);
        for (text, lines, kept) in [
            (String::new(), 0, 0),
            ("torn".to_string(), 0, 0),
            ("one\ntwo\n".to_string(), 2, 8),
            ("one\ntwo\ntorn".to_string(), 2, 8),
            (format!("one\n{long}{long}"), 1, 4),
            (format!("{long}\n{long}\n"), 2, 2 * ((1 << 18) + 1)),
        ] {
            let path = folder.path().join("answers.part");
            fs::write(&path, text).unwrap();
            let mut file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
            assert_eq!(cut_torn_line(&mut file).unwrap(), lines);
            file.write_all(b"more\n").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().len(), kept + 5);
        }
    }
}
