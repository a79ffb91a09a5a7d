//! Output files on a disk that fails at any call: the file is either complete and right, or can be resumed.

#[cfg(feature = "fuzzing")]
pub(crate) mod random_faults;

use crate::args::{ForceArgs, RunArgs, ThreadArgs};
use crate::file_system::{ExistingFile, FileSystem, OutputFile};
use crate::resumable_output::{OpenedOutput, OutputJob, ResumableOutput};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;

/// The number of answers of a run: 40, or `VERIDOKU_ANSWERS`. With 1,700, a run has 5,114 calls.
static ANSWERS: LazyLock<u64> = LazyLock::new(|| {
    std::env::var("VERIDOKU_ANSWERS").map_or(40, |number| number.parse().expect("a number"))
});
/// The number of answers between checkpoints.
const ANSWERS_PER_CHECKPOINT: u64 = 3;
const OUTPUT: &str = "answers.txt";

/// What goes wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// A call fails without an effect. Later ones succeed.
    Error,
    /// A write stores half of its bytes and returns their number. This is not an error: the rest can follow.
    ShortWrite,
    /// A write stores half of its bytes, and all later calls fail until the end of the run.
    FullDisk,
    /// All calls fail until the end of the run. Then the disk is in one of the states that it may be in.
    PowerCut(LastNames, LastBytes),
}

/// What a power cut leaves of new names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum LastNames {
    Lost,
    /// Only the first change since the names were synced.
    First,
    Kept,
}

/// What a power cut leaves of new bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum LastBytes {
    Lost,
    Kept,
    /// The file has its new length, but its last bytes are zeros.
    Zeros,
}

const FAULTS: [Fault; 12] = [
    Fault::Error,
    Fault::ShortWrite,
    Fault::FullDisk,
    Fault::PowerCut(LastNames::Lost, LastBytes::Lost),
    Fault::PowerCut(LastNames::Lost, LastBytes::Kept),
    Fault::PowerCut(LastNames::Lost, LastBytes::Zeros),
    Fault::PowerCut(LastNames::First, LastBytes::Lost),
    Fault::PowerCut(LastNames::First, LastBytes::Kept),
    Fault::PowerCut(LastNames::First, LastBytes::Zeros),
    Fault::PowerCut(LastNames::Kept, LastBytes::Lost),
    Fault::PowerCut(LastNames::Kept, LastBytes::Kept),
    Fault::PowerCut(LastNames::Kept, LastBytes::Zeros),
];

/// The contents of a file.
#[derive(Debug, Default)]
struct Contents {
    current: Vec<u8>,
    synced: Vec<u8>,
}

type Names = BTreeMap<PathBuf, Rc<RefCell<Contents>>>;

/// A directory in memory.
#[derive(Debug, Default)]
struct Disk {
    names: Names,
    synced_names: Names,
    /// The names after the first change since they were synced.
    first_names: Option<Names>,
    /// The number of calls so far.
    calls: u64,
    /// The fault, and the call at which it happens.
    fault: Option<(Fault, u64)>,
}

#[derive(Clone, Debug, Default)]
struct FaultyFiles(Rc<RefCell<Disk>>);

#[derive(Debug)]
struct FaultyFile {
    files: FaultyFiles,
    contents: Rc<RefCell<Contents>>,
    position: usize,
}

impl FaultyFiles {
    /// Counts a call. Returns an error if it fails.
    fn call(&self) -> io::Result<()> {
        let mut disk = self.0.borrow_mut();
        disk.calls += 1;
        let fails = match disk.fault {
            None | Some((Fault::ShortWrite, _)) => false,
            Some((Fault::Error, call)) => disk.calls == call,
            Some((_, call)) => disk.calls >= call,
        };
        if fails { Err(io::Error::other("injected")) } else { Ok(()) }
    }

    /// Ends a run: the machine is switched on again, or there is room on the disk.
    fn recover(&self) {
        let disk = &mut *self.0.borrow_mut();
        let fault = disk.fault.take().filter(|(_, call)| *call <= disk.calls);
        disk.calls = 0;
        let Some((Fault::PowerCut(last_names, last_bytes), _)) = fault else { return };
        match (last_names, disk.first_names.take()) {
            (LastNames::Lost, _) => disk.names = disk.synced_names.clone(),
            (LastNames::First, Some(names)) => disk.names = names,
            // Every change was synced, or all are kept.
            _ => {}
        }
        for contents in disk.names.values() {
            let Contents { current, synced } = &mut *contents.borrow_mut();
            match last_bytes {
                LastBytes::Kept => {}
                LastBytes::Lost => *current = synced.clone(),
                LastBytes::Zeros => {
                    let kept = synced.len().min(current.len());
                    current[kept..].fill(0);
                }
            }
            synced.clone_from(current);
        }
        disk.synced_names = disk.names.clone();
    }

    /// Changes the names, and keeps their state after the first change that is not synced.
    fn change_names<T>(&self, change: impl FnOnce(&mut Names) -> T) -> T {
        let disk = &mut *self.0.borrow_mut();
        let changed = change(&mut disk.names);
        disk.first_names.get_or_insert_with(|| disk.names.clone());
        changed
    }

    fn read(&self, path: &str) -> Option<String> {
        let disk = self.0.borrow();
        disk.names.get(Path::new(path)).map(|file| String::from_utf8(file.borrow().current.clone()).unwrap())
    }

    fn file(&self, contents: &Rc<RefCell<Contents>>) -> Box<dyn OutputFile> {
        Box::new(FaultyFile { files: self.clone(), contents: Rc::clone(contents), position: 0 })
    }
}

