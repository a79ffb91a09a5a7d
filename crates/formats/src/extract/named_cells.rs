//! Grids that are written cell by cell, in any order.
//!
//! ```text
//! r1c1=5, r1c2=3, …      {"row": 1, "col": 1, "value": 5}, …      {'A1': '5', 'A2': '3', …}      cell(1,1,5). …
//! ```
//!
//! All 81 cells must be there. A part of them, such as a list of moves, is not a grid.

use veridoku_core::{Cell, Grid};

/// The characters that may separate the cells, in the order in which they are tried.
const SEPARATORS: [&[char]; 6] = [&['{'], &['('], &['\n'], &['r', 'R'], &['x', 'X'], &[';']];

/// Prefixes of the names of a digit.
const DIGIT_NAMES: [&str; 3] = ["val", "dig", "num"];

/// The row, the column and the digit of a cell. Rows and columns count from 0 or from 1.
type NamedCell = [u8; 3];

/// Returns the grid of a text that names each cell with its digit, and a warning if it may be misread.
pub(super) fn grid(text: &str) -> Option<(Grid, Option<&'static str>)> {
    // Each cell has at least two digits: a coordinate and its value.
    if text.bytes().filter(u8::is_ascii_digit).take(2 * Cell::COUNT).count() < 2 * Cell::COUNT {
        return None;
    }
    if let Some(grid) = assemble(cells_with_letters(text)) {
        return Some((grid, Some("the letters are read as rows")));
    }
    SEPARATORS.iter().find_map(|separators| {
        let pieces: Vec<(NamedCell, bool)> = text.split(*separators).filter_map(cell_of).collect();
        let is_named = pieces.iter().all(|&(_, is_named)| is_named);
        let warning = (!is_named).then_some("the numbers are read as row, column and digit");
        Some((assemble(pieces.into_iter().map(|(cell, _)| cell))?, warning))
    })
}

/// Returns the grid of these cells, if every cell of it has exactly one digit.
fn assemble(cells: impl IntoIterator<Item = NamedCell>) -> Option<Grid> {
    let cells: Vec<NamedCell> = cells.into_iter().collect();
    let first = cells.iter().flat_map(|[row, column, _]| [row, column]).min().copied()?;
    if first > 1 {
        return None;
    }
    let mut numbers = [0; Cell::COUNT];
    for [row, column, digit] in cells {
        let (row, column) = (row - first, column - first);
        if row > 8 || column > 8 || digit == 0 {
            return None;
        }
        let cell = &mut numbers[usize::from(9 * row + column)];
        if *cell != 0 && *cell != digit {
            return None;
        }
        *cell = digit;
    }
    numbers.iter().all(|&digit| digit != 0).then(|| Grid::from_bytes(numbers)).flatten()
}

/// Reads a part of the text that contains three numbers of one digit. Also returns whether a word or a sign
/// shows that the last one is the digit of the cell.
fn cell_of(piece: &str) -> Option<(NamedCell, bool)> {
    // Other text may follow the last cell.
    let end = piece.find('}').into_iter().chain(piece.find("\n\n")).min();
    let piece = &piece[..end.unwrap_or(piece.len())];
    let mut numbers = lone_digits(piece);
    let found = [numbers.next()??, numbers.next()??, numbers.next()??];
    if numbers.next().is_some() {
        return None;
    }
    let [first, second, digit] = found.map(|(at, _)| at);
    let before = [&piece[..first], &piece[first + 1..second], &piece[second + 1..digit]];
    let names = before.map(last_word);
    // `x` and `y` may be either, and a digit at the start may belong to the cell before.
    let is_unclear = names[..2].iter().any(|name| {
        matches!(name.as_str(), "x" | "y") || DIGIT_NAMES.iter().any(|digit| name.starts_with(digit))
    });
    let is_column = |name: &str| name == "c" || name.starts_with("col");
    if is_unclear || is_column(&names[2]) {
        return None;
    }
    let [mut row, mut column, digit] = found.map(|(_, number)| number);
    if is_column(&names[0]) {
        (row, column) = (column, row);
    }
    Some(([row, column, digit], before[2].contains([':', '=']) || !names[2].is_empty()))
}

/// Returns the last word of a text in lower case, or an empty text if there is none.
fn last_word(text: &str) -> String {
    let is_sign = |character: char| !character.is_alphabetic();
    text.trim_end_matches(is_sign).rsplit(is_sign).next().unwrap_or_default().to_lowercase()
}

