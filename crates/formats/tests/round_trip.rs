//! Round-trip tests for all text formats: every format must preserve everything that its capabilities
//! include.
//!
//! The tests iterate over `FORMATS`, so they fail for a new format that loses such data or has no canonical
//! sample in `testdata/text/canonical`.

use proptest::prelude::*;
use std::path::PathBuf;
use veridoku_core::{CandidateSet, Cell, CellSet, DigitSet, Grid, Puzzle};
use veridoku_formats::{FORMATS, Fields, Format, Item, Reader, Record, WriteErrorKind, Writer, read, write};

use veridoku_core::SAMPLE;
use veridoku_core::SAMPLE_SOLUTION as SOLVED;

fn items(text: &str) -> Vec<Item> {
    let mut reader = Reader::new();
    reader.push(text.as_bytes());
    reader.finish();
    std::iter::from_fn(|| reader.next_item()).collect()
}

/// Returns the possible digits of each cell: its value, the candidates listed for it, or, if the puzzle lists
/// none, all digits that do not conflict with a value.
fn possible_candidates(puzzle: &Puzzle) -> CandidateSet {
    let mut candidates = puzzle.candidates();
    if puzzle.written_candidates().is_none() {
        for cell in puzzle.empty_cells() {
            candidates.set_digits(cell, puzzle.values().digits_left(cell));
        }
    }
    candidates
}

fn all<'a>(fields: &'a Fields, key: &str) -> Vec<&'a str> {
    fields.iter().filter(|&(name, _)| name == key).map(|(_, value)| value).collect()
}

/// Asserts that the record that was read back equals the record that was written, as far as the format
/// supports it.
fn assert_preserved(format: &Format, written: &Record, text: &str, item: &Item) {
    let context = || format!("{format}: {text}");
    let found = item.format.expect("a detected format");
    assert!(
        found == format || format.reads_as().contains(&found.name()),
        "{format} was detected as {found}: {text}"
    );
    let record = item.record.as_ref().unwrap_or_else(|error| panic!("{}\n{error}", context()));
    let (before, after) = (&written.puzzle, &record.puzzle);
    let capabilities = format.capabilities();
    if capabilities.values.is_yes() {
        assert_eq!(before.values(), after.values(), "{}", context());
    }
    if capabilities.givens.is_yes() {
        assert_eq!(before.givens(), after.givens(), "{}", context());
    }
    if capabilities.candidates.is_yes() {
        assert_eq!(possible_candidates(before), possible_candidates(after), "{}", context());
    }
    if capabilities.solution.is_yes() {
        assert_eq!(written.solution, record.solution, "{}", context());
    }
    for key in capabilities.fields {
        // The puzzle bank format generates an ID if the record has none.
        if *key != Fields::ID || written.fields.get(key).is_some() {
            assert_eq!(all(&written.fields, key), all(&record.fields, key), "{key} in {}", context());
        }
    }
}

fn assert_round_trip(record: &Record) {
    for format in &FORMATS {
        match write(record, format) {
            Ok(text) => {
                let items = items(&text);
                assert_eq!(items.len(), 1, "{format}: {text}\n{items:?}");
                assert_preserved(format, record, &text, &items[0]);
            }
            Err(error) => assert_justified_refusal(format, record, &error.kind),
        }
    }
}

/// Asserts that a format refused a record only because it cannot represent the record.
fn assert_justified_refusal(format: &Format, record: &Record, kind: &WriteErrorKind) {
    let puzzle = &record.puzzle;
    let possible_candidates = possible_candidates(puzzle);
    let justified = match kind {
        WriteErrorKind::Candidates => {
            !format.capabilities().candidates.is_yes() && puzzle.written_candidates().is_some()
        }
        WriteErrorKind::ExcludedCandidate(candidate) => {
            let cell = candidate.cell();
            ["hodoku", "susser"].contains(&format.name())
                && possible_candidates.contains(*candidate)
                && !puzzle.values().digits_left(cell).contains(candidate.digit())
        }
        WriteErrorKind::NoCandidate(cell) => possible_candidates.digits(*cell).is_empty(),
        WriteErrorKind::LoneCandidate(cell) => {
            puzzle.values().filled().is_empty() && possible_candidates.digits(*cell).len() == 1
        }
        WriteErrorKind::Ambiguous => format.name() == "sudokupad",
        _ => false,
    };
    assert!(justified, "{format} refused {record:?}: {kind:?}");
}

