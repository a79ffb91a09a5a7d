//! Streaming tests: chunk boundaries do not affect the items, nothing panics, memory use is bounded, and
//! errors do not affect the records around them.

use proptest::prelude::*;
use std::path::PathBuf;
use veridoku_formats::{FORMATS, Format, Item, ParseError, ParseErrorKind, Reader, Record};

use veridoku_core::SAMPLE;

/// Reads a stream that arrives in the given chunks.
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

/// The format and the record of an item; the line number is left out.
type ItemContent = (Option<&'static Format>, Result<Record, ParseError>);

/// Reads a stream with `push_with` and `take_plain`. The buffer passed to `push_with` is often larger than
/// the chunk, and at most `limit` plain lines are taken at once.
fn read_in_bulk<'a>(
    mut reader: Reader,
    limit: usize,
    chunks: impl Iterator<Item = &'a [u8]>,
) -> Vec<ItemContent> {
    let mut contents = Vec::new();
    let mut drain = |reader: &mut Reader| {
        loop {
            let mut grids = Vec::new();
            let format = reader.take_plain(limit, &mut grids);
            assert!(grids.len() <= limit && format.is_some() != grids.is_empty());
            contents.extend(grids.into_iter().map(|grid| (format, Ok(Record::from(grid)))));
            match reader.next_item() {
                Some(item) => contents.push((item.format, item.record)),
                None => return,
            }
        }
    };
    for (number, chunk) in chunks.enumerate() {
        let refused: Result<usize, usize> = reader.push_with(7, |room| {
            room.fill(b'9');
            Err(number)
        });
        assert_eq!(refused, Err(number), "a failed push must add nothing");
        let added: Result<usize, ()> = reader.push_with(chunk.len() + number % 3 * 50, |room| {
            room.fill(b'7');
            room[..chunk.len()].copy_from_slice(chunk);
            Ok(chunk.len())
        });
        assert_eq!(added, Ok(chunk.len()));
        drain(&mut reader);
    }
    reader.finish();
    drain(&mut reader);
    contents
}

fn items(bytes: &[u8]) -> Vec<Item> {
    items_of(Reader::new(), std::iter::once(bytes))
}

/// Reads the input and describes each item: its line number, then the values or the error.
fn summaries(bytes: &[u8]) -> Vec<String> {
    let say = |item: &Item| match &item.record {
        Ok(record) => format!("{} {}", item.line, record.puzzle.values()),
        Err(error) => format!("{} {error}", item.line),
    };
    items(bytes).iter().map(say).collect()
}

