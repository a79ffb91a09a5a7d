//! `veridoku techniques`: lists the techniques, or describes some of them.

use crate::args::JsonArgs;
use crate::output::{ExitOutcome, Output, write_json};
use crate::text_width;
use clap::Args;
use std::io::{self, Write};
use veridoku_api::techniques::{Options, TechniqueRow, report};

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &TechniquesArgs) -> anyhow::Result<ExitOutcome> {
    let mut out = Output::standard();
    let rows = report(&args.options).techniques;
    if args.json.json {
        for row in &rows {
            write_json(&mut out, row)?;
        }
    } else if args.options.only.is_empty() {
        write_table(&mut out, &rows)?;
    } else {
        for (index, row) in rows.iter().enumerate() {
            writeln!(out, "{}{}", if index > 0 { "\n" } else { "" }, row.technique)?;
            write_in_full(&mut out, row)?;
        }
    }
    out.flush()?;
    Ok(ExitOutcome::Success)
}

/// Formats the rating of a technique, or a dash if it has none.
fn rating(row: &TechniqueRow) -> String {
    row.rating.map_or_else(|| "-".to_string(), |rating| format!("{rating:.1}"))
}

/// Writes one line per technique, with a description if the terminal is wide enough.
fn write_table(out: &mut dyn Write, rows: &[TechniqueRow]) -> io::Result<()> {
    let line = |row: &TechniqueRow| {
        format!(
            "{:9} {:6} {:35} {:7} {:>5} {:>4} {:7}",
            row.code,
            row.library_code.unwrap_or("-"),
            row.technique,
            row.level,
            row.score,
            rating(row),
            row.ladder
        )
    };
    let longest = rows.iter().map(|row| line(row).chars().count() + 2 + row.summary.chars().count()).max();
    let is_wide = text_width::of_table().fits(longest.unwrap_or(0));
    let head = format!(
        "{:9} {:6} {:35} {:7} {:>5} {:>4} {:7}",
        "code", "hodoku", "name", "level", "score", "SE", "ladder"
    );
    writeln!(out, "{}", if is_wide { format!("{head}  description") } else { head })?;
    for row in rows {
        let line_text = if is_wide { format!("{}  {}", line(row), row.summary) } else { line(row) };
        writeln!(out, "{}", line_text.trim_end())?;
    }
    let ladders = "Techniques of the ladder 'hodoku' are always used, those of 'teacher' unless --ladder \
                   hodoku is given, and all others only with --ladder all or --technique. \
                   Use 'veridoku techniques NAME' for a description of a technique.";
    if !is_wide {
        write!(out, "\n{}", text_width::of_text().wrap("", ladders, 0))?;
    }
    Ok(())
}

/// Writes all details of a technique.
fn write_in_full(out: &mut dyn Write, row: &TechniqueRow) -> io::Result<()> {
    let used = match row.ladder {
        "hodoku" => "always (all ladders)",
        "teacher" => "in hints and paths (ladders 'teacher' and 'all')",
        _ => "on request (--technique or --ladder all)",
    };
    let uniqueness = if row.uniqueness { "yes (used only if uniqueness is known)" } else { "no" };
    let aliases = if row.aliases.is_empty() { "-".to_string() } else { row.aliases.join(", ") };
    for (label, text) in [
        ("description", row.summary.to_string()),
        ("short code", row.code.to_string()),
        ("HoDoKu code", row.library_code.unwrap_or("-").to_string()),
        ("also called", aliases),
        ("level", row.level.to_string()),
        ("HoDoKu score", row.score.to_string()),
        ("Sudoku Explainer rating", rating(row)),
        ("used", used.to_string()),
        ("assumes a unique solution", uniqueness.to_string()),
    ] {
        write!(out, "{}", text_width::of_output().wrap(&format!("  {label:26} "), &text, 29))?;
    }
    Ok(())
}
