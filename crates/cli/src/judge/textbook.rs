//! Calls and times of the textbook solvers, to compare a program with.
//!
//! For a program in Python, JavaScript or Java, the same interpreter runs the textbook solvers in that language.
//! Otherwise, those in Rust are measured.

use crate::judge::graded_set::GradedPuzzle;
use crate::judge::interpreter::Interpreter;
use crate::judge::trial::{Trial, TrialOptions};
use serde::Serialize;
use std::ffi::OsString;
use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, Language, RunOutcome, SolverSource};
use veridoku_core::Puzzle;

/// The textbook solvers that are measured, with the most calls for which that is done in an interpreted
/// language. Larger searches would take seconds.
pub(crate) const TEXTBOOK_SOLVERS: [(&str, u64); 2] = [("tables", 200_000), ("mrv", 10_000)];
/// How many more calls are allowed in Rust.
const RUST_FACTOR: u64 = 20;
/// The time limit in an interpreted language, in case it is very slow.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A textbook solver on one puzzle.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TextbookRow {
    pub(crate) algorithm: &'static str,
    /// The language in which the time was measured.
    pub(crate) language: &'static str,
    /// The number of calls, or `None` if there are too many.
    pub(crate) calls: Option<u64>,
    /// The time in microseconds, or `None` if there are too many calls.
    pub(crate) micros: Option<f64>,
}

/// The textbook solvers in one language.
#[derive(Debug)]
pub(crate) struct Textbook {
    pub(crate) language: Language,
    /// The commands that run the solvers in an interpreted language.
    commands: Vec<Vec<OsString>>,
    /// Compiled programs, deleted at the end.
    _classes: Option<TempDir>,
}

impl Textbook {
    /// Selects the language of a program by its interpreter.
    pub(crate) fn for_command(command: &[OsString]) -> Textbook {
        let in_rust = Textbook { language: Language::Rust, commands: Vec::new(), _classes: None };
        let Some(Interpreter { language, command: interpreter }) = Interpreter::of(command) else {
            return in_rust;
        };
        let option = match language {
            Language::Python => "-c",
            Language::JavaScript => "-e",
            _ => return Textbook::in_java(&interpreter).unwrap_or(in_rust),
        };
        let command = |source: SolverSource| {
            let arguments = [OsString::from(option), OsString::from(source.text())];
            [&interpreter[..], &arguments[..]].concat()
        };
        let commands = programs(language).map(command).collect();
        Textbook { language, commands, _classes: None }
    }

    /// Compiles the solvers in Java. Returns `None` if there is no compiler.
    fn in_java(interpreter: &[OsString]) -> Option<Textbook> {
        let classes = tempfile::tempdir().ok()?;
        let mut commands = Vec::new();
        for (index, source) in programs(Language::Java).enumerate() {
            let folder = classes.path().join(index.to_string());
            fs::create_dir(&folder).ok()?;
            let file = folder.join("Main.java");
            fs::write(&file, source.text()).ok()?;
            let mut compiler = Command::new(&interpreter[0]);
            compiler.args(&interpreter[1..]).args(["-m", "jdk.compiler/com.sun.tools.javac.Main"]).arg(&file);
            let status = compiler.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            status.ok().filter(ExitStatus::success)?;
            let arguments = ["-cp".into(), folder.into_os_string(), "Main".into()];
            commands.push([interpreter, &arguments[..]].concat());
        }
        Some(Textbook { language: Language::Java, commands, _classes: Some(classes) })
    }

    /// Returns trials of the solvers in an interpreted language.
    pub(crate) fn trials(&self) -> Vec<Trial<'_>> {
        let options = TrialOptions { timeout: TIMEOUT, is_restarted: false, has_events: false };
        self.commands.iter().map(|command| Trial::new(command, options)).collect()
    }

    /// Runs all solvers on a puzzle.
    pub(crate) fn run(&self, puzzle: &GradedPuzzle, trials: &mut [Trial<'_>]) -> Vec<TextbookRow> {
        let mut rows = Vec::new();
        for (index, (name, max_calls)) in TEXTBOOK_SOLVERS.into_iter().enumerate() {
            let Some(algorithm) = Algorithm::by_name(name) else { continue };
            let calls = calls(algorithm, puzzle, max_calls * RUST_FACTOR);
            let time = match trials.get_mut(index) {
                None => calls.map(|_| time_in_rust(algorithm, puzzle)),
                // The interpreter may lack something that the program does not need. Then there is no time.
                Some(trial) if calls.is_some_and(|calls| calls <= max_calls) => {
                    trial.run(puzzle).ok().and_then(|result| result.time)
                }
                Some(_) => None,
            };
            let micros = time.map(micros);
            rows.push(TextbookRow { algorithm: name, language: self.language.name(), calls, micros });
        }
        rows
    }
}

/// Returns the solvers in another language than Rust, as programs.
fn programs(language: Language) -> impl Iterator<Item = SolverSource> {
    let program = move |(algorithm, _)| SolverSource::of(algorithm, language)?.with_main();
    TEXTBOOK_SOLVERS.into_iter().filter_map(program)
}

/// Returns the textbook solvers that need exactly this number of calls for the puzzle.
pub(crate) fn same_calls(puzzle: &GradedPuzzle, wanted: u64) -> Vec<&'static str> {
    let solvers = ALGORITHMS.iter().filter(|algorithm| algorithm.name != "fast");
    solvers
        .filter(|algorithm| calls(algorithm, puzzle, wanted) == Some(wanted))
        .map(|algorithm| algorithm.name)
        .collect()
}

/// Returns the number of calls until the solution, or `None` if there are more than `max`.
fn calls(algorithm: &Algorithm, puzzle: &GradedPuzzle, max: u64) -> Option<u64> {
    let mut counter = Counter::default();
    let outcome = algorithm.observe_up_to(&Puzzle::from(puzzle.grid), 1, max, &mut counter);
    (!matches!(outcome, RunOutcome::OutOfBudget { .. })).then_some(counter.calls)
}

/// Returns the best time of three runs.
fn time_in_rust(algorithm: &Algorithm, puzzle: &GradedPuzzle) -> Duration {
    let puzzle = Puzzle::from(puzzle.grid);
    let time = || {
        let start = Instant::now();
        black_box(algorithm.solve_up_to(&puzzle, 1, u64::MAX));
        start.elapsed()
    };
    time().min(time()).min(time())
}

/// Returns a time in microseconds, rounded to hundredths.
pub(crate) fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e8).round() / 100.0
}
