//! Texts as people paste them, and texts that cannot be read: `testdata/text`.

use std::path::PathBuf;
use veridoku_core::Puzzle;
use veridoku_core::text::{Fields, Format, Item, Reader, Record, read, write};

const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/text")
}

/// The rows of a table of test data.
fn rows(name: &str) -> Vec<Vec<String>> {
    let table = std::fs::read_to_string(folder().join(name)).unwrap();
    table.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn items(bytes: &[u8]) -> Vec<Item> {
    let mut reader = Reader::new();
    reader.push(bytes);
    reader.finish();
    std::iter::from_fn(|| reader.next_item()).collect()
}

/// Everything the puzzle says, as a Susser line.
fn susser(puzzle: &Puzzle) -> String {
    let text = write(&Record::from(puzzle.clone()), Format::by_name("susser").unwrap()).unwrap();
    text.trim_end().to_string()
}

#[test]
fn lines_are_read_as_their_form() {
    for row in rows("lines.tsv") {
        let [form, text, expected] = row.as_slice() else { panic!("{row:?}") };
        let items = items(text.as_bytes());
        let [Item { format, record: Ok(record), .. }] = items.as_slice() else { panic!("{text}: {items:?}") };
        assert_eq!(susser(&record.puzzle), *expected, "{text}");
        assert_eq!(format.unwrap().name(), form, "{text}");
    }
}

#[test]
fn samples_are_read_as_their_form() {
    let samples = rows("samples.tsv");
    for row in &samples {
        let [file, form, count, expected] = row.as_slice() else { panic!("{row:?}") };
        let items = items(&std::fs::read(folder().join("samples").join(file)).unwrap());
        assert_eq!(items.len().to_string(), *count, "{file}: {items:?}");
        for (position, item) in items.iter().enumerate() {
            let record = item.record.as_ref().unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(item.format.unwrap().name(), form, "{file}");
            if position == 0 || file != "sudocue.sdk" {
                assert_eq!(susser(&record.puzzle), *expected, "{file}");
            }
        }
    }
    let files = std::fs::read_dir(folder().join("samples")).unwrap().count();
    assert_eq!(files, samples.len(), "every sample is listed");
}

#[test]
fn errors_say_where_and_what() {
    for row in rows("errors.tsv") {
        let [text, expected] = row.as_slice() else { panic!("{row:?}") };
        let text = text.replace("\\n", "\n");
        let error = read(&text).expect_err(&text);
        assert_eq!(error.to_string(), *expected, "{text}");
    }
}

/// The first record of a sample.
fn sample(file: &str) -> Record {
    let bytes = std::fs::read(folder().join("samples").join(file)).unwrap();
    items(&bytes).remove(0).record.unwrap()
}

#[test]
fn metadata_become_fields() {
    let fields =
        |file| sample(file).fields.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>();
    assert_eq!(
        fields("sudocue.sdk"),
        [
            "author=Ruud",
            "description=A random puzzle",
            "comment=Just start plugging in numbers",
            "date=03-08-2006",
            "source=SudoCue",
            "level=Easy",
            "url=http://www.sudocue.net/"
        ]
    );
    assert_eq!(fields("rated.txt"), ["comment=name-1;me,9.1/1.2/1.2"]);
    assert_eq!(fields("radcliffe.csv"), ["id=1", "clues=30", "difficulty=2.2"]);
    assert_eq!(fields("rated.csv"), ["ser=11.9"]);
    assert_eq!(fields("extreme.csv"), ["source=puzzles0_kaggle", "rating=0"]);
    assert!(fields("qqwing.csv").contains(&"difficulty=Easy".to_string()));
}

#[test]
fn solutions_come_with_their_puzzles() {
    for file in [
        "pairs.txt",
        "kaggle-9m.csv",
        "radcliffe.csv",
        "pandas.csv",
        "quoted.csv",
        "extreme.csv",
        "qqwing.csv",
    ] {
        assert_eq!(sample(file).solution, Some(SOLVED.parse().unwrap()), "{file}");
    }
    assert_eq!(sample("rated.txt").solution, None);
}

#[test]
fn notes_of_opensudoku_are_candidates() {
    let cells = format!("5|0|0|0|6|1|0|0|1|7|0|1|{}", "0|0|1|".repeat(77));
    let text =
        format!("<opensudoku version='2'><game data='version: 3\n{cells}' note='a &lt; b'/></opensudoku>");
    let record = read(&text).unwrap();
    assert!(susser(&record.puzzle).starts_with(&format!("5..+7{}:112 412 ", ".".repeat(77))));
    let written = record.puzzle.written_candidates().unwrap();
    assert_eq!(written.digits("r1c2".parse().unwrap()).to_string(), "23");
    assert_eq!(written.digits("r1c3".parse().unwrap()).to_string(), "1234689");
    assert_eq!(record.fields.get(Fields::COMMENT), Some("a < b"));
}

#[test]
fn a_lone_digit_is_a_value_unless_a_peer_lists_it() {
    // r1c4 lists the 3 of r1c2, so that is the last candidate; nobody lists the 4 of r1c1.
    let mut groups = vec!["125678"; 81];
    groups[0] = "4";
    groups[1] = "3";
    groups[3] = "39";
    let grid = |groups: &[&str]| groups.chunks(9).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
    let puzzle = read(&grid(&groups)).unwrap().puzzle;
    assert_eq!(puzzle.values().clues(), 1);
    assert_eq!(puzzle.values().get("r1c1".parse().unwrap()).unwrap().number(), 4);
    assert_eq!(puzzle.written_candidates().unwrap().digits("r1c2".parse().unwrap()).to_string(), "3");
    // Where values are marked, a bare digit is never one.
    groups[2] = "<9>";
    groups[4] = "*7*";
    let puzzle = read(&grid(&groups)).unwrap().puzzle;
    assert_eq!(puzzle.values().filled().to_string(), "r1c3, r1c5");
    assert_eq!(puzzle.givens().to_string(), "r1c3");
}
