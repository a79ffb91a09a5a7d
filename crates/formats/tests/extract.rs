//! Finds the grids in the collection of model answers.

use serde_json::Value;
use veridoku_formats::extract;

const ROWS: [&str; 9] = [
    "534678912",
    "672195348",
    "198342567",
    "859761423",
    "426853791",
    "713924856",
    "961537284",
    "287419635",
    "345286179",
];

#[test]
fn hostile_texts_take_little_time_and_stack() {
    // Each of these overflowed the stack, or took time in proportion to the square of its length.
    for part in [
        "- ",
        "</think>",
        "<think><answer>",
        "<a ",
        "\\begin",
        "*1*1",
        "<",
        "[",
        "\"a\":",
        "1 ",
        "&",
        "\\\\[2",
    ] {
        let text = part.repeat(1_000_000 / part.len());
        assert_eq!(extract(&text).grid, None, "{part:?}");
    }
}

#[test]
fn a_grid_after_a_check_of_boxes_is_found() {
    let (grid, puzzle) = (ROWS.join("\n"), ROWS.join("\n").replace('9', "."));
    let text = format!("{puzzle}\n\nI check each box:\nAll of them are fine.\n\nFinal solution:\n\n{grid}\n");
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
    let text = format!("每行每列都要检查:\n{grid}\n");
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn a_line_may_have_any_number_of_changes() {
    // Needed stack and time for each of the changes.
    let row = |row: &str| vec![row; 20_000].join(" -> ");
    assert_eq!(extract(&ROWS.map(row).join("\n")).grid.unwrap().to_string(), ROWS.concat());
    let corrected = extract(&ROWS.map(|row| format!("123456789 -> 987654321 -> {row}")).join("\n"));
    assert_eq!(corrected.grid.unwrap().to_string(), ROWS.concat());
    assert_eq!(corrected.warnings, ["a row was written twice, differently; the last version is used"]);
}

#[test]
fn many_grids_take_linear_time() {
    // Took time in proportion to the square of their number.
    let text = (ROWS.join("\n") + "\n").repeat(20_000);
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn a_move_does_not_hide_the_grid_after_it() {
    let puzzle = ROWS.join("\n").replace(['3', '9'], ".");
    for step in ["B4 = 1", "C5 = 4", "C1: 5"] {
        let found = extract(&format!("{puzzle}\n\n{step}\n\n{}", ROWS.join("\n")));
        assert_eq!((found.grid.unwrap().to_string(), found.warnings.len()), (ROWS.concat(), 0), "{step}");
    }
}

#[test]
fn cells_by_name_count_in_marked_answers_and_beside_the_puzzle() {
    let cells: Vec<String> =
        (0..81).map(|at| format!("r{}c{}={}", at / 9 + 1, at % 9 + 1, &ROWS.concat()[at..=at])).collect();
    let cells = cells.join(", ");
    let puzzle = ROWS.join("\n").replace(['3', '9'], ".");
    for text in [format!("<answer>{cells}</answer>"), format!("{puzzle}\n\nSolved: {cells}")] {
        assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat(), "{text}");
    }
}

#[test]
fn brackets_around_some_digits_keep_the_others() {
    let marked = ROWS.map(|row| format!("{}({})({}){}", &row[..2], &row[2..3], &row[3..4], &row[4..]));
    assert_eq!(extract(&marked.join("\n")).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn plain_grids_have_warnings_too() {
    let check = ["123456789"; 9].join("\n").replace('1', "7");
    for text in [check.clone(), format!("Rows:\n{check}"), ROWS.concat().replace('5', ".")] {
        assert_eq!(extract(&text).warnings.len(), 1, "{text}");
    }
}

#[test]
fn every_diff_counts() {
    let wrong = "-123456789\n";
    for end in ["\n", "\r\n"] {
        let diff = |rows: &[&str]| format!("```diff{end}{wrong}+{}\n```\n", rows.join("\n+"));
        let text = format!("{}{}", diff(&ROWS[..4]), diff(&ROWS[4..]));
        assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat(), "{text}");
    }
}

#[test]
fn control_sequences_are_not_cells() {
    let rows = ROWS.map(|row| format!("\x1b[2K\x1b[1;32m{}\x1b[0m{}\x1b[?25h", &row[..4], &row[4..]));
    assert_eq!(extract(&rows.join("\n")).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn commas_after_rows_and_signs_around_grids_do_no_harm() {
    let with_commas = ROWS.map(|row| row.chars().flat_map(|digit| [digit, ',']).collect::<String>());
    assert_eq!(extract(&with_commas.join("\n")).grid.unwrap().to_string(), ROWS.concat());
    let text = format!("As a <b we know:\n{}\n-> done", ROWS.join("\n"));
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn words_of_81_cells_are_grids_whatever_is_around_them() {
    let (grid, wrong) = (ROWS.concat(), ROWS.concat().replace("5346", "5364"));
    let puzzle = grid.replace(['1', '7'], ".");
    for text in [
        format!("{grid}. Thanks."),
        format!("{grid} — 100% sure."),
        format!("Answer 1: {grid}"),
        format!("`{grid}` (51 cells filled)"),
        format!("Puzzle: {puzzle} Solution: {grid}"),
        format!("The solution of {puzzle} is {grid}."),
    ] {
        let found = extract(&text);
        assert_eq!((found.grid.unwrap().to_string(), found.warnings.len()), (grid.clone(), 0), "{text}");
    }
    let found = extract(&format!("{wrong} is wrong, so {grid}"));
    assert_eq!(found.grid.unwrap().to_string(), grid);
    assert_eq!(found.warnings, ["found 2 different grids; this is the last one"]);
}

#[test]
fn a_list_of_sorted_rows_is_a_check() {
    let check: Vec<String> = (1..=9).map(|row| format!("Row {row}: 1,2,3,4,5,6,7,8,9 ✓")).collect();
    let found = extract(&format!("{}\n\n{}", ROWS.join("\n"), check.join("\n")));
    assert_eq!((found.grid.unwrap().to_string(), found.warnings.len()), (ROWS.concat(), 0));
}

#[test]
fn nested_and_open_thinking_sections_are_skipped() {
    let grid = ROWS.join("\n");
    for text in [
        format!("<think>a<think>b</think>c</think>{grid}"),
        format!("b</think>{grid}"),
        format!("<think>x<answer>{grid}</answer>"),
        format!("<THINK>{}</THINK>{grid}<think>more</think>", ".".repeat(81)),
    ] {
        assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat(), "{text}");
    }
    assert_eq!(extract(&format!("<think>{grid}")).grid, None);
}

#[test]
fn plain_rows_are_read_like_rows_in_prose() {
    let solved = ROWS.join("\n");
    let spaced =
        |text: &str| text.split("").collect::<Vec<_>>().join(" ").replace(" \n ", "\n").trim().to_string();
    let heading = solved.replacen("534678912", "123456789", 1);
    let texts = [
        solved.clone(),
        spaced(&solved),
        spaced(&solved).replace('\n', "\r\n"),
        format!("\n```\n{}\n```\n", spaced(&solved)),
        spaced(&solved).replace(['3', '7'], "_"),
        spaced(&solved).replace(['3', '7'], "."),
        solved.replace(['3', '7'], "0"),
        solved.replace("\n859", "\n\n859"),
        solved.replacen("34678912", "........", 1),
        solved.replacen("912", "91.", 1),
        format!("{solved}\n{solved}"),
        format!("123456789\n{solved}"),
        heading,
        solved[10..].to_string(),
        spaced(&solved).replacen("5 3 4 6 7 8 9 1 2", "_ _ _ _ _ _ _ _ _", 1),
    ];
    for text in texts {
        assert_eq!(extract(&text), extract(&format!("So it is this one.\n\n{text}")), "{text}");
    }
    for row in ["53467891.", "5........"] {
        let found = extract(&solved.replacen("534678912", row, 1));
        assert_eq!(found.grid.unwrap().to_string()[..9], *row);
    }
}

#[test]
fn rows_under_captions_are_one_grid() {
    let band = |start: usize| ROWS[start..start + 3].join("\n");
    for [top, middle, bottom] in [
        ["Top band:", "Middle band:", "Bottom band:"],
        ["**Rows 1-3**", "**Rows 4-6**", "**Rows 7-9**"],
        ["### Upper three rows", "### Center", "### Lower three rows"],
    ] {
        let text = format!("{top}\n{}\n\n{middle}\n{}\n\n{bottom}\n{}\n", band(0), band(3), band(6));
        let found = extract(&text);
        assert_eq!(found.grid.unwrap().to_string(), ROWS.concat(), "{text}");
        assert!(found.warnings.is_empty(), "{text}");
    }
    let text = format!("The first rows:\n{}\n\nFrom top to bottom:\n{}", band(0), ROWS.join("\n"));
    assert_eq!(extract(&text).grid.unwrap().to_string(), ROWS.concat());
}

#[test]
fn corrected_rows_have_a_warning() {
    let lines = |first: &str| format!("{first}\n{}", ROWS[1..].join("\n"));
    for (first, is_corrected) in [
        ("534678921 -> 534678912", true),
        ("53467892. → 534678912", true),
        ("5346789.. -> 534678912", false),
        ("534678912 => 534678912", false),
    ] {
        let found = extract(&lines(first));
        assert_eq!(found.grid.unwrap().to_string(), ROWS.concat(), "{first}");
        assert_eq!(!found.warnings.is_empty(), is_corrected, "{first}");
    }
    let labelled: Vec<String> =
        (1..=9).map(|row| format!("Row {row}: 123456789 -> {}", ROWS[row - 1])).collect();
    assert_eq!(extract(&labelled.join("\n")).warnings.len(), 1);
}

/// Returns a text with a line for each row.
fn each_row(line: impl Fn(usize, &str) -> String) -> String {
    (0..9).map(|index| line(index, ROWS[index]) + "\n").collect()
}

/// Returns the rows with a sign between their digits.
fn separated(sign: &str) -> [String; 9] {
    ROWS.map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(sign))
}

/// Returns the rows with blanks.
fn puzzle_rows() -> [String; 9] {
    ROWS.map(|row| row.replace(['3', '9'], "."))
}

/// Returns the columns of the grid, with some wrong digits.
fn wrong_columns() -> String {
    let column = |index: usize| ROWS.map(|row| &row[index..=index]).concat() + "\n";
    (0..9).map(column).collect::<String>().replacen('6', "7", 5)
}

#[test]
fn rows_in_many_styles_are_found_without_doubt() {
    let (spaced, puzzle) = (separated(" "), puzzle_rows());
    let (solved, lines) = (ROWS.join("\n"), spaced.join("\n"));
    let texts = [
        // Sentences that begin or end with a row.
        format!("After all of these steps, I believe the completed grid is: {lines}"),
        format!("{lines} is the solution of this puzzle."),
        format!("The final answer to this sudoku puzzle is \"{solved}\"."),
        format!("Step 5: The final answer is [[{}]].", separated(", ").join("],\n [")),
        format!("Solution 1 of 1 (puzzle #941840, 9x9):\n{lines}"),
        each_row(|index, row| format!("Row {} is {row}. ", index + 1)).replace('\n', ""),
        // Labels.
        each_row(|index, _| format!("r{index}: {}", spaced[index])),
        each_row(|index, _| format!("| {index} | {} |", spaced[index].replace(' ', " | "))),
        each_row(|index, row| format!("{} - {row}", index + 1)),
        each_row(|index, _| format!("{}: {}", b"ABCDEFGHJ"[index] as char, spaced[index])),
        each_row(|index, _| format!("Row {}, columns 1-9: {}", index + 1, spaced[index])),
        each_row(|index, row| format!("L{}: {row}", index + 1)),
        each_row(|index, row| format!("{}行目: {row}", index + 1)),
        // Rows with comments.
        each_row(|index, _| format!("Row {}: {} becomes {}", index + 1, puzzle[index], spaced[index])),
        each_row(|index, row| format!("Row {}: {row} (was {})", index + 1, puzzle[index].replace('.', "0"))),
        each_row(|index, row| format!("Row {} was {} and is now {row}.", index + 1, puzzle[index])),
        each_row(|index, row| format!("{}. {row} ← {}", index + 1, puzzle[index])),
        each_row(|index, row| format!("R{}: {row} <- clues {}", index + 1, puzzle[index].replace('.', ""))),
        each_row(|index, row| format!("Row {}: {row} | Col {0}: 561847923", index + 1)),
        each_row(|index, row| format!("r{}={row} c{0}=561847923 b{0}=537126894", index + 1)),
        // Tables.
        each_row(|index, _| format!("| {} | {} | 45 |", index + 1, spaced[index].replace(' ', " | "))),
        each_row(|index, _| format!("| {} | {} | 45 |", index + 1, spaced[index])),
        each_row(|index, row| format!("| {} | `{}` | `{row}` |", index + 1, puzzle[index])),
        each_row(|index, row| format!("| R{} | {row} | {} |", index + 1, puzzle[index])),
        each_row(|index, _| {
            let heading =
                if index % 3 == 0 { "\n| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|\n" } else { "" };
            format!("{heading}| {} |", spaced[index].replace(' ', " | "))
        }),
        each_box_row(&spaced),
        format!(
            "{}\n\n{}",
            puzzle.join("\n"),
            each_row(|index, _| format!("{}  {}", index + 1, spaced[index]))
        ),
        // Signs.
        format!("The solution is {}.", ROWS.join(".")),
        format!("Answer: {}", ROWS.join("-")),
        format!("Answer: '{}'.", ROWS.join("', '")),
        spaced.join("<br>").replace(' ', "&nbsp;"),
        lines.replace(' ', " ~ "),
        separated(". ").join("\n"),
        separated(":").join("\n"),
        spaced.clone().map(|row| format!("* {} * {} * {} *", &row[..5], &row[6..11], &row[12..])).join("\n"),
        each_row(|index, row| if index % 3 == 0 { format!("x-----x-----x\n{row}") } else { row.to_string() }),
        lines.replace('5', "⁵").replace('3', "⑶").replace('4', "4\u{332}"),
        spaced.clone().map(|row| row.replace(' ', " & ")).join(" \\\\[2pt]\n"),
        // JSON.
        each_row(|_, row| {
            let field = |(column, digit): (usize, char)| format!("\"c{}\": {digit}", column + 1);
            format!("{{{}}},", row.chars().enumerate().map(field).collect::<Vec<_>>().join(", "))
        }),
        // Cells by name, and other digits after them.
        format!("{}\n\nBox 1: {{5,3,4,6,7,2,1,9,8}}", each_row(named_cells)),
        // Thinking sections.
        format!("analysisMaybe {}? No.assistantfinal{lines}", ROWS.concat().replace("53", "35")),
        // Moves before the bands of the grid.
        format!(
            "{}\n{}",
            "- (7,2) = 8\n".repeat(6),
            solved.replace("\n859", "\n\n859").replace("\n961", "\n\n961")
        ),
        // Verifications.
        format!("{solved}\n\nLet me read it the other way:\n{}", wrong_columns()),
        format!("{solved}\n\nColumns:\n{}", wrong_columns()),
        format!("{puzzle}\n\nColumns fixed:\n{solved}", puzzle = puzzle.join("\n")),
        format!("{{\"columns\": [{}], \"rows\": [{}]}}", columns_as_lists(), lists(&ROWS.map(String::from))),
        format!("Diagonal: 5 7 8 7 5 4 2 3 9\n{lines}\nAnti-diagonal: 2 4 5 1 5 9 5 8 3"),
    ];
    for text in texts {
        let found = extract(&text);
        let grid = found.grid.map(|grid| grid.to_string());
        assert_eq!((grid, found.warnings), (Some(ROWS.concat()), vec![]), "{:?}\n{text}", found.reason);
    }
}

/// Returns a table with a field for each box.
fn each_box_row(rows: &[String; 9]) -> String {
    let part = |row: usize, stack: usize| &rows[row][6 * stack..6 * stack + 5];
    let field = |band: usize, stack: usize| [0, 1, 2].map(|row| part(3 * band + row, stack)).join("<br>");
    [0, 1, 2].map(|band| format!("| {} |", [0, 1, 2].map(|stack| field(band, stack)).join(" | "))).join("\n")
}

/// Returns the cells of a row as objects of JSON.
fn named_cells(row: usize, digits: &str) -> String {
    let cell =
        |(col, value): (usize, char)| format!("{{\"row\": {row}, \"col\": {col}, \"value\": {value}}}, ");
    digits.chars().enumerate().map(cell).collect()
}

/// Returns rows as lists of JSON.
fn lists(rows: &[String; 9]) -> String {
    let list = |row: &String| format!("[{}]", row.chars().map(String::from).collect::<Vec<_>>().join(", "));
    rows.iter().map(list).collect::<Vec<_>>().join(", ")
}

/// Returns the columns of the grid as lists of JSON.
fn columns_as_lists() -> String {
    lists(&std::array::from_fn(|index| ROWS.map(|row| &row[index..=index]).concat()))
}

#[test]
fn grids_that_may_be_misread_have_warnings() {
    let wrong = ROWS.join("\n").replacen("534", "345", 1);
    let texts = [
        // The heading is not about columns, boxes or regions.
        format!("{wrong}\n\nThat violates column 3. Corrected grid:\n{}", ROWS.join("\n")),
        format!("{wrong}\n\nCompleted block:\n\n{}", ROWS.join("\n")),
        format!("```\n{wrong}\n```\n\nRegion check complete. Answer:\n```\n{}\n```", ROWS.join("\n")),
        // These names are not known.
        each_row(|index, row| format!("Kuutio {}: {row}", index + 1)),
        each_row(|index, row| format!("S{} = {row}", index + 1)),
        format!("{}\n{}", &ROWS.concat()[..80], &ROWS.concat()[80..]),
        each_row(|index, row| format!("{{\n\"index\": {index},\n\"cells\":\n[{row}]}},")),
    ];
    for text in texts {
        let found = extract(&text);
        assert_eq!(
            found.grid.map(|grid| grid.to_string()),
            Some(ROWS.concat()),
            "{:?}\n{text}",
            found.reason
        );
        assert!(!found.warnings.is_empty(), "{text}");
    }
}

#[test]
fn blanks_between_all_digits_are_cells() {
    let puzzle = ROWS.join("\n").replacen("534678912", "5 . 4 | . 7 . | 9 . 2", 1);
    assert_eq!(extract(&puzzle).grid.unwrap().to_string()[..9], *"5.4.7.9.2");
}

#[test]
fn columns_in_other_languages_are_not_a_grid() {
    for name in ["Kolom", "Столбец", "Coluna", "Kolumna", "Quadrant", "Carré", "Cột"] {
        let text = each_row(|index, row| format!("{name} {}: {row}", index + 1));
        assert_eq!(extract(&text).grid, None, "{text}");
    }
    let korean = each_row(|index, row| format!("{}열: {row}", index + 1));
    assert_eq!(extract(&korean).grid, None, "{korean}");
}

#[test]
fn ten_rows_with_labels_are_not_a_grid() {
    let text = format!("Row 0: 123456789\n{}", each_row(|index, row| format!("Row {}: {row}", index + 1)));
    assert!(!extract(&text).warnings.is_empty() || extract(&text).grid.is_none(), "{text}");
}

/// Finds the grids of `testdata/answers.jsonl`. A grid that is not the expected one must have a warning.
#[test]
fn grids_in_answers_are_found() {
    let text = std::fs::read_to_string("testdata/answers.jsonl").unwrap();
    let (mut right, mut problems) = (0, Vec::new());
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (style, expected) = (case["style"].as_str().unwrap(), case["grid"].as_str());
        let found = extract(case["text"].as_str().unwrap());
        let grid = found.grid.map(|grid| grid.to_string());
        let (is_right, is_warned) = (grid.as_deref() == expected, !found.warnings.is_empty());
        right += usize::from(is_right);
        assert_eq!(found.reason.is_some(), grid.is_none(), "{style}: {found:?}");
        assert!(is_right || grid.is_none() || is_warned, "{style}: wrong grid without a warning: {case}");
        if !is_right || is_warned != case["warning"].as_bool().unwrap() {
            problems.push(format!(
                "{style}: {:?} {:?}\n{}",
                found.reason,
                found.warnings,
                case["text"].as_str().unwrap()
            ));
        }
    }
    assert_eq!(text.lines().count(), 500);
    assert!(problems.is_empty(), "{right} right\n{}", problems.join("\n"));
}
