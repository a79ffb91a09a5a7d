//! Digests of files: 128-bit FNV-1a (Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo), over eight bytes at a
//! time. They must be the same on every machine and in every version, because a run may be resumed elsewhere.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The number of bytes to read at a time.
const CHUNK: usize = 1 << 18;
const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FACTOR: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The digest of the bytes so far.
#[derive(Clone, Debug)]
pub(crate) struct RunningDigest {
    length: u64,
    hash: u128,
    /// The bytes after the last whole word.
    rest: Vec<u8>,
}

/// The length and the digest of some bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileDigest {
    pub(crate) length: u64,
    pub(crate) hash: u128,
}

impl Default for RunningDigest {
    fn default() -> RunningDigest {
        RunningDigest { length: 0, hash: START, rest: Vec::new() }
    }
}

impl RunningDigest {
    /// Adds bytes. The digest does not depend on how they are divided.
    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if !self.rest.is_empty() {
            let (start, others) = bytes.split_at(bytes.len().min(8 - self.rest.len()));
            self.rest.extend_from_slice(start);
            bytes = others;
            if self.rest.len() < 8 {
                return;
            }
            self.hash = add(self.hash, &self.rest);
            self.rest.clear();
        }
        let words = bytes.chunks_exact(8);
        self.rest.extend_from_slice(words.remainder());
        self.hash = words.fold(self.hash, add);
    }

    /// Returns the digest.
    pub(crate) fn get(&self) -> FileDigest {
        let hash = if self.rest.is_empty() { self.hash } else { add(self.hash, &self.rest) };
        FileDigest { length: self.length, hash }
    }

    /// Adds the first `length` bytes of a file, or fewer if it ends before.
    pub(crate) fn read(&mut self, file: &mut dyn Read, length: u64) -> io::Result<()> {
        let mut file = file.take(length);
        let mut bytes = vec![0; CHUNK];
        loop {
            match file.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Ok(count) => self.update(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Adds up to eight bytes to a hash.
fn add(hash: u128, bytes: &[u8]) -> u128 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    (hash ^ u128::from(u64::from_le_bytes(word))).wrapping_mul(FACTOR)
}

impl FileDigest {
    /// Returns the digest of a file. It covers all bytes, because editing a puzzle may leave the size, the
    /// beginning and the end of the file unchanged.
    pub(crate) fn of(path: &Path) -> io::Result<FileDigest> {
        let mut digest = RunningDigest::default();
        digest.read(&mut File::open(path)?, u64::MAX)?;
        Ok(digest.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn digest(bytes: &[u8]) -> FileDigest {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        FileDigest::of(file.path()).unwrap()
    }

    #[test]
    fn the_digest_covers_every_byte() {
        let mut text = vec![b'.'; 2 * CHUNK + 13];
        let mut digests = HashSet::new();
        for place in [0, 7, 8, CHUNK - 1, CHUNK, CHUNK + 100, text.len() - 1] {
            text[place] ^= 1;
            assert_eq!(digest(&text).length, text.len() as u64);
            assert!(digests.insert(digest(&text)), "{place}");
        }
        let FileDigest { length, hash } = digest(b"53..7");
        assert_eq!((length, format!("{hash:032x}").as_str()), (5, "9f12f19a3b1a8caf7890ec946b489468"));
    }

    #[test]
    fn the_digest_does_not_depend_on_how_bytes_are_divided() {
        let bytes: Vec<u8> = (0..200).collect();
        for size in 1..30 {
            let mut running = RunningDigest::default();
            for (number, part) in bytes.chunks(size).enumerate() {
                running.update(part);
                let end = (number * size + part.len()).min(bytes.len());
                assert_eq!(running.get(), digest(&bytes[..end]), "{size}, {end}");
            }
        }
    }
}
