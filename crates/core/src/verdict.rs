//! The verdict on a puzzle: its only solution, or the simplest reason why it does not have exactly one.

use crate::board::{Board, Contradiction};
use crate::candidate::Candidate;
use crate::cell::CellSet;
use crate::cell_names::{CellNames, DefaultNames, Naming, push_number};
use crate::digit::Digit;
use crate::grid::{Grid, Repetition};
use crate::puzzle::Puzzle;
use crate::solve::{End, Limits, SearchResult, Solver};
use std::fmt;

/// The result of checking a puzzle.
///
/// `Display` writes one line: the solution, or the reason why there is not exactly one.
///
/// ```
/// use veridoku_core::{Puzzle, Status, Verdict};
///
/// let puzzle: Puzzle = format!("5.....5{}", ".".repeat(74)).parse()?;
/// let verdict = Verdict::of(&puzzle, u64::MAX);
/// assert_eq!(verdict.status(), Status::Invalid);
/// assert_eq!(verdict.reason().as_deref(), Some("two 5s in row 1: r1c1, r1c7"));
/// assert_eq!(verdict.to_string(), "invalid: two 5s in row 1: r1c1, r1c7");
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is exactly one solution.
    Unique(Grid),
    /// There is more than one solution; these are two of them.
    Multiple(Grid, Grid),
    /// No digit is repeated, but there is no solution.
    None(NoSolution),
    /// The values break the rules: these digits are repeated.
    Invalid(Vec<Repetition>),
    /// The budget ran out before the number of solutions was known.
    Undecided {
        /// The budget: a number of search nodes, or a number of calls for the textbook solvers.
        budget: u64,
        /// The solution found before the budget ran out, if any.
        solution: Option<Grid>,
    },
}

/// The kind of a verdict.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// There is exactly one solution.
    Unique,
    /// There is more than one solution.
    Multiple,
    /// There is no solution, although no digit is repeated.
    None,
    /// A digit is repeated in a house.
    Invalid,
    /// The budget ran out before the number of solutions was known.
    Undecided,
}

impl Status {
    /// Returns the word used in reports: `unique`, `multiple`, `none`, `invalid` or `undecided`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reason why a puzzle without repeated digits has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// A cell of the puzzle has no candidate, or a digit has no place in a house.
    Immediate(Contradiction),
    /// Placing forced digits, one after the other, leads to a contradiction of the same kind as `Immediate`.
    AfterForced {
        /// The forced digits, in order.
        placements: Vec<Candidate>,
        /// The contradiction after placing them.
        contradiction: Contradiction,
    },
    /// There is no simple reason: a search of all possibilities found no solution.
    SearchExhausted,
}

impl Verdict {
    /// Checks a puzzle with a search of at most this many nodes.
    pub fn of(puzzle: &Puzzle, node_budget: u64) -> Verdict {
        Verdict::search(&mut Solver::new(), puzzle, node_budget).0
    }

    /// Checks a puzzle like [`Verdict::of`], but reuses a solver. Also returns the number of nodes used.
    pub fn search(solver: &mut Solver, puzzle: &Puzzle, node_budget: u64) -> (Verdict, u64) {
        let (found, second) = solver.search_two(puzzle, Limits::UNIQUE.with_nodes(node_budget));
        (Verdict::new(puzzle, &found, second, node_budget), found.nodes)
    }

    /// Returns the verdict that follows from the result of a search that was limited to two solutions and
    /// this many nodes, or `None` if it found two: the result contains only one of them.
    pub fn from_result(puzzle: &Puzzle, found: &SearchResult, node_budget: u64) -> Option<Verdict> {
        (found.count < 2).then(|| Verdict::new(puzzle, found, None, node_budget))
    }

    fn new(puzzle: &Puzzle, found: &SearchResult, second: Option<Grid>, budget: u64) -> Verdict {
        match (found.first, second, found.end) {
            (Some(first), Some(second), _) => Verdict::Multiple(first, second),
            (Some(solution), None, End::Complete) => Verdict::Unique(solution),
            (None, _, End::Complete) => Verdict::unsolvable(puzzle),
            (solution, ..) => Verdict::Undecided { budget, solution },
        }
    }

    /// Returns the verdict, including the reason, on a puzzle that is known to have no solution.
    pub fn unsolvable(puzzle: &Puzzle) -> Verdict {
        match Board::new(puzzle) {
            Ok(board) => Verdict::None(NoSolution::explain(board)),
            Err(Contradiction::Repeated(_)) => Verdict::Invalid(puzzle.values().repetitions().collect()),
            Err(contradiction) => Verdict::None(NoSolution::Immediate(contradiction)),
        }
    }

