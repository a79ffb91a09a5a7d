//! Judges a player's move: is it possible, is it true, and which step proves it?

use crate::error::{Error, ErrorKind};
use crate::hint::blocker_text;
use crate::operation::{InputPuzzle, PuzzleOperation};
use crate::step::StepReport;
use crate::technique_options::{TechniqueName, Techniques};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Puzzle, solve};
use veridoku_logic::{HintBlocker, Ladder, Notation, Position, PuzzleVerdicts, Step};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The digits that the player places, as `r1c2=3`.
    pub place: Vec<String>,
    /// The candidates that the player eliminates, as `r1c2<>3`.
    pub eliminate: Vec<String>,
    /// The technique that the player practises. Only this technique and simpler ones count as a proof.
    pub technique: Option<TechniqueName>,
    /// Notation for cells in the answer.
    pub notation: Option<Notation>,
    /// The enabled techniques.
    pub techniques: Techniques,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Whether all digits of the move are candidates of their cells, and no two placed digits are in conflict.
    pub legal: bool,
    /// Whether the move agrees with every solution.
    pub correct: bool,
    /// Whether every part of the move is the conclusion of a step.
    pub forced: bool,
    /// The simplest step that proves the whole move; with `technique`, preferably one of that technique. None
    /// if no single step does.
    pub step: Option<StepReport>,
    /// The simplest step of the position.
    pub simplest: Option<StepReport>,
    /// Why the move cannot be judged: mistakes in the position, no solution, or a solved puzzle.
    pub reason: Option<String>,
}

/// Judges a move.
#[derive(Debug)]
pub struct GradeStep;

impl PuzzleOperation for GradeStep {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Judge a move: is it possible, is it true, and which step proves it";

    fn restrict(options: &mut Options) {
        options.techniques.restrict();
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let wanted = PlayerMove::parse(options)?;
        let mut report = Report {
            version: Version,
            puzzle: puzzle.to_string(),
            legal: false,
            correct: false,
            forced: false,
            step: None,
            simplest: None,
            reason: None,
        };
        match HintBlocker::check(puzzle, &PuzzleVerdicts::of(puzzle)) {
            Ok(position) => judge(&mut report, &position, &wanted, options),
            Err(found) => {
                let notation = options.notation.unwrap_or_default();
                report.reason = Some(blocker_text(&found, notation));
            }
        }
        Ok(report)
    }

    fn example() -> Value {
        json!({"place": ["r5c5=5"]})
    }
}

/// Judges a move in a position without mistakes.
fn judge(report: &mut Report, position: &Position, wanted: &PlayerMove, options: &Options) {
    let describe = |step: Step| StepReport::new(&step, position, options.notation.unwrap_or_default());
    // Brute force reads the solution, so it proves nothing.
    let ladder = options.techniques.ladder().without_brute_force();
    report.simplest = ladder.next(position).map(describe);
    report.legal = wanted.is_legal(position);
    report.correct = report.legal && wanted.is_correct(position);
    if !report.correct {
        return;
    }
    let ladders: Vec<Ladder> = match &options.technique {
        Some(name) => {
            let is_practised = |technique| name.techniques().contains(&technique);
            let practised = Ladder::in_order(name.techniques().iter().copied());
            vec![practised.with_options_of(&ladder), ladder.up_to(is_practised)]
        }
        None => vec![ladder],
    };
    let proof = |part: &PlayerMove| {
        ladders.iter().find_map(|ladder| ladder.find_where(position, |step| part.follows_from(step)))
    };
    report.step = proof(wanted).map(describe);
    report.forced = report.step.is_some() || wanted.parts().iter().all(|part| proof(part).is_some());
}

/// The digits that a player places, and the candidates that the player eliminates.
#[derive(Clone, Debug, Default)]
struct PlayerMove {
    placed: CandidateSet,
    eliminated: CandidateSet,
}

impl PlayerMove {
    fn parse(options: &Options) -> Result<PlayerMove, Error> {
        let read = |texts: &[String], signs: &[&str], example: &str| {
            texts.iter().map(|text| conclusion(text, signs, example)).collect::<Result<CandidateSet, Error>>()
        };
        let wanted = PlayerMove {
            placed: read(&options.place, &["="], "r1c2=3")?,
            eliminated: read(&options.eliminate, &["<>", "-"], "r1c2<>3")?,
        };
        if wanted.placed.is_empty() && wanted.eliminated.is_empty() {
            let message = "found no move, expected digits to place or candidates to eliminate";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(wanted)
    }

    /// Returns the conclusions of the move, each as a move of its own.
    fn parts(&self) -> Vec<PlayerMove> {
        let placed = self
            .placed
            .iter()
            .map(|candidate| PlayerMove { placed: CandidateSet::only(candidate), ..PlayerMove::default() });
        let eliminated = self.eliminated.iter().map(|candidate| PlayerMove {
            eliminated: CandidateSet::only(candidate),
            ..PlayerMove::default()
        });
        placed.chain(eliminated).collect()
    }

    fn is_legal(&self, position: &Position) -> bool {
        let candidates = position.candidates();
        let is_alone = |one: Candidate| {
            let others = self.placed.iter().filter(|&other| other != one);
            others.into_iter().all(|other| {
                other.cell() != one.cell()
                    && (other.digit() != one.digit() || !one.cell().peers().contains(other.cell()))
            })
        };
        self.placed.is_subset(&candidates)
            && self.eliminated.is_subset(&candidates)
            && self.placed.iter().all(is_alone)
    }

    /// Reports whether no solution of the position contradicts the move.
    fn is_correct(&self, position: &Position) -> bool {
        let candidates = position.candidates();
        let has_solution = |candidates: &CandidateSet| {
            let puzzle = Puzzle::new(*position.values(), position.givens()).with_candidates(candidates);
            solve::count_up_to(&puzzle, 1).count > 0
        };
        let has_solution_without = |candidate: Candidate| {
            let mut others = candidates;
            others.remove(candidate);
            has_solution(&others)
        };
        let has_solution_with = |candidate: Candidate| {
            let mut only = candidates;
            for digit in Digit::ALL.into_iter().filter(|&digit| digit != candidate.digit()) {
                only.remove(Candidate::new(candidate.cell(), digit));
            }
            has_solution(&only)
        };
        !self.placed.iter().any(has_solution_without) && !self.eliminated.iter().any(has_solution_with)
    }

    /// Reports whether the step concludes everything in the move.
    fn follows_from(&self, step: &Step) -> bool {
        self.placed.is_subset(&step.placements) && self.eliminated.is_subset(&step.eliminations)
    }
}

/// Parses a conclusion such as `r1c2=3`.
fn conclusion(text: &str, signs: &[&str], example: &str) -> Result<Candidate, Error> {
    let parts = signs.iter().find_map(|sign| text.split_once(sign));
    let candidate = parts.and_then(|(cell, digit)| {
        Some(Candidate::new(cell.trim().parse::<Cell>().ok()?, digit.trim().parse::<Digit>().ok()?))
    });
    let error = || Error::new(ErrorKind::Unreadable, format!("found {text:?}, expected {example}"));
    candidate.ok_or_else(error)
}
