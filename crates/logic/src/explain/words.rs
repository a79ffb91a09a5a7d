//! Formats cells, digits and houses for sentences.
//!
//! ```text
//!            one cell   several cells          conclusions
//! rows       r1c1       r13c4, r2c5            r89c5<>5, r1c2=3
//! letters    A1         AC4, B5                GH5<>5, A2=3
//! ```
//!
//! In the second notation, rows are letters (A to J, without I) and columns are numbers.

use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// A notation for cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "serde", derive(schemars::JsonSchema, serde::Deserialize, serde::Serialize))]
pub enum Notation {
    /// r1c1 to r9c9.
    #[default]
    #[cfg_attr(feature = "clap", value(name = "r1c1"))]
    #[cfg_attr(feature = "serde", serde(rename = "r1c1"))]
    RowColumn,
    /// A1 to J9, with letters for rows.
    #[cfg_attr(feature = "clap", value(name = "a1"))]
    #[cfg_attr(feature = "serde", serde(rename = "a1"))]
    Letters,
}

/// The letters of the rows, without I because it looks like a 1.
const ROWS: &[u8; 9] = b"ABCDEFGHJ";

impl Notation {
    /// Returns the name of the row or column with this index.
    fn line(self, kind: HouseKind, index: usize) -> char {
        match (self, kind) {
            (Notation::Letters, HouseKind::Row) => ROWS[index] as char,
            _ => (b'1' + index as u8) as char,
        }
    }

    /// Returns the name of the cells in these rows and columns.
    fn block(self, rows: &str, columns: &str) -> String {
        match self {
            Notation::RowColumn => format!("r{rows}c{columns}"),
            Notation::Letters => format!("{rows}{columns}"),
        }
    }

    /// Formats one cell: `r1c1`.
    pub fn cell(self, cell: Cell) -> String {
        let row = self.line(HouseKind::Row, cell.row_index()).to_string();
        self.block(&row, &self.line(HouseKind::Column, cell.column_index()).to_string())
    }

    /// Formats several cells, combining those in the same row or column: `r13c4,r2c5`.
    pub fn cells(self, cells: CellSet) -> String {
        self.blocks(cells).join(",")
    }

    /// Splits the cells into groups that are in one row or one column, and returns the name of each group.
    fn blocks(self, cells: CellSet) -> Vec<String> {
        let names = |kind: HouseKind, indices: &mut dyn Iterator<Item = usize>| -> String {
            indices.map(|index| self.line(kind, index)).collect()
        };
        let mut rest = cells;
        let mut blocks = Vec::new();
        while let Some(cell) = rest.first() {
            let row = rest & cell.house(HouseKind::Row).cells();
            let column = rest & cell.house(HouseKind::Column).cells();
            let block = if column.len() > row.len() { column } else { row };
            let rows = names(HouseKind::Row, &mut distinct(block.iter().map(Cell::row_index)));
            let columns = names(HouseKind::Column, &mut distinct(block.iter().map(Cell::column_index)));
            blocks.push(self.block(&rows, &columns));
            rest -= block;
        }
        blocks
    }

    /// Lists cells in a sentence, each with its full name: `r1c4, r2c5 and r3c4`.
    pub fn cell_list(self, cells: CellSet) -> String {
        listed(cells.iter().map(|cell| self.cell(cell)), "and")
    }

    /// Lists cells in the order of the slice, such as along a loop: `r1c4, r3c4 and r2c5`.
    pub(crate) fn cell_sequence(self, cells: &[Cell]) -> String {
        listed(cells.iter().map(|&cell| self.cell(cell)), "and")
    }

    /// Lists candidates as alternatives, grouped by digit: `4 in r1c1 or r1c2, or 7 in r3c3`.
    pub(crate) fn candidate_choice(self, candidates: &CandidateSet) -> String {
        let parts: Vec<String> = by_digit(candidates)
            .map(|(digit, cells)| format!("{digit} in {}", self.cell_choice(cells)))
            .collect();
        // If no part contains an "or", an ordinary list is unambiguous.
        if parts.len() == candidates.len() { listed(parts, "or") } else { parts.join(", or ") }
    }

