//! The cells on one line, with the label of the row.
//!
//! ```text
//! Row 3: 1 9 8 | 3 4 2 | 5 6 7   ✓ done
//! label  cells                   comment
//! ```

use crate::row;
use std::borrow::Cow;

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineContent {
    /// Nothing, a part of a frame, or brackets.
    Gap,
    /// Cells, possibly with a label or a comment.
    Cells(CellLine),
    /// The label of a row, from 1 to 9, whose cells may be on the next line.
    RowHeading(usize),
    /// A heading that announces columns or boxes.
    OtherHouses,
    /// A heading that announces some rows of the grid, such as `Middle band:`.
    Band,
    /// Other words.
    Prose,
}

/// The cells on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellLine {
    /// The number of the row, from 1 to 9, if the line has a label.
    pub(super) label: Option<usize>,
    /// The numbers in the cells, 0 for a blank.
    pub(super) cells: Vec<u8>,
    /// A cell that contains more than one digit.
    pub(super) crowded: Option<String>,
    /// Whether the cells replace others on the same line, as in `534678921 -> 534678912`.
    pub(super) is_corrected: bool,
}

impl CellLine {
    fn new(label: Option<usize>, cells: Vec<u8>) -> CellLine {
        CellLine { label, cells, crowded: None, is_corrected: false }
    }
}

/// A word or a group of cells.
#[derive(Clone, Debug)]
struct Token<'a> {
    start: usize,
    text: &'a str,
    is_cells: bool,
}

/// Prefixes of words that refer to columns or boxes.
const OTHER_HOUSES: [&str; 10] =
    ["col", "box", "block", "square", "subgrid", "subsquare", "region", "nonet", "spalte", "colonne"];

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

/// The minimum number of cells that are read as a row, which may be incomplete.
pub(super) const MIN_ROW: usize = 7;

/// The maximum length of a line that contains a whole grid with marks around every cell, in bytes.
const MAX_GRID_LINE: usize = 4096;

/// The words before the number of a row.
const ROW_WORDS: [&str; 9] = ["row", "r", "line", "zeile", "ligne", "fila", "riga", "linha", "rij"];

