//! Tests with the samples in `testdata/text`: input in the forms that people paste, and input that must be
//! rejected.

use std::path::PathBuf;
use veridoku_core::Puzzle;
use veridoku_formats::{FORMATS, Fields, Format, Item, Reader, Record, read, write};

use veridoku_core::{SAMPLE, SAMPLE_SOLUTION as SOLVED};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/text")
}

/// Returns the rows of a table of test data.
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

/// Returns the puzzle as a Susser line, which includes givens and candidates.
fn susser(puzzle: &Puzzle) -> String {
    let text = write(&Record::from(puzzle.clone()), Format::by_name("susser").unwrap()).unwrap();
    text.trim_end().to_string()
}

#[test]
fn one_line_samples_are_detected_and_read() {
    for row in rows("lines.tsv") {
        let [name, text, expected] = row.as_slice() else { panic!("{row:?}") };
        let items = items(text.as_bytes());
        let [Item { format, record: Ok(record), .. }] = items.as_slice() else { panic!("{text}: {items:?}") };
        assert_eq!(susser(&record.puzzle), *expected, "{text}");
        assert_eq!(format.unwrap().name(), name, "{text}");
    }
}

#[test]
fn multi_line_samples_are_detected_and_read() {
    let samples = rows("samples.tsv");
    for row in &samples {
        let [file, name, count, expected] = row.as_slice() else { panic!("{row:?}") };
        let items = items(&std::fs::read(folder().join("samples").join(file)).unwrap());
        assert_eq!(items.len().to_string(), *count, "{file}: {items:?}");
        for item in &items {
            let record = item.record.as_ref().unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(item.format.unwrap().name(), name, "{file}");
            assert_eq!(susser(&record.puzzle), *expected, "{file}");
        }
    }
    let files = std::fs::read_dir(folder().join("samples")).unwrap().count();
    assert_eq!(files, samples.len(), "every sample must be listed");
}

#[test]
fn error_messages_match() {
    for row in rows("errors.tsv") {
        let [text, expected] = row.as_slice() else { panic!("{row:?}") };
        let text = text.replace("\\n", "\n");
        let error = read(&text).expect_err(&text);
        assert_eq!(error.to_string(), *expected, "{text}");
    }
}

/// Returns the first record of a sample.
fn sample(file: &str) -> Record {
    let bytes = std::fs::read(folder().join("samples").join(file)).unwrap();
    items(&bytes).remove(0).record.unwrap()
}

