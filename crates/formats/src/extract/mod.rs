//! Finds the grid in a longer text, such as the answer of a language model.
//!
//! ```text
//! text ──sections──▶ answer ──markup──▶ plain lines ──line──▶ cells of a line ──blocks──▶ grids ──▶ the last one
//! ```
//!
//! The reader of this crate expects puzzles and reports everything else as an error. Here, most of the text
//! is prose, and rows may have labels, emphasis and markup of Markdown, HTML, LaTeX or JSON. A grid that is
//! not the only reading of the text comes with a warning.

mod blocks;
mod label;
mod line;
mod markup;
mod named_cells;
mod sections;
mod table;
mod tokens;

use blocks::FoundGrid;
use std::collections::HashSet;
use veridoku_core::{Cell, Grid, House, HouseKind};

/// The grid that was found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extraction {
    /// The last complete grid, or the last one with blanks if there is no other.
    pub grid: Option<Grid>,
    /// Why there is no grid.
    pub reason: Option<String>,
    /// Why the grid may not be the intended one.
    pub warnings: Vec<String>,
}

impl Extraction {
    fn none(reason: impl Into<String>) -> Extraction {
        Extraction { reason: Some(reason.into()), ..Extraction::default() }
    }
}

/// Finds the grid in a text: the last one without blanks, or the last one if all have blanks.
///
/// Thinking sections such as `<think>…</think>` are skipped. If there is an `<answer>` section, only that is
/// searched.
///
/// ```
/// let text = "Here is the solution:\n\n```\n534 678 912\n672 195 348\n198 342 567\n\n859 761 423\n\
///     426 853 791\n713 924 856\n\n961 537 284\n287 419 635\n345 286 179\n```\nAll rules hold.";
/// let found = veridoku_formats::extract(text);
/// assert_eq!(found.grid.unwrap().to_string()[..9], *"534678912");
/// assert!(found.warnings.is_empty());
///
/// let cut = text.split("345").next().unwrap();
/// assert_eq!(veridoku_formats::extract(cut).reason.unwrap(), "found 8 rows, expected 9");
/// ```
pub fn extract(text: &str) -> Extraction {
    match text.trim().parse::<Grid>().ok().or_else(|| blocks::nine_rows(text)) {
        Some(grid) => Extraction { grid: Some(grid), reason: None, warnings: doubts_about(&grid) },
        None => extract_from_sections(text),
    }
}

/// Finds the grid in any text, without the fast path for plain rows.
fn extract_from_sections(text: &str) -> Extraction {
    let (spoken, end) = sections::without_thinking(text);
    let answers = sections::answers(&spoken);
    if !answers.is_empty() {
        let mut found = search(&answers);
        if found.grid.is_some() || found.reason.as_deref() != Some(NO_GRID) {
            return found;
        }
        found = search(&spoken);
        if found.grid.is_some() {
            found
                .warnings
                .push("the marked answer contains no grid; this one is from the text around it".into());
        }
        return found;
    }
    let mut found = search(&spoken);
    if found.reason.as_deref() == Some(NO_GRID) {
        found.reason = Some(end.reason().unwrap_or(NO_GRID).to_string());
    }
    found
}

const NO_GRID: &str = "found no grid";

/// Finds the grid in a text without thinking sections.
fn search(text: &str) -> Extraction {
    let found = choose(blocks::grids(&markup::plain_lines(text)));
    if found.grid.is_some_and(|grid| is_full(&grid)) {
        return found;
    }
    named_cells::grid(text).map_or(found, |(grid, doubt)| Extraction {
        grid: Some(grid),
        reason: None,
        warnings: doubt.map(str::to_string).into_iter().collect(),
    })
}

/// Chooses the last of several grids.
fn choose(mut found: Vec<FoundGrid>) -> Extraction {
    remove_other_views(&mut found);
    let is_full = |candidate: &FoundGrid| candidate.grid().is_some_and(is_full);
    let full = found.iter().rposition(is_full);
    let Some(chosen) = full.or_else(|| found.len().checked_sub(1)) else { return Extraction::none(NO_GRID) };
    let grid = match &found[chosen].result {
        Ok(grid) => *grid,
        Err(reason) => return Extraction::none(reason.clone()),
    };
    let mut warnings = found[chosen].warnings.clone();
    if found[chosen].may_be_view {
        warnings.push("the rows may be columns or boxes".to_string());
    }
    let differs = |other: &&FoundGrid| other.grid().is_some_and(|other| *other != grid);
    let rivals = found.iter().filter(|other| is_full(other) == full.is_some()).filter(differs).count();
    let is_extended = |other: &Grid| other.is_part_of(&grid) || (full.is_none() && grid.is_part_of(other));
    if full.is_some() && rivals > 0 {
        warnings.push(format!("found {} different grids; this is the last one", rivals + 1));
    }
    for later in &found[chosen + 1..] {
        match &later.result {
            Ok(other) if is_extended(other) => {}
            Ok(_) => warnings.push("a later grid has blanks, and other digits".to_string()),
            Err(_) if later.repeats_rows_of(&grid) => {}
            Err(reason) => warnings.push(format!("a later grid is incomplete: {reason}")),
        }
    }
    warnings.extend(doubts_about(&grid));
    warnings.dedup();
    Extraction { grid: Some(grid), reason: None, warnings }
}

