//! The source code of the solvers, in Rust and four other languages, and the lines on which events happen.
//!
//! In Rust, a solver is the file that is compiled. In the other languages, it is what a learner would hand in
//! for LeetCode 37, with the same structure, the same names and the same number of calls. There, a comment at
//! the end of a line names the events that happen on it:
//!
//! ```text
//! for digit in "123456789":  # @try
//!     if fits(row, column, digit):  # @conflict
//!         board[row][column] = digit  # @place
//! ```
//!
//! These markers become the line numbers of [`SolverSource`], and are removed from the text.
//! `tools/languages-check` runs all programs, and checks that their counts are those of the solvers in Rust.

use crate::algorithm::Algorithm;
use crate::event::EventKind;
use crate::leetcode;
use std::fmt;

/// A programming language.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Language {
    Rust,
    Python,
    Java,
    Cpp,
    JavaScript,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 5] =
        [Language::Rust, Language::Python, Language::Java, Language::Cpp, Language::JavaScript];

    /// Returns the identifier, such as `cpp`.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Rust => "rust",
            Language::Python => "python",
            Language::Java => "java",
            Language::Cpp => "cpp",
            Language::JavaScript => "javascript",
        }
    }

    /// Returns the display name, such as `C++`.
    pub const fn title(self) -> &'static str {
        match self {
            Language::Rust => "Rust",
            Language::Python => "Python",
            Language::Java => "Java",
            Language::Cpp => "C++",
            Language::JavaScript => "JavaScript",
        }
    }

    /// Returns the language with this identifier.
    pub fn by_name(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name() == name)
    }

    /// Returns a program that reads boards and calls a solution, which replaces the line with `@solution`.
    const fn main(self) -> &'static str {
        match self {
            Language::Rust => source_text!("languages/rust/main.rs"),
            Language::Python => source_text!("languages/python/main.py"),
            Language::Java => source_text!("languages/java/main.java"),
            Language::Cpp => source_text!("languages/cpp/main.cpp"),
            Language::JavaScript => source_text!("languages/javascript/main.js"),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// Lists the files of the solvers in all languages but Rust.
macro_rules! files {
    ($($name:literal $module:ident,)+) => {
        [$((
            $name,
            [
                source_text!(concat!("languages/python/", stringify!($module), ".py")),
                source_text!(concat!("languages/java/", stringify!($module), ".java")),
                source_text!(concat!("languages/cpp/", stringify!($module), ".cpp")),
                source_text!(concat!("languages/javascript/", stringify!($module), ".js")),
            ],
        )),+]
    };
}

/// The solvers, with their files in the order of [`Language::ALL`] without Rust.
static FILES: [(&str, [&str; 4]); 12] = files! {
    "brute-force" brute_force,
    "restart" restart,
    "resume" resume,
    "tables" tables,
    "columns" columns,
    "counters" counters,
    "singles-first" singles_first,
    "static-order" static_order,
    "static-sets" static_sets,
    "mrv" mrv,
    "norvig" norvig,
    "dlx" dlx,
};

/// The source code of a solver, and the lines on which events happen.
///
/// ```
/// use veridoku_classic::{EventKind, Language, SolverSource};
///
/// let source = SolverSource::of("tables", Language::Python).unwrap();
/// let line = source.lines_of(EventKind::Place)[0];
/// assert_eq!(source.text().lines().nth(line - 1).unwrap().trim(), "write(row, column, digit)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSource {
    language: Language,
    text: String,
    /// Line numbers, counted from 1, with the events that happen there.
    events: Vec<(usize, EventKind)>,
}

impl SolverSource {
    /// The name of the solution in [`leetcode`], which is not one of the textbook solvers.
    pub const LEETCODE: &'static str = "leetcode";

    /// Returns the source code of the solver with this name, if there is one in this language. There is also
    /// the solution for LeetCode in Rust, with the name [`LEETCODE`](SolverSource::LEETCODE).
    pub fn of(name: &str, language: Language) -> Option<SolverSource> {
        let text = match language {
            Language::Rust if name == SolverSource::LEETCODE => leetcode::paste(),
            Language::Rust => Algorithm::by_name(name)?.source(),
            _ => {
                let index = Language::ALL.iter().position(|other| *other == language)? - 1;
                FILES.iter().find(|(other, _)| *other == name)?.1[index]
            }
        };
        Some(SolverSource::new(text, language))
    }