/// Returns the contents of all test data files.
fn texts() -> Vec<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/text");
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
fn chunk_size_does_not_change_the_items() {
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

#[test]
fn line_numbers_are_correct_after_bulk_reads() {
    for end in ["\n", "\r\n"] {
        for (before, after) in (0..70).zip((0..70).rev()) {
            let plain = |count: usize| format!("{SAMPLE}{end}").repeat(count);
            let text = format!("{}bad{end}{}1{end}", plain(before), plain(after));
            let mut reader = Reader::new();
            reader.push(text.as_bytes());
            reader.finish();
            let (mut grids, mut bad) = (Vec::new(), Vec::new());
            loop {
                while reader.take_plain(1000, &mut grids).is_some() {}
                let Some(item) = reader.next_item() else { break };
                match item.record {
                    Ok(record) => grids.push(*record.puzzle.values()),
                    Err(_) => bad.push(item.line as usize),
                }
            }
            assert_eq!(grids, vec![SAMPLE.parse().unwrap(); before + after]);
            assert_eq!(bad, [before + 1, before + after + 2], "{end:?}");
        }
    }
}

/// Generates lines of all kinds, mostly plain ones.
fn lines() -> impl Strategy<Value = String> {
    let zeros = SAMPLE.replace('.', "0");
    let plain = [SAMPLE.to_string(), zeros, "1".repeat(81), SAMPLE.replacen('.', "0", 1)];
    let others = [
        SAMPLE[1..].to_string(),
        format!("{SAMPLE}  # a remark"),
        format!("{SAMPLE}3"),
        SAMPLE.replace('.', "x"),
        "# a comment".to_string(),
        "#A an author".to_string(),
        String::new(),
        "bad".to_string(),
        "[Puzzle]".to_string(),
        "53..7....".to_string(),
        "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79"
            .to_string(),
        "quizzes,solutions".to_string(),
        format!("{SAMPLE},{SAMPLE}"),
        "[[1,2,".to_string(),
        "<sudoku".to_string(),
        "+-------+-------+-------+".to_string(),
    ];
    let line =
        prop_oneof![3 => prop::sample::select(plain.to_vec()), 1 => prop::sample::select(others.to_vec())];
    let end = prop_oneof![6 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")];
    // Repeat some lines, so that they are parsed together.
    let times = prop_oneof![12 => Just(1), 1 => 15..50_usize];
    prop::collection::vec((line, end, times), 0..40)
        .prop_map(|lines| lines.into_iter().map(|(line, end, times)| (line + end).repeat(times)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn arbitrary_bytes_never_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..2000),
        size in 1..50_usize,
    ) {
        assert_eq!(items_of(Reader::new(), bytes.chunks(size)), items(&bytes));
        for format in &FORMATS {
            items_of(Reader::with_format(format), std::iter::once(&bytes[..]));
        }
    }

    #[test]
    fn bulk_reading_matches_item_by_item_reading(
        text in lines(),
        size in 1..4000_usize,
        limit in 1..60_usize,
    ) {
        let readers = [Reader::new()].into_iter().chain(FORMATS.iter().map(Reader::with_format));
        for reader in readers {
            let items = items_of(reader.clone(), std::iter::once(text.as_bytes()));
            let expected: Vec<ItemContent> =
                items.into_iter().map(|item| (item.format, item.record)).collect();
            assert_eq!(read_in_bulk(reader.clone(), limit, text.as_bytes().chunks(size)), expected);
            assert_eq!(read_in_bulk(reader, 1000, std::iter::once(text.as_bytes())), expected);
        }
    }

    #[test]
    fn arbitrary_punctuation_never_panics(
        text in "[0-9.+xX|<>*u:,;/='\"#\\[\\]{}() \\-_\n\r\tagé─]{0,600}",
        size in 1..50_usize,
    ) {
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
fn empty_input_yields_no_items() {
    for text in ["", "\n", "\r\n\r\n", "# only a comment\n", "   \n\t\n", "\u{feff}"] {
        assert_eq!(items(text.as_bytes()), [], "{text:?}");
    }
}

#[test]
fn bad_line_does_not_affect_other_lines() {
    let text = format!("{SAMPLE}\n{}\n{SAMPLE}\nnonsense\n10\n{SAMPLE}1\n{SAMPLE}", &SAMPLE[..80]);
    assert_eq!(
        summaries(text.as_bytes()),
        [
            format!("1 {SAMPLE}"),
            "2 line 2, column 81: found 80 cells, expected 81".into(),
            format!("3 {SAMPLE}"),
            "4 line 4, column 1: found 'n', expected a digit from 1 to 9 or a blank".into(),
            "5 line 5, column 3: found 2 cells, expected 81".into(),
            "6 line 6, column 82: found 82 cells, expected 81".into(),
            format!("7 {SAMPLE}"),
        ]
    );
}

#[test]
fn invalid_bytes_affect_only_their_line() {
    let mut bytes = format!("{SAMPLE}\n53..\0....\n").into_bytes();
    bytes.extend(b"53.\xc3\xa4\xff\n");
    bytes.extend(SAMPLE.as_bytes());
    assert_eq!(
        summaries(&bytes),
        [
            format!("1 {SAMPLE}"),
            "2 line 2, column 5: found '\\0', expected text".into(),
            "3 line 3, column 5: found the byte 0xff, expected UTF-8 text".into(),
            format!("4 {SAMPLE}"),
        ]
    );
}

#[test]
fn overlong_line_is_one_error_and_is_not_buffered() {
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
    assert_eq!(
        error.to_string(),
        "line 1, column 1: found a line or record longer than 1 MiB, expected a puzzle"
    );
    assert_eq!((items[1].line, items[1].record.is_ok()), (2, true));

    let mut bytes = vec![b'7'; 3 << 20];
    bytes.extend(format!("\n{SAMPLE}").as_bytes());
    assert_eq!(self::items(&bytes), items, "in one piece or in chunks");
    let long_tag =
        format!("<opensudoku><game data='{}'/><game data='{SAMPLE}'/></opensudoku>", "1".repeat(2 << 20));
    let found = self::items(long_tag.as_bytes());
    assert_eq!(found.iter().map(|item| item.record.is_ok()).collect::<Vec<_>>(), [false, true]);
    let many_brackets = "[\n".repeat(1 << 20);
    assert_eq!(
        self::items(many_brackets.as_bytes()).len(),
        2,
        "one error for the length, one for the missing bracket"
    );
}

/// Returns the nine rows of the sample puzzle.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &SAMPLE[9 * row..9 * row + 9]).collect()
}

#[test]
fn incomplete_rows_do_not_consume_the_next_puzzle() {
    let rows = rows();
    let (band, grid) = (rows[..3].join("\n"), rows.join("\n"));
    let bands = format!("{band}\n\n{}\n\n{}\n", rows[3..6].join("\n"), rows[6..].join("\n"));
    let good = |line: usize| format!("{line} {SAMPLE}");
    assert_eq!(summaries(bands.as_bytes()), [good(1)]);
    assert_eq!(summaries(format!("{bands}{bands}").as_bytes()), [good(1), good(12)]);
    assert_eq!(summaries(format!("{grid}\n{grid}\n\n\n{grid}").as_bytes()), [good(1), good(10), good(21)]);
    let short = |line: usize, at: usize, rows: usize| {
        format!("{line} line {at}, column 10: found {rows} rows, expected 9")
    };
    assert_eq!(summaries(format!("{band}\n\n{grid}").as_bytes()), [short(1, 3, 3), good(5)]);
    assert_eq!(
        summaries(format!("{}\n\n{grid}", rows[..4].join("\n")).as_bytes()),
        [short(1, 4, 4), good(6)]
    );
    assert_eq!(
        summaries(format!("{}\n\n{grid}", rows[..6].join("\n")).as_bytes()),
        [short(1, 6, 6), good(8)]
    );
    assert_eq!(
        summaries(format!("{}\n{SAMPLE}\n{grid}", rows[..8].join("\n")).as_bytes()),
        [short(1, 8, 8), good(9), good(10)]
    );
    assert_eq!(summaries(format!("Grid 01\n{band}\nGrid 02\n{grid}").as_bytes()), [short(1, 4, 3), good(5)]);
    assert_eq!(summaries(rows[..2].join("\n").as_bytes()), [short(1, 2, 2)]);
}

#[test]
fn bad_row_is_one_error() {
    let mut rows = rows();
    rows[4] = "4..8?3..1";
    let bad = rows.join("\n");
    let good = format!("10 {SAMPLE}");
    let grid = self::rows().join("\n");
    assert_eq!(
        summaries(format!("{bad}\n{grid}").as_bytes()),
        ["1 line 5, column 5: found '?', expected a digit from 1 to 9 or a blank", &good]
    );
    rows[4] = "4..8.3..";
    assert_eq!(
        summaries(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 5, column 9: found 8 cells in the row, expected 9", &good]
    );
    rows[4] = "what is this";
    assert_eq!(
        summaries(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 5, column 1: found 'w', expected a digit from 1 to 9 or a blank", &good]
    );
    rows[4] = "\0";
    assert_eq!(
        summaries(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 5, column 1: found '\\0', expected text", &good]
    );
}

#[test]
fn document_after_an_unknown_one_is_found_with_any_chunk_size() {
    let text = format!(
        "<!-- x -->\n <game data='1'/> rest of the line\n<opensudoku><game data=\"{}\"/></opensudoku>\n",
        SAMPLE.replace('.', "0")
    );
    let whole = items(text.as_bytes());
    assert_eq!(whole.len(), 2, "{whole:?}");
    for size in 1..text.len() {
        assert_eq!(items_of(Reader::new(), text.as_bytes().chunks(size)), whole, "{size}");
    }
}

#[test]
fn grid_with_missing_rows_does_not_consume_the_next_grid() {
    let rows = rows();
    let grid = rows.join("\n");
    for separator in
        ["#Atest", "# a comment", "-----------", "=========", "*-----------*", "Grid 02", "", "[Puzzle]"]
    {
        for missing in 0..9 {
            let mut fewer = rows.clone();
            fewer.remove(missing);
            let summaries = summaries(format!("{}\n{separator}\n{grid}\n", fewer.join("\n")).as_bytes());
            assert!(summaries[0].contains("found 8 rows, expected 9"), "{separator}: {summaries:?}");
            assert!(summaries.last().unwrap().ends_with(SAMPLE), "{separator}: {summaries:?}");
        }
    }
}

#[test]
fn the_boundary_between_grids_without_blank_lines_is_a_guess() {
    let rows = rows();
    let (grid, fewer) = (rows.join("\n"), rows[1..].join("\n"));
    let guess = "found 8 rows, expected 9; the missing row may belong to an earlier grid, because no \
                 blank lines separate the grids";
    let last = |text: &str| summaries(text.as_bytes()).pop().unwrap();
    assert!(last(&format!("{fewer}\n{grid}\n")).ends_with(guess));
    assert!(last(&format!("{grid}\n{fewer}\n{grid}\n{grid}")).ends_with(guess));
    for text in [fewer.clone(), format!("{grid}\n\n{fewer}"), format!("{grid}\n# a comment\n{fewer}")] {
        assert!(last(&text).ends_with("found 8 rows, expected 9"), "{text}");
    }
}

#[test]
fn frame_lines_may_follow_each_band_or_each_row() {
    let rows = rows();
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    let drawn = [bands.join("\n---+---+---\n"), rows.join("\n+-------+\n")];
    for grid in drawn {
        assert_eq!(summaries(format!("{grid}\n").as_bytes()), [format!("1 {SAMPLE}")], "{grid}");
    }
}

#[test]
fn unclosed_bracket_does_not_consume_the_following_lines() {
    let text = format!("board = [[1,2\n{SAMPLE}\n{SAMPLE}\n");
    assert_eq!(
        summaries(text.as_bytes()),
        [
            "1 line 1, column 14: found the end of the text, expected a closing bracket".to_string(),
            format!("2 {SAMPLE}"),
            format!("3 {SAMPLE}")
        ]
    );
    let grid = rows().join("\n");
    assert_eq!(
        summaries(format!("[[1,2\n\n{grid}\n").as_bytes()),
        [
            "1 line 1, column 6: found the end of the text, expected a closing bracket".to_string(),
            format!("3 {SAMPLE}")
        ]
    );
    assert_errors_before_two_samples("[1,2\nsome words\n[3", 3);
    let pretty: Vec<String> = SAMPLE.replace('.', "0").chars().map(String::from).collect();
    assert_eq!(summaries(format!("[\n{}\n]", pretty.join(",\n")).as_bytes()), [format!("1 {SAMPLE}")]);
}

/// Asserts that the text yields the given number of errors, and that two sample lines after the text are
/// still read as puzzles.
fn assert_errors_before_two_samples(text: &str, errors: usize) {
    let summaries = summaries(format!("{text}\n{SAMPLE}\n{SAMPLE}\n").as_bytes());
    let lines = text.matches('\n').count() + 1;
    assert_eq!(summaries.len(), errors + 2, "{text}: {summaries:#?}");
    let good = [1, 2].map(|line| format!("{} {SAMPLE}", lines + line));
    assert_eq!(summaries[errors..], good, "{text}");
}

#[test]
fn unclosed_document_does_not_consume_the_following_lines() {
    for text in [
        "<bad line",
        "<b>",
        "<br>",
        "<puzzle@x.org>",
        "<",
        "<sudokus>",
        "<opensudoku",
        "<opensudoku>",
        "<opensudoku>\n<game data='",
        "<?xml version='1.0'?>",
        "<!-- open",
        "<!DOCTYPE html>\n<html>",
        "<!DOCTYPE html>",
    ] {
        assert_errors_before_two_samples(text, 1);
        let summaries = summaries(format!("{SAMPLE}\n{text}\n{SAMPLE}").as_bytes());
        assert_eq!(summaries.len(), 3, "{text}: {summaries:?}");
    }
    assert_errors_before_two_samples("<html>\n<body>\nline<br>\n", 3);
    assert_errors_before_two_samples("<!-- a comment -->", 0);
    let text = format!("<opensudoku>\n  {SAMPLE}\n{SAMPLE}");
    assert_eq!(
        summaries(text.as_bytes()),
        [
            "1 line 2, column 1: found ' ', expected the end of the XML document".to_string(),
            format!("2 {SAMPLE}"),
            format!("3 {SAMPLE}")
        ]
    );
}

#[test]
fn bad_tag_does_not_affect_other_tags() {
    let good = format!("<game data='{SAMPLE}'></game>");
    let long = format!("<game data='{}'>", "1".repeat(2 << 20));
    for bad in [&b"<game name=\"\xff\">"[..], b"<game name='\0'>", b"<game>", long.as_bytes()] {
        let text = [
            b"<opensudoku><folder name='\xff'>",
            bad,
            b"</game>",
            good.as_bytes(),
            b"</folder></opensudoku>\n",
        ];
        let text = [&text.concat()[..], SAMPLE.as_bytes()].concat();
        let found: Vec<bool> = items(&text).iter().map(|item| item.record.is_ok()).collect();
        assert_eq!(found, [false, true, true]);
    }
}

#[test]
fn every_bad_line_in_a_list_is_reported() {
    let dashes = |count: usize| "-".repeat(count);
    for line in [
        "[abc]",
        "[Puzzle]",
        "puzzle",
        "Sudoku",
        "Grid 5",
        "foo",
        "12345678",
        "1 2 3 4 5 6 7 8",
        "123456789",
        "---------",
        "-----",
        "=====",
        "|---|",
        "x",
        "<",
        "a,b",
        "0",
        "board =",
        "[1,2",
        &dashes(80),
        &dashes(82),
        &dashes(70),
        &".".repeat(80),
        &"_".repeat(82),
    ] {
        let list = format!("{SAMPLE}\n{line}\n{SAMPLE}\n{line}");
        let summaries = summaries(list.as_bytes());
        let good: Vec<bool> = summaries.iter().map(|line| line.ends_with(SAMPLE)).collect();
        assert_eq!(good, [true, false, true, false], "{line}: {summaries:#?}");
        assert!(summaries[3].starts_with("4 line 4, "), "{line}: {summaries:#?}");
    }
    for (lines, errors) in [
        ("12345678\n12345678\n12345678", 3),
        ("12345678\nfoo", 2),
        ("foo\n12345678", 2),
        ("[abc]\n[def]\nGrid 5", 3),
        ("-----\n-----", 2),
        ("123456789\nfoo", 2),
        ("123456789\n12345678", 2),
        ("Title\n-----", 2),
    ] {
        let summaries = summaries(format!("{SAMPLE}\n{lines}\n{SAMPLE}").as_bytes());
        assert_eq!(summaries.len(), errors + 2, "{lines}: {summaries:#?}");
    }
    assert_errors_before_two_samples("12345678\n12345678\n12345678", 3);
    assert_errors_before_two_samples("12345678\nfoo", 2);
    assert_errors_before_two_samples("foo\nbar\nGrid 5", 3);
}

#[test]
fn frames_and_headings_next_to_rows_are_accepted() {
    let grid = rows().join("\n");
    let good = |line: usize| format!("{line} {SAMPLE}");
    assert_eq!(summaries(format!("-----\n{grid}\n-----\n").as_bytes()), [good(1)]);
    assert_eq!(
        summaries(format!("{SAMPLE}\n-----\n{grid}\n-----\n{SAMPLE}").as_bytes()),
        [good(1), good(2), good(13)]
    );
    let two = format!("One\n-----\n{grid}\n-----\n\nTwo\n-----\n{grid}\n-----\n");
    assert_eq!(summaries(two.as_bytes()), [good(1), good(14)]);
    let wide = "-".repeat(80);
    let error = |line: usize| format!("{line} line {line}, column 81: found 80 cells, expected 81");
    assert_eq!(summaries(format!("{wide}\n{grid}\n{wide}").as_bytes()), [error(1), good(2), error(11)]);
}

#[test]
fn bad_first_row_is_one_error() {
    let mut rows = rows();
    let good = format!("10 {SAMPLE}");
    let grid = rows.join("\n");
    rows[0] = "53..7...";
    assert_eq!(
        summaries(format!("{}\n{grid}", rows.join("\n")).as_bytes()),
        ["1 line 1, column 9: found 8 cells in the row, expected 9", &good]
    );
}

#[test]
fn rows_end_a_table_and_bad_lines_do_not() {
    let grid = rows().join("\n");
    let line = format!("a,{SAMPLE},,1");
    let text =
        format!("source,question,answer,rating\n{line}\n123456789\n{line}\n[1,2\n{line}\n{grid}\n{SAMPLE}");
    let summaries = summaries(text.as_bytes());
    let expected = [(2, true), (3, false), (4, true), (5, false), (6, true), (7, true), (16, true)];
    assert_eq!(summaries.len(), expected.len(), "{summaries:#?}");
    for (summaries, (line, good)) in summaries.iter().zip(expected) {
        assert!(
            summaries.starts_with(&format!("{line} ")) && summaries.ends_with(SAMPLE) == good,
            "{summaries}"
        );
    }
}

#[test]
fn requested_format_is_the_only_one_read() {
    let only = |name, text: &str| {
        let reader = Reader::with_format(Format::by_name(name).unwrap());
        let items = items_of(reader, std::iter::once(text.as_bytes()));
        assert!(items.iter().all(|item| item.format.unwrap().name() == name));
        items.into_iter().map(|item| item.record.map_err(|error| error.to_string())).collect::<Vec<_>>()
    };
    let error = |text: &str| Err(text.to_string());
    assert_eq!(only("sukaku", SAMPLE), [error("line 1, column 82: found 81 candidates, expected 729")]);
    assert_eq!(only("sdk", SAMPLE), [error("line 1, column 82: found 81 cells in the row, expected 9")]);
    assert!(only("zeros", SAMPLE)[0].is_ok(), "any blank is accepted");
    assert!(only("kaggle", &format!("{SAMPLE},\n{SAMPLE},\n")).iter().all(Result::is_ok), "no header");
    assert_eq!(only("opensudoku", "53"), [error("line 1, column 1: found \"53\", expected an XML document")]);
    assert_eq!(only("hodoku", SAMPLE).len(), 1);
    assert!(only("leetcode", "abc")[0].is_err());
    assert_eq!(only("line", "# comment\n\n"), []);
    let grid = rows().join("\n");
    let found = |found, expected| {
        error(&format!("line 1, column 1: found a puzzle in {found} format, expected {expected} format"))
    };
    assert!(only("sdk", &format!("A title\n{grid}"))[0].is_ok());
    assert_eq!(only("euler", &grid), [found("sdk", "euler")]);
    assert_eq!(only("euler", &vec![["12345"; 9].join(" "); 9].join("\n")), [found("candidates", "euler")]);
    assert_eq!(only("line", &format!("{SAMPLE}:113")), [found("susser", "line")]);
    assert_eq!(
        only("kaggle", &format!("source,question\nx,{SAMPLE}")),
        [error("line 2, column 1: found a puzzle in sudoku-extreme format, expected kaggle format")]
    );
}
