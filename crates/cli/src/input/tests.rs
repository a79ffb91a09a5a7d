//! Tests of the reader of inputs.

use super::*;
use crate::args::Shard;
use std::io::Cursor;
use veridoku_core::Cell;

/// A file that can be opened but not read.
#[cfg(target_os = "linux")]
const BROKEN: &str = "/proc/self/mem";

/// Returns the number of entries, and the errors among them.
fn read_all(mut entries: InputReader, max: usize) -> (usize, Vec<String>) {
    let (mut count, mut errors, mut batch) = (0, Vec::new(), Batch::default());
    while entries.fill_waiting(&mut batch, max) {
        batch.parse();
        count += batch.len();
        errors.extend(batch.iter().filter_map(|item| item.record().err().map(|error| error.error.clone())));
        batch.clear();
    }
    (count, errors)
}

#[test]
#[cfg(target_os = "linux")]
fn every_shard_reports_an_input_that_fails() {
    let inputs = vec![SAMPLE.into(), BROKEN.into(), SAMPLE.into()];
    for (number, count, expected, errors_expected) in [(1, 1, 3, 1), (1, 2, 2, 0), (2, 2, 1, 1)] {
        let input = args::InputArgs { inputs: inputs.clone(), from: None, shard: Shard { number, count } };
        let entries = InputReader::new(&input);
        let first_read_error = entries.first_read_error();
        let (found, errors) = read_all(entries, 100);
        assert_eq!((found, errors.len()), (expected, errors_expected), "{number}/{count}");
        assert!(first_read_error.get().is_some_and(|failure| failure.error.error.contains(BROKEN)));
        // If the output must be complete, reading stops here, without an entry for the error.
        let entries = InputReader::new(&input).stop_on_read_error().unwrap();
        let first_read_error = entries.first_read_error();
        assert_eq!(read_all(entries, 100), (usize::from(number == 1), vec![]), "{number}/{count}");
        assert!(first_read_error.get().is_some());
    }
}

#[test]
fn a_file_is_compared_with_its_digest() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // Long enough to be read ahead, with two lines that are not plain.
    let lines = format!("{SAMPLE}\n").repeat(20_000);
    std::fs::write(file.path(), format!("{lines}{SAMPLE} # comment\n{lines}{SAMPLE}")).unwrap();
    let name = file.path().as_os_str().to_owned();
    let digest = FileDigest::of(file.path()).unwrap();
    let input = args::InputArgs { inputs: vec![name.clone()], from: None, shard: Shard::ALL };
    for (reads_blocks, change) in [(true, 0), (false, 0), (true, 1), (false, 1)] {
        let expected = FileDigest { hash: digest.hash ^ change, ..digest };
        let entries = InputReader::new(&input).expecting(vec![(name.clone(), expected)]);
        let first_read_error = entries.first_read_error();
        let entries = InputReader { reads_blocks, on_read_error: OnReadError::Stop, ..entries };
        assert_eq!(read_all(entries, 256), (40_002, vec![]));
        let has_changed = first_read_error.get().is_some_and(|failure| failure.has_changed);
        assert_eq!(has_changed, change == 1);
    }
}

#[test]
fn a_file_that_becomes_shorter_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{SAMPLE}\n").repeat(5000)).unwrap();
    let inputs = vec![file.path().as_os_str().to_owned()];
    let mut entries = InputReader::new(&args::InputArgs { inputs, from: None, shard: Shard::ALL });
    let mut batch = Batch::default();
    assert!(entries.fill_waiting(&mut batch, 1));
    file.as_file().set_len(100).unwrap();
    let (count, errors) = read_all(entries, 100);
    assert!(count < 5000 && errors.last().unwrap().contains("changed while it was read"), "{errors:?}");
}

#[test]
fn entries_before_an_error_are_kept() {
    // One plain line, so that a block is read, and then more short lines than fit into a batch.
    let text = format!("{SAMPLE}\n{}", "x\n".repeat(5000));
    let input = args::InputArgs { inputs: vec![SAMPLE.into()], from: None, shard: Shard::ALL };
    let mut entries = InputReader { reads_blocks: true, ..InputReader::new(&input) };
    let mut current = entries.open().unwrap();
    current.reader.push(&text.as_bytes()[..=Cell::COUNT]);
    current.source = InputSource::Failing(Cursor::new(text.as_bytes()[Cell::COUNT + 1..].to_vec()));
    entries.current = Some(current);
    let (mut errors, mut batch) = (Vec::new(), Batch::default());
    while entries.fill_waiting(&mut batch, MIN_BLOCK) {
        batch.parse();
        errors.extend(batch.iter().filter_map(|item| item.record().err().map(ToString::to_string)));
        batch.clear();
    }
    assert_eq!(errors.len(), 5001);
    assert!(errors[5000].contains("cannot read the rest"), "{}", errors[5000]);
    assert_eq!(entries.progress.bytes_read, 10_000);
}

#[test]
fn blocks_give_the_same_entries() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("puzzles.txt");
    let dots = SAMPLE.to_string();
    let (zeros, solved) = (dots.replace('.', "0"), veridoku_core::SAMPLE_SOLUTION);
    let others = ["", "# a comment", "hello", &zeros, solved, &format!("{dots} # 7"), "\u{feff}", ".1"];
    let describe = |reads_blocks: bool, max: usize| {
        let input = args::InputArgs {
            inputs: vec![path.clone().into(), path.clone().into()],
            from: None,
            shard: Shard::ALL,
        };
        let mut entries = InputReader { reads_blocks, ..InputReader::new(&input) };
        let (mut all, mut batch) = (Vec::new(), Batch::default());
        // Some batches are smaller, as they are if puzzles become harder.
        while entries.fill_waiting(&mut batch, if all.len() % 7 == 3 { max / 2 } else { max }) {
            batch.parse();
            all.extend(batch.iter().map(|item| format!("{:?} {:?}", item.record(), item.format())));
            batch.clear();
        }
        (all, entries.progress.bytes_read)
    };
    for line_end in ["\n", "\r\n", "\r"] {
        for plain in [&dots, &zeros] {
            for (number, other) in others.into_iter().enumerate() {
                // Long enough to be read ahead before and after the other lines.
                let mut lines = vec![plain.as_str(); 4000];
                lines[number * 300] = other;
                lines[3995] = other;
                let mut text = lines.join(line_end);
                text += if number % 2 == 0 { line_end } else { "" };
                std::fs::write(&path, text).unwrap();
                let expected = describe(false, 100);
                assert!(expected.0.len() > 7900, "{line_end:?} {other}");
                for max in [128, 256, 300, 2048] {
                    assert_eq!(describe(true, max), expected, "{line_end:?} {other} {max}");
                }
            }
        }
    }
}

#[test]
fn inputs_that_cannot_be_opened_are_reported_before_the_start() {
    let input = |inputs: &[&str]| args::InputArgs {
        inputs: inputs.iter().map(OsString::from).collect(),
        from: None,
        shard: Shard::ALL,
    };
    assert!(InputReader::new(&input(&[SAMPLE, "Cargo.toml", "-"])).stop_on_read_error().is_ok());
    for bad in ["no-such-file.txt", "src"] {
        let error = InputReader::new(&input(&[SAMPLE, bad])).stop_on_read_error().unwrap_err();
        assert!(error.error.contains(bad), "{error}");
    }
}
