//! Grades an answer to a puzzle.

use crate::answer_output::{AnswerOutput, ExitOutcome};
use crate::command::CommandInfo;
use crate::error::Error;
use crate::extract::find_grid;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::vocabulary::{Conflict, DEFAULT_NODES, Version, cell_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use veridoku_core::solve::{End, Limits, SearchResult, Solver};
use veridoku_core::{Candidate, Cell, CellSet, Grid, HouseKind, HouseSet, Puzzle};
use veridoku_formats::Extraction;

/// The node budget of each search in a request from an untrusted client. There may be a search per cell.
const UNTRUSTED_NODES: u64 = 50_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The answer: a grid, or a text that contains one, such as the answer of a language model.
    pub answer: String,
    /// Score an answer that keeps the clues by the share of empty cells that are right.
    pub partial: bool,
    /// Maximum number of guesses per search.
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "independent properties of an answer")]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The grid of the answer, 81 characters.
    pub answer: Option<String>,
    /// Whether the answer is a solution of the puzzle, which may have several.
    pub solved: bool,
    /// 1 if the answer is solved, otherwise 0. With `partial`, the share of empty cells that are right, if the
    /// clues are kept.
    pub score: f64,
    /// Whether the answer has no blanks.
    pub complete: bool,
    /// Whether no row, column or box of the answer contains a digit twice.
    pub valid: bool,
    /// Whether the answer contains all clues of the puzzle.
    pub clues_kept: bool,
    /// The number of empty cells of the puzzle.
    pub cells: usize,
    /// The number of these cells that are right: some solution agrees with them and with the right cells
    /// before them.
    pub right: usize,
    /// The first cell whose digit is not right.
    pub first_wrong: Option<String>,
    /// The number of rows that contain a digit twice.
    pub row_conflicts: usize,
    /// The number of columns that contain a digit twice.
    pub column_conflicts: usize,
    /// The number of boxes that contain a digit twice.
    pub box_conflicts: usize,
    /// The digits that a house of the answer contains more than once.
    pub conflicts: Vec<Conflict>,
    /// Why the answer is not solved.
    pub reason: Option<String>,
    /// Why the grid may not be the intended one.
    pub warnings: Vec<String>,
}

/// Grades an answer to a puzzle.
#[derive(Debug)]
pub struct Grade;

impl PuzzleOperation for Grade {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Grade answers to puzzles, such as those of a language model";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["grade answers.csv", "grade --rate --json answers.jsonl"],
        negative: "an answer is not solved",
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let found = find_grid(&options.answer)?;
        let budget = options.budget.unwrap_or(DEFAULT_NODES);
        let scoring = if options.partial { Scoring::Partial } else { Scoring::Strict };
        Ok(Report::new(&puzzle.record.puzzle, found, scoring, budget))
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.solved)
    }

    fn write(_: InputPuzzle<'_>, _: &Options, report: &Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        writeln!(out, "{}", report.sentence())
    }

    fn example() -> Value {
        let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        json!({"answer": answer})
    }
}

/// How well a grid answers a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grading {
    /// Whether the answer is a solution of the puzzle.
    pub solved: bool,
    /// The cells of the answer without a digit.
    pub blanks: CellSet,
    /// The cells in which the answer contradicts the clues or the candidates of the puzzle.
    pub lost_clues: CellSet,
    /// The houses of the answer that contain a digit more than once.
    pub conflicts: HouseSet,
    /// The empty cells of the puzzle.
    pub cells: CellSet,
    /// The cells of the answer that are right.
    pub right: CellSet,
    /// Why no cell is right, if the puzzle has no solution or the budget ran out.
    pub no_solution: Option<&'static str>,
}

/// Grades answers to a puzzle.
///
/// Keeps what it finds out about the puzzle, so that further answers to the same puzzle take a fraction of
/// the time.
#[derive(Clone, Debug)]
pub struct Grader {
    puzzle: Puzzle,
    clues: Grid,
    /// The maximum number of guesses per search.
    budget: u64,
    solver: Solver,
    /// One of the solutions, if one is known.
    solution: Option<Grid>,
    /// The result of a search for two solutions, which only answers that are not solved need.
    found: Option<SearchResult>,
}

impl Grader {
    /// Creates a grader for answers to the givens of a puzzle.
    pub fn new(puzzle: Puzzle, budget: u64) -> Grader {
        let clues = given_values(&puzzle);
        Grader { puzzle, clues, budget, solver: Solver::new(), solution: None, found: None }
    }