    /// Finds the events in a text, and removes the markers.
    fn new(marked: &str, language: Language) -> SolverSource {
        let mut source = SolverSource { language, text: String::new(), events: Vec::new() };
        for (number, line) in (1..).zip(marked.lines()) {
            let (code, markers) = match line.split_once('@') {
                Some((code, markers)) if language != Language::Rust => {
                    (code.trim_end().trim_end_matches(['#', '/']).trim_end(), markers)
                }
                _ => (line, ""),
            };
            let is_reported = |event: &EventKind| match language {
                Language::Rust => reports(line, event.name()),
                _ => markers.split(['@', ' ']).any(|marker| marker == event.name()),
            };
            source.events.extend(EventKind::ALL.into_iter().filter(is_reported).map(|event| (number, event)));
            source.text.push_str(code);
            source.text.push('\n');
        }
        source
    }

    /// Adds a main program that reads boards from standard input in LeetCode's JSON, one per line, and prints
    /// them solved.
    ///
    /// Returns `None` for textbook solvers in Rust, which need the other modules of this crate.
    pub fn with_main(&self) -> Option<SolverSource> {
        if self.language == Language::Rust && !self.text.contains("fn solve_sudoku(") {
            return None;
        }
        let main = self.language.main();
        let before = main.lines().take_while(|line| !line.ends_with("@solution")).count();
        let line_text = main.lines().nth(before)?;
        Some(SolverSource {
            language: self.language,
            text: main.replacen(line_text, self.text.trim_end(), 1),
            events: self.events.iter().map(|(number, event)| (number + before, *event)).collect(),
        })
    }

    /// Returns the language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the text of the program.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the numbers of the lines, counted from 1, on which an event of this kind happens.
    pub fn lines_of(&self, event: EventKind) -> Vec<usize> {
        self.events.iter().filter(|(_, other)| *other == event).map(|(number, _)| *number).collect()
    }
}

/// Reports whether a line of Rust reports the event: `run.` and a method that starts with its name.
fn reports(line: &str, event: &str) -> bool {
    line.match_indices("run.").any(|(start, found)| {
        line[start + found.len()..].strip_prefix(event).is_some_and(|rest| {
            rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '_').starts_with('(')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::ALGORITHMS;

    #[test]
    fn every_solver_is_there_in_every_language() {
        let names: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names[..12], listed);
        assert_eq!(names[12..], ["fast"]);
    }

    #[test]
    fn every_language_marks_the_same_events() {
        for (name, _) in &FILES {
            let kinds = |language| {
                let source = SolverSource::of(name, language).unwrap();
                EventKind::ALL
                    .into_iter()
                    .filter(|event| !source.lines_of(*event).is_empty())
                    .collect::<Vec<_>>()
            };
            let expected = kinds(Language::Rust);
            assert!(expected.len() >= 8, "{name}: {expected:?}");
            for language in Language::ALL {
                assert_eq!(kinds(language), expected, "{name} in {language}");
            }
        }
    }

    #[test]
    fn markers_are_removed() {
        for (name, _) in &FILES {
            for language in Language::ALL {
                let source = SolverSource::of(name, language).unwrap();
                assert!(language == Language::Rust || !source.text().contains('@'), "{name} in {language}");
                assert!(source.text().lines().all(|line| line.len() <= 110 && line.trim_end() == line));
            }
        }
    }

    #[test]
    fn lines_of_a_complete_program_are_shifted() {
        for language in [Language::Python, Language::Java, Language::Cpp, Language::JavaScript] {
            let alone = SolverSource::of("dlx", language).unwrap();
            let whole = alone.with_main().unwrap();
            assert!(!whole.text().contains('@') && whole.text().ends_with('\n'), "{language}");
            let line = |source: &SolverSource, number: usize| {
                source.text().lines().nth(number - 1).unwrap().to_string()
            };
            for (one, other) in alone.events.iter().zip(&whole.events) {
                assert_eq!((one.1, line(&alone, one.0)), (other.1, line(&whole, other.0)), "{language}");
            }
        }
        let leetcode = SolverSource::of("leetcode", Language::Rust).unwrap();
        assert!(leetcode.with_main().unwrap().text().contains("fn main()"));
        assert_eq!(SolverSource::of("tables", Language::Rust).unwrap().with_main(), None);
        assert_eq!(SolverSource::of("leetcode", Language::Python), None);
    }
}