impl FileSystem for FaultyFiles {
    fn exists(&self, path: &Path) -> bool {
        self.0.borrow().names.contains_key(path)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        self.call()?;
        if self.exists(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let contents = Rc::default();
        self.change_names(|names| names.insert(path.to_owned(), Rc::clone(&contents)));
        Ok(self.file(&contents))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        self.call()?;
        let contents = self.0.borrow().names.get(path).cloned();
        contents.map(|contents| self.file(&contents)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn rename(&self, from: &Path, to: &Path, existing: ExistingFile) -> io::Result<()> {
        self.call()?;
        if existing == ExistingFile::Keep && self.exists(to) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.change_names(|names| {
            let contents = names.remove(from).ok_or(io::ErrorKind::NotFound)?;
            names.insert(to.to_owned(), contents);
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.call()?;
        let removed = self.change_names(|names| names.remove(path));
        removed.map(drop).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn sync_directory(&self, _path: &Path) -> io::Result<()> {
        self.call()?;
        let disk = &mut *self.0.borrow_mut();
        disk.synced_names = disk.names.clone();
        disk.first_names = None;
        Ok(())
    }
}

impl Read for FaultyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.files.call()?;
        let count = (&self.contents.borrow().current[self.position..]).read(buffer)?;
        self.position += count;
        Ok(count)
    }
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let called = self.files.call();
        let disk = self.files.0.borrow();
        let count = match disk.fault {
            Some((Fault::FullDisk | Fault::ShortWrite, call)) if call == disk.calls => {
                bytes.len().div_ceil(2)
            }
            _ => bytes.len(),
        };
        if count == bytes.len() {
            called?;
        }
        let current = &mut self.contents.borrow_mut().current;
        assert_eq!(self.position, current.len(), "answers are appended");
        current.extend_from_slice(&bytes[..count]);
        self.position += count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl OutputFile for FaultyFile {
    fn lock(&self) -> io::Result<()> {
        Ok(())
    }

    fn length(&self) -> io::Result<u64> {
        self.files.call()?;
        Ok(self.contents.borrow().current.len() as u64)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.files.call()?;
        self.contents.borrow_mut().current.truncate(length as usize);
        self.position = length as usize;
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.files.call()?;
        let contents = &mut *self.contents.borrow_mut();
        contents.synced.clone_from(&contents.current);
        Ok(())
    }
}

/// Returns an answer, which has one to three lines.
fn answer(number: u64) -> String {
    format!("answer {number}\n").repeat(1 + number as usize % 3)
}

/// Runs a job, which fails at a call if there is a fault. Returns whether it has finished, and the number of
/// calls.
fn run(files: &FaultyFiles, resume: bool, fault: Option<(Fault, u64)>) -> (bool, u64) {
    files.0.borrow_mut().fault = fault;
    let result = write_answers(files, resume);
    let calls = files.0.borrow().calls;
    files.recover();
    (result.is_ok(), calls)
}

fn write_answers(files: &FaultyFiles, resume: bool) -> anyhow::Result<()> {
    let run_args = RunArgs {
        threads: ThreadArgs { threads: None },
        output: Some(OUTPUT.into()),
        force: ForceArgs { force: false },
        resume,
    };
    let job = OutputJob::new(["veridoku", "solve"].into_iter().map(Into::into), &[]);
    let opened = ResumableOutput::open(Rc::new(files.clone()), Path::new(OUTPUT), &run_args, job)?;
    let OpenedOutput::Incomplete(output) = opened else { return Ok(()) };
    let result = (output.answered()..*ANSWERS).try_for_each(|number| {
        let text = answer(number);
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            rest = &rest[output.write(rest)?..];
        }
        let answers = number + 1 - output.answered();
        output.record(answers)?;
        if answers % ANSWERS_PER_CHECKPOINT == 0 { output.save_checkpoint() } else { Ok(()) }
    });
    let result = result.map_err(anyhow::Error::from).and_then(|()| output.close());
    if result.is_err() {
        let _ = output.save_checkpoint();
    }
    result
}

#[test]
fn every_fault_leaves_a_file_that_is_complete_or_can_be_resumed() {
    let expected: String = (0..*ANSWERS).map(answer).collect();
    let (finished, calls) = run(&FaultyFiles::default(), false, None);
    assert!(finished && calls > 100, "{calls}");
    let power_cut = Fault::PowerCut(LastNames::Lost, LastBytes::Lost);
    for fault in FAULTS {
        for call in 1..=calls {
            // The resumed run succeeds, or fails soon after its start.
            for resumed_fault in [None, Some((fault, call % 17 + 1))] {
                let files = FaultyFiles::default();
                let context = format!("{fault:?} at call {call}, then {resumed_fault:?}");
                let check = |is_needed: bool| match files.read(OUTPUT) {
                    Some(text) => assert!(text == expected, "{context}: wrong"),
                    None => assert!(!is_needed, "{context}: missing"),
                };
                for (resume, fault) in [(false, Some((fault, call))), (true, resumed_fault)] {
                    let (finished, _) = run(&files, resume, fault);
                    check(finished);
                }
                let (finished, _) = run(&files, true, None);
                assert!(finished, "{context}: cannot be resumed");
                let left: Vec<_> = files.0.borrow().names.keys().cloned().collect();
                assert_eq!(left, [Path::new(OUTPUT)], "{context}");
                // What is finished survives a power cut.
                files.0.borrow_mut().fault = Some((power_cut, 0));
                files.recover();
                check(true);
            }
        }
    }
}