    /// Continues with another puzzle.
    pub fn set_puzzle(&mut self, puzzle: Puzzle) {
        self.clues = given_values(&puzzle);
        self.puzzle = puzzle;
        self.solution = None;
        self.found = None;
    }

    /// Grades an answer. Searches for a solution only if the answer is not one.
    pub fn grade(&mut self, answer: &Grid) -> Grading {
        // This takes a tenth of the time of checking the rules.
        if self.solution.as_ref() == Some(answer) {
            return Grading::solved(&self.puzzle);
        }
        let mut grading = Grading::without_solution(&self.puzzle, &self.clues, answer);
        if grading.solved {
            self.solution = Some(*answer);
        } else {
            self.compare(&mut grading, answer);
        }
        grading
    }

    /// Finds the right cells of an answer that is not solved.
    fn compare(&mut self, grading: &mut Grading, answer: &Grid) {
        let found = *self.found.get_or_insert_with(|| {
            let clues = with_candidates_of(&self.puzzle, self.clues);
            self.solver.search(&clues, Limits::UNIQUE.with_nodes(self.budget))
        });
        let Some(solution) = found.first else {
            let is_proved = found.end == End::Complete;
            grading.no_solution =
                Some(if is_proved { "the puzzle has no solution" } else { "the budget ran out" });
            return;
        };
        self.solution = Some(solution);
        grading.right = !answer.differences(&solution);
        if found.unique().is_none() {
            grading.right = self.agreeing_cells(answer, solution);
        }
    }

    /// Returns the cells of an answer that are right if the puzzle may have other solutions than this one,
    /// which may agree with more cells.
    fn agreeing_cells(&mut self, answer: &Grid, mut solution: Grid) -> CellSet {
        let (mut agreed, mut right) = (self.clues, CellSet::EMPTY);
        for (cell, digit) in answer.values() {
            let mut wanted = agreed;
            wanted.set(cell, Some(digit));
            if solution.get(cell) != Some(digit) {
                let wanted = with_candidates_of(&self.puzzle, wanted);
                let limits = Limits::solutions(1).with_nodes(self.budget);
                let is_clue = agreed.get(cell).is_some();
                let Some(other) = (!is_clue).then(|| self.solver.search(&wanted, limits).first).flatten()
                else {
                    continue;
                };
                solution = other;
            }
            right.insert(cell);
            agreed = wanted;
        }
        right
    }
}

impl Grading {
    /// Grades an answer to the givens of a puzzle. Searches for a solution only if the answer is not one.
    pub fn new(puzzle: &Puzzle, answer: &Grid, budget: u64) -> Grading {
        Grader::new(puzzle.clone(), budget).grade(answer)
    }

    /// Returns the grading of an answer that is a solution of the puzzle.
    fn solved(puzzle: &Puzzle) -> Grading {
        Grading {
            solved: true,
            blanks: CellSet::EMPTY,
            lost_clues: CellSet::EMPTY,
            conflicts: HouseSet::EMPTY,
            cells: !puzzle.givens(),
            right: CellSet::ALL,
            no_solution: None,
        }
    }

    /// Grades an answer without a solution: all cells of a solved answer are right, and none of any other.
    fn without_solution(puzzle: &Puzzle, clues: &Grid, answer: &Grid) -> Grading {
        let given = puzzle.givens();
        let mut lost_clues = given & clues.differences(answer);
        if let Some(written) = puzzle.written_candidates() {
            let is_listed =
                |cell, digit| given.contains(cell) || written.contains(Candidate::new(cell, digit));
            let unlisted = answer.values().filter(|&(cell, digit)| !is_listed(cell, digit));
            lost_clues |= unlisted.map(|(cell, _)| cell).collect::<CellSet>();
        }
        let blanks = !answer.filled();
        let conflicts = answer.houses_with_repetition();
        if lost_clues.is_empty() && blanks.is_empty() && conflicts.is_empty() {
            return Grading::solved(puzzle);
        }
        Grading {
            solved: false,
            blanks,
            lost_clues,
            conflicts,
            cells: !given,
            right: CellSet::EMPTY,
            no_solution: None,
        }
    }

    /// Returns the first cell whose digit is not right.
    pub fn first_wrong(&self) -> Option<Cell> {
        if self.solved {
            return None;
        }
        (!self.blanks - self.right).first().filter(|_| self.no_solution.is_none())
    }