    /// Lists candidates, grouped by digit: `4 in r1c1 and r1c2, and 7 in r3c3`.
    pub(crate) fn candidate_list(self, candidates: &CandidateSet) -> String {
        let parts: Vec<String> = by_digit(candidates)
            .map(|(digit, cells)| format!("{digit} in {}", self.cell_list(cells)))
            .collect();
        // If no part contains an "and", an ordinary list is unambiguous.
        if parts.len() == candidates.len() { listed(parts, "and") } else { parts.join(", and ") }
    }

    /// Explains what follows if one of the guardians must be true. Returns `None` unless all of them are in
    /// one cell or are the same digit.
    pub(crate) fn rescue(self, guardians: &CandidateSet) -> Option<String> {
        let cells = guardians.occupied();
        let digits: DigitSet = guardians.iter().map(Candidate::digit).collect();
        if let Some(cell) = cells.single() {
            let (cell, choice) = (self.cell(cell), digit_choice(digits));
            return Some(format!("Only {cell} has other candidates, so {cell} is {choice}."));
        }
        let digit = digits.single()?;
        Some(format!(
            "The only way to avoid this is to have {digit} in {}. At least one of these cells is {digit}, so \
             no cell that sees {} of them can be {digit}.",
            self.cell_choice(cells),
            all_of(cells.len())
        ))
    }

    /// Lists cells as alternatives: `r1c4, r2c5 or r3c4`.
    pub fn cell_choice(self, cells: CellSet) -> String {
        listed(cells.iter().map(|cell| self.cell(cell)), "or")
    }

    /// Formats a house for a sentence: `row 3`, `box 5`.
    pub fn house(self, house: House) -> String {
        match house.kind() {
            HouseKind::Box => format!("box {}", house.index_in_kind() + 1),
            kind => format!("{kind} {}", self.line(kind, house.index_in_kind())),
        }
    }

    /// Lists houses in a sentence, grouped by kind: `rows 2 and 6`, `rows 1 and 4 and box 9`.
    pub fn houses(self, houses: HouseSet) -> String {
        let mut kinds = Vec::new();
        for kind in HouseKind::ALL {
            let of_kind: Vec<House> = houses.iter().filter(|house| house.kind() == kind).collect();
            match of_kind[..] {
                [] => {}
                [house] => kinds.push(self.house(house)),
                _ => {
                    let plural =
                        if kind == HouseKind::Box { "boxes".to_string() } else { format!("{kind}s") };
                    let names = of_kind.iter().map(|house| match kind {
                        HouseKind::Box => (house.index_in_kind() + 1).to_string(),
                        _ => self.line(kind, house.index_in_kind()).to_string(),
                    });
                    kinds.push(format!("{plural} {}", listed(names, "and")));
                }
            }
        }
        match &kinds[..] {
            [rest @ .., last] if rest.len() > 1 => format!("{}, and {last}", rest.join(", ")),
            _ => kinds.join(" and "),
        }
    }

    /// Formats houses as short codes: `r26`, `c3b5`.
    pub fn house_codes(self, houses: HouseSet) -> String {
        let mut text = String::new();
        for kind in HouseKind::ALL {
            let of_kind = houses.iter().filter(|house| house.kind() == kind);
            let indices: String = of_kind
                .map(|house| {
                    self.line(
                        if kind == HouseKind::Box { HouseKind::Column } else { kind },
                        house.index_in_kind(),
                    )
                })
                .collect();
            if !indices.is_empty() {
                text.push(match kind {
                    HouseKind::Row => 'r',
                    HouseKind::Column => 'c',
                    HouseKind::Box => 'b',
                });
                text.push_str(&indices);
            }
        }
        text
    }