#[test]
fn metadata_becomes_fields() {
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
fn solutions_are_read_with_their_puzzles() {
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
fn a_wrong_solution_after_a_line_is_read() {
    let wrong: String = SOLVED.chars().rev().collect();
    let record = read(&format!("{SAMPLE},{wrong}")).unwrap();
    assert_eq!(record.solution, Some(wrong.parse().unwrap()));
    let record = read(&format!("{SAMPLE},{}", wrong.replace('9', "0"))).unwrap();
    assert_eq!((record.solution, record.fields.len()), (None, 1));
}

#[test]
fn opensudoku_notes_are_candidates_if_every_empty_cell_has_some() {
    let game = |third: &str, rest: &str| {
        let cells = format!("5|0|0|0|6|1|{third}|7|0|1|{}", rest.repeat(77));
        let game = format!("<game data='version: 3\n{cells}' note='a &lt; b'/>");
        read(&format!("<opensudoku version='2'>{game}</opensudoku>")).unwrap()
    };
    let full = game("0|256|1", "0|511|1|");
    let written = full.puzzle.written_candidates().unwrap();
    let digits = ["r1c2", "r1c3", "r9c9"].map(|name| written.digits(name.parse().unwrap()).to_string());
    assert_eq!(digits, ["23", "9", "123456789"]);
    assert_eq!(full.fields.get(Fields::COMMENT), Some("a < b"));
    // If only some of the empty cells have notes, the notes do not count as candidates.
    for partial in [game("0|0|1", "0|511|1|"), game("0|256|1", "0|0|1|")] {
        assert_eq!(susser(&partial.puzzle), format!("5..+7{}", ".".repeat(77)));
    }
}

#[test]
fn sukaku_round_trip_keeps_all_values() {
    let sample = SAMPLE;
    let convert = |text: &str, name: &str| {
        write(&read(text).unwrap(), Format::by_name(name).unwrap()).unwrap().trim_end().to_string()
    };
    for puzzle in [sample, SOLVED, &".".repeat(81)] {
        let sukaku = convert(puzzle, "sukaku");
        let back: Puzzle = convert(&sukaku, "line").parse().unwrap();
        let meant: Puzzle = puzzle.parse().unwrap();
        assert!(meant.values().is_part_of(back.values()), "{puzzle}");
        assert_eq!(convert(&sukaku, "sukaku"), sukaku);
    }
    // A single candidate is not a value if a peer lists the digit among several candidates. A cell without
    // candidates has no value either.
    let mut cells = [".2.......", "123......", "...4.6...", "........."].to_vec();
    cells.resize(81, "...4.6...");
    let sukaku = cells.concat();
    let puzzle = read(&sukaku).unwrap().puzzle;
    assert!(puzzle.values().filled().is_empty());
    let candidates = puzzle.candidates();
    let digits = ["r1c1", "r1c2", "r1c4"].map(|name| candidates.digits(name.parse().unwrap()).to_string());
    assert_eq!(digits, ["2", "123", ""]);
}

#[test]
fn descriptions_need_no_shell_escaping() {
    for format in &FORMATS {
        for text in [format.title(), format.description()] {
            assert!(!text.contains(['"', '\\', '$', '`', '\n']), "{format}: {text}");
        }
    }
}

#[test]
fn single_digit_is_a_value_unless_a_peer_lists_it() {
    // r1c4 lists the 3 of r1c2, so that 3 is a candidate. No peer lists the 4 of r1c1, so it is a value.
    let mut groups = vec!["125678"; 81];
    groups[0] = "4";
    groups[1] = "3";
    groups[3] = "39";
    let grid = |groups: &[&str]| groups.chunks(9).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
    let puzzle = read(&grid(&groups)).unwrap().puzzle;
    assert_eq!(puzzle.values().filled().len(), 1);
    assert_eq!(puzzle.values().get("r1c1".parse().unwrap()).unwrap().number(), 4);
    assert_eq!(puzzle.written_candidates().unwrap().digits("r1c2".parse().unwrap()).to_string(), "3");
    // If values are marked, a bare digit is never a value.
    groups[2] = "<9>";
    groups[4] = "*7*";
    let puzzle = read(&grid(&groups)).unwrap().puzzle;
    assert_eq!(puzzle.values().filled().to_string(), "r1c3, r1c5");
    assert_eq!(puzzle.givens().to_string(), "r1c3");
}

/// Returns the sample with zeros for blanks and spaces between the cells, and with one cell replaced.
fn numbers(cell: usize, replacement: &str) -> String {
    const ZEROS: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let mut cells: Vec<String> = ZEROS.chars().map(String::from).collect();
    cells[cell] = replacement.into();
    cells.chunks(9).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn typo_does_not_make_a_candidate_grid() {
    assert!(read(&numbers(1, "3")).is_ok());
    for (typo, expected) in [
        ("33", "line 1, column 4: found '3', expected candidates in ascending order"),
        ("31", "line 1, column 4: found '1', expected candidates in ascending order"),
        ("16", "line 1, column 3: found \"16\", expected a digit from 1 to 9 or a blank"),
        ("10", "line 1, column 4: found '0', expected a digit from 1 to 9"),
        ("1A", "line 1, column 3: found \"1A\", expected a digit from 1 to 9 or a blank"),
    ] {
        assert_eq!(read(&numbers(1, typo)).unwrap_err().to_string(), expected);
        let framed = numbers(1, typo).replace('\n', " |\n| ");
        assert!(read(&format!("| {framed} |")).is_err(), "{framed}");
    }
    let bare = vec![["12345"; 9].join(" "); 9].join("\n");
    assert!(read(&bare).is_ok());
    let letter = bare.replacen("12345", "1234A5", 1);
    assert_eq!(
        read(&letter).unwrap_err().to_string(),
        "line 1, column 5: found 'A', expected a digit from 1 to 9"
    );
    assert!(read(&letter.replace('\n', " |\n")).is_ok(), "HoDoKu marks are allowed in a frame");
    let empty = bare.replacen("12345", ".", 1).replace('\n', " |\n");
    assert!(read(&empty).is_ok(), "empty cells are allowed in a frame");
}

#[test]
fn nine_groups_of_nine_are_a_puzzle() {
    let sample = SAMPLE;
    let nearly = format!("{}.", &SOLVED[..80]);
    let dots = ".".repeat(81);
    let zeros = "0".repeat(81);
    let dashes = "-".repeat(81);
    for cells in [SOLVED, &nearly, sample, &dots, &zeros, &dashes] {
        for separator in [" ", "/", "|", ",", ", ", " | "] {
            let groups: Vec<&str> = (0..9).map(|row| &cells[9 * row..9 * row + 9]).collect();
            let line = groups.join(separator);
            let record = read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let expected = cells.replace(['0', '-'], ".");
            assert_eq!(record.puzzle.values().to_string(), expected, "{line}");
            assert!(record.puzzle.written_candidates().is_none(), "{line}");
        }
    }
}

#[test]
fn title_is_not_mistaken_for_a_csv_header() {
    let rows: Vec<&str> = (0..9).map(|row| &SOLVED[9 * row..9 * row + 9]).collect();
    for title in ["Sudoku", "Puzzle", "Grid", "board", "My first one", "Puzzle 12:"] {
        let record = read(&format!("{title}\n{}\n", rows.join("\n"))).unwrap();
        assert_eq!(record.puzzle.values().to_string(), SOLVED);
        assert_eq!(record.fields.get(Fields::TITLE), Some(title));
        let record = read(&format!("{title}\n\n------+------\n{}\n", rows.join("\n"))).unwrap();
        assert_eq!(record.fields.get(Fields::TITLE), Some(title));
    }
    for quote in ["", "\""] {
        let table = items(format!("puzzle\n{quote}{SOLVED}{quote}\n{quote}{SOLVED}{quote}\n").as_bytes());
        assert_eq!(table.len(), 2);
        assert!(table.iter().all(|item| item.format.unwrap().name() == "kaggle" && item.record.is_ok()));
    }
    // A header starts at the left margin, because a tab would be the separator of an empty first column.
    for title in ["\tpuzzle", "\tpuzzle,solution"] {
        let lines = items(format!("{title}\n{SOLVED}\n").as_bytes());
        assert!(lines.len() == 2 && lines[0].record.is_err(), "{title}");
        assert_eq!(lines[1].format.unwrap().name(), "line", "{title}");
    }
}

#[test]
fn each_board_reports_its_own_line_and_error() {
    let row = r#"["5","3",".",".","7",".",".",".","."]"#;
    let board = |rows: usize| format!("[{}]", vec![row; rows].join(","));
    let summaries = |text: String| {
        let tell = |item: Item| match item.record {
            Ok(_) => format!("{} good", item.line),
            Err(error) => format!("{} {error}", item.line),
        };
        items(text.as_bytes()).into_iter().map(tell).collect::<Vec<_>>()
    };
    assert_eq!(summaries(format!("[{},\n\n{}]", board(9), board(9))), ["1 good", "3 good"]);
    assert_eq!(
        summaries(format!("[\n{},\n{},\n{}]", board(10), board(8), board(9))),
        [
            "2 line 2, column 381: found 10 rows, expected 9",
            "3 line 3, column 305: found 8 rows, expected 9",
            "4 good"
        ]
    );
    assert_eq!(
        summaries(board(9).replacen("\".\"", "\"X\"", 1)),
        ["1 line 1, column 11: found \"X\", expected a digit from 1 to 9 or a blank"]
    );
    let mixed = board(9).replacen("\".\"", "null", 1).replacen("\".\"", "0", 1).replacen("\".\"", "\" \"", 1);
    assert_eq!(summaries(mixed), ["1 good"]);
    assert_eq!(summaries(format!("[\"{SOLVED}\",\n\"{SOLVED}\"]")), ["1 good", "2 good"]);
    assert_eq!(summaries(format!("int board[9][9] = {{{}}};", [row; 9].join(","))), ["1 good"]);
    assert_eq!(
        summaries(format!("{{\"puzzle\": \"{SOLVED}\", \"rating\": 5, \"name\": \"mine\"}}")),
        ["1 good"]
    );
}

#[test]
fn code_fences_and_quote_marks_are_ignored() {
    let rows: Vec<&str> = (0..9).map(|row| &SOLVED[9 * row..9 * row + 9]).collect();
    assert!(read(&format!("```text\n{}\n```\n", rows.join("\n"))).is_ok());
    assert!(read(&format!("> {}", rows.join("\n> "))).is_ok());
    assert!(read(&format!(">> {SOLVED}\n")).is_ok());
    let bad = rows.join("\n> ").replacen('8', "!", 1);
    assert_eq!(
        read(&format!("> {bad}")).unwrap_err().to_string(),
        "line 1, column 8: found '!', expected a digit from 1 to 9 or a blank"
    );
}