    /// Returns the number of rows, columns and boxes that contain a digit more than once.
    pub fn conflict_counts(&self) -> [usize; 3] {
        [HouseKind::Row, HouseKind::Column, HouseKind::Box]
            .map(|kind| self.conflicts.iter().filter(|house| house.kind() == kind).count())
    }

    /// Returns the score: 1 for a solved answer. With `partial`, any other that keeps the clues gets the share
    /// of empty cells that are right.
    pub fn score(&self, scoring: Scoring) -> f64 {
        match (self.solved, scoring) {
            (true, _) => 1.0,
            (false, Scoring::Partial) if self.lost_clues.is_empty() => {
                let count = |cells: CellSet| f64::from(cells.bits().count_ones());
                count(self.cells & self.right) / count(self.cells).max(1.0)
            }
            (false, _) => 0.0,
        }
    }

    /// Returns why this answer is not solved.
    pub fn reason(&self, answer: &Grid) -> Option<String> {
        let lost = cell_names(self.lost_clues.iter().take(3).collect()).join(", ");
        let more = if self.lost_clues.len() > 3 { ", …" } else { "" };
        match (self.solved, self.lost_clues.len(), answer.repetitions().next(), self.blanks.len()) {
            (true, ..) => None,
            (_, 1.., ..) => Some(format!("the answer contradicts the puzzle in {lost}{more}")),
            (_, _, Some(repetition), _) => Some(repetition.to_string()),
            (_, _, _, 1) => Some("the grid has 1 blank".to_string()),
            (_, _, _, blanks) => Some(format!("the grid has {blanks} blanks")),
        }
    }
}

/// Returns the clues of a puzzle.
fn given_values(puzzle: &Puzzle) -> Grid {
    let is_plain = puzzle.givens() == puzzle.values().filled();
    if is_plain { *puzzle.values() } else { puzzle.given_values() }
}

/// Returns a puzzle with these clues and with the candidates of another puzzle.
fn with_candidates_of(puzzle: &Puzzle, clues: Grid) -> Puzzle {
    let clues = Puzzle::from(clues);
    match puzzle.written_candidates() {
        Some(written) => clues.with_candidates(written),
        None => clues,
    }
}

/// How to score an answer that is not solved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// 0.
    Strict,
    /// The share of empty cells that are right.
    Partial,
}

impl Report {
    /// Grades the grid that was found in an answer.
    pub fn new(puzzle: &Puzzle, found: Extraction, scoring: Scoring, budget: u64) -> Report {
        let grading = found.grid.map(|answer| Grading::new(puzzle, &answer, budget));
        let count = |count: fn(&Grading) -> usize| grading.as_ref().map_or(0, count);
        let [row_conflicts, column_conflicts, box_conflicts] =
            grading.as_ref().map_or([0; 3], Grading::conflict_counts);
        let reason = found.reason.or_else(|| {
            let grading = grading.as_ref()?;
            grading.no_solution.map(str::to_string).or_else(|| grading.reason(found.grid.as_ref()?))
        });
        // A warning about blanks may be the reason.
        let warnings =
            found.warnings.into_iter().filter(|warning| reason.as_ref() != Some(warning)).collect();
        Report {
            version: Version,
            puzzle: puzzle.to_string(),
            answer: found.grid.as_ref().map(Grid::to_string),
            solved: grading.as_ref().is_some_and(|grading| grading.solved),
            score: grading.as_ref().map_or(0.0, |grading| grading.score(scoring)),
            complete: grading.as_ref().is_some_and(|grading| grading.blanks.is_empty()),
            valid: grading.as_ref().is_some_and(|grading| grading.conflicts.is_empty()),
            clues_kept: grading.as_ref().is_some_and(|grading| grading.lost_clues.is_empty()),
            cells: (!puzzle.givens()).len(),
            right: count(|grading| (grading.cells & grading.right).len()),
            first_wrong: grading.as_ref().and_then(Grading::first_wrong).map(|cell| cell.to_string()),
            row_conflicts,
            column_conflicts,
            box_conflicts,
            conflicts: found
                .grid
                .iter()
                .flat_map(Grid::repetitions)
                .map(|found| Conflict::from(&found))
                .collect(),
            reason,
            warnings,
        }
    }

