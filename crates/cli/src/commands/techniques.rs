//! `veridoku techniques`: the table of techniques, or all about some of them.

use crate::args;
use crate::output::{ExitOutcome, Output, write_json};
use crate::text_width::TextWidth;
use std::io::{self, Write};
use veridoku_api::techniques::{Options, TechniqueRow, report};

pub(crate) fn run(options: &args::ListTechniquesArgs) -> anyhow::Result<ExitOutcome> {
    let mut out = Output::standard();
    let rows = report(&Options { only: options.names.clone() }).techniques;
    if options.json.json {
        for row in &rows {
            write_json(&mut out, row)?;
        }
    } else if options.names.is_empty() {
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

/// The rating, or a dash where there is none.
fn rating(row: &TechniqueRow) -> String {
    row.rating.map_or_else(|| "-".to_string(), |rating| format!("{rating:.1}"))
}

/// One line each. What a technique is stands at the end where there is room for it.
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
    let is_wide = TextWidth::of_table().fits(longest.unwrap_or(0));
    let head = format!(
        "{:9} {:6} {:35} {:7} {:>5} {:>4} {:7}",
        "code", "hodoku", "name", "level", "score", "SE", "ladder"
    );
    writeln!(out, "{}", if is_wide { format!("{head}  what it is") } else { head })?;
    for row in rows {
        let told = if is_wide { format!("{}  {}", line(row), row.summary) } else { line(row) };
        writeln!(out, "{}", told.trim_end())?;
    }
    let ladders = "ladder: hodoku, tried always; teacher, not for --ladder hodoku; all, only with --ladder all or by \
                   --technique. `veridoku techniques NAME` tells all about one.";
    if !is_wide {
        write!(out, "\n{}", TextWidth::of_text().wrap("", ladders, 0))?;
    }
    Ok(())
}

/// All about one technique.
fn write_in_full(out: &mut dyn Write, row: &TechniqueRow) -> io::Result<()> {
    let searched = match row.ladder {
        "hodoku" => "always (every ladder)",
        "teacher" => "in hints and paths (ladders teacher and all)",
        _ => "on request (--technique, or --ladder all)",
    };
    let uniqueness = if row.uniqueness { "yes: only where it is known" } else { "no" };
    let aliases = if row.aliases.is_empty() { "-".to_string() } else { row.aliases.join(", ") };
    for (what, told) in [
        ("what it is", row.summary.to_string()),
        ("short code", row.code.to_string()),
        ("HoDoKu's code", row.library_code.unwrap_or("-").to_string()),
        ("also called", aliases),
        ("level", row.level.to_string()),
        ("HoDoKu's score", row.score.to_string()),
        ("Sudoku Explainer's rating", rating(row)),
        ("searched", searched.to_string()),
        ("rests on uniqueness", uniqueness.to_string()),
    ] {
        write!(out, "{}", TextWidth::of_output().wrap(&format!("  {what:26} "), &told, 29))?;
    }
    Ok(())
}
