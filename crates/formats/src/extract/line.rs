//! The cells on one line, with the label of the row.
//!
//! ```text
//! Row 3: 1 9 8 | 3 4 2 | 5 6 7   ✓ done
//! label  cells                   comment
//! ```

use super::label::{
    OTHER_HOUSES, begins_with, is_house_name, is_other_house, is_other_name, label_of, number_before_row,
};
use super::table::{fields, row_in_table};
use super::tokens::{
    CellLine, MIN_ROW, SUM, Token, cells_of, is_blank, is_cell, is_digit, is_part, is_separator, marked_cell,
    number_of, tokens,
};
use std::borrow::Cow;

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineContent {
    /// Nothing, a part of a frame, or brackets.
    Gap,
    /// Cells, possibly with a label or a comment.
    Cells(CellLine),
    /// A sentence that starts or ends with the cells of a row.
    Sentence { row: CellLine, is_start: bool },
    /// The label of a row, from 0 to 9, whose cells may be on the next line.
    RowHeading(usize),
    /// A heading that announces columns or boxes.
    OtherHouses,
    /// A heading that announces some rows of the grid, such as `Middle band:`.
    Band,
    /// Other words.
    Prose,
}

/// Prefixes of words in a heading above some rows of the grid.
const BANDS: [&str; 8] = ["band", "top", "upper", "middle", "center", "bottom", "lower", "rows"];

/// The maximum number of words in such a heading.
const MAX_HEADING: usize = 6;

/// Prefixes of words that never occur in a row of the grid.
const NOT_ROWS: [&str; 16] = [
    "candidate",
    "missing",
    "digit",
    "number",
    "possib",
    "remaining",
    "need",
    "sum",
    "given",
    "from",
    "contain",
    "must",
    "option",
    "cell",
    "total",
    "each",
];

/// The minimum number of digits in a puzzle with one solution.
const MIN_CLUES: usize = 17;

/// The maximum length of a line that contains a whole grid with marks around every cell, in bytes.
pub(super) const MAX_GRID_LINE: usize = 4096;

/// Returns the numbers on a line of nine cells, 0 for a blank: nine digits, or nine digits and blanks with a
/// space between them. Returns `None` for any other line, which may still contain a row.
pub(super) fn nine_cells(line: &str) -> Option<[u8; 9]> {
    let mut cells = [0; 9];
    match line.as_bytes() {
        digits @ [_, _, _, _, _, _, _, _, _] => {
            cells.copy_from_slice(digits);
            for cell in &mut cells {
                *cell = cell.wrapping_sub(b'0');
            }
        }
        spaced if spaced.len() == 17 => {
            let mut has_digit = false;
            for (index, cell) in cells.iter_mut().enumerate() {
                let byte = spaced[2 * index];
                has_digit |= byte.is_ascii_digit();
                *cell = if matches!(byte, b'.' | b'_') { 0 } else { byte.wrapping_sub(b'0') };
            }
            let is_spaced = (1..17).step_by(2).all(|index| spaced[index] == b' ');
            if !is_spaced || !has_digit {
                return None;
            }
        }
        _ => return None,
    }
    cells.iter().all(|&cell| cell <= 9).then_some(cells)
}

/// Reports whether a line consists of words that are neither cells, labels, headings of columns or boxes, nor
/// markup. Returns `false` for some lines of prose, which must be read in full.
pub(super) fn is_plain_prose(line: &str) -> bool {
    let is_plain = |byte: u8| {
        byte.is_ascii_alphabetic()
            || matches!(
                byte,
                b' ' | b',' | b'.' | b':' | b';' | b'!' | b'?' | b'\'' | b'"' | b'/' | b'#' | b'*' | b'-'
            )
    };
    let is_sign = |byte: u8| matches!(byte, b'.' | b'?' | b'*' | b'-' | b'x' | b'X');
    let count =
        |is_counted: fn(u8) -> bool| line.bytes().map(|byte| usize::from(is_counted(byte))).sum::<usize>();
    // Emphasis may end within a word.
    let has_emphasis = |word: &str| {
        word.contains('*') && word.trim_matches(|sign: char| !sign.is_ascii_alphabetic()).contains('*')
    };
    let is_word = |word: &str| {
        !has_emphasis(word)
            && !matches!(word, "null" | "None" | "nan" | "NaN")
            && !begins_with(&OTHER_HOUSES, word.trim_start_matches(['*', '-', '.', '?']))
    };
    line.len() <= MAX_GRID_LINE
        && count(is_plain) == line.len()
        && count(|byte| byte.is_ascii_alphabetic()) > 0
        && count(is_sign) < MIN_ROW
        && line.split(is_separator).all(is_word)
}