    /// Returns the result in one line.
    pub fn sentence(&self) -> String {
        let Report { right, cells, .. } = self;
        let text = match &self.reason {
            None => "solved".to_string(),
            Some(reason) if self.answer.is_none() => format!("no answer: {reason}"),
            Some(reason) => format!("not solved: {right} of {cells} cells right, {reason}"),
        };
        if self.warnings.is_empty() { text } else { format!("{text} ({})", self.warnings.join("; ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::{SAMPLE, solve};

    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn grade(puzzle: &str, answer: &str) -> Report {
        let options = Options { answer: answer.to_string(), ..Options::default() };
        let record = veridoku_formats::read(puzzle).unwrap();
        Grade::run(InputPuzzle::from(&record), &options).unwrap()
    }

    #[test]
    fn solved_answers_score_one() {
        let report = grade(SAMPLE, &format!("The answer is {SOLUTION}."));
        assert!(report.solved && report.complete && report.valid && report.clues_kept);
        assert_eq!((report.score, report.right, report.cells), (1.0, 51, 51));
        assert_eq!(report.sentence(), "solved");
    }

    #[test]
    fn answers_are_compared_with_the_solution() {
        // 4 and 6 of row 1 are exchanged.
        let report = grade(SAMPLE, &SOLUTION.replacen("5346", "5364", 1));
        assert_eq!(
            (report.solved, report.complete, report.valid, report.clues_kept),
            (false, true, false, true)
        );
        assert_eq!((report.score, report.right, report.first_wrong.as_deref()), (0.0, 49, Some("r1c3")));
        assert_eq!((report.row_conflicts, report.column_conflicts, report.box_conflicts), (0, 2, 2));
        let changed = grade(SAMPLE, &SOLUTION.replacen('5', "6", 1));
        assert!(!changed.clues_kept);
        assert_eq!(changed.first_wrong.as_deref(), Some("r1c1"));
        assert_eq!(changed.reason.as_deref(), Some("the answer contradicts the puzzle in r1c1"));
        let blank = grade(SAMPLE, &SOLUTION.replacen("46", "..", 1));
        assert_eq!((blank.solved, blank.complete, blank.right, blank.first_wrong), (false, false, 49, None));
        assert_eq!(blank.reason.as_deref(), Some("the grid has 2 blanks"));
    }

    #[test]
    fn any_solution_is_right() {
        let puzzle = "...378...6.2.......9........5......3.2....79....9.4.561.45..2....7419....3.......";
        let found: Vec<Grid> = solve::solutions(&puzzle.parse::<Grid>().unwrap()).collect();
        assert_eq!(found.len(), 2);
        for solution in &found {
            assert!(grade(puzzle, &solution.to_string()).solved);
            // The other solution does not count against the cells of this one.
            let mut changed = *solution;
            let blank = changed.filled().last().unwrap();
            changed.set(blank, None);
            let report = grade(puzzle, &changed.to_string());
            assert_eq!((report.solved, report.right), (false, report.cells - 1));
        }
    }

    #[test]
    fn earlier_answers_do_not_change_a_grading() {
        let two = "...378...6.2.......9........5......3.2....79....9.4.561.45..2....7419....3.......";
        let sukaku = Puzzle::from(&SAMPLE.parse::<Puzzle>().unwrap().candidates());
        let none = format!("55{}", ".".repeat(79));
        let puzzles = [SAMPLE, two, &none].map(|text| text.parse::<Puzzle>().unwrap());
        let mut answers = vec![Grid::EMPTY, SAMPLE.parse().unwrap(), two.parse().unwrap()];
        for puzzle in &puzzles[..2] {
            for solution in solve::solutions(puzzle) {
                let mut changed = solution;
                changed.set(Cell::new(0, 2), solution.get(Cell::new(8, 8)));
                answers.extend([changed, solution, solution.with([]), Grid::EMPTY]);
            }
        }
        let mut grader = Grader::new(Puzzle::default(), DEFAULT_NODES);
        for puzzle in puzzles.iter().chain([&sukaku]) {
            grader.set_puzzle(puzzle.clone());
            for answer in answers.iter().chain(answers.iter().rev()) {
                let fresh = Grading::new(puzzle, answer, DEFAULT_NODES);
                assert_eq!(grader.grade(answer), fresh, "{answer} for {puzzle}");
            }
        }
    }

    #[test]
    fn puzzles_without_solution_and_answers_without_grid_have_a_reason() {
        let report = grade(&format!("55{}", ".".repeat(79)), SOLUTION);
        assert_eq!((report.solved, report.right), (false, 0));
        assert_eq!(report.reason.as_deref(), Some("the puzzle has no solution"));
        assert_eq!(grade(SAMPLE, "I give up.").sentence(), "no answer: found no grid");
    }
}
