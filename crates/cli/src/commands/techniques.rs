//! `veridoku techniques`: lists the techniques, or describes some of them.

use crate::args::JsonArgs;
use crate::output::{ExitOutcome, Output, write_json};
use crate::text_width::{self, TextWidth};
use anstyle::Style;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use veridoku_api::lessons::{LessonPictures, LessonReport};
use veridoku_api::render::candidates;
use veridoku_api::techniques::{Options, TechniqueRow, report};
use veridoku_logic::lessons::{Language, Lesson, lesson};
use veridoku_logic::{HintLevel, Marks, Notation, Position, TECHNIQUES, Technique};

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    json: JsonArgs,

    /// Language of the lessons about techniques given by name
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Language,

    /// Add the pictures of the lessons as SVG to the JSON output
    #[arg(long, requires = "json", requires = "only")]
    svg: bool,
}

/// A technique with its lesson.
#[derive(Serialize)]
struct TaughtTechnique<'a> {
    #[serde(flatten)]
    row: &'a TechniqueRow,
    lesson: Option<LessonReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pictures: Option<LessonPictures>,
}

pub(crate) fn run(args: &TechniquesArgs) -> anyhow::Result<ExitOutcome> {
    let mut out = Output::standard();
    let rows = report(&args.options).techniques;
    if args.options.only.is_empty() {
        if args.json.json {
            rows.iter().try_for_each(|row| write_json(&mut out, row))?;
        } else {
            write_table(&mut out, &rows, text_width::of_table())?;
        }
    } else if args.json.json {
        for row in &rows {
            let lesson = lesson(technique(row), args.language);
            let pictures = lesson.as_ref().filter(|_| args.svg);
            let pictures = pictures.and_then(|lesson| LessonPictures::new(lesson, technique(row)));
            let lesson = lesson.map(LessonReport::from);
            write_json(&mut out, &TaughtTechnique { row, lesson, pictures })?;
        }
    } else {
        write_lessons(&mut out, &rows, args.language)?;
    }
    out.flush()?;
    Ok(ExitOutcome::Success)
}

/// Formats the rating of a technique, or a dash if it has none.
fn rating(row: &TechniqueRow) -> String {
    row.rating.map_or_else(|| "-".to_string(), |rating| format!("{rating:.1}"))
}

/// The minimum width of a column of descriptions; if there is no room for it, they go below each line.
const MIN_DESCRIPTION: usize = 40;

/// The heading of the table.
const HEADING: [&str; 7] = ["code", "hodoku", "name", "level", "score", "SE", "ladder"];

/// Returns the cells of a row of the table.
fn cells(row: &TechniqueRow) -> [String; 7] {
    [
        row.code.to_string(),
        row.library_code.unwrap_or("-").to_string(),
        row.technique.to_string(),
        row.level.to_string(),
        row.score.to_string(),
        rating(row),
        row.ladder.to_string(),
    ]
}

/// Returns a line of the table, 79 columns wide. On a narrower terminal, only the most important columns are
/// shown.
fn table_line([code, hodoku, name, level, score, se, ladder]: [String; 7], width: TextWidth) -> String {
    let lines = [
        format!("{code:9} {hodoku:6} {name:35} {level:7} {score:>5} {se:>4} {ladder:7}"),
        format!("{code:9} {name:35} {level:7} {se:>4}"),
    ];
    let narrowest = || format!("{name:35} {se:>4}");
    lines.into_iter().find(|line| width.fits(line.len())).unwrap_or_else(narrowest)
}

