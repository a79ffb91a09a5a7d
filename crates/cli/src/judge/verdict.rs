//! What is right or wrong about an answer.

use crate::judge::graded_set::GradedPuzzle;
use crate::judge::process::{ProcessEnd, Reply};
use serde_json::Value;
use std::process::ExitStatus;
use std::time::Duration;
use veridoku_core::{Cell, Digit, Grid};

/// How many characters of an unexpected output are shown.
const SHOWN: usize = 100;
/// How many lines of standard error are shown.
const SHOWN_LINES: usize = 16;

/// The judgement of an answer.
#[derive(Clone, Debug)]
pub(crate) enum AnswerVerdict {
    Right,
    Wrong(WrongAnswer),
    /// The line is not a board: what was printed, and what is wrong with it.
    NotABoard {
        found: String,
        reason: String,
    },
    /// There was more output after the answer.
    ExtraOutput {
        found: String,
    },
    TimedOut {
        limit: Duration,
        only_blank_lines: bool,
    },
    /// The program failed: the exit status or signal, and the last lines of standard error.
    Crashed {
        status: String,
        errors: String,
    },
    /// The program ended without an error and without an answer.
    NoAnswer {
        errors: String,
        only_blank_lines: bool,
    },
    /// The puzzle was not run, because too many others had no answer.
    Skipped,
}

/// A board that is not the solution.
#[derive(Clone, Debug)]
pub(crate) struct WrongAnswer {
    /// The first wrong cell.
    pub(crate) cell: Cell,
    pub(crate) expected: Digit,
    pub(crate) found: Option<Digit>,
    pub(crate) answer: Grid,
}

impl AnswerVerdict {
    /// Judges the reply to a board.
    pub(crate) fn of(reply: Reply, puzzle: &GradedPuzzle, limit: Duration) -> AnswerVerdict {
        match reply {
            Reply::Line(line) => match parse_board(&line) {
                Ok(answer) => AnswerVerdict::of_answer(answer, puzzle),
                Err(reason) => AnswerVerdict::NotABoard { found: shorten(&line), reason },
            },
            Reply::TooLong(start) => AnswerVerdict::NotABoard {
                found: shorten(&start),
                reason: "the line is longer than 65536 bytes".to_string(),
            },
            Reply::TimedOut => AnswerVerdict::TimedOut { limit, only_blank_lines: false },
            Reply::Ended(ProcessEnd { status, errors }) => {
                let errors = last_lines(&errors);
                match status {
                    Some(status) if status.success() => {
                        AnswerVerdict::NoAnswer { errors, only_blank_lines: false }
                    }
                    Some(status) => AnswerVerdict::Crashed { status: describe(status), errors },
                    None => AnswerVerdict::Crashed { status: "closed its output".to_string(), errors },
                }
            }
        }
    }

    /// Adds that the program has printed blank lines, if it has not printed anything else.
    pub(crate) fn after_blank_lines(mut self) -> AnswerVerdict {
        if let AnswerVerdict::TimedOut { only_blank_lines, .. }
        | AnswerVerdict::NoAnswer { only_blank_lines, .. } = &mut self
        {
            *only_blank_lines = true;
        }
        self
    }

    /// Judges a line after the answer.
    pub(crate) fn extra_output(line: &str) -> AnswerVerdict {
        AnswerVerdict::ExtraOutput { found: shorten(line) }
    }

    /// Judges the reply to a board that the program has already solved: what is not a board now was printed
    /// late, after the answer before.
    pub(crate) fn of_repetition(self) -> AnswerVerdict {
        match self {
            AnswerVerdict::NotABoard { found, .. } => AnswerVerdict::ExtraOutput { found },
            verdict => verdict,
        }
    }

    fn of_answer(answer: Grid, puzzle: &GradedPuzzle) -> AnswerVerdict {
        let wrong = Cell::all().find_map(|cell| {
            let (found, expected) = (answer.get(cell), puzzle.solution.get(cell)?);
            (found != Some(expected)).then_some(WrongAnswer { cell, expected, found, answer })
        });
        wrong.map_or(AnswerVerdict::Right, AnswerVerdict::Wrong)
    }

