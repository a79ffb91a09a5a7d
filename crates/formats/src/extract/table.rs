//! Rows of tables.
//!
//! ```text
//! | R3 | 1 |   | 8 | 3 | 4 | 2 | 5 | 6 | 7 | 45 |      one cell per field, which may be empty
//! | R3 | 1.8 342 567 | 198 342 567 | ✓ |               one row per field
//! ```

use super::label::{OTHER_HOUSES, begins_with, label_of};
use super::tokens::{CellLine, SUM, cells_of, is_cell, is_digit, is_part, number_of, tokens};

/// Reads the fields of a table in which some cells are empty.
pub(super) fn fields(line: &str) -> Option<CellLine> {
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
        let is_single = |field: &&str| field.chars().count() <= 1 && field.chars().all(is_cell);
        // The last field may be the sum of the row, or a comment.
        let is_comment = |field: &&str| *field == SUM || !(is_single(field) || field.contains(is_digit));
        if fields.len() > 9 {
            fields.pop_if(|field| is_comment(&&**field));
        }
        let label = (fields.len() == 10).then(|| fields.remove(0));
        if fields.len() != 9 || !fields.iter().all(is_single) || fields.concat().is_empty() {
            continue;
        }
        if label.is_some_and(|label| begins_with(&OTHER_HOUSES, label)) {
            return None;
        }
        let cells = fields.iter().map(|field| field.chars().next().map_or(0, number_of)).collect();
        return Some(CellLine::new(label.and_then(number_of_row), cells));
    }
    None
}

/// Returns the number of a row in its field of a table.
fn number_of_row(field: &str) -> Option<usize> {
    let number = label_of(&tokens(field)).and_then(|(number, _)| number);
    number.or_else(|| field.parse().ok()).filter(|number| *number <= 9)
}

/// Reads a line of a table in which one field is a whole row, as in `| 1 | 53..7.... | 534678912 | 45 |`. If
/// there are several, they must be parts of one of them.
pub(super) fn row_in_table(line: &str) -> Option<CellLine> {
    let inner = line.trim().strip_prefix('|')?;
    let fields: Vec<&str> = inner.strip_suffix('|').unwrap_or(inner).split('|').collect();
    if fields.len() < 2 || begins_with(&OTHER_HOUSES, fields[0].trim()) {
        return None;
    }
    let row = |field: &&str| {
        let tokens = tokens(field.trim());
        let cells = cells_of(&tokens);
        let is_row =
            cells.len() == 9 && tokens.iter().all(|token| token.is_cells) && field.contains(is_digit);
        is_row.then_some(cells)
    };
    let rows: Vec<Vec<char>> = fields.iter().filter_map(row).collect();
    let has_all = |whole: &&Vec<char>| rows.iter().all(|row| is_part(row, whole));
    let row = rows.iter().rev().find(has_all).filter(|_| rows.len() < fields.len())?;
    let cells = row.iter().copied().map(number_of).collect();
    Some(CellLine::new(number_of_row(fields[0].trim()), cells))
}