    /// Formats placements and eliminations in short form: `r1c2=3`, `r89c5<>5, r3c1<>2`.
    pub fn conclusions(self, placements: &CandidateSet, eliminations: &CandidateSet) -> String {
        let mut parts: Vec<String> = placements
            .iter()
            .map(|placement| format!("{}={}", self.cell(placement.cell()), placement.digit()))
            .collect();
        parts.extend(by_digit(eliminations).map(|(digit, cells)| format!("{}<>{digit}", self.cells(cells))));
        parts.join(", ")
    }

    /// Formats placements and eliminations as sentences: `Write 3 in r1c2.` or
    /// `Eliminate 5 from r8c5 and r9c5, and 2 from r3c1.`
    pub fn actions(self, placements: &CandidateSet, eliminations: &CandidateSet) -> String {
        let mut sentences = Vec::new();
        if !placements.is_empty() {
            sentences.push(format!("Write {}.", self.candidate_list(placements)));
        }
        if !eliminations.is_empty() {
            // Digits that are eliminated from the same cells share one part.
            let mut parts: Vec<(DigitSet, CellSet)> = Vec::new();
            for (digit, cells) in by_digit(eliminations) {
                match parts.iter_mut().find(|part| part.1 == cells) {
                    Some(part) => _ = part.0.insert(digit),
                    None => parts.push((DigitSet::only(digit), cells)),
                }
            }
            let parts: Vec<String> = parts
                .iter()
                .map(|&(set, cells)| format!("{} from {}", digits(set), self.cell_list(cells)))
                .collect();
            // The parts may contain commas, so three or more parts are separated by semicolons.
            let parts = match &parts[..] {
                [rest @ .., last] if rest.len() > 1 => format!("{}; and {last}", rest.join("; ")),
                _ => parts.join(", and "),
            };
            sentences.push(format!("Eliminate {parts}."));
        }
        sentences.join(" ")
    }
}

/// Iterates over the digits of a set of candidates, each with its cells.
pub(crate) fn by_digit(candidates: &CandidateSet) -> impl Iterator<Item = (Digit, CellSet)> {
    Digit::ALL
        .into_iter()
        .map(|digit| (digit, candidates.cells(digit)))
        .filter(|(_, cells)| !cells.is_empty())
}

/// Returns a house that contains all these cells, preferring a row or column to a box.
pub(crate) fn common_house(cells: CellSet) -> Option<House> {
    cells.first()?.houses().into_iter().find(|house| cells.is_subset(house.cells()))
}

/// Returns `both` for two cells and `all` for more.
pub(crate) fn all_of(count: usize) -> &'static str {
    if count == 2 { "both" } else { "all" }
}

/// Removes duplicates and keeps the order.
fn distinct(values: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let mut seen = 0_u16;
    values.filter(move |&value| {
        let new = seen >> value & 1 == 0;
        seen |= 1 << value;
        new
    })
}

/// Lists digits in a sentence: `2 and 7`, `1, 4 and 9`.
pub(crate) fn digits(digits: DigitSet) -> String {
    listed(digits.iter().map(|digit| digit.to_string()), "and")
}

/// Lists digits as alternatives: `2 or 7`.
pub(crate) fn digit_choice(digits: DigitSet) -> String {
    listed(digits.iter().map(|digit| digit.to_string()), "or")
}

/// Joins the parts of a list with commas and a final `word`: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(parts: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match parts.pop() {
        None => String::new(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} {word} {last}", parts.join(", ")),
    }
}

/// Lists digits in the plural: `2s and 7s`.
pub(crate) fn plural(digits: DigitSet) -> String {
    listed(digits.iter().map(|digit| format!("{digit}s")), "and")
}

/// Spells out a number up to sixteen; larger numbers are written in digits.
pub(crate) fn number(count: usize) -> String {
    const WORDS: [&str; 17] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_string())
}
