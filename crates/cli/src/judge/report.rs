//! The report of the judge: a table, explanations of what went wrong, a summary; or JSON.

use crate::judge::graded_set::GradedPuzzle;
use crate::judge::textbook::{TextbookRow, micros};
use crate::judge::trial::{EventCounts, TrialResult};
use crate::judge::verdict::{AnswerVerdict, WrongAnswer};
use crate::text_width::{self, TextWidth};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::io::{self, Write};
use veridoku_api::Version;
use veridoku_api::render::grid::{GridView, side_by_side};
use veridoku_api::render::numbers::{duration, group_digits};
use veridoku_classic::Language;
use veridoku_core::{CellSet, Digit};

const HEAD: Style = Style::new().bold();
const RIGHT: Style = AnsiColor::Green.on_default();
const WRONG: Style = AnsiColor::Red.on_default();
/// The width of the first three columns, which are always shown.
const FIRST_COLUMNS: usize = 38;

/// The report about a program.
#[derive(Debug, Serialize)]
pub(crate) struct JudgeReport {
    pub(crate) version: Version,
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// The number of puzzles.
    pub(crate) puzzles: usize,
    /// The number of right answers.
    pub(crate) right: usize,
    /// The textbook solvers that make as many calls as the program, for every puzzle that it solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_calls: Option<Vec<&'static str>>,
    /// The time in microseconds from the start of the program to its answer for a board without empty cells,
    /// if it was started for each board, so that all times include its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start_micros: Option<f64>,
    pub(crate) results: Vec<JudgedRow>,
}

/// The judgement about one puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct JudgedRow {
    /// The name of the puzzle.
    name: String,
    group: &'static str,
    /// The puzzle, 81 characters.
    puzzle: String,
    /// `right`, `wrong`, `not-a-board`, `extra-output`, `timeout`, `crash`, `no-answer` or `skipped`.
    result: &'static str,
    /// What is wrong, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    /// The first wrong cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_cell: Option<WrongCell>,
    /// The best time of several runs in microseconds, if the answer is right.
    micros: Option<f64>,
    /// The events that the program reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) events: Option<EventCounts>,
    /// The textbook solvers.
    textbook: Vec<TextbookRow>,
    #[serde(skip)]
    verdict: AnswerVerdict,
    #[serde(skip)]
    graded: GradedPuzzle,
}

/// The first wrong cell of an answer.
#[derive(Debug, Serialize)]
struct WrongCell {
    row: usize,
    column: usize,
    expected: u8,
    found: Option<u8>,
}

impl JudgedRow {
    pub(crate) fn new(puzzle: GradedPuzzle, result: TrialResult, textbook: Vec<TextbookRow>) -> JudgedRow {
        let TrialResult { verdict, time, events } = result;
        let wrong_cell = match &verdict {
            AnswerVerdict::Wrong(WrongAnswer { cell, expected, found, .. }) => Some(WrongCell {
                row: cell.row_index() + 1,
                column: cell.column_index() + 1,
                expected: expected.number(),
                found: found.map(Digit::number),
            }),
            _ => None,
        };
        JudgedRow {
            name: puzzle.name.clone(),
            group: puzzle.group,
            puzzle: puzzle.grid.to_string(),
            result: verdict.name(),
            reason: verdict.explain(&puzzle),
            wrong_cell,
            micros: time.map(micros),
            events,
            textbook,
            verdict,
            graded: puzzle,
        }
    }

    pub(crate) fn is_right(&self) -> bool {
        self.verdict.is_right()
    }

    /// Returns the puzzle.
    pub(crate) fn graded(&self) -> &GradedPuzzle {
        &self.graded
    }