    /// Returns the kind of the verdict.
    pub const fn status(&self) -> Status {
        match self {
            Verdict::Unique(_) => Status::Unique,
            Verdict::Multiple(..) => Status::Multiple,
            Verdict::None(_) => Status::None,
            Verdict::Invalid(_) => Status::Invalid,
            Verdict::Undecided { .. } => Status::Undecided,
        }
    }

    /// Returns the solution if it is unique.
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Verdict::Unique(solution) => Some(solution),
            _ => None,
        }
    }

    /// Returns the reason why there is not exactly one solution, or `None` if there is.
    pub fn reason(&self) -> Option<String> {
        self.reason_text(DefaultNames)
    }

    /// Returns the same reason as [`Verdict::reason`], but with these names for cells and houses.
    pub fn reason_with(&self, names: CellNames) -> Option<String> {
        self.reason_text(names)
    }

    fn reason_text(&self, names: impl Naming) -> Option<String> {
        let mut text = String::new();
        self.describe(names, &mut text);
        (self.status() != Status::Unique).then_some(text)
    }

    /// Appends the reason why there is not exactly one solution, or nothing for a unique solution.
    fn describe(&self, names: impl Naming, text: &mut String) {
        match self {
            Verdict::Unique(_) => {}
            Verdict::Multiple(first, second) => {
                text.push_str("more than one solution: ");
                describe_differences(first, second, names, text);
            }
            Verdict::None(reason) => {
                text.push_str("no solution: ");
                reason.describe(names, text);
            }
            Verdict::Invalid(repetitions) => {
                for (position, repetition) in repetitions.iter().enumerate() {
                    text.push_str(if position == 0 { "" } else { "; " });
                    repetition.describe(names, text);
                }
            }
            Verdict::Undecided { budget, solution } => {
                let what = if solution.is_some() {
                    "after one solution was found"
                } else {
                    "before a solution was found"
                };
                text.extend(["the budget of ", &budget.to_string(), " ran out ", what]);
            }
        }
    }

    /// Appends the line that `Display` writes. This method is faster, for callers that write many verdicts.
    /// The line is always ASCII.
    pub fn append_to(&self, text: &mut String) {
        match self {
            Verdict::Unique(solution) => {
                text.push_str(std::str::from_utf8(&solution.to_line()).unwrap_or_default());
            }
            Verdict::Invalid(_) | Verdict::Undecided { .. } => text.extend([self.status().name(), ": "]),
            Verdict::Multiple(..) | Verdict::None(_) => {}
        }
        self.describe(DefaultNames, text);
    }

    /// Returns the cells that the reason is about: those of the contradiction, or those in which the two
    /// solutions differ.
    pub fn cells(&self) -> CellSet {
        match self {
            Verdict::Unique(_) | Verdict::Undecided { .. } | Verdict::None(NoSolution::SearchExhausted) => {
                CellSet::EMPTY
            }
            Verdict::Multiple(first, second) => first.differences(second),
            Verdict::None(
                NoSolution::Immediate(contradiction) | NoSolution::AfterForced { contradiction, .. },
            ) => contradiction.cells(),
            Verdict::Invalid(repetitions) => {
                repetitions.iter().fold(CellSet::EMPTY, |cells, repetition| cells | repetition.cells())
            }
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(TYPICAL_LENGTH);
        self.append_to(&mut text);
        f.write_str(&text)
    }
}

/// The initial capacity for a line, in bytes. It is enough for most verdicts.
const TYPICAL_LENGTH: usize = 224;

impl NoSolution {
    /// Finds the simplest reason why this board, which must be unsolvable, has no solution.
    fn explain(mut board: Board) -> NoSolution {
        let mut placements = Vec::new();
        while let Some(placement) = board.forced() {
            placements.push(placement);
            match board.place(placement) {
                Ok(next) => board = next,
                Err(contradiction) => return NoSolution::AfterForced { placements, contradiction },
            }
        }
        NoSolution::SearchExhausted
    }
}

impl NoSolution {
    /// Appends a description of the reason.
    fn describe(&self, names: impl Naming, text: &mut String) {
        match self {
            NoSolution::Immediate(contradiction) => contradiction.describe(names, text),
            NoSolution::AfterForced { placements, contradiction } => {
                contradiction.describe(names, text);
                let (digits, are) = match placements.len() {
                    1 => (" once the forced digit ", " is placed"),
                    _ => (" once the forced digits ", " are placed"),
                };
                text.push_str(digits);
                for (position, placement) in placements.iter().take(MAX_LISTED).enumerate() {
                    text.push_str(if position == 0 { "" } else { ", " });
                    names.cell(placement.cell(), text);
                    text.push('=');
                    text.push(placement.digit().to_char());
                }
                describe_rest(placements.len(), text);
                text.push_str(are);
            }
            NoSolution::SearchExhausted => text.push_str("a search of all possibilities found none"),
        }
    }
}

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.describe(DefaultNames, &mut text);
        f.write_str(&text)
    }
}

