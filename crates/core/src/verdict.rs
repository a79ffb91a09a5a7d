//! The answer about a puzzle, with its reason in the simplest true form.

use crate::board::{Board, Contradiction};
use crate::candidate::Candidate;
use crate::cell::CellSet;
use crate::grid::{Grid, Repetition};
use crate::puzzle::Puzzle;
use crate::solve::{self, End, Found, Limits};
use std::fmt;

/// What is true of a puzzle.
///
/// ```
/// use veridoku_core::{Grid, Puzzle, Verdict};
///
/// let puzzle = Puzzle::from(format!("5.....5{}", ".".repeat(74)).parse::<Grid>()?);
/// let verdict = Verdict::of(&puzzle, u64::MAX);
/// assert_eq!(verdict.status(), "invalid");
/// assert_eq!(verdict.reason().as_deref(), Some("two 5s in row 1: r1c1, r1c7"));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is exactly one solution.
    Unique(Grid),
    /// There is more than one solution; here are two.
    Multiple(Grid, Grid),
    /// No rule is broken yet, but there is no solution.
    None(NoSolution),
    /// What is written breaks a rule: these digits are repeated.
    Invalid(Vec<Repetition>),
    /// The node budget ran out before the answer was known.
    Undecided {
        /// The nodes used.
        nodes: u64,
        /// The one solution found so far, if any.
        solution: Option<Grid>,
    },
}

/// Why a puzzle that breaks no rule has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// A cell has no candidate or a digit no place, as the puzzle stands.
    AtOnce(Contradiction),
    /// The same, once these digits are placed, each of them forced by those before it.
    AfterForced {
        /// The forced digits in order.
        placements: Vec<Candidate>,
        /// What then is wrong.
        contradiction: Contradiction,
    },
    /// Nothing simple shows it: a search through every case found no solution.
    EveryCaseFails,
}

impl Verdict {
    /// Searches for the truth with at most so many nodes.
    pub fn of(puzzle: &Puzzle, node_budget: u64) -> Verdict {
        Verdict::explain(puzzle, &solve::search(puzzle, Limits::UNIQUE.with_nodes(node_budget)))
    }

    /// The verdict for what a search with a limit of two solutions has found.
    pub fn explain(puzzle: &Puzzle, found: &Found) -> Verdict {
        match (found.first, found.second, found.end) {
            (Some(first), Some(second), _) => Verdict::Multiple(first, second),
            (solution, None, End::NodeBudget) => Verdict::Undecided { nodes: found.nodes, solution },
            (Some(solution), None, _) => Verdict::Unique(solution),
            (None, _, _) => {
                let repetitions: Vec<Repetition> = puzzle.values().repetitions().collect();
                if repetitions.is_empty() {
                    Verdict::None(NoSolution::explain(puzzle))
                } else {
                    Verdict::Invalid(repetitions)
                }
            }
        }
    }

    /// The word for it in reports: `unique`, `multiple`, `none`, `invalid` or `undecided`.
    pub fn status(&self) -> &'static str {
        match self {
            Verdict::Unique(_) => "unique",
            Verdict::Multiple(..) => "multiple",
            Verdict::None(_) => "none",
            Verdict::Invalid(_) => "invalid",
            Verdict::Undecided { .. } => "undecided",
        }
    }

    /// The unique solution.
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Verdict::Unique(solution) => Some(solution),
            _ => None,
        }
    }

    /// Why the solution is not unique; nothing if it is.
    pub fn reason(&self) -> Option<String> {
        match self {
            Verdict::Unique(_) => None,
            Verdict::Multiple(first, second) => {
                Some(format!("more than one solution: {}", Differences(first, second)))
            }
            Verdict::None(reason) => Some(reason.to_string()),
            Verdict::Invalid(repetitions) => {
                let told: Vec<String> = repetitions.iter().map(Repetition::to_string).collect();
                Some(told.join("; "))
            }
            Verdict::Undecided { nodes, solution } => Some(format!(
                "undecided: the budget of {nodes} nodes ran out {}",
                if solution.is_some() { "after one solution" } else { "before a solution" }
            )),
        }
    }

    /// The cells to look at: those that contradict each other, or those in which two solutions
    /// differ.
    pub fn cells(&self) -> CellSet {
        match self {
            Verdict::Unique(_) | Verdict::Undecided { .. } | Verdict::None(NoSolution::EveryCaseFails) => {
                CellSet::EMPTY
            }
            Verdict::Multiple(first, second) => first.differences(second),
            Verdict::None(
                NoSolution::AtOnce(contradiction) | NoSolution::AfterForced { contradiction, .. },
            ) => contradiction.cells(),
            Verdict::Invalid(repetitions) => {
                repetitions.iter().fold(CellSet::EMPTY, |cells, repetition| cells | repetition.cells)
            }
        }
    }
}