/// Reads a line, which may be an item of a list.
pub(super) fn read(line: &str) -> LineContent {
    if let Some(cells) = nine_cells(line.trim_ascii()) {
        return LineContent::Cells(CellLine::new(None, cells.to_vec()));
    }
    let line = line.trim().trim_start_matches(['>', '•']).trim_start();
    let mut item =
        ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet)).map(str::trim_start);
    // YAML may begin several lists on one line.
    while let Some(inner) = item.and_then(|item| item.strip_prefix("- ")) {
        item = Some(inner.trim_start());
    }
    if let Some(item) = item
        && let content = read_item(item)
        && (is_exact(&content)
            || item.len() == 1
            || item.starts_with(|first: char| first.is_alphabetic() || "*[(".contains(first)))
    {
        return content;
    }
    read_item(line)
}

fn read_item(line: &str) -> LineContent {
    if line.starts_with("```") {
        return LineContent::Gap;
    }
    // An `x` may be a blank, or a part of a frame.
    if !line.contains(|sign: char| sign.is_alphanumeric() && !matches!(sign, 'x' | 'X')) {
        return blank_row(line);
    }
    let plain = without_emphasis(line);
    let content = read_plain(&plain);
    if *plain != *line && !is_exact(&content) {
        // The stars may be blanks.
        let other = read_plain(line);
        if is_exact(&other) {
            return other;
        }
    }
    content
}

/// Reports whether a line contains a row or a grid.
fn is_exact(content: &LineContent) -> bool {
    matches!(content, LineContent::Cells(line) if matches!(line.cells.len(), 9 | 81) && line.crowded.is_none())
}

/// Reads a line without letters and digits: a row of blanks, or a part of a frame.
fn blank_row(line: &str) -> LineContent {
    let blanks: Vec<char> = line.chars().filter(|&character| is_blank(character)).collect();
    let is_row = blanks.len() == 9
        && !"-–—*".contains(blanks[0])
        && blanks.iter().all(|&blank| blank == blanks[0])
        && line.chars().all(|character| character == blanks[0] || is_separator(character));
    if is_row {
        return LineContent::Cells(CellLine::new(None, vec![0; 9]));
    }
    LineContent::Gap
}

/// Removes the marks of bold and italic text and of code. A line that is too long for a grid stays as it is.
fn without_emphasis(line: &str) -> Cow<'_, str> {
    if line.len() > MAX_GRID_LINE || !contains_any(line, *b"*`_") {
        return Cow::Borrowed(line);
    }
    let mut plain = line.replace("**", "").replace('`', "");
    for mark in ["__", "*", "_"] {
        let mut start = 0;
        while let Some(found) = plain[start..].find(mark) {
            start += found + mark.len();
            let digits = plain[start..].bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 && plain[start + digits..].starts_with(mark) {
                plain.replace_range(start + digits..start + digits + mark.len(), "");
                start -= mark.len();
                plain.replace_range(start..start + mark.len(), "");
                start += digits;
            }
        }
    }
    Cow::Owned(plain)
}

/// Reads the words of a line that are whole grids.
fn whole_grids(line: &str) -> Option<CellLine> {
    let is_grid = |word: &&str| {
        word.chars().count() == 81
            && word.chars().all(is_cell)
            && word.chars().filter(char::is_ascii_digit).count() >= MIN_CLUES
    };
    // A full stop may end the sentence.
    let without_stop = |word| str::strip_suffix(word, ['.', '?']).unwrap_or(word);
    let words =
        line.split(is_separator).filter_map(|word| [word, without_stop(word)].into_iter().find(is_grid));
    let cells: Vec<u8> = words.flat_map(|grid| grid.chars().map(number_of)).collect();
    (!cells.is_empty()).then(|| CellLine::new(None, cells))
}

