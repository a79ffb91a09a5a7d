//! Streams: any chunking gives the same items, nothing panics, memory stays bounded, and what is
//! bad spoils nothing but itself.

use proptest::prelude::*;
use std::path::PathBuf;
use veridoku_core::text::{FORMATS, Format, Item, ParseErrorKind, Reader};

const SAMPLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The items of a stream that arrives in these chunks.
fn items_of<'a>(mut reader: Reader, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut items = Vec::new();
    for chunk in chunks {
        reader.push(chunk);
        items.extend(std::iter::from_fn(|| reader.next_item()));
    }
    reader.finish();
    items.extend(std::iter::from_fn(|| reader.next_item()));
    assert_eq!(reader.next_item(), None);
    items
}

fn items(bytes: &[u8]) -> Vec<Item> {
    items_of(Reader::new(), std::iter::once(bytes))
}

/// The lines of the items and what they say: the values, or the error.
fn told(bytes: &[u8]) -> Vec<String> {
    let say = |item: &Item| match &item.record {
        Ok(record) => format!("{} {}", item.line, record.puzzle.values()),
        Err(error) => format!("{} {error}", item.line),
    };
    items(bytes).iter().map(say).collect()
}

/// All files of test data.
fn texts() -> Vec<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/text");
    let mut texts = Vec::new();
    for folder in ["canonical", "samples"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            texts.push(std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
    assert!(texts.len() >= FORMATS.len());
    texts
}

#[test]
fn all_chunkings_give_the_same_items() {
    let mut texts = texts();
    let whole = texts.join(&b"\n\n"[..]);
    texts.push(whole);
    for mut text in texts {
        text.retain(|&byte| byte != b'\r');
        let expected = items(&text);
        for size in [1, 2, 3, 7, 64, 82, 1000] {
            assert_eq!(items_of(Reader::new(), text.chunks(size)), expected, "chunks of {size}");
        }
        let windows: Vec<u8> = text
            .iter()
            .flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] })
            .collect();
        assert_eq!(items(&windows), expected, "CRLF");
        assert_eq!(items_of(Reader::new(), windows.chunks(1)), expected, "CRLF byte by byte");
        let old: Vec<u8> = text.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect();
        assert_eq!(items(&old), expected, "CR");
        let marked = [b"\xef\xbb\xbf", &text[..]].concat();
        assert_eq!(items(&marked), expected, "a byte-order mark");
        assert_eq!(items_of(Reader::new(), marked.chunks(1)), expected, "a byte-order mark in pieces");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000), size in 1..50_usize) {
        assert_eq!(items_of(Reader::new(), bytes.chunks(size)), items(&bytes));
        for format in &FORMATS {
            items_of(Reader::with_format(format), std::iter::once(&bytes[..]));
        }
    }

    #[test]
    fn arbitrary_signs_never_panic(text in "[0-9.+xX|<>*u:,;/='\"#\\[\\]{}() \\-_\n\r\tagé─]{0,600}", size in 1..50_usize) {
        let bytes = text.as_bytes();
        assert_eq!(items_of(Reader::new(), bytes.chunks(size)), items(bytes));
        for format in &FORMATS {
            items_of(Reader::with_format(format), std::iter::once(bytes));
        }
    }

    #[test]
    fn mutated_texts_never_panic(
        pick in any::<prop::sample::Index>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4), 1..6),
        size in 1..200_usize,
    ) {
        let texts = texts();
        let mut text = pick.get(&texts).clone();
        for (place, byte, change) in changes {
            if text.is_empty() {
                break;
            }
            let place = place.index(text.len());
            match change {
                0 => text[place] = byte,
                1 => text.insert(place, byte),
                2 => { text.remove(place); }
                _ => text.truncate(place),
            }
        }
        let expected = items(&text);
        assert_eq!(items_of(Reader::new(), text.chunks(size)), expected);
        for format in &FORMATS {
            items_of(Reader::with_format(format), text.chunks(size));
        }
    }
}

