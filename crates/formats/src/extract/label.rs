//! The names of rows, columns and boxes.
//!
//! ```text
//! Row 3:   R3   3.   C   第3行      a row
//! Column 3:   C3   Box 3   B3       another house, which is not a row of the grid
//! ```

use super::tokens::{MIN_ROW, Token, cells_of, is_digit};

/// Prefixes of words that refer to columns or boxes.
pub(super) const OTHER_HOUSES: [&str; 23] = [
    "diag",
    "anti-",
    "transpos",
    "col",
    "box",
    "blo",
    "square",
    "subgrid",
    "subsquare",
    "region",
    "nonet",
    "spalte",
    "quadrant",
    "carré",
    "caja",
    "kolom",
    "kolumn",
    "столб",
    "Столб",
    "блок",
    "Блок",
    "sütun",
    "cột",
];

/// The words before the number of a row.
const ROW_WORDS: [&str; 27] = [
    "row",
    "r",
    "line",
    "zeile",
    "reihe",
    "ligne",
    "rang",
    "fila",
    "renglón",
    "riga",
    "linha",
    "rij",
    "rad",
    "wiersz",
    "řádek",
    "sor",
    "satır",
    "rând",
    "hàng",
    "baris",
    "строка",
    "ряд",
    "الصف",
    "שורה",
    "पंक्ति",
    "แถว",
    "行",
];

/// What may follow the number of a row in Chinese, Japanese and Korean.
const ROW_SUFFIXES: [&str; 3] = ["行", "行目", "행"];

/// Reports whether a word begins with one of these, in upper or lower case.
pub(super) fn begins_with(starts: &[&str], word: &str) -> bool {
    let Some(first) = word.bytes().next().map(|first| first.to_ascii_lowercase()) else { return false };
    starts.iter().filter(|start| start.as_bytes()[0] == first).any(|start| {
        word.as_bytes().get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    })
}

/// Reports whether a line is the name of a column or a box, such as `C1` or `B1`, and its cells. A name and a
/// digit, such as `C1 = 5`, are a cell in row C.
pub(super) fn is_other_house(tokens: &[Token<'_>]) -> bool {
    let Some((name, cells)) = tokens.split_first() else { return false };
    is_house_name(name.text)
        && cells.iter().all(|token| token.is_cells)
        && cells.iter().map(|token| token.text.chars().count()).sum::<usize>() >= MIN_ROW
}

/// Reports whether a word is the short name of a column or a box, such as `C1` or `B1`.
pub(super) fn is_house_name(word: &str) -> bool {
    matches!(word.as_bytes(), [b'B' | b'C' | b'b' | b'c', b'1'..=b'9'])
}

/// Returns the number of the row, and the index of the first token after the label. Returns `None` if there
/// is no label.
pub(super) fn label_of(tokens: &[Token<'_>]) -> Option<(Option<usize>, usize)> {
    let first = tokens.first()?;
    let lower = first.text.to_lowercase();
    let name =
        lower.trim_end_matches(|character: char| character.is_ascii_digit()).trim_end_matches(['_', '-']);
    if ROW_WORDS.contains(&name) && !first.is_cells {
        let digits = lower[name.len()..].trim_start_matches(['_', '-']);
        if !digits.is_empty() {
            return Some((row_number(digits), 1));
        }
        return tokens.get(1).and_then(|next| Some((Some(row_number(next.text)?), 2)));
    }
    let without_suffix = ROW_SUFFIXES.iter().find_map(|suffix| lower.strip_suffix(suffix));
    if let Some(number) = without_suffix.and_then(|rest| row_number(rest.trim_start_matches('第'))) {
        return Some((Some(number), 1));
    }
    if let ([letter @ b'a'..=b'j'], Some(next)) = (lower.as_bytes(), tokens.get(1))
        && next.is_cells
    {
        // Some leave out the letter I.
        return Some((Some(usize::from(letter - b'a' + 1).min(9)), 1));
    }
    None
}

/// Reports whether the words before some cells are a name with a number, which is not known to mean a row.
pub(super) fn is_other_name(before: &[&Token<'_>], cells: usize) -> bool {
    let is_row_word = |word: &&Token<'_>| {
        let lower = word.text.to_lowercase();
        let name = lower.trim_end_matches(is_digit);
        // `L3` and `Z3` are rows in some languages.
        lower.contains("row") || ROW_WORDS.contains(&name) || matches!(name, "l" | "z")
    };
    let has_number = before.last().is_some_and(|word| {
        word.text.starts_with(char::is_alphabetic) && (cells == 10 || word.text.ends_with(is_digit))
    });
    has_number && !before.iter().any(is_row_word)
}

/// Returns the label of a row and the tokens after it. A number and a sign are a label too, as in `3:`, `3)`,
/// `3.` or `3 -`.
pub(super) fn number_before_row<'a>(
    line: &str,
    tokens: &'a [Token<'a>],
    label: Option<usize>,
) -> (Option<usize>, &'a [Token<'a>]) {
    let [first, rest @ ..] = tokens else { return (label, tokens) };
    let Some(number) = row_number(first.text).filter(|_| label.is_none() && !rest.is_empty()) else {
        return (label, tokens);
    };
    if let [dash, cells @ ..] = rest
        && matches!(dash.text, "-" | "–" | "—")
        && cells_of(cells).len() == 9
    {
        return (Some(number), cells);
    }
    let is_number =
        first.start <= 1 && first.text.len() == 1 && line[first.start + 1..].starts_with([':', ')', '.']);
    // In `5: 3: 4: …`, it is a cell.
    let signs = [':', '.'].iter().map(|sign| line.matches(*sign).count()).max();
    let cells: usize =
        rest.iter().filter(|token| token.is_cells).map(|token| token.text.chars().count()).sum();
    if is_number && (cells >= 9 || signs < Some(8)) { (Some(number), rest) } else { (label, tokens) }
}

/// Returns the number of a row, from 0 to 9.
fn row_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number| *number <= 9)
}
