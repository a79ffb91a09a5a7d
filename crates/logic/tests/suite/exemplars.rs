//! Checks that every puzzle of a collection shows the technique that it needs: the technique must be
//! available at some position on the solution path.
//!
//! `testdata/techniques/exemplars.txt` contains puzzles that HoDoKu solved with the technique. HoDoKu's own
//! collection, which is licensed under the GPL and not part of the repository, is tested too if
//! `VERIDOKU_DATA` is set. Lines look like `puzzle # ssts xyz(2) s`, where the word before the parenthesis is
//! the short code of the technique.

use crate::sets;
use std::ops::ControlFlow;
use veridoku_core::Puzzle;
use veridoku_logic::{FinderContext, Ladder, Position, SearchOptions, Sink, Step, TECHNIQUES, Technique};

/// A puzzle that needs one of the given techniques.
struct Exemplar {
    line: String,
    puzzle: Puzzle,
    techniques: Vec<Technique>,
}

/// Parses the exemplars in a text.
fn exemplars(text: &str) -> Vec<Exemplar> {
    let read = |line: &str| {
        let (puzzle, comment) = line.split_at_checked(81)?;
        let code = comment.split('(').next()?.rsplit([' ', '#']).next()?;
        // `sc` matches both `sc1` and `sc2`, and `mc` matches both `mc1` and `mc2`.
        let matches_code = |own: &str| own == code || own.strip_suffix(['1', '2']) == Some(code);
        let techniques: Vec<Technique> =
            TECHNIQUES.iter().filter(|entry| matches_code(entry.code)).map(|entry| entry.technique).collect();
        Some(Exemplar { line: line.to_string(), puzzle: puzzle.parse().ok()?, techniques })
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && line.contains('('));
    lines.map(|line| read(line).expect("a puzzle and its technique")).collect()
}

/// A sink that stops at the first step of one of these techniques.
///
/// `found` tells whether the finder stopped for this reason or because its budget was exhausted.
struct TechniqueSink<'a> {
    techniques: &'a [Technique],
    found: bool,
}

impl Sink for TechniqueSink<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.found |= self.techniques.contains(&step.technique);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Reports whether one of the techniques is available at some position on the solution path.
fn shows(exemplar: &Exemplar, ladder: &Ladder) -> bool {
    let mut position = Position::new(&exemplar.puzzle).expect("a puzzle without contradiction");
    while !position.is_solved() {
        let context = FinderContext::new(&position, SearchOptions::default());
        if exemplar.techniques.iter().any(|technique| {
            let mut sink = TechniqueSink { techniques: &exemplar.techniques, found: false };
            let _: ControlFlow<()> = technique.finder()(&context, &mut sink);
            sink.found
        }) {
            return true;
        }
        let Some(step) = ladder.next(&position) else { break };
        step.apply(&mut position);
    }
    false
}

#[test]
fn exemplars_show_their_technique() {
    let mut exemplars_to_test = exemplars(include_str!("../../testdata/techniques/exemplars.txt"));
    if sets::whole_sets().is_some() {
        // Test HoDoKu's whole collection in a release build, and every fifth exemplar in a debug build.
        let stride = if cfg!(debug_assertions) { 5 } else { 1 };
        exemplars_to_test
            .extend(exemplars(&sets::read("techniques/exemplars-1.0.txt")).into_iter().step_by(stride));
    }
    assert!(exemplars_to_test.len() > 100, "{} exemplars", exemplars_to_test.len());
    let ladder = Ladder::hodoku();
    let mut missing = Vec::new();
    for exemplar in &exemplars_to_test {
        assert!(!exemplar.techniques.is_empty(), "no technique has the code of {}", exemplar.line);
        if !shows(exemplar, &ladder) {
            missing.push(exemplar.line.clone());
        }
    }
    assert!(
        missing.is_empty(),
        "{} exemplars do not show their technique:\n{}",
        missing.len(),
        missing.join("\n")
    );
}