/// Reads a line. Of several versions with arrows between them, only the last one counts.
fn read_plain(line: &str) -> LineContent {
    // Most lines without digits are prose.
    if !contains_any(line, *b"0123456789") {
        return read_words(line);
    }
    if let Some(grids) = whole_grids(line) {
        return LineContent::Cells(grids);
    }
    if let Some((before, after)) = last_change(line) {
        let label = label_of(&tokens(line)).and_then(|(label, _)| label);
        let before = match last_change(before) {
            Some((_, before)) => LineContent::Cells(before),
            None => read_plain(before),
        };
        let is_corrected = matches!(before, LineContent::Cells(before)
            if before.cells.len() == after.cells.len()
                && before.cells.iter().zip(&after.cells).any(|(old, new)| *old != 0 && old != new));
        return LineContent::Cells(CellLine { label, is_corrected, ..after });
    }
    if let Some(row) = fields(line).or_else(|| row_in_table(line)) {
        return LineContent::Cells(row);
    }
    read_words(line)
}

/// Splits a line at its last arrow, and reads the cells after it. Returns `None` if they are not a row or a
/// grid.
fn last_change(line: &str) -> Option<(&str, CellLine)> {
    let arrows = ["→", "⇒", "->", "=>"].iter();
    let (start, length) = arrows.filter_map(|arrow| Some((line.rfind(arrow)?, arrow.len()))).max()?;
    match read_plain(&line[start + length..]) {
        LineContent::Cells(after) if matches!(after.cells.len(), 9 | 81) => Some((&line[..start], after)),
        _ => None,
    }
}

/// Reads a line that is neither a list of fields nor a change.
fn read_words(line: &str) -> LineContent {
    let tokens = tokens(line);
    let begin = |starts: &[&str]| tokens.iter().any(|token| begins_with(starts, token.text));
    let in_chinese = line.contains(['列', '宫', '宮']) && !line.contains('行');
    let in_korean = tokens.iter().any(|token| token.text.trim_start_matches(is_digit) == "열");
    if is_other_house(&tokens) {
        return LineContent::Prose;
    }
    if (begin(&OTHER_HOUSES) && !begin(&["row"])) || in_chinese || in_korean {
        let is_heading = line.ends_with(':') || tokens.len() <= 2;
        return if is_heading { LineContent::OtherHouses } else { LineContent::Prose };
    }
    let (label, first) = label_of(&tokens).unwrap_or((None, 0));
    if let Some(number) = label
        && first == tokens.len()
    {
        return LineContent::RowHeading(number);
    }
    match labelled(line, &tokens[first..], label) {
        LineContent::Prose if tokens.len() <= MAX_HEADING && begin(&BANDS) => LineContent::Band,
        content => content,
    }
}

