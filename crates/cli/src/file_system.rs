//! The file operations behind output files. Tests replace them, to inject faults.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::TempPath;

/// Creates, opens, renames and removes files.
pub(crate) trait FileSystem: Debug {
    /// Reports whether the name is taken, if only by a broken symbolic link.
    fn exists(&self, path: &Path) -> bool;

    /// Creates a file. Fails if the name is taken.
    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;

    /// Opens a file for reading and writing. Refuses symbolic links.
    fn open(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;

    /// Renames a file.
    fn rename(&self, from: &Path, to: &Path, existing: ExistingFile) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names of the files beside `path` are on the disk.
    fn sync_directory(&self, path: &Path) -> io::Result<()>;
}

/// A file that is open for reading and writing.
pub(crate) trait OutputFile: Read + Write + Debug {
    /// Locks the file until it is closed. Fails if another process has locked it.
    fn lock(&self) -> io::Result<()>;

    /// Returns the length of the file.
    fn length(&self) -> io::Result<u64>;

    /// Truncates the file, and moves to its end.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Waits until the contents are on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

/// What to do with a file that already has the new name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExistingFile {
    /// Keep it and fail.
    Keep,
    Replace,
}

/// The files of this machine.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LocalFiles;

impl FileSystem for LocalFiles {
    fn exists(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        Ok(Box::new(OpenOptions::new().create_new(true).read(true).write(true).open(path)?))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        // `NOFOLLOW` also refuses a link that is created after this check.
        if path.symlink_metadata()?.is_symlink() {
            return Err(io::Error::other("found a symbolic link, expected a file"));
        }
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NOFOLLOW.bits().cast_signed(),
        );
        Ok(Box::new(options.read(true).write(true).open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path, existing: ExistingFile) -> io::Result<()> {
        if existing == ExistingFile::Replace {
            return fs::rename(from, to);
        }
        TempPath::try_from_path(from)?.persist_noclobber(to).map_err(|failed| {
            // Otherwise it would be removed.
            let _ = failed.path.keep();
            failed.error
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        // Windows has no such call.
        if cfg!(windows) {
            return Ok(());
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        match File::open(parent.unwrap_or(Path::new("."))).and_then(|directory| directory.sync_all()) {
            // Some network file systems cannot sync directories, and some directories can only be written.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput
                        | io::ErrorKind::Unsupported
                        | io::ErrorKind::PermissionDenied
                ) =>
            {
                Ok(())
            }
            result => result,
        }
    }
}

impl OutputFile for File {
    fn lock(&self) -> io::Result<()> {
        self.try_lock().map_err(io::Error::from)
    }

    fn length(&self) -> io::Result<u64> {
        self.metadata().map(|data| data.len())
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}