fn grid() -> impl Strategy<Value = Grid> {
    let any = proptest::collection::vec(prop_oneof![2 => Just(0_u8), 1 => 1..=9_u8], 81)
        .prop_map(|numbers| Grid::from_bytes(numbers.try_into().unwrap()).unwrap());
    prop_oneof![
        1 => any,
        1 => Just(Grid::EMPTY),
        1 => Just(SOLVED.parse().unwrap()),
        3 => any_cells().prop_map(|cells| part(&SOLVED.parse().unwrap(), cells)),
    ]
}

fn part(grid: &Grid, cells: CellSet) -> Grid {
    let mut part = Grid::EMPTY;
    for cell in cells {
        part.set(cell, grid.get(cell));
    }
    part
}

fn any_cells() -> impl Strategy<Value = CellSet> {
    any::<u128>().prop_map(CellSet::from_bits)
}

fn candidates() -> impl Strategy<Value = CandidateSet> {
    proptest::collection::vec(prop_oneof![4 => 1..512_u16, 1 => (0..9_u32).prop_map(|bit| 1_u16 << bit)], 81)
        .prop_map(|masks| {
            let mut candidates = CandidateSet::EMPTY;
            for (cell, mask) in Cell::all().zip(masks) {
                candidates.set_digits(cell, DigitSet::from_bits(mask));
            }
            candidates
        })
}

fn puzzle() -> impl Strategy<Value = Puzzle> {
    let values = (grid(), any_cells(), any::<bool>());
    let values = values
        .prop_map(|(grid, givens, all)| if all { Puzzle::from(grid) } else { Puzzle::new(grid, givens) });
    (values, candidates(), 0..4).prop_map(|(puzzle, candidates, kind)| {
        let left = possible_candidates(&puzzle);
        match kind {
            // 0: arbitrary candidates; 1: some of the possible candidates; 2: all possible candidates; 3:
            // none.
            0 => puzzle.with_candidates(&candidates),
            1 => puzzle.with_candidates(&left.intersection(candidates)),
            2 => puzzle.with_candidates(&left),
            _ => puzzle,
        }
    })
}

/// Generates text for a field that every format can store.
fn field(key: &'static str) -> BoxedStrategy<String> {
    match key {
        Fields::ID => "[0-9a-f]{12}".boxed(),
        Fields::RATING => "[1-9]{1,2}\\.[0-9]".boxed(),
        // The pattern excludes 0000, because that means "no technique".
        Fields::TECHNIQUE => "[0-9]{3}[1-9](-[1-9x])?".boxed(),
        Fields::CANDIDATES => "[1-9]{1,3}".boxed(),
        Fields::ELIMINATIONS | Fields::PLACEMENTS => "[1-9]{3}( [1-9]{3}){0,3}".boxed(),
        Fields::EXTRA => "[0-9]{1,2}".boxed(),
        _ => "[!-~äß☃]([ -~äß☃]{0,12}[!-~äß☃])?".boxed(),
    }
}