/// Writes one line per technique, with its description, which is wrapped on a terminal.
fn write_table(out: &mut dyn Write, rows: &[TechniqueRow], width: TextWidth) -> io::Result<()> {
    let head = table_line(HEADING.map(str::to_string), width);
    let indent = head.len() + 2;
    let is_wide = width.fits(indent + MIN_DESCRIPTION);
    writeln!(out, "{}{}", head.trim_end(), if is_wide { "   description" } else { "" })?;
    for row in rows {
        let line = table_line(cells(row), width);
        let text = if is_wide {
            width.wrap(&format!("{line}  "), row.summary, indent)
        } else {
            format!("{}\n{}", line.trim_end(), width.wrap("    ", row.summary, 4))
        };
        out.write_all(text.as_bytes())?;
    }
    let ladders = "Techniques of the ladder 'hodoku' are always used, those of 'teacher' unless --ladder \
                   hodoku is given, and all others only with --ladder all or --technique. \
                   Use 'veridoku techniques NAME' for a description of a technique.";
    if !is_wide {
        write!(out, "\n{}", width.wrap("", ladders, 0))?;
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

/// Writes the details of a technique in Chinese. The lesson replaces the description.
fn write_in_chinese(out: &mut dyn Write, row: &TechniqueRow) -> io::Result<()> {
    let level = match row.level {
        "Easy" => "简单",
        "Medium" => "中等",
        "Hard" => "困难",
        "Unfair" => "很难",
        "Extreme" => "极难",
        other => other,
    };
    let used = match row.ladder {
        "hodoku" => "始终启用（所有技巧组）",
        "teacher" => "用于提示和解题路径（技巧组 teacher 和 all）",
        _ => "仅在指定时启用（--technique 或 --ladder all）",
    };
    let aliases = if row.aliases.is_empty() { "-".to_string() } else { row.aliases.join("、") };
    writeln!(out, "  简码：{}；HoDoKu 代码：{}；别名：{aliases}", row.code, row.library_code.unwrap_or("-"))?;
    writeln!(out, "  难度：{level}；HoDoKu 分值：{}；Sudoku Explainer 评级：{}", row.score, rating(row))?;
    writeln!(out, "  启用：{used}")?;
    writeln!(out, "  依赖唯一解：{}", if row.uniqueness { "是（仅在已知解唯一时使用）" } else { "否" })
}

/// Returns the technique of a row.
fn technique(row: &TechniqueRow) -> Technique {
    let entry = TECHNIQUES.iter().find(|entry| entry.code == row.code);
    entry.expect("rows are made from the table").technique
}

/// Writes the details of each technique, and its lesson. Techniques of the same lesson share its text.
fn write_lessons(out: &mut dyn Write, rows: &[TechniqueRow], language: Language) -> io::Result<()> {
    let mut taught = "";
    for (index, row) in rows.iter().enumerate() {
        writeln!(out, "{}{}", if index > 0 { "\n" } else { "" }, row.technique)?;
        match language {
            Language::En => write_in_full(out, row)?,
            Language::Zh => write_in_chinese(out, row)?,
        }
        let Some(lesson) = lesson(technique(row), language) else { continue };
        if lesson.slug == taught {
            write_example(out, technique(row), &lesson, language)?;
        } else {
            write_lesson(out, technique(row), &lesson, language)?;
        }
        taught = lesson.slug;
    }
    Ok(())
}

/// Writes a lesson with the example of one of its techniques.
fn write_lesson(
    out: &mut dyn Write,
    technique: Technique,
    lesson: &Lesson,
    language: Language,
) -> io::Result<()> {
    let [look_for, _, not_this] = language.headings();
    write_section(out, lesson.title, "", &lesson.paragraphs)?;
    write_section(out, look_for, "- ", &lesson.look_for)?;
    write_example(out, technique, lesson, language)?;
    write_section(out, not_this, "", &[])?;
    if let Some(position) = lesson.positions.counter_position() {
        let marks = lesson.positions.false_pattern().map(|pattern| pattern.marks).unwrap_or_default();
        draw(out, &position, &marks)?;
    }
    write_paragraphs(out, "", &lesson.not_this)
}

/// Draws and explains the example of a technique. Only the first technique of a lesson has a text about it.
fn write_example(
    out: &mut dyn Write,
    technique: Technique,
    lesson: &Lesson,
    language: Language,
) -> io::Result<()> {
    let Some((position, step)) = lesson.positions.example(technique) else { return Ok(()) };
    let [_, heading, _] = language.headings();
    write_section(out, heading, "", &[])?;
    draw(out, &position, &Marks::new(&step, &position))?;
    // Explanations of steps are in English.
    let explanation = match language {
        Language::En => step.explain(&position, HintLevel::Full, Notation::RowColumn),
        Language::Zh => step.line(Notation::RowColumn),
    };
    write_paragraphs(out, "", &[explanation])?;
    if lesson.positions.examples.first().is_some_and(|(first, _)| *first == technique) {
        writeln!(out)?;
        write_paragraphs(out, "", &lesson.example)?;
    }
    Ok(())
}

/// Writes a heading after a blank line, and paragraphs below it.
fn write_section(out: &mut dyn Write, heading: &str, start: &str, texts: &[String]) -> io::Result<()> {
    let bold = Style::new().bold();
    writeln!(out, "\n{bold}{heading}{bold:#}\n")?;
    write_paragraphs(out, start, texts)
}

/// Writes wrapped paragraphs: those of a list below each other, others with blank lines between them.
fn write_paragraphs(out: &mut dyn Write, start: &str, texts: &[String]) -> io::Result<()> {
    for (index, text) in texts.iter().enumerate() {
        let gap = if index > 0 && start.is_empty() { "\n" } else { "" };
        write!(out, "{gap}{}", text_width::of_text().wrap(start, text, start.len()))?;
    }
    Ok(())
}

/// Draws a position.
fn draw(out: &mut dyn Write, position: &Position, marks: &Marks) -> io::Result<()> {
    let width = text_width::of_text();
    writeln!(out, "{}", candidates::render(position, Some(marks), Notation::RowColumn, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_shown_at_any_width() {
        let rows = report(&Options::default()).techniques;
        for columns in [60, 80, 132, 200] {
            let mut out = Vec::new();
            write_table(&mut out, &rows, TextWidth::Columns(columns)).unwrap();
            let text = String::from_utf8(out).unwrap();
            let words: Vec<&str> = text.split_whitespace().collect();
            let words = words.join(" ");
            assert!(rows.iter().all(|row| words.contains(row.summary)), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
        }
    }
}