/// Reports whether a word begins with one of these, in upper or lower case.
fn begins_with(starts: &[&str], word: &str) -> bool {
    starts.iter().any(|start| word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

/// Reports whether a character can be a cell.
pub(super) fn is_cell(character: char) -> bool {
    character.is_ascii_digit() || is_blank(character)
}

fn is_blank(character: char) -> bool {
    matches!(
        character,
        '.' | '_' | 'x' | 'X' | '?' | '*' | '-' | '–' | '—' | '·' | '∙' | '•' | '□' | '☐' | '▢'
    ) || matches!(character, '⬜' | '◻' | '␣')
}

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
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || b" ,.:;!?'\"/#*-".contains(&byte);
    let signs = line.bytes().filter(|byte| b".?*-xX".contains(byte)).count();
    let is_word = |word: &str| {
        // Emphasis may end within a word.
        !word.trim_matches(|sign: char| !sign.is_ascii_alphabetic()).contains('*')
            && !matches!(word, "null" | "None" | "nan" | "NaN")
            && !begins_with(&OTHER_HOUSES, word.trim_start_matches(['*', '-', '.', '?']))
    };
    line.len() <= MAX_GRID_LINE
        && line.bytes().all(is_plain)
        && line.bytes().any(|byte| byte.is_ascii_alphabetic())
        && signs < MIN_ROW
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
    if !line.contains(char::is_alphanumeric) {
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

fn is_separator(character: char) -> bool {
    row::is_separator(character)
        || matches!(character, '/' | '"' | '\'' | '`' | '[' | ']' | '(' | ')' | '{' | '}' | ':' | '=' | '#')
        || matches!(character, '&' | '<' | '>' | '→' | '⇒' | '+' | '\\' | '!')
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
    if let Some(fields) = fields(line) {
        return LineContent::Cells(fields);
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
    if is_other_house(&tokens) {
        return LineContent::Prose;
    }
    if (begin(&OTHER_HOUSES) && !begin(&["row"])) || in_chinese {
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

/// Reports whether a line is the name of a column or a box, such as `C1` or `B1`, and its cells. A name and a
/// digit, such as `C1 = 5`, are a cell in row C.
fn is_other_house(tokens: &[Token<'_>]) -> bool {
    let Some((name, cells)) = tokens.split_first() else { return false };
    matches!(name.text.as_bytes(), [b'B' | b'C' | b'b' | b'c', b'1'..=b'9'])
        && cells.iter().all(|token| token.is_cells)
        && cells.iter().map(|token| token.text.chars().count()).sum::<usize>() >= MIN_ROW
}

/// Reads the fields of a table in which some cells are empty.
fn fields(line: &str) -> Option<CellLine> {
    for separator in ['|', '&', ',', '\t'] {
        if line.matches(separator).count() < 8 {
            continue;
        }
        let inner = match separator {
            '|' => {
                let inner = line.trim_end_matches(',').trim();
                let inner = inner.strip_prefix('|').unwrap_or(inner);
                inner.strip_suffix('|').unwrap_or(inner)
            }
            // A comma after the last cell.
            ',' if line.matches(',').count() == 9 => line.trim_end().trim_end_matches(','),
            _ => line,
        };
        let mut fields: Vec<&str> = inner.split(separator).map(str::trim).collect();
        let label = (fields.len() == 10).then(|| fields.remove(0));
        let is_single = |field: &&str| field.chars().count() <= 1 && field.chars().all(is_cell);
        if fields.len() != 9 || !fields.iter().all(is_single) || fields.concat().is_empty() {
            continue;
        }
        let number = label.and_then(|label| {
            let tokens = tokens(label);
            label_of(&tokens).and_then(|(number, _)| number).or_else(|| label.parse().ok())
        });
        if label.is_some_and(|label| begins_with(&OTHER_HOUSES, label)) {
            return None;
        }
        let cells = fields.iter().map(|field| field.chars().next().map_or(0, number_of)).collect();
        return Some(CellLine::new(number.filter(|number| (1..=9).contains(number)), cells));
    }
    None
}

/// Splits a line into words and groups of cells.
fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (end, character) in line.char_indices().chain([(line.len(), ' ')]) {
        match start {
            None if !is_separator(character) => start = Some(end),
            Some(first) if is_separator(character) => {
                tokens.push(Token { start: first, text: &line[first..end], is_cells: false });
                start = None;
            }
            _ => {}
        }
    }
    let is_float = |text: &str| matches!(text.as_bytes(), [b'0'..=b'9', b'.'] | [b'0'..=b'9', b'.', b'0']);
    let all_float = tokens.len() >= 9 && tokens.iter().all(|token| is_float(token.text));
    let dots = line.matches('.').count();
    for token in &mut tokens {
        if all_float {
            token.text = &token.text[..1];
        }
        let digits = token.text.trim_end_matches(['.', ',']);
        // Nine characters are a row whose last cell is blank.
        let is_sentence_end =
            dots == 1 && digits.len() < token.text.len() && !digits.is_empty() && token.text.len() != 9;
        // `1.` at the start is the number of a list item.
        let is_number = token.start == 0 && matches!(token.text.as_bytes(), [_, b'.']);
        if (is_sentence_end || is_number) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            token.text = digits;
        }
        token.is_cells =
            token.text.chars().all(is_cell) || matches!(token.text, "null" | "None" | "nan" | "NaN");
    }
    tokens
}

/// Returns the number of the row, and the index of the first token after the label. Returns `None` if there
/// is no label.
fn label_of(tokens: &[Token<'_>]) -> Option<(Option<usize>, usize)> {
    let first = tokens.first()?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=9).contains(number));
    let lower = first.text.to_lowercase();
    let name =
        lower.trim_end_matches(|character: char| character.is_ascii_digit()).trim_end_matches(['_', '-']);
    if ROW_WORDS.contains(&name) && !first.is_cells {
        let digits = lower[name.len()..].trim_start_matches(['_', '-']);
        if !digits.is_empty() {
            return Some((number(digits), 1));
        }
        return tokens.get(1).and_then(|next| Some((Some(number(next.text)?), 2)));
    }
    if let Some(inner) = lower.strip_prefix('第').and_then(|rest| rest.strip_suffix('行')) {
        return Some((number(inner), 1));
    }
    let is_letter = lower.len() == 1 && matches!(lower.as_bytes()[0], b'a'..=b'i') && tokens.len() > 1;
    if is_letter && tokens[1].is_cells {
        return Some((Some(usize::from(lower.as_bytes()[0] - b'a') + 1), 1));
    }
    None
}

/// Reads the cells after a label.
fn labelled(line: &str, tokens: &[Token<'_>], label: Option<usize>) -> LineContent {
    let mut label = label;
    let mut tokens = tokens;
    // A digit and a colon, a bracket or a full stop: the number of a row.
    if let [first, rest @ ..] = tokens
        && label.is_none()
        && first.start <= 1
        && first.text.len() == 1
        && !rest.is_empty()
        && line[first.start + 1..].starts_with([':', ')', '.'])
        && line.matches('.').count() < 9
        && let Ok(number @ 1..=9) = first.text.parse()
    {
        (label, tokens) = (Some(number), rest);
    }
    let runs: Vec<&[Token<'_>]> = tokens.chunk_by(|one, next| one.is_cells == next.is_cells).collect();
    let runs: Vec<(usize, Vec<char>, &[Token<'_>])> = runs
        .into_iter()
        .enumerate()
        .filter(|(_, run)| run[0].is_cells)
        .map(|(index, run)| (index, cells_of(run), run))
        .collect();
    let all_cells = tokens.iter().all(|token| token.is_cells);
    if let Some((_, cells, _)) = runs.iter().find(|(_, cells, _)| (70..=92).contains(&cells.len())) {
        let is_text = cells.iter().filter(|cell| cell.is_ascii_digit()).count() < MIN_CLUES;
        return if is_text { LineContent::Prose } else { cell_line(label, cells, None) };
    }
    let mut long = runs.iter().filter(|(_, cells, _)| cells.len() >= MIN_ROW);
    let (Some((index, cells, run)), None) = (long.next(), long.next()) else {
        let cells: Vec<char> = runs.iter().flat_map(|(_, cells, _)| cells.clone()).collect();
        let is_row = all_cells && !cells.is_empty() && cells.iter().any(char::is_ascii_digit);
        return if is_row { cell_line(label, &cells, None) } else { LineContent::Prose };
    };
    let (before, after): (Vec<&Token<'_>>, Vec<&Token<'_>>) =
        tokens.iter().filter(|token| !token.is_cells).partition(|token| token.start < run[0].start);
    let mut cells = &cells[..];
    let is_comment = |sign: &char| !sign.is_ascii_digit();
    if !after.is_empty()
        && cells.len() > 9
        && cells[..9].iter().all(char::is_ascii_digit)
        && is_comment(&cells[9])
    {
        cells = &cells[..9];
    }
    let has_comment = after.first().is_some_and(|word| {
        !word.text.starts_with(char::is_alphanumeric)
            || line[..word.start].trim_end().ends_with(['#', '/', '(', '<', '[', '-', '–', '—', '|', '+'])
    });
    let is_excluded = before.iter().any(|word| begins_with(&NOT_ROWS, word.text));
    let is_row = !is_excluded
        && (label.is_some()
            || before.len() <= 4
                && (after.is_empty() || (before.is_empty() && (has_comment || after.len() <= 2))));
    let others =
        runs.iter().filter(|(other, ..)| other < index).map(|(_, cells, _)| cells.len()).sum::<usize>();
    if !is_row || others > 2 {
        return LineContent::Prose;
    }
    let groups: Vec<&str> = run.iter().map(|token| token.text).collect();
    if groups.len() == 9
        && let Some(marked) = groups.iter().copied().map(marked_cell).collect::<Option<Vec<char>>>()
    {
        return cell_line(label, &marked, None);
    }
    // The last number is the sum of the row.
    if cells.len() == 11 && run.last().is_some_and(|last| last.text == "45") {
        cells = &cells[..9];
    }
    let crowded = (groups.len() == 9 && cells.len() > 9)
        .then(|| groups.into_iter().find(|group| group.chars().count() > 1))
        .flatten();
    cell_line(label, cells, crowded)
}

fn cell_line(label: Option<usize>, cells: &[char], crowded: Option<&str>) -> LineContent {
    let cells = cells.iter().map(|&character| number_of(character)).collect();
    LineContent::Cells(CellLine { crowded: crowded.map(str::to_string), ..CellLine::new(label, cells) })
}

/// Returns a cell that consists of one character, or of a digit and a mark, such as `5*`.
fn marked_cell(group: &str) -> Option<char> {
    let mut characters = group.chars();
    let (cell, mark) = (characters.next()?, characters.next());
    let is_cell = mark.is_none_or(|mark| cell.is_ascii_digit() && !mark.is_alphanumeric());
    (is_cell && characters.next().is_none()).then_some(cell)
}

/// Returns the cells of a run of tokens. A sign that is repeated between all digits, or between three groups
/// of three, is a separator, and so is a dash before nine digits.
fn cells_of(run: &[Token<'_>]) -> Vec<char> {
    let characters = |token: &Token<'_>| -> Vec<char> {
        if token.text.chars().all(is_cell) { token.text.chars().collect() } else { vec!['.'] }
    };
    let cells: Vec<char> = run.iter().flat_map(characters).collect();
    let digits: Vec<char> = cells.iter().copied().filter(char::is_ascii_digit).collect();
    let signs: Vec<usize> = (0..cells.len()).filter(|&at| !cells[at].is_ascii_digit()).collect();
    let is_separator = |sign: char| matches!(sign, '-' | '–' | '—' | '.' | '·' | '•' | '∙' | '_' | '*');
    let is_equal = signs.iter().all(|&at| is_separator(cells[at]) && cells[at] == cells[signs[0]]);
    let is_between = match signs.len() {
        0 => false,
        1 => digits.len() == 9 && signs == [0] && matches!(cells[0], '-' | '–' | '—'),
        2 if digits.len() == 9 => signs == [3, 7],
        count => {
            count + 1 == digits.len() && signs.iter().enumerate().all(|(index, &at)| at == 2 * index + 1)
        }
    };
    if is_between && is_equal { digits } else { cells }
}

/// Returns the number in a cell, 0 for a blank.
fn number_of(character: char) -> u8 {
    character.to_digit(10).map_or(0, |number| number as u8)
}

/// Reports whether a text contains any of these bytes. Unlike a search for characters, this is vectorized.
pub(super) fn contains_any<const N: usize>(text: &str, wanted: [u8; N]) -> bool {
    let is_wanted = |byte: u8| wanted.iter().fold(0, |found, &wanted| found | u8::from(byte == wanted));
    text.bytes().fold(0, |found, byte| found | is_wanted(byte)) != 0
}