/// The maximum number of cells to list; any others are only counted.
const MAX_LISTED: usize = 8;

/// Appends the number of items that were not listed, if any, out of `count` items.
fn describe_rest(count: usize, text: &mut String) {
    if count > MAX_LISTED {
        text.push_str(" and ");
        push_number(count - MAX_LISTED, text);
        text.push_str(" more");
    }
}

/// Appends a description of the cells in which two solutions differ.
fn describe_differences(first: &Grid, second: &Grid, names: impl Naming, text: &mut String) {
    let cells = first.differences(second);
    text.push_str("two of them differ in ");
    push_number(cells.len(), text);
    text.push_str(" cells (");
    for (position, cell) in cells.iter().take(MAX_LISTED).enumerate() {
        let [one, other] = [first, second].map(|grid| grid.get(cell).map_or('.', Digit::to_char));
        text.push_str(if position == 0 { "" } else { ", " });
        names.cell(cell, text);
        text.push_str(" is ");
        text.push(one);
        text.push_str(" or ");
        text.push(other);
    }
    describe_rest(cells.len(), text);
    text.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_text(line: &str) -> String {
        Verdict::of(&line.parse().unwrap(), u64::MAX).to_string()
    }

    #[test]
    fn the_simplest_reason_is_given() {
        let blanks = |count| ".".repeat(count);
        assert_eq!(
            verdict_text(&format!("5.....5..5{}", blanks(71))),
            "invalid: two 5s in row 1: r1c1, r1c7; two 5s in column 1: r1c1, r2c1; two 5s in box 1: r1c1, r2c1"
        );
        assert_eq!(
            verdict_text(&format!(".12345678{}9{}", blanks(18), blanks(53))),
            "no solution: no candidate for r1c1"
        );
        assert_eq!(
            verdict_text(&format!("...1...........1..234......{}", blanks(54))),
            "no solution: no place for 1 in row 3"
        );
        let solved = crate::SAMPLE_SOLUTION;
        assert_eq!(verdict_text(&solved.replace('9', ".")), solved);
    }

    #[test]
    fn multiple_solutions_list_the_cells_that_differ() {
        let verdict = Verdict::of(&Puzzle::default(), u64::MAX);
        let Verdict::Multiple(first, second) = &verdict else { panic!("{verdict}") };
        assert!(first.is_solved() && second.is_solved() && first != second);
        assert_eq!(verdict.cells(), first.differences(second));
        assert!(verdict.to_string().starts_with("more than one solution: two of them differ in "));
    }

    #[test]
    fn reasons_can_use_other_cell_names() {
        let names =
            CellNames { cell: |cell| format!("<{cell}>"), house: |house| house.to_string().to_uppercase() };
        let reason = |line: &str| Verdict::of(&line.parse().unwrap(), u64::MAX).reason_with(names).unwrap();
        let blanks = |count| ".".repeat(count);
        assert_eq!(reason(&format!("5.....5{}", blanks(74))), "two 5s in ROW 1: <r1c1>, <r1c7>");
        assert_eq!(
            reason(&format!(".12345678{}9{}", blanks(18), blanks(53))),
            "no solution: no candidate for <r1c1>"
        );
        assert!(reason(&blanks(81)).contains(" cells (<r"));
    }

    #[test]
    fn results_of_a_search_give_the_same_verdict_unless_there_are_two_solutions() {
        let none = format!("5.....5{}", ".".repeat(74));
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        for line in [crate::SAMPLE, &none, hard, &".".repeat(81)] {
            let puzzle: Puzzle = line.parse().unwrap();
            for nodes in [3, 1000] {
                let found = Solver::new().search(&puzzle, Limits::UNIQUE.with_nodes(nodes));
                let verdict = Verdict::of(&puzzle, nodes);
                let expected = (verdict.status() != Status::Multiple).then_some(verdict);
                assert_eq!(Verdict::from_result(&puzzle, &found, nodes), expected, "{line}");
            }
        }
    }

    #[test]
    fn a_small_budget_leaves_the_verdict_undecided() {
        let verdict = Verdict::of(&Puzzle::default(), 3);
        assert_eq!(verdict, Verdict::Undecided { budget: 3, solution: None });
        assert_eq!(verdict.to_string(), "undecided: the budget of 3 ran out before a solution was found");
    }
}
