//! `veridoku compare`: compares the textbook solvers.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::PuzzleJob;
use crate::output::{ExitOutcome, OutputStyle, group_digits, write_json};
use anstyle::Style as TextStyle;
use std::io::{self, Write};
use veridoku_api::compare::{ComparisonRow, Options, each_row};
use veridoku_core::{Status, Verdict};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::CompareArgs) -> anyhow::Result<ExitOutcome> {
    let algorithms = options.algorithms.iter().map(|algorithm| algorithm.name.to_string()).collect();
    let job = CompareJob { options: Options { algorithms, budget: Some(options.budget) } };
    driver::run(&options.input, RequestedStyle::json_or_lines(options.json), &job)
}

#[derive(Debug)]
struct CompareJob {
    options: Options,
}

const HEAD: TextStyle = TextStyle::new().bold();
const FAINT: TextStyle = TextStyle::new().dimmed();

impl PuzzleJob for CompareJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let mut written = if style == OutputStyle::Json { Ok(()) } else { write_heading(record, out) };
        let mut outcome = ExitOutcome::Success;
        let mut rows = Vec::new();
        each_row(&record.puzzle, &self.options, |row| {
            if matches!(row.status, Status::None | Status::Invalid) {
                outcome = ExitOutcome::Negative;
            }
            if style == OutputStyle::Json && written.is_ok() {
                written = write_json(out, &row);
            }
            rows.push(row);
        })
        .map_err(io::Error::other)?;
        written?;
        if style != OutputStyle::Json {
            let finished = rows.iter().filter(|row| row.finished);
            let fastest = finished.filter_map(|row| row.micros).fold(f64::INFINITY, f64::min);
            for row in &rows {
                write_row(row, fastest, out)?;
            }
            write_conclusion(record, &rows, out)?;
        }
        Ok(outcome)
    }
}

fn write_heading(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", record.puzzle)?;
    writeln!(
        out,
        "{HEAD}{:13} {:>12} {:>12} {:>12} {:>6} {:>12} {:>9}{HEAD:#}",
        "algorithm", "calls", "placements", "undos", "depth", "time", "factor"
    )
}

/// Writes a row of the table. The factor is the time relative to the fastest solver.
fn write_row(row: &ComparisonRow, fastest: f64, out: &mut dyn Write) -> io::Result<()> {
    let (color, remark) = match row.status {
        _ if !row.finished => (FAINT, "  out of budget"),
        Status::None | Status::Invalid => (TextStyle::new(), "  no solution"),
        Status::Unique | Status::Multiple | Status::Undecided => (TextStyle::new(), ""),
    };
    let factor = match row.micros {
        Some(micros) if row.finished => format!("{:.1}", micros / fastest.max(0.01)),
        _ => "-".to_string(),
    };
    writeln!(
        out,
        "{color}{:13} {:>12} {:>12} {:>12} {:>6} {:>12} {factor:>9}{remark}{color:#}",
        row.algorithm,
        group_digits(row.calls),
        group_digits(row.placements),
        group_digits(row.undos),
        row.max_depth,
        row.micros.map_or_else(String::new, duration),
    )
}

/// Writes the conclusion below the table: the solution, or the reason why there is no unique one.
fn write_conclusion(record: &Record, rows: &[ComparisonRow], out: &mut dyn Write) -> io::Result<()> {
    let mut solutions: Vec<&String> = rows.iter().filter_map(|row| row.solution.as_ref()).collect();
    solutions.sort_unstable();
    solutions.dedup();
    match solutions[..] {
        [] if rows.iter().any(|row| row.finished) => {
            writeln!(out, "{}", Verdict::unsolvable(&record.puzzle))
        }
        [] => writeln!(out, "no solver finished; try a larger --budget"),
        [solution] if rows.iter().all(|row| row.status != Status::Multiple) => {
            writeln!(out, "solution: {solution}")
        }
        _ => writeln!(
            out,
            "the puzzle has more than one solution; the solvers found {} of them",
            solutions.len()
        ),
    }
}

fn duration(micros: f64) -> String {
    match micros {
        ..1000.0 => format!("{micros:.1} µs"),
        ..1_000_000.0 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_suitable_unit() {
        assert_eq!([1.25, 2500.0, 3e6].map(duration), ["1.2 µs", "2.5 ms", "3.00 s"]);
    }
}
