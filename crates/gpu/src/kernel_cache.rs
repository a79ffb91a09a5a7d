//! Compiled kernels in the user's cache folder. Compiling them takes about a second.
//!
//! ```text
//! ~/.cache/veridoku/kernels-0123456789abcdef
//!     magic │ length of the key │ key │ digest of the code │ code
//! ```
//!
//! The key is everything that the code depends on. Its digest names the file, and the file contains the whole
//! key, so code for another key is never used, and neither is damaged code. Such a file is replaced. Errors
//! are ignored: without a cache, the kernels are compiled at each start.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The first bytes of a file. The number changes with the layout.
const MAGIC: &[u8; 24] = b"veridoku GPU kernels 1\n\0";

/// The cached code for one key.
#[derive(Debug)]
pub(crate) struct KernelCache {
    path: PathBuf,
    key: Vec<u8>,
}

impl KernelCache {
    /// Opens the cache of the user. Returns `None` if the user has no cache folder.
    pub(crate) fn of_user(key: &str) -> Option<KernelCache> {
        user_folder(|name| env::var_os(name))
            .map(|folder| KernelCache::in_folder(&folder.join("veridoku"), key))
    }

    fn in_folder(folder: &Path, key: &str) -> KernelCache {
        let name = format!("kernels-{:016x}", digest(key.as_bytes()));
        KernelCache { path: folder.join(name), key: key.as_bytes().to_vec() }
    }

    /// Reads the code. Returns `None` if there is none, or if the file is damaged or has another key.
    pub(crate) fn read(&self) -> Option<Vec<u8>> {
        let bytes = fs::read(&self.path).ok()?;
        let code = bytes.strip_prefix(&*self.header())?;
        let (expected, code) = code.split_first_chunk()?;
        (digest(code) == u64::from_le_bytes(*expected)).then(|| code.to_vec())
    }

    /// Stores the code, or does nothing if that is not possible.
    pub(crate) fn write(&self, code: &[u8]) {
        let _ = self.try_write(code);
    }

    /// Writes a new file and renames it, so that other processes never see a part of it.
    fn try_write(&self, code: &[u8]) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let new = self.path.with_extension(format!("{}.new", std::process::id()));
        let bytes = [&*self.header(), &digest(code).to_le_bytes(), code].concat();
        let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, &self.path));
        if written.is_err() {
            let _ = fs::remove_file(&new);
        }
        written
    }

    /// Returns the bytes of the file in front of the digest.
    fn header(&self) -> Vec<u8> {
        [&MAGIC[..], &(self.key.len() as u64).to_le_bytes(), &self.key].concat()
    }
}

/// Returns the folder for the caches of the user's programs.
fn user_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The XDG specification says that relative paths are invalid.
    let folder = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        Some(folder("HOME")?.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))
    }
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo), which is the same in every version of this program.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> usize {
        fs::read_dir(folder).map_or(0, Iterator::count)
    }

    #[test]
    fn code_is_read_back_and_keys_are_separate() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (one, other) = (KernelCache::in_folder(folder, "one"), KernelCache::in_folder(folder, "other"));
        assert_eq!(one.read(), None);
        one.write(b"machine code");
        assert_eq!((one.read(), other.read()), (Some(b"machine code".to_vec()), None));
        other.write(b"");
        one.write(b"new code");
        assert_eq!((one.read(), other.read()), (Some(b"new code".to_vec()), Some(Vec::new())));
        assert_eq!(files(folder), 2, "no temporary file is left");
    }

    #[test]
    fn damaged_and_foreign_files_are_ignored_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let cache = KernelCache::in_folder(folder, "key");
        cache.write(b"machine code");
        let good = fs::read(&cache.path).unwrap();
        for length in 0..good.len() {
            fs::write(&cache.path, &good[..length]).unwrap();
            assert_eq!(cache.read(), None, "{length} bytes");
        }
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 4;
            fs::write(&cache.path, bad).unwrap();
            assert_eq!(cache.read(), None, "byte {position}");
        }
        // The file of another key with the same digest.
        let other = KernelCache { key: b"kez".to_vec(), ..KernelCache::in_folder(folder, "key") };
        other.write(b"other code");
        assert_eq!(cache.read(), None);
        cache.write(b"machine code");
        assert_eq!(cache.read().unwrap(), b"machine code");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        KernelCache::in_folder(folder, "key").write(b"code");
        let cache = KernelCache::in_folder(&folder.join("file"), "key");
        fs::write(folder.join("file"), "not a folder").unwrap();
        cache.write(b"machine code");
        assert_eq!(cache.read(), None);
        // A folder in place of the file.
        let cache = KernelCache::in_folder(folder, "other");
        fs::create_dir_all(cache.path.join("content")).unwrap();
        cache.write(b"machine code");
        assert_eq!(cache.read(), None);
        assert_eq!(files(folder), 3, "no temporary file is left");
    }

    #[test]
    fn cache_folder_follows_the_environment() {
        let folder = |variables: &'static [(&str, &str)]| {
            user_folder(|name| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
            })
        };
        assert_eq!(folder(&[]), None);
        if cfg!(windows) {
            let local = r"C:\Users\me\AppData\Local";
            assert_eq!(folder(&[("LOCALAPPDATA", r"C:\Users\me\AppData\Local")]), Some(local.into()));
        } else if cfg!(target_os = "macos") {
            assert_eq!(folder(&[("HOME", "/Users/me")]), Some("/Users/me/Library/Caches".into()));
        } else {
            assert_eq!(folder(&[("HOME", "/home/me")]), Some("/home/me/.cache".into()));
            assert_eq!(folder(&[("HOME", "/home/me"), ("XDG_CACHE_HOME", "/var/c")]), Some("/var/c".into()));
            for value in [
                &[("HOME", "/home/me"), ("XDG_CACHE_HOME", "c")],
                &[("HOME", "/home/me"), ("XDG_CACHE_HOME", "")],
            ] {
                assert_eq!(folder(value), Some("/home/me/.cache".into()), "{value:?}");
            }
        }
    }
}
