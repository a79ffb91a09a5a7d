//! The words and the groups of cells of a line.
//!
//! ```text
//! Row 3: 1 9 8 | 3.4 | 567  ✓ done
//! word   cells              words
//! ```

use crate::row;

/// The sum of a row, which may follow it.
pub(super) const SUM: &str = "45";

/// The minimum number of cells that are read as a row, which may be incomplete.
pub(super) const MIN_ROW: usize = 7;

/// A word or a group of cells.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    /// The position in the line.
    pub(super) start: usize,
    pub(super) text: &'a str,
    pub(super) is_cells: bool,
}

/// The cells on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellLine {
    /// The number of the row, from 0 to 9, if the line has a label.
    pub(super) label: Option<usize>,
    /// The numbers in the cells, 0 for a blank.
    pub(super) cells: Vec<u8>,
    /// A cell that contains more than one digit.
    pub(super) crowded: Option<String>,
    /// Whether the cells replace others on the same line, as in `534678921 -> 534678912`.
    pub(super) is_corrected: bool,
    /// Whether the row has a number and a name that may mean a column or a box, as in `Kolom 3` or `S3`.
    pub(super) has_other_name: bool,
}

impl CellLine {
    pub(super) fn new(label: Option<usize>, cells: Vec<u8>) -> CellLine {
        CellLine { label, cells, crowded: None, is_corrected: false, has_other_name: false }
    }
}

/// Reports whether a character can be a cell.
pub(super) fn is_cell(character: char) -> bool {
    character.is_ascii_digit() || is_blank(character)
}

pub(super) fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

pub(super) fn is_blank(character: char) -> bool {
    matches!(
        character,
        '.' | '_' | 'x' | 'X' | '?' | '*' | '-' | '–' | '—' | '·' | '∙' | '•' | '□' | '☐' | '▢'
    ) || matches!(character, '⬜' | '⬛' | '◻' | '␣')
}

pub(super) fn is_separator(character: char) -> bool {
    row::is_separator(character)
        || matches!(character, '/' | '"' | '\'' | '`' | '[' | ']' | '(' | ')' | '{' | '}' | ':' | '=' | '#')
        || matches!(character, '&' | '<' | '>' | '→' | '⇒' | '➡' | '+' | '\\' | '!' | '~' | '‖' | '❘' | '∣')
}

/// Splits a line into words and groups of cells.
pub(super) fn tokens(line: &str) -> Vec<Token<'_>> {
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
    let floats = tokens.iter().filter(|token| is_float(token.text)).count();
    let is_number = |text: &str| is_float(text) || (text.len() == 1 && text.contains(is_digit));
    // The last one may have no full stop.
    let all_float = floats >= 8 && tokens.iter().all(|token| is_number(token.text));
    let dots = line.matches('.').count();
    let end = line.trim_end().len();
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
        // A row of digits at the end of a sentence with other stops.
        let is_last_row = digits.len() == 9 && token.start + token.text.len() == end;
        if (is_sentence_end || is_number || is_last_row) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            token.text = digits;
        }
        token.is_cells = (token.text.chars().all(is_cell) && !is_size_or_range(token.text))
            || matches!(token.text, "null" | "None" | "nan" | "NaN");
    }
    // A full stop after quotes or brackets.
    tokens.pop_if(|token| {
        token.start + 1 == end
            && token.text == "."
            && line[..token.start].ends_with(['"', '\'', ')', ']', '}'])
    });
    tokens
}

/// Reports whether a word is a size, such as `9x9`, or a range, such as `1-9`.
fn is_size_or_range(word: &str) -> bool {
    match word.as_bytes() {
        [b'0'..=b'9', b'x' | b'X', b'0'..=b'9'] => word.ends_with(&word[..1]),
        [b'1', b'-', b'9'] => true,
        _ => word == "1–9",
    }
}

/// Returns a cell that consists of one character, or of a digit and a mark, such as `5*`.
pub(super) fn marked_cell(group: &str) -> Option<char> {
    let mut characters = group.chars();
    let (cell, mark) = (characters.next()?, characters.next());
    let is_cell = mark.is_none_or(|mark| cell.is_ascii_digit() && !mark.is_alphanumeric());
    (is_cell && characters.next().is_none()).then_some(cell)
}

/// Returns the cells of a run of tokens. A sign that is repeated between all digits, or between groups of
/// three or nine, is a separator. It may also be before and after them, and so may a dash.
pub(super) fn cells_of(run: &[Token<'_>]) -> Vec<char> {
    let characters = |token: &Token<'_>| -> Vec<char> {
        if token.text.chars().all(is_cell) { token.text.chars().collect() } else { vec!['.'] }
    };
    let cells: Vec<char> = run.iter().flat_map(characters).collect();
    let digits: Vec<char> = cells.iter().copied().filter(char::is_ascii_digit).collect();
    if digits.len() < MIN_ROW || digits.len() == cells.len() {
        return cells;
    }
    let mut signs = cells.iter().copied().filter(|cell| !cell.is_ascii_digit());
    let sign = signs.next().unwrap_or_default();
    let is_dash = matches!(sign, '-' | '–' | '—');
    let is_separator = is_dash || matches!(sign, '.' | '·' | '•' | '∙' | '_' | '*' | '⬜' | '⬛');
    let is_equal = signs.all(|other| other == sign);
    let inner = cells.strip_prefix(&[sign]).unwrap_or(&cells);
    let inner = inner.strip_suffix(&[sign]).unwrap_or(inner);
    let groups: Vec<usize> = inner.split(|cell| *cell == sign).map(<[char]>::len).collect();
    let is_regular = groups.iter().all(|length| *length == groups[0]);
    let is_between = match (groups.len(), groups[0]) {
        (1, 9) => is_dash,
        (_, 1) => digits.len() == 9 || inner.len() == cells.len(),
        lengths => matches!(lengths, (3, 3) | (9, 9)),
    };
    if is_separator && is_equal && is_regular && is_between { digits } else { cells }
}

/// Returns the number in a cell, 0 for a blank.
pub(super) fn number_of(character: char) -> u8 {
    character.to_digit(10).map_or(0, |number| number as u8)
}

/// Reports whether some cells are equal to others, or blank.
pub(super) fn is_part(cells: &[char], whole: &[char]) -> bool {
    cells.iter().zip(whole).all(|(cell, other)| number_of(*cell) == 0 || cell == other)
}