fn is_full(grid: &Grid) -> bool {
    grid.filled().len() == 81
}

/// Returns why a grid may not be an answer, whatever is around it.
fn doubts_about(grid: &Grid) -> Vec<String> {
    if !grid.as_bytes().contains(&0) && !is_check(grid) {
        return Vec::new();
    }
    let blanks = 81 - grid.filled().len();
    let about_blanks = match blanks {
        0 => None,
        1 => Some("the grid has 1 blank".to_string()),
        _ => Some(format!("the grid has {blanks} blanks")),
    };
    let about_check = is_check(grid).then(|| "the nine rows are equal, as in a check".to_string());
    about_blanks.into_iter().chain(about_check).collect()
}

/// Reports whether all rows are equal, such as the sorted digits of each row.
fn is_check(grid: &Grid) -> bool {
    let (rows, _) = grid.as_bytes().as_chunks::<9>();
    rows.iter().all(|row| *row == rows[0]) && *grid != Grid::EMPTY
}

/// Removes grids that list the columns or boxes of another one, or sorted rows, as in a verification.
fn remove_other_views(found: &mut Vec<FoundGrid>) {
    if found.len() < 2 {
        return;
    }
    let certain = found.iter().filter(|candidate| !candidate.may_be_view);
    let certain: HashSet<Grid> = certain.filter_map(FoundGrid::grid).copied().collect();
    let is_certain = |view: &Grid| certain.contains(view);
    found.retain(|candidate| {
        let grid = candidate.grid().filter(|_| candidate.may_be_view);
        !grid.is_some_and(|grid| views_of(grid).iter().any(is_certain))
    });
    let has_answer = found.iter().filter_map(FoundGrid::grid).any(|grid| !is_check(grid));
    let mut seen = HashSet::new();
    let mut last = None;
    found.retain(|candidate| {
        let Some(grid) = candidate.grid() else { return true };
        let is_view = seen.contains(grid)
            || (has_answer && is_check(grid))
            || last.is_some_and(|(last, views): (Grid, [Grid; 2])| {
                !is_similar(&last, grid) && views.iter().any(|view| is_similar(view, grid))
            });
        let views = views_of(grid);
        seen.extend(views);
        if !is_view && is_full(grid) {
            last = Some((*grid, views));
        }
        !is_view
    });
}

/// Returns the grids whose rows are the columns and the boxes of a grid.
fn views_of(grid: &Grid) -> [Grid; 2] {
    [HouseKind::Column, HouseKind::Box].map(|kind| {
        let mut view = Grid::EMPTY;
        for index in 0..9 {
            let (row, house) = (House::new(HouseKind::Row, index), House::new(kind, index));
            for (to, from) in row.cells_in_order().into_iter().zip(house.cells_in_order()) {
                view.set(to, grid.get(from));
            }
        }
        view
    })
}

/// Reports whether at least two thirds of the cells are equal, as in a verification with mistakes. For two
/// unrelated solutions, it is a ninth.
fn is_similar(one: &Grid, other: &Grid) -> bool {
    3 * one.differences(other).len() <= Cell::COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 24] = [
        "Here is the solution:",
        "**Solution**",
        "**Columns**",
        "C**olumns**:",
        "Boxes:",
        "Middle band:",
        "Row:",
        "a - x",
        "None None None None None None None None None",
        "nan, nan, nan, nan, nan, nan, nan",
        "x x x x x x x x x",
        ". . . . . . . . .",
        "Solution -------",
        "- It's done; see the \"answer\": below!",
        "### Final answer",
        "```text",
        "```diff",
        "(the rows)",
        "Rows [",
        "<answer>",
        "<think>",
        "one two three four five six seven eight nine",
        "1 2 3 4 5 6 7 8 9",
        "",
    ];

    #[test]
    fn plain_rows_are_found_as_in_any_text() {
        let full = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n\
                    345286179";
        let spaced = full.replace('\n', "\0").replace("", " ").replace('\0', "\n");
        let blank = spaced.replace('9', ".");
        let mut fast = 0;
        for grid in [full, &spaced, &blank, &full.replacen('\n', "\n\n", 3)] {
            for before in LINES {
                for after in LINES {
                    let text = format!("{before}\n{grid}\n{after}\n");
                    if let Some(found) = blocks::nine_rows(&text) {
                        let expected = extract_from_sections(&text);
                        assert_eq!(
                            (Some(found), doubts_about(&found)),
                            (expected.grid, expected.warnings),
                            "{text}"
                        );
                        fast += 1;
                    }
                }
            }
        }
        assert!(fast > 200, "{fast}");
    }
}
