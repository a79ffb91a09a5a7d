//! Judges a player's move: is it possible, is it true, and which step proves it?

use crate::error::{Error, ErrorKind};
use crate::hint::blocker_text;
use crate::operation::{InputPuzzle, PuzzleOperation};
use crate::step::{StepReport, conclusions};
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
    /// The technique that the player practises. It is tried before the others, even if it is not enabled.
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
    /// Whether the move is legal and agrees with every solution.
    pub correct: bool,
    /// Whether every part of the move follows from a step.
    pub forced: bool,
    /// The parts of the move that contradict a solution, as `r1c2=3` or `r1c2<>3`.
    pub wrong: Vec<String>,
    /// The simplest step that proves the whole move; with `technique`, preferably one of that technique. Of
    /// several steps of one technique, one that the move completes. None if no single step proves the move.
    pub step: Option<StepReport>,
    /// The conclusions of `step` that the move lacks, as `r1c2=3` or `r1c2<>3`.
    pub missing: Vec<String>,
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
            wrong: Vec::new(),
            step: None,
            missing: Vec::new(),
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
    let notation = options.notation.unwrap_or_default();
    let describe = |step: &Step| StepReport::new(step, position, notation);
    // Brute force reads the solution, so it proves nothing.
    let ladder = options.techniques.ladder().without_brute_force();
    report.simplest = ladder.next(position).as_ref().map(describe);
    report.wrong = wanted.contradicted(position).names(notation);
    report.legal = wanted.is_legal(position);
    report.correct = report.legal && report.wrong.is_empty();
    if !report.correct {
        return;
    }
    let practised = options
        .technique
        .iter()
        .map(|name| Ladder::in_order(name.techniques().iter().copied()).with_options_of(&ladder));
    let ladders: Vec<Ladder> = practised.chain([ladder.clone()]).collect();
    let mut unproved = wanted.clone();
    let first = ladders.iter().find_map(|ladder| {
        ladder.find_where(position, |step| {
            let open = wanted.without_consequences(step, position);
            unproved = unproved.intersection(&open);
            open.is_empty()
        })
    });
    let step = first.map(|first| {
        // Of several steps of a technique, prefer one that the move completes.
        let technique = Ladder::in_order([first.technique]).with_options_of(&ladder);
        technique.find_where(position, |step| wanted.completes(step, position)).unwrap_or(first)
    });
    report.forced = unproved.is_empty();
    report.missing =
        step.as_ref().map_or_else(Vec::new, |step| wanted.missing(step, position).names(notation));
    report.step = step.as_ref().map(describe);
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
        if wanted.is_empty() {
            let message = "found no move, expected digits to place or candidates to eliminate";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(wanted)
    }

    fn is_empty(&self) -> bool {
        self.placed.is_empty() && self.eliminated.is_empty()
    }

    fn is_legal(&self, position: &Position) -> bool {
        let candidates = position.candidates();
        let are_compatible = |one: Candidate, other: Candidate| {
            one == other
                || one.cell() != other.cell()
                    && (one.digit() != other.digit() || !one.cell().sees(other.cell()))
        };
        self.placed.is_subset(&candidates)
            && self.eliminated.is_subset(&candidates)
            && self.placed.iter().all(|one| self.placed.iter().all(|other| are_compatible(one, other)))
    }

    /// Returns the part of the move that contradicts a solution of the position.
    fn contradicted(&self, position: &Position) -> PlayerMove {
        let values = position.values();
        let candidates = position.candidates();
        let has_solution = |candidates: &CandidateSet| {
            let puzzle = Puzzle::new(*values, position.givens()).with_candidates(candidates);
            solve::count_up_to(&puzzle, 1).count > 0
        };
        let can_be_false = |candidate: Candidate| {
            let mut others = candidates;
            others.remove(candidate);
            has_solution(&others)
        };
        let can_be_true = |candidate: Candidate| {
            let mut only = candidates;
            for digit in Digit::ALL.into_iter().filter(|&digit| digit != candidate.digit()) {
                only.remove(Candidate::new(candidate.cell(), digit));
            }
            has_solution(&only)
        };
        // In a filled cell, the digit decides.
        let is_value =
            |candidate: Candidate| values.get(candidate.cell()).map(|digit| digit == candidate.digit());
        let is_wrong_digit = |&one: &Candidate| is_value(one).map_or_else(|| can_be_false(one), |is| !is);
        let is_wrong_elimination = |&one: &Candidate| is_value(one).unwrap_or_else(|| can_be_true(one));
        PlayerMove {
            placed: self.placed.iter().filter(is_wrong_digit).collect(),
            eliminated: self.eliminated.iter().filter(is_wrong_elimination).collect(),
        }
    }

    /// Returns the part of the move that does not follow from a step. A digit follows, too, if the step
    /// eliminates all other candidates of its cell.
    fn without_consequences(&self, step: &Step, position: &Position) -> PlayerMove {
        let mut after = position.clone();
        step.apply(&mut after);
        let is_last = |candidate: Candidate| {
            step.eliminations.occupied().contains(candidate.cell())
                && after.digits(candidate.cell()).single() == Some(candidate.digit())
        };
        let is_open = |&candidate: &Candidate| !step.placements.contains(candidate) && !is_last(candidate);
        PlayerMove {
            placed: self.placed.iter().filter(is_open).collect(),
            eliminated: self.eliminated.iter().filter(|&candidate| after.has(candidate)).collect(),
        }
    }

    /// Returns the conclusions of a step that do not follow from the move.
    fn missing(&self, step: &Step, position: &Position) -> PlayerMove {
        let mut after = position.clone();
        self.eliminated.iter().for_each(|candidate| _ = after.eliminate(candidate));
        self.placed.iter().for_each(|candidate| after.place(candidate));
        PlayerMove {
            placed: step.placements - self.placed,
            eliminated: step.eliminations.iter().filter(|&candidate| after.has(candidate)).collect(),
        }
    }

    /// Whether the move and the conclusions of a step are the same.
    fn completes(&self, step: &Step, position: &Position) -> bool {
        self.without_consequences(step, position).is_empty() && self.missing(step, position).is_empty()
    }

    fn intersection(&self, other: &PlayerMove) -> PlayerMove {
        PlayerMove { placed: self.placed & other.placed, eliminated: self.eliminated & other.eliminated }
    }

    fn names(&self, notation: Notation) -> Vec<String> {
        [conclusions(&self.placed, "=", notation), conclusions(&self.eliminated, "<>", notation)].concat()
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