    /// Writes the row of the table. If the program reports events, the columns of the textbook solvers are
    /// numbers of calls instead of times.
    pub(crate) fn write(&self, has_events: bool, width: TextWidth, out: &mut dyn Write) -> io::Result<()> {
        let style = if self.is_right() { RIGHT } else { WRONG };
        let time = self.micros.map_or_else(|| "-".to_string(), duration);
        let number = |calls: Option<u64>| calls.map_or_else(|| "-".to_string(), group_digits);
        let calls = has_events.then(|| number(self.events.map(|events| events.calls)));
        let textbook = self.textbook.iter().map(|row| match row.micros {
            _ if has_events => number(row.calls),
            Some(micros) => duration(micros),
            None => "-".to_string(),
        });
        let further = further_columns(calls.into_iter().chain(textbook), width);
        writeln!(out, "{:13} {style}{:13}{style:#} {time:>10}{further}", self.name, self.verdict.title())
    }
}

/// Returns the columns after the time, as many as fit.
fn further_columns(columns: impl Iterator<Item = String>, width: TextWidth) -> String {
    let mut text = String::new();
    for column in columns.map(|column| format!(" {column:>11}")) {
        if !width.fits(FIRST_COLUMNS + text.chars().count() + column.chars().count()) {
            break;
        }
        text.push_str(&column);
    }
    text
}

/// Writes the head of the table.
pub(crate) fn write_head(
    solvers: &[&str],
    has_events: bool,
    width: TextWidth,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = has_events.then_some("calls").into_iter().chain(solvers.iter().copied());
    let further = further_columns(names.map(str::to_string), width);
    writeln!(out, "{HEAD}{:13} {:13} {:>10}{further}{HEAD:#}", "puzzle", "result", "time")
}

impl JudgeReport {
    pub(crate) fn is_all_right(&self) -> bool {
        self.right == self.puzzles
    }

    /// Writes what is wrong, and the summary.
    pub(crate) fn write_conclusion(&self, language: Language, out: &mut dyn Write) -> io::Result<()> {
        self.write_failures(out)?;
        let width = text_width::of_output();
        if let Some(tip) = self.tip() {
            write!(out, "\n{}", width.wrap("tip: ", tip, 0))?;
        }
        write!(out, "\n{}", width.wrap("", &self.summary(), 0))?;
        if let Some(times) = self.times() {
            let times = format!("{times} (textbook solvers in {language})");
            write!(out, "{}", width.wrap("", &times, 0))?;
        }
        if let Some(start) = self.start_micros {
            let others = if language == Language::Rust {
                "those of the textbook solvers do not"
            } else {
                "so do those of the textbook solvers"
            };
            let start = duration(start);
            let text = format!("the times include the start of the program, about {start}; {others}");
            write!(out, "{}", width.wrap("", &text, 0))?;
        }
        if let Some(names) = self.same_calls.as_ref().filter(|names| !names.is_empty()) {
            write!(out, "{}", width.wrap("as many calls as ", &names.join(", "), 0))?;
        }
        Ok(())
    }

