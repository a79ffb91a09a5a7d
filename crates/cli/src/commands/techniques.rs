//! `veridoku techniques`: the table of techniques.

use crate::args;
use crate::output::{Outcome, Output, write_json};
use std::io::Write;
use veridoku_api::techniques::report;

pub(crate) fn run(options: &args::Techniques) -> anyhow::Result<Outcome> {
    let mut out = Output::standard();
    if !options.json.json {
        writeln!(
            out,
            "{:10} {:36} {:8} {:>6} {:>6}  what it is",
            "code", "name", "level", "score", "rating"
        )?;
    }
    for row in report() {
        if options.json.json {
            write_json(&mut out, &row)?;
            continue;
        }
        let rating = row.rating.map_or_else(|| "-".to_string(), |rating| format!("{rating:.1}"));
        writeln!(
            out,
            "{:10} {:36} {:8} {:6} {rating:>6}  {}",
            row.code, row.technique, row.level, row.score, row.summary
        )?;
    }
    out.flush()?;
    Ok(Outcome::AsHoped)
}