impl NoSolution {
    /// The simplest reason why a puzzle without repeated digits has no solution; to be asked only
    /// of a puzzle that has none.
    fn explain(puzzle: &Puzzle) -> NoSolution {
        let mut board = match Board::new(puzzle) {
            Ok(board) => board,
            Err(contradiction) => return NoSolution::AtOnce(contradiction),
        };
        let mut placements = Vec::new();
        while let Some(placement) = board.forced() {
            placements.push(placement);
            match board.place(placement) {
                Ok(next) => board = next,
                Err(contradiction) => return NoSolution::AfterForced { placements, contradiction },
            }
        }
        NoSolution::EveryCaseFails
    }
}

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSolution::AtOnce(contradiction) => write!(f, "no solution: {contradiction}"),
            NoSolution::AfterForced { placements, contradiction } => {
                write!(f, "no solution: {contradiction} once the forced ")?;
                f.write_str(if placements.len() == 1 { "digit" } else { "digits" })?;
                for (position, placement) in placements.iter().take(SHOWN).enumerate() {
                    let separator = if position == 0 { " " } else { ", " };
                    write!(f, "{separator}{}={}", placement.cell(), placement.digit())?;
                }
                write_rest(f, placements.len())?;
                f.write_str(if placements.len() == 1 { " is placed" } else { " are placed" })
            }
            NoSolution::EveryCaseFails => f.write_str("no solution: every case fails"),
        }
    }
}

/// The number of cells that a sentence lists before it says how many more there are.
const SHOWN: usize = 8;

fn write_rest(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    if count > SHOWN { write!(f, " and {} more", count - SHOWN) } else { Ok(()) }
}

/// Tells where two solutions differ.
struct Differences<'a>(&'a Grid, &'a Grid);

impl fmt::Display for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Differences(first, second) = self;
        let cells = first.differences(second);
        write!(f, "two of them differ in {} cells,", cells.len())?;
        for (position, cell) in cells.iter().take(SHOWN).enumerate() {
            let separator = if position == 0 { " " } else { ", " };
            let digits = [first, second].map(|grid| grid.get(cell).map_or('.', crate::Digit::to_char));
            write!(f, "{separator}{cell} {} or {}", digits[0], digits[1])?;
        }
        write_rest(f, cells.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(line: &str) -> String {
        let verdict = Verdict::of(&Puzzle::from(line.parse::<Grid>().unwrap()), u64::MAX);
        format!("{}: {}", verdict.status(), verdict.reason().unwrap_or_default())
    }

    #[test]
    fn reasons_are_the_simplest_true_ones() {
        let blanks = |count| ".".repeat(count);
        assert_eq!(
            reason(&format!("5.....5..5{}", blanks(71))),
            "invalid: two 5s in row 1: r1c1, r1c7; two 5s in column 1: r1c1, r2c1; two 5s in box 1: r1c1, r2c1"
        );
        assert_eq!(
            reason(&format!(".12345678{}9{}", blanks(18), blanks(53))),
            "none: no solution: no candidate for r1c1"
        );
        assert_eq!(
            reason(&format!("...1...........1..234......{}", blanks(54))),
            "none: no solution: no place for 1 in row 3"
        );
        assert_eq!(
            reason("53467891267219534819834256785976142342685379171392485696153728428741963534528617."),
            "unique: "
        );
    }

    #[test]
    fn many_solutions_name_the_cells_that_differ() {
        let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        // r5c4, r5c6 of a rectangle over two boxes whose four cells can be swapped.
        let verdict = Verdict::of(&Puzzle::default(), u64::MAX);
        assert_eq!(verdict.status(), "multiple");
        let Verdict::Multiple(first, second) = &verdict else { unreachable!() };
        assert!(first.is_solved() && second.is_solved() && first != second);
        assert_eq!(verdict.cells(), first.differences(second));
        assert!(verdict.reason().unwrap().starts_with("more than one solution: two of them differ in "));
        assert!(reason(solved).starts_with("unique"));
    }

    #[test]
    fn a_small_budget_leaves_it_undecided() {
        let verdict = Verdict::of(&Puzzle::default(), 3);
        assert_eq!(verdict, Verdict::Undecided { nodes: 3, solution: None });
        assert_eq!(verdict.reason().unwrap(), "undecided: the budget of 3 nodes ran out before a solution");
    }
}