fn record() -> impl Strategy<Value = Record> {
    const KEYS: [&str; 15] = [
        Fields::AUTHOR,
        Fields::DESCRIPTION,
        Fields::COMMENT,
        Fields::DATE,
        Fields::SOURCE,
        Fields::LEVEL,
        Fields::URL,
        Fields::TITLE,
        Fields::RATING,
        Fields::ID,
        Fields::TECHNIQUE,
        Fields::CANDIDATES,
        Fields::ELIMINATIONS,
        Fields::PLACEMENTS,
        Fields::EXTRA,
    ];
    let fields: Vec<_> = KEYS.into_iter().map(|key| proptest::option::of(field(key))).collect();
    (puzzle(), any::<bool>(), fields).prop_map(|(puzzle, solved, values)| {
        let mut record = Record::from(puzzle);
        record.solution = solved.then(|| SOLVED.parse().unwrap());
        for (key, value) in KEYS.into_iter().zip(values) {
            if let Some(value) = value {
                record.fields.push(key, value);
            }
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn every_format_round_trips_what_it_supports(record in record()) {
        assert_round_trip(&record);
    }

    #[test]
    fn many_records_round_trip_in_order(records in proptest::collection::vec(grid(), 1..5)) {
        for format in &FORMATS {
            let mut writer = Writer::new(format);
            let mut text = String::new();
            writer.header(&mut text);
            let mut written = Vec::new();
            for &grid in &records {
                if writer.record(&Record::from(grid), &mut text).is_ok() {
                    written.push(Record::from(grid));
                }
            }
            writer.footer(&mut text);
            let items = items(&text);
            assert_eq!(items.len(), written.len(), "{format}: {text}");
            for (record, item) in written.iter().zip(&items) {
                assert_preserved(format, record, &text, item);
            }
        }
    }
}

#[test]
fn every_format_accepts_a_plain_puzzle() {
    let sample: Grid = SAMPLE.parse().unwrap();
    for format in &FORMATS {
        assert!(write(&Record::from(sample), format).is_ok(), "{format}");
        assert!(write(&Record::from(Grid::EMPTY), format).is_ok(), "{format}");
        let solved: Grid = SOLVED.parse().unwrap();
        assert!(write(&Record::from(solved), format).is_ok(), "{format}");
    }
}

#[test]
fn failed_write_leaves_the_text_unchanged() {
    let puzzle = read(&format!("{SAMPLE}:113")).unwrap();
    for format in FORMATS.iter().filter(|format| !format.capabilities().candidates.is_yes()) {
        let mut text = String::from("before");
        assert!(Writer::new(format).record(&puzzle, &mut text).is_err(), "{format}");
        assert_eq!(text, "before");
    }
}

#[test]
fn canonical_texts_round_trip_exactly() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/text/canonical");
    for format in &FORMATS {
        let path = folder.join(format!("{}.txt", format.name()));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let record = read(&text).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(write(&record, format).unwrap(), text, "{format}");
        let mut reader = Reader::with_format(format);
        reader.push(text.as_bytes());
        reader.finish();
        let item = reader.next_item().unwrap();
        assert_eq!(item.format, Some(format));
        assert_eq!(item.record.as_ref(), Ok(&record), "{format} without detection");
        assert_eq!(reader.next_item(), None);
    }
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, FORMATS.len(), "one file per format in {}", folder.display());
}

#[test]
fn examples_contain_the_sample() {
    for format in &FORMATS {
        let record = read(&format.example()).unwrap();
        if format.capabilities().values.is_yes() {
            assert_eq!(record.puzzle.values().to_string(), SAMPLE, "{format}");
        }
    }
}

#[test]
fn format_table_is_consistent() {
    assert_eq!((FORMATS[0].name(), FORMATS[1].name()), ("line", "zeros"), "the reader relies on this order");
    for format in &FORMATS {
        let name = format.name();
        assert_eq!(Format::by_name(name), Some(format), "{name} must be unique");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        assert!(format.reads_as().iter().all(|other| Format::by_name(other).is_some()), "{name}");
        assert!(!format.title().is_empty() && !format.description().is_empty());
        assert!(!format.description().contains('\n') && !format.description().ends_with('.'), "{name}");
        assert!(format.extensions().iter().all(|extension| !extension.starts_with('.')), "{name}");
    }
    assert_eq!(Format::by_name("nonsense"), None);
}