    /// Returns the name in the table.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            AnswerVerdict::Right => "right",
            AnswerVerdict::Wrong(_) => "wrong answer",
            AnswerVerdict::NotABoard { .. } => "not a board",
            AnswerVerdict::ExtraOutput { .. } => "extra output",
            AnswerVerdict::TimedOut { .. } => "timeout",
            AnswerVerdict::Crashed { .. } => "crashed",
            AnswerVerdict::NoAnswer { .. } => "no answer",
            AnswerVerdict::Skipped => "skipped",
        }
    }

    /// Returns the name in JSON.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            AnswerVerdict::Right => "right",
            AnswerVerdict::Wrong(_) => "wrong",
            AnswerVerdict::NotABoard { .. } => "not-a-board",
            AnswerVerdict::ExtraOutput { .. } => "extra-output",
            AnswerVerdict::TimedOut { .. } => "timeout",
            AnswerVerdict::Crashed { .. } => "crash",
            AnswerVerdict::NoAnswer { .. } => "no-answer",
            AnswerVerdict::Skipped => "skipped",
        }
    }

    pub(crate) fn is_right(&self) -> bool {
        matches!(self, AnswerVerdict::Right)
    }

    /// Reports whether the program has printed something in reply.
    pub(crate) fn is_answer(&self) -> bool {
        use AnswerVerdict::{Crashed, NoAnswer, Skipped, TimedOut};
        !matches!(self, TimedOut { .. } | Crashed { .. } | NoAnswer { .. } | Skipped)
    }

    /// Explains what is wrong, in one or more lines. Returns an empty text if the answer is right.
    pub(crate) fn explain(&self, puzzle: &GradedPuzzle) -> String {
        match self {
            AnswerVerdict::Right | AnswerVerdict::Skipped => String::new(),
            AnswerVerdict::Wrong(WrongAnswer { cell, expected, found, .. }) => {
                let found = found.map_or_else(|| "still empty".to_string(), |digit| digit.to_string());
                let given = if puzzle.grid.get(*cell).is_some() { ", a given" } else { "" };
                format!("the first wrong cell is {cell}: expected {expected}{given}, found {found}")
            }
            AnswerVerdict::NotABoard { found, reason } => format!(
                "{reason}\n  found     {found}\n  expected  [[\"5\",\"3\",\"4\",…],…], nine rows of nine \
                 strings in JSON, on one line"
            ),
            AnswerVerdict::ExtraOutput { found } => {
                format!(
                    "printed more than the answer; print other text to standard error\n  found     {found}"
                )
            }
            AnswerVerdict::TimedOut { limit, only_blank_lines } => {
                format!("no answer within {} s{}", limit.as_secs_f64(), blank_lines(*only_blank_lines))
            }
            AnswerVerdict::Crashed { status, errors } => {
                format!("{status}{}", indented("; the end of standard error:", errors))
            }
            AnswerVerdict::NoAnswer { errors, only_blank_lines } => format!(
                "the program ended without printing a board{}{}",
                blank_lines(*only_blank_lines),
                indented("; the end of standard error:", errors)
            ),
        }
    }
}

/// Returns the end of a sentence about a program that did not answer.
const fn blank_lines(are_all: bool) -> &'static str {
    if are_all { ", only blank lines" } else { "" }
}

/// Parses a board in LeetCode's JSON.
fn parse_board(line: &str) -> Result<Grid, String> {
    let rows: Vec<Vec<String>> = serde_json::from_str(line).map_err(|_| {
        if line.starts_with("[['") {
            "single quotes are not JSON; in Python, print(json.dumps(board))".to_string()
        } else if serde_json::from_str::<Value>(line).is_ok_and(|value| value.get("event").is_some()) {
            "an event of the search needs --trace".to_string()
        } else if serde_json::from_str::<Vec<Vec<u8>>>(line).is_ok() {
            "the cells must be strings, such as \"5\" instead of 5".to_string()
        } else {
            "not a board in LeetCode's JSON".to_string()
        }
    })?;
    if rows.len() != 9 || rows.iter().any(|row| row.len() != 9) {
        return Err("not nine rows of nine cells".to_string());
    }
    let mut cells = String::new();
    for (index, text) in rows.iter().flatten().enumerate() {
        if !matches!(text.as_str(), "." | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9") {
            let cell = Cell::new(index / 9, index % 9);
            return Err(format!("{cell} is {:?}, expected \"1\" to \"9\"", shorten(text)));
        }
        cells.push_str(text);
    }
    cells.parse().map_err(|_| "not a board".to_string())
}

/// Describes how a program has ended.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (aborted)",
            8 => " (arithmetic error, such as a division by zero)",
            9 => " (killed, perhaps for lack of memory)",
            11 => " (segmentation fault)",
            _ => "",
        };
        return format!("ended by signal {signal}{name}");
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"))
}

/// Returns the beginning of a text, without control characters.
fn shorten(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if text.chars().count() > SHOWN { format!("{shown}…") } else { shown }
}

/// Returns the last lines of standard error, without control characters.
fn last_lines(errors: &str) -> String {
    let lines: Vec<String> = errors.lines().map(|line| shorten(line.trim_end())).collect();
    lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n")
}

fn indented(heading: &str, lines: &str) -> String {
    if lines.is_empty() { String::new() } else { format!("{heading}\n  {}", lines.replace('\n', "\n  ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_must_be_nine_rows_of_nine_strings() {
        let row = r#"["5","3","4","6","7","8","9","1","."]"#;
        let board = |rows: usize| format!("[{}]", vec![row; rows].join(","));
        assert!(parse_board(&board(9)).unwrap().to_string().starts_with("53467891.53467891."));
        for (text, reason) in [
            (board(8), "not nine rows of nine cells"),
            (board(9).replace("\"5\"", "\"5\",\"5\""), "not nine rows of nine cells"),
            (board(9).replacen("\"3\"", "\"0\"", 1), "r1c2 is \"0\", expected \"1\" to \"9\""),
            (board(9).replace('"', "'"), "single quotes are not JSON; in Python, print(json.dumps(board))"),
            (
                board(9).replace("\".\"", "0").replace('"', ""),
                "the cells must be strings, such as \"5\" instead of 5",
            ),
            (board(9).replace('"', ""), "not a board in LeetCode's JSON"),
            ("None".to_string(), "not a board in LeetCode's JSON"),
            (r#"{"event":"call"}"#.to_string(), "an event of the search needs --trace"),
        ] {
            assert_eq!(parse_board(&text).unwrap_err(), reason);
        }
    }
}