/// Reads the cells after a label.
fn labelled(line: &str, tokens: &[Token<'_>], label: Option<usize>) -> LineContent {
    let (label, tokens) = number_before_row(line, tokens, label);
    let runs: Vec<CellRun<'_>> = tokens
        .chunk_by(|one, next| one.is_cells == next.is_cells)
        .filter(|run| run[0].is_cells)
        .map(|tokens| CellRun { cells: cells_of(tokens), tokens })
        .collect();
    if let Some(CellRun { cells, .. }) = runs.iter().find(|run| (70..=92).contains(&run.cells.len())) {
        let is_text = cells.iter().filter(|cell| cell.is_ascii_digit()).count() < MIN_CLUES;
        return if is_text { LineContent::Prose } else { cell_line(label, cells, None) };
    }
    let long: Vec<&CellRun<'_>> = runs.iter().filter(|run| run.cells.len() >= MIN_ROW).collect();
    let (row, change) = match long[..] {
        [row] => (row, None),
        [row, comment, ..] if label.is_some() && row.cells.len() == 9 && is_comment(tokens, row, comment) => {
            (row, None)
        }
        // A change in words.
        [old, row] if label.is_some() && row.cells.len() == 9 => (row, Some(old)),
        _ => {
            let cells: Vec<char> = runs.iter().flat_map(|run| run.cells.clone()).collect();
            let all_cells = tokens.iter().all(|token| token.is_cells);
            let is_row = all_cells && cells.iter().any(char::is_ascii_digit);
            return if is_row { cell_line(label, &cells, None) } else { LineContent::Prose };
        }
    };
    let (start, end) = (row.tokens[0].start, row.tokens[row.tokens.len() - 1].start);
    let begin = change.map_or(0, |old| old.tokens[0].start);
    let words = tokens.iter().filter(|token| !token.is_cells && token.start >= begin);
    let (before, after): (Vec<&Token<'_>>, Vec<&Token<'_>>) = words.partition(|token| token.start < start);
    let has_comment = after.first().is_some_and(|word| {
        !word.text.starts_with(char::is_alphanumeric)
            || line[..word.start].trim_end().ends_with(['#', '/', '(', '<', '[', '-', '–', '—', '|', '+'])
    });
    // A key of JSON may be any word.
    let is_key = line.starts_with(['"', '\'']) && row.cells.len() == 9;
    let is_excluded = !is_key && before.iter().any(|word| begins_with(&NOT_ROWS, word.text));
    let is_row = !is_excluded
        && (label.is_some()
            || before.len() <= 4
                && (after.is_empty() || (before.is_empty() && (has_comment || after.len() <= 2))));
    let others = runs.iter().filter(|run| (begin..start).contains(&run.tokens[0].start));
    let others: usize = others.filter(|run| run.cells.len() < MIN_ROW).map(|run| run.cells.len()).sum();
    if !is_row || others > 2 {
        let (is_start, is_end) = (start == tokens[0].start, end == tokens[tokens.len() - 1].start);
        let is_sentence = label.is_none() && row.cells.len() == 9 && is_start != is_end;
        return match cell_line(None, &row.cells, None) {
            LineContent::Cells(row) if is_sentence => LineContent::Sentence { row, is_start },
            _ => LineContent::Prose,
        };
    }
    let mut content = read_row(label, row, !after.is_empty());
    if let LineContent::Cells(cells) = &mut content {
        cells.has_other_name = label.is_none() && is_other_name(&before, row.cells.len());
        cells.is_corrected = change.is_some_and(|old| !is_part(&old.cells, &row.cells));
    }
    content
}

/// Reports whether the second run of cells is a comment to the row before it: the clues of the row, a list of
/// some digits, or a column or a box.
fn is_comment(tokens: &[Token<'_>], row: &CellRun<'_>, comment: &CellRun<'_>) -> bool {
    let starts = [row, comment].map(|run| run.tokens[0].start);
    let between =
        tokens.iter().filter(|token| !token.is_cells && (starts[0]..starts[1]).contains(&token.start));
    let mut names = between.map(|token| token.text);
    let is_name = |name: &str| begins_with(&OTHER_HOUSES, name) || is_house_name(name);
    comment.cells.len() != 9
        || (comment.cells != row.cells && is_part(&comment.cells, &row.cells))
        || names.any(is_name)
}

/// Neighbouring cells between the words of a line.
struct CellRun<'a> {
    cells: Vec<char>,
    tokens: &'a [Token<'a>],
}

/// Reads the cells of a row, which may end with a comment.
fn read_row(label: Option<usize>, row: &CellRun<'_>, has_words_after: bool) -> LineContent {
    let groups: Vec<&str> = row.tokens.iter().map(|token| token.text).collect();
    if groups.len() == 9
        && let Some(marked) = groups.iter().copied().map(marked_cell).collect::<Option<Vec<char>>>()
    {
        return cell_line(label, &marked, None);
    }
    let is_sum = row.cells.len() == 11 && groups.last() == Some(&SUM);
    let is_comment = has_words_after
        && row.cells.len() > 9
        && row.cells[..9].iter().all(char::is_ascii_digit)
        && !row.cells[9].is_ascii_digit();
    let cells = if is_sum || is_comment { &row.cells[..9] } else { &row.cells[..] };
    let crowded = (groups.len() == 9 && cells.len() > 9)
        .then(|| groups.into_iter().find(|group| group.chars().count() > 1))
        .flatten();
    cell_line(label, cells, crowded)
}

fn cell_line(label: Option<usize>, cells: &[char], crowded: Option<&str>) -> LineContent {
    let cells = cells.iter().map(|&character| number_of(character)).collect();
    LineContent::Cells(CellLine { crowded: crowded.map(str::to_string), ..CellLine::new(label, cells) })
}

/// Reports whether a text contains any of these bytes. Unlike a search for characters, this is vectorized.
pub(super) fn contains_any<const N: usize>(text: &str, wanted: [u8; N]) -> bool {
    let is_wanted = |byte: u8| wanted.iter().fold(0, |found, &wanted| found | u8::from(byte == wanted));
    text.bytes().fold(0, |found, byte| found | is_wanted(byte)) != 0
}