#[test]
fn nothing_gives_nothing() {
    for text in ["", "\n", "\r\n\r\n", "# only a comment\n", "   \n\t\n", "\u{feff}"] {
        assert_eq!(items(text.as_bytes()), [], "{text:?}");
    }
}

#[test]
fn a_bad_line_spoils_only_itself() {
    let text = format!("{SAMPLE}\n{}\n{SAMPLE}\nnonsense\n10\n{SAMPLE}1\n{SAMPLE}", &SAMPLE[..80]);
    assert_eq!(
        told(text.as_bytes()),
        [
            format!("1 {SAMPLE}"),
            "2 line 2, column 81: found 80 cells, expected 81".into(),
            format!("3 {SAMPLE}"),
            "4 line 4, column 1: found 'n', expected a digit 1 to 9 or a blank".into(),
            "5 line 5, column 3: found 2 cells, expected 81".into(),
            "6 line 6, column 82: found 82 cells, expected 81".into(),
            format!("7 {SAMPLE}"),
        ]
    );
}

#[test]
fn bytes_that_are_no_text_spoil_only_their_line() {
    let mut bytes = format!("{SAMPLE}\n53..\0....\n").into_bytes();
    bytes.extend(b"53.\xc3\xa4\xff\n");
    bytes.extend(SAMPLE.as_bytes());
    assert_eq!(
        told(&bytes),
        [
            format!("1 {SAMPLE}"),
            "2 line 2, column 5: found '\\0', expected text".into(),
            "3 line 3, column 5: found the byte 0xff, expected UTF-8 text".into(),
            format!("4 {SAMPLE}"),
        ]
    );
}

#[test]
fn an_overlong_line_is_one_error_and_takes_no_memory() {
    let mut reader = Reader::new();
    let chunk = vec![b'.'; 1 << 16];
    let mut items = Vec::new();
    for _ in 0..1 << 12 {
        reader.push(&chunk);
        items.extend(std::iter::from_fn(|| reader.next_item()));
    }
    reader.push(format!("\n{SAMPLE}\n").as_bytes());
    reader.finish();
    items.extend(std::iter::from_fn(|| reader.next_item()));
    assert_eq!(items.len(), 2);
    let error = items[0].record.as_ref().unwrap_err();
    assert_eq!((error.line, error.column, &error.kind), (1, 1, &ParseErrorKind::TooLong));
    assert_eq!(error.to_string(), "line 1, column 1: found a text longer than 1 MiB, expected a puzzle");
    assert_eq!((items[1].line, items[1].record.is_ok()), (2, true));

    let mut bytes = vec![b'7'; 3 << 20];
    bytes.extend(format!("\n{SAMPLE}").as_bytes());
    assert_eq!(self::items(&bytes), items, "whole or in chunks");
    let long_tag =
        format!("<opensudoku><game data='{}'/><game data='{SAMPLE}'/></opensudoku>", "1".repeat(2 << 20));
    let found = self::items(long_tag.as_bytes());
    assert_eq!(found.iter().map(|item| item.record.is_ok()).collect::<Vec<_>>(), [false, true]);
    let many_brackets = "[\n".repeat(1 << 20);
    assert_eq!(self::items(many_brackets.as_bytes()).len(), 2, "too long, and not closed");
}

/// Nine rows of the sample.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &SAMPLE[9 * row..9 * row + 9]).collect()
}

