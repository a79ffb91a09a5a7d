//! Any sequence of faults, and of changes of the partial file between the runs.
//!
//! Each three bytes are an event: its kind, and a number.
//!
//! | first byte, modulo 16 | event |
//! |---|---|
//! | 0 to 11 | a run with a fault, which happens at the call of this number |
//! | 12, 13 | a byte of FILE.part changes, at the position of this number |
//! | 14 | FILE.part is cut after this number of bytes |
//! | 15 | FILE.job is cut after this number of bytes |

use super::{ANSWERS, FAULTS, FaultyFiles, OUTPUT, answer, run};
use std::path::Path;

/// The maximum number of events.
const EVENTS: usize = 8;

/// Checks that FILE is right whenever it exists, and that runs can be resumed if only faults have happened.
///
/// # Panics
///
/// Panics if that is not so.
pub fn check(bytes: &[u8]) {
    let expected: String = (0..*ANSWERS).map(answer).collect();
    let files = FaultyFiles::default();
    let (mut has_run, mut is_changed) = (false, false);
    let check_output = |is_needed: bool| match files.read(OUTPUT) {
        Some(text) => assert!(text == expected, "wrong"),
        None => assert!(!is_needed, "missing"),
    };
    for event in bytes.chunks_exact(3).take(EVENTS) {
        let (kind, number) = (usize::from(event[0] % 16), u16::from_le_bytes([event[1], event[2]]));
        if let Some(&fault) = FAULTS.get(kind) {
            let (finished, _) = run(&files, has_run, Some((fault, u64::from(number % 256) + 1)));
            has_run = true;
            check_output(finished);
            continue;
        }
        let (ending, number) = (if kind == 15 { ".job" } else { ".part" }, usize::from(number));
        let disk = files.0.borrow();
        let Some(file) = disk.names.get(Path::new(&format!("{OUTPUT}{ending}"))) else { continue };
        let text = &mut file.borrow_mut().current;
        match (kind, text.len()) {
            (12 | 13, length @ 1..) => text[number % length] ^= 1 << (kind - 12),
            (_, length) => text.truncate(number % (length + 1)),
        }
        is_changed = true;
    }
    let (finished, _) = run(&files, true, None);
    assert!(finished || is_changed, "cannot be resumed");
    check_output(finished);
}