    /// Writes what is wrong. The first failure of each kind is explained in full. Failures with the same reason
    /// are named together.
    fn write_failures(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut explained: Vec<&str> = Vec::new();
        let mut rows: Vec<&JudgedRow> = self.results.iter().filter(|row| !row.reason.is_empty()).collect();
        while let [row, ..] = rows[..] {
            let (same, others): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|other| other.short_reason() == row.short_reason());
            rows = others;
            let is_first = !explained.contains(&row.result);
            explained.push(row.result);
            let names: Vec<&str> = same.iter().map(|row| row.name.as_str()).collect();
            let reason = if is_first { &row.reason } else { row.short_reason() };
            writeln!(out, "\n{HEAD}{}{HEAD:#}: {}: {reason}", names.join(", "), row.verdict.title())?;
            if let AnswerVerdict::Wrong(wrong) = &row.verdict
                && is_first
            {
                row.write_drawing(wrong, out)?;
            }
        }
        Ok(())
    }

    /// Returns what may help if the program has not printed anything.
    fn tip(&self) -> Option<&'static str> {
        if self.results.iter().any(|row| row.verdict.is_answer()) {
            return None;
        }
        Some(match self.results.first()?.verdict {
            AnswerVerdict::TimedOut { only_blank_lines: false, .. } => {
                "flush the output after each board; if the program first reads all its input, use --restart"
            }
            _ => "'veridoku code ALGORITHM --language LANGUAGE --main' prints a program to start from",
        })
    }

    /// Returns the number of right answers, and of each kind of failure.
    fn summary(&self) -> String {
        let mut titles: Vec<&str> = Vec::new();
        for row in self.results.iter().filter(|row| !row.is_right()) {
            if !titles.contains(&row.verdict.title()) {
                titles.push(row.verdict.title());
            }
        }
        let count = |title| self.results.iter().filter(|row| row.verdict.title() == title).count();
        let failures: Vec<String> =
            titles.iter().map(|title| format!("{title}: {}", count(*title))).collect();
        let separator = if failures.is_empty() { "" } else { "; " };
        format!("{} of {} right{separator}{}", self.right, self.puzzles, failures.join(", "))
    }

    /// Compares the total times of the program and the textbook solvers, over the puzzles that all of them
    /// have solved.
    fn times(&self) -> Option<String> {
        let solved_by_all = |row: &&JudgedRow| {
            row.micros.is_some() && row.textbook.iter().all(|solver| solver.micros.is_some())
        };
        let rows: Vec<&JudgedRow> = self.results.iter().filter(solved_by_all).collect();
        let first = rows.first()?;
        let total = |micros: &dyn Fn(&JudgedRow) -> Option<f64>| {
            duration(rows.iter().filter_map(|row| micros(row)).sum::<f64>())
        };
        let mut times = vec![format!("{} solved by all: {}", rows.len(), total(&|row| row.micros))];
        for (index, solver) in first.textbook.iter().enumerate() {
            times.push(format!("{} {}", solver.algorithm, total(&|row| row.textbook[index].micros)));
        }
        Some(times.join(", "))
    }
}

impl JudgedRow {
    /// Returns the first line of the reason.
    fn short_reason(&self) -> &str {
        self.reason.lines().next().unwrap_or_default().trim_end_matches("; the end of standard error:")
    }

    /// Draws the wrong answer and the solution.
    fn write_drawing(&self, wrong: &WrongAnswer, out: &mut dyn Write) -> io::Result<()> {
        let givens = self.graded.grid.filled();
        let highlighted: CellSet = [wrong.cell].into_iter().collect();
        let view = |title, grid| GridView { title, grid, givens, highlighted };
        let views = [view("answer", &wrong.answer), view("solution", &self.graded.solution)];
        let drawing = side_by_side(&views, text_width::of_output());
        write!(out, "{drawing}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::textbook::TEXTBOOK_SOLVERS;

    #[test]
    fn the_table_fits_narrow_terminals() {
        let names = TEXTBOOK_SOLVERS.map(|(name, _)| name);
        let head = |has_events, width| {
            let mut text = Vec::new();
            write_head(&names, has_events, width, &mut text).unwrap();
            anstream::adapter::strip_bytes(&text).into_vec()
        };
        for has_events in [false, true] {
            let lengths = [40, 60, 80].map(|columns| head(has_events, TextWidth::Columns(columns)).len() - 1);
            assert!(lengths[0] <= 40 && lengths[1] <= 60 && lengths[2] <= 80, "{lengths:?}");
            assert_eq!(head(has_events, TextWidth::Columns(80)), head(has_events, TextWidth::Unlimited));
        }
        let cells = ["1.2 µs", "3.4 µs"].map(str::to_string);
        let text = further_columns(cells.clone().into_iter(), TextWidth::Columns(62));
        assert_eq!(text.chars().count(), 24, "{text:?}");
        assert_eq!(further_columns(cells.into_iter(), TextWidth::Columns(61)).chars().count(), 12);
    }
}