#[test]
fn rows_never_swallow_the_next_puzzle() {
    let rows = rows();
    let (band, grid) = (rows[..3].join("\n"), rows.join("\n"));
    let bands = format!("{band}\n\n{}\n\n{}\n", rows[3..6].join("\n"), rows[6..].join("\n"));
    let good = |line: usize| format!("{line} {SAMPLE}");
    assert_eq!(told(bands.as_bytes()), [good(1)]);
    assert_eq!(told(format!("{bands}{bands}").as_bytes()), [good(1), good(12)]);
    assert_eq!(told(format!("{grid}\n{grid}\n\n\n{grid}").as_bytes()), [good(1), good(10), good(21)]);
    let short = |line: usize, at: usize, rows: usize| {
        format!("{line} line {at}, column 10: found {rows} rows, expected 9")
    };
    assert_eq!(told(format!("{band}\n\n{grid}").as_bytes()), [short(1, 3, 3), good(5)]);
    assert_eq!(told(format!("{}\n\n{grid}", rows[..4].join("\n")).as_bytes()), [short(1, 4, 4), good(6)]);
    assert_eq!(told(format!("{}\n\n{grid}", rows[..6].join("\n")).as_bytes()), [short(1, 6, 6), good(8)]);
    assert_eq!(
        told(format!("{}\n{SAMPLE}\n{grid}", rows[..8].join("\n")).as_bytes()),
        [short(1, 8, 8), good(9), good(10)]
    );
    assert_eq!(told(format!("Grid 01\n{band}\nGrid 02\n{grid}").as_bytes()), [short(1, 4, 3), good(5)]);
    assert_eq!(told(rows[..2].join("\n").as_bytes()), [short(1, 2, 2)]);
}

#[test]
fn a_bad_row_is_one_error() {
    let mut rows = rows();
    rows[4] = "4..8?3..1";
    let bad = rows.join("\n");
    let good = format!("10 {SAMPLE}");
    let grid = self::rows().join("\n");
    assert_eq!(
        told(format!("{bad}\n{grid}").as_bytes()),
        ["1 line 5, column 5: found '?', expected a digit 1 to 9 or a blank", &good]
    );
    rows[4] = "4..8.3..";
    assert_eq!(
        told(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 5, column 9: found 8 cells in the row, expected 9", &good]
    );
    rows[4] = "what is this";
    assert_eq!(
        told(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 5, column 1: found 'w', expected a digit 1 to 9 or a blank", &good]
    );
    rows[4] = "\0";
    assert_eq!(
        told(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 5, column 1: found '\\0', expected text", &good]
    );
}

#[test]
fn an_open_bracket_does_not_swallow_lines() {
    let text = format!("board = [[1,2\n{SAMPLE}\n{SAMPLE}\n");
    assert_eq!(
        told(text.as_bytes()),
        [
            "1 line 1, column 14: found the end of the text, expected the closing bracket".to_string(),
            format!("2 {SAMPLE}"),
            format!("3 {SAMPLE}")
        ]
    );
}

#[test]
fn a_form_that_is_asked_for_is_the_only_one() {
    let only = |name, text: &str| {
        let reader = Reader::with_format(Format::by_name(name).unwrap());
        let items = items_of(reader, std::iter::once(text.as_bytes()));
        assert!(items.iter().all(|item| item.format.unwrap().name() == name));
        items.into_iter().map(|item| item.record.map_err(|error| error.to_string())).collect::<Vec<_>>()
    };
    let error = |text: &str| Err(text.to_string());
    assert_eq!(only("sukaku", SAMPLE), [error("line 1, column 82: found 81 candidates, expected 729")]);
    assert_eq!(only("sdk", SAMPLE), [error("line 1, column 82: found 81 cells in the row, expected 9")]);
    assert!(only("zeros", SAMPLE)[0].is_ok(), "any blank will do");
    assert!(only("kaggle", &format!("{SAMPLE},\n{SAMPLE},\n")).iter().all(Result::is_ok), "no heading");
    assert_eq!(only("opensudoku", "53"), [error("line 1, column 1: found \"53\", expected an XML document")]);
    assert_eq!(only("hodoku", SAMPLE).len(), 1);
    assert!(only("leetcode", "abc")[0].is_err());
    assert_eq!(only("line", "# comment\n\n"), []);
}
