//! A file that appears only when it is complete, such as a PDF.
//!
//! It is first written to a temporary file in the same directory, so that the file is either complete or
//! unchanged.

use crate::args::ForceArgs;
use crate::file_system::{FileSystem, LocalFiles};
use crate::input_source;
use anyhow::{Context, ensure};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that appears only when it is complete.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    force: ForceArgs,
}

impl WholeFile {
    /// Checks that a file can be written, so that a long run does not fail at its end.
    pub(crate) fn new(path: &Path, force: ForceArgs) -> anyhow::Result<WholeFile> {
        // Replace the file behind a symbolic link, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let file = WholeFile { path, force };
        let path = file.path.display();
        if file.is_regular_or_missing() {
            let is_free = force.force || file.path.symlink_metadata().is_err();
            ensure!(is_free, "{path} already exists; use --force to replace it");
            file.temporary().with_context(|| format!("cannot write {path}"))?;
        }
        Ok(file)
    }

    /// Writes the file. A device is written directly.
    pub(crate) fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let written = if self.is_regular_or_missing() {
            self.write_atomically(write)
        } else {
            File::create(&self.path).and_then(|file| {
                let mut out = BufWriter::new(file);
                write(&mut out)?;
                out.flush()
            })
        };
        written.map_err(|error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display()))
        })
    }

    fn write_atomically(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let file = self.temporary()?;
        // Errors of the file itself, unlike those of `NamedTempFile`, do not contain its temporary name.
        let mut out = BufWriter::new(file.as_file());
        write(&mut out).and_then(|()| out.flush())?;
        drop(out);
        file.as_file().sync_all()?;
        let renamed =
            if self.force.force { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        renamed.map_err(|failed| failed.error)?;
        LocalFiles.sync_directory(&self.path)
    }

    /// Creates a temporary file in the same directory. It is removed when it is dropped.
    fn temporary(&self) -> io::Result<NamedTempFile> {
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        std::fs::metadata(parent)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".veridoku-");
        // The usual permissions, unlike those of other temporary files.
        #[cfg(unix)]
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        #[cfg(unix)]
        builder.permissions(permissions);
        builder.tempfile_in(parent)
    }

    /// Reports whether the file can be replaced by a new one. A device must not be.
    fn is_regular_or_missing(&self) -> bool {
        self.path.symlink_metadata().map_or(true, |data| data.is_file())
    }
}

/// Returns an error if the output file is one of the inputs. Without inputs, standard input is one.
pub(crate) fn refuse_input_as_output(inputs: &[OsString], output: &Path) -> anyhow::Result<()> {
    // To compare a pipe, it would have to be opened, which waits for its other end.
    if !output.is_file() {
        return Ok(());
    }
    let is_output = |input: &OsString| same_file::is_same_file(input, output).unwrap_or(false);
    let reads_standard_input = inputs.is_empty() || inputs.iter().any(|input| input == "-");
    let is_input =
        inputs.iter().any(is_output) || reads_standard_input && input_source::is_standard_input(output);
    ensure!(!is_input, "{} is both input and output", output.display());
    Ok(())
}