/// Returns each number in a text with its position, or `None` if it has several digits.
fn lone_digits(text: &str) -> impl Iterator<Item = Option<(usize, u8)>> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (0..bytes.len())
        .filter(move |&at| is_digit(at) && (at == 0 || !is_digit(at - 1)))
        .map(move |at| (!is_digit(at + 1)).then(|| (at, bytes[at] - b'0')))
}

/// Returns the cells of names such as `A1`, each with the number after it.
fn cells_with_letters(text: &str) -> impl Iterator<Item = NamedCell> {
    /// The maximum number of signs between the name and the number.
    const MAX_SIGNS: usize = 8;
    let bytes = text.as_bytes();
    let alphanumeric = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    (0..bytes.len().saturating_sub(3)).filter_map(move |at| {
        let (letter, column) = (bytes[at].to_ascii_uppercase(), bytes[at + 1]);
        let is_name = matches!(letter, b'A'..=b'J')
            && matches!(column, b'1'..=b'9')
            && !alphanumeric(at + 2)
            && (at == 0 || !alphanumeric(at - 1));
        if !is_name {
            return None;
        }
        let digit = (at + 3..).take(MAX_SIGNS).find(|&next| alphanumeric(next))?;
        let is_lone = bytes[digit].is_ascii_digit() && !alphanumeric(digit + 1);
        // Some leave out the letter I.
        is_lone.then(|| [(letter - b'A' + 1).min(9), column - b'0', bytes[digit] - b'0'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn write(cell: impl Fn(usize, usize, &str) -> String) -> String {
        let cells = (0..81).map(|index| (index / 9, index % 9));
        cells.map(|(row, column)| cell(row, column, &ROWS[row][column..=column])).collect()
    }

    #[test]
    fn all_81_cells_are_a_grid() {
        let texts = [
            write(|row, column, digit| format!("r{}c{}={digit}, ", row + 1, column + 1)),
            write(|row, column, digit| format!("R{} C{}: {digit}\n", row + 1, column + 1)),
            write(|row, column, digit| format!("({row}, {column}): {digit}, ")),
            write(|row, column, digit| format!("grid[{row}][{column}] = {digit};\n")),
            write(|row, column, digit| {
                format!("{{\"row\": {row}, \"col\": {column}, \"value\": {digit}}}, ")
            }),
            write(|row, column, digit| {
                format!("{{\"col\": {column}, \"row\": {row}, \"value\": {digit}}}, ")
            }),
            write(|row, column, digit| format!("Row {}, column {}: {digit}\n", row + 1, column + 1)),
            write(|row, column, digit| format!("x_{}_{} = {digit}, ", row + 1, column + 1)),
            write(|row, column, digit| format!("c{}r{}={digit}\n", column + 1, row + 1)),
            write(|row, column, digit| format!("Column {}, row {}: {digit}\n", column + 1, row + 1)),
        ];
        for text in texts {
            let (found, warning) = grid(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.to_string(), warning), (ROWS.concat(), None), "{text}");
        }
        let doubtful = [
            write(|row, column, digit| format!("cell({row},{column},{digit}). ")),
            write(|row, column, digit| {
                format!("'{}{}': '{digit}', ", char::from(b'A' + row as u8), column + 1)
            }),
        ];
        for text in doubtful {
            let (found, warning) = grid(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.to_string(), warning.is_some()), (ROWS.concat(), true), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_not_a_grid() {
        let named = write(|row, column, digit| format!("r{}c{}={digit}, ", row + 1, column + 1));
        for text in [
            named.replacen("r5c5=5", "", 1),
            named.clone() + "r1c1=6",
            named.replacen("r5c5=5", "r5c5=15", 1),
            write(|row, column, digit| format!("{{\"value\": {digit}, \"row\": {row}, \"col\": {column}}}")),
            write(|row, column, digit| format!("{{\"x\": {column}, \"y\": {row}, \"value\": {digit}}}")),
            write(|row, column, digit| format!("{{'y': {row}, 'x': {column}, 'value': {digit}}}")),
            write(|row, column, digit| format!("x={column}, y={row}: {digit}\n")),
            write(|row, column, digit| format!("c{}r{}={digit}, ", column + 1, row + 1)),
            ROWS.join("\n").repeat(3),
        ] {
            assert_eq!(grid(&text), None, "{text}");
        }
    }
}
