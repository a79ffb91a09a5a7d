//! A technique that a puzzle must need, and the search for such puzzles near known ones.
//!
//! A random puzzle hardly ever needs a rare technique, but a puzzle that differs from a known one in a few
//! clues often does:
//!
//! ```text
//! known ──change a few clues──▶ neighbour ──permute rows, columns, digits──▶ too hard? ──▶ solved
//!            ▲                     │                                         ▲       │
//!            ╰───── 8 times ───────╯                                         ╰─ add ─╯ a clue
//! ```
//!
//! A change is made and a clue is added only if the puzzle still needs the technique. A change first adds two
//! clues and then removes up to three. Without the added clues, many puzzles were equivalent to each other.
//!
//! `known_puzzles.txt` has a few puzzles for each technique that random puzzles rarely need. Each line is the
//! code of the technique and the puzzle. The example program `known_puzzles` finds them.

use super::level::Judgement;
use veridoku_core::symmetry::{Canonizer, Transform};
use veridoku_core::{Cell, Grid, Puzzle, Random, solve, stop};
use veridoku_logic::{
    CoveredTechnique, Description, HintBlocker, Ladder, Position, PuzzleVerdicts, SolutionPath, TECHNIQUES,
    Technique, Usage, random_neighbour,
};

/// Puzzles that need rare techniques.
const KNOWN_PUZZLES: &str = include_str!("known_puzzles.txt");

/// The number of changes to a known puzzle.
const CHANGES: usize = 8;

/// The number of clues that a change adds before it removes others.
const ADDED_CLUES: usize = 2;

/// The number of clues to try when a puzzle is too hard.
const CLUES_TO_TRY: usize = 4;

/// A technique that a puzzle must need: the ladder up to it solves the puzzle, and the same ladder without it
/// does not.
///
/// Techniques that always cover it are excluded from both ladders. Techniques that are searched together with
/// it, such as nice loops with AICs, are not easier, so they are excluded, too. On the ladder that includes
/// them, the technique must still be used.
#[derive(Debug)]
pub(super) struct RequiredTechnique {
    techniques: Vec<Technique>,
    with: Ladder,
    without: Ladder,
    /// The ladder with the techniques that are searched together with this one, if there are any.
    with_siblings: Option<Ladder>,
    /// Puzzles to search near; empty if the technique is common.
    known: Vec<Grid>,
}

impl RequiredTechnique {
    /// Creates the requirement that a puzzle needs at least one of these techniques.
    pub(super) fn new(techniques: &[Technique]) -> RequiredTechnique {
        let last = techniques.iter().map(|technique| technique.description().order).max().unwrap_or_default();
        let covered = match techniques {
            [only] => CoveredTechnique::of(*only),
            _ => None,
        };
        let is_required = |entry: &Description| techniques.contains(&entry.technique);
        let is_listed = |entry: &Description| {
            let is_covering = covered.is_some_and(|covered| (covered.is_covered_by)(entry));
            !is_required(entry) && entry.order <= last && entry.usage != Usage::Request && !is_covering
        };
        let is_sibling = |entry: &Description| {
            is_listed(entry) && techniques.iter().any(|one| one.description().order == entry.order)
        };
        let is_easier = |entry: &Description| is_listed(entry) && !is_sibling(entry);
        let known: Vec<Vec<Grid>> = techniques.iter().map(|&technique| known_puzzles(technique)).collect();
        RequiredTechnique {
            techniques: techniques.to_vec(),
            with: Ladder::of(|entry| is_required(entry) || is_easier(entry)),
            without: Ladder::of(is_easier),
            with_siblings: TECHNIQUES
                .iter()
                .any(is_sibling)
                .then(|| Ladder::of(|entry| is_required(entry) || is_listed(entry))),
            // If one of the techniques is common, so are puzzles that need one of them.
            known: if known.iter().any(Vec::is_empty) { Vec::new() } else { known.concat() },
        }
    }

    /// Replaces the known puzzles.
    pub(super) fn near(self, known: Vec<Grid>) -> RequiredTechnique {
        RequiredTechnique { known, ..self }
    }

    /// Reports whether there are puzzles to search near.
    pub(super) fn has_known_puzzles(&self) -> bool {
        !self.known.is_empty()
    }

    /// Returns a new puzzle near a known one that needs the technique, or `None` if this attempt fails.
    pub(super) fn puzzle_near_known(&self, random: &mut Random) -> Option<Grid> {
        let known = &self.known[random.index(self.known.len())];
        let mut puzzle = *known;
        for _ in 0..CHANGES {
            let neighbour = random_neighbour(&with_random_clues(puzzle, random)?, random)?;
            if self.stuck(&neighbour).is_some() {
                puzzle = neighbour;
            }
        }
        // The order in which a ladder finds steps depends on rows, columns and digits.
        let puzzle = Transform::random(random).apply(&puzzle);
        let puzzle = self.with_clues(puzzle, self.stuck(&puzzle)?, random)?;
        if !self.is_met(&puzzle) {
            return None;
        }
        let mut canonizer = Canonizer::default();
        (canonizer.canonical(&puzzle).grid != canonizer.canonical(known).grid).then_some(puzzle)
    }

    /// Returns the position in which the ladder is stuck, or the solution. Returns `None` if the puzzle does
    /// not need the technique.
    fn stuck(&self, puzzle: &Grid) -> Option<Position> {
        // Most puzzles are too easy, and the easier techniques are faster to try.
        if self.is_too_easy(puzzle) {
            return None;
        }
        let path = self.with.path(&start(puzzle)?);
        self.is_in(&path).then_some(path.end)
    }

    /// Adds clues to a puzzle that needs the technique until the ladder solves it. The ladder is stuck at
    /// `end`.
    fn with_clues(&self, mut puzzle: Grid, mut end: Position, random: &mut Random) -> Option<Grid> {
        let solution = solve::unique_solution(&puzzle)?;
        while !end.is_solved() {
            if stop::is_requested() {
                return None;
            }
            let mut cells: Vec<Cell> = end.empty_cells().iter().collect();
            random.shuffle(&mut cells);
            puzzle = cells.into_iter().take(CLUES_TO_TRY).find_map(|cell| {
                let mut with_clue = puzzle;
                with_clue.set(cell, solution.get(cell));
                (!self.is_too_easy(&with_clue)).then_some(with_clue)
            })?;
            end = self.with.path(&start(&puzzle)?).end;
        }
        Some(puzzle)
    }

    /// Compares what a puzzle needs with the technique.
    pub(super) fn judge(&self, puzzle: &Grid) -> Judgement {
        if self.is_too_easy(puzzle) {
            Judgement::TooEasy
        } else if start(puzzle).is_none_or(|start| !self.with.path(&start).is_solved()) {
            Judgement::TooHard
        } else if !self.is_met(puzzle) {
            Judgement::TooEasy
        } else {
            Judgement::Fits(None)
        }
    }

    /// Reports whether the technique is a step of the path.
    fn is_in(&self, path: &SolutionPath) -> bool {
        path.steps.iter().any(|step| self.techniques.contains(&step.technique))
    }

    /// Reports whether the technique is still used when the techniques that are searched together with it are
    /// allowed.
    fn is_met(&self, puzzle: &Grid) -> bool {
        let Some(ladder) = &self.with_siblings else { return true };
        start(puzzle).is_some_and(|start| self.is_in(&ladder.path(&start)))
    }

    /// Reports whether a puzzle can be solved without the technique, or does not have exactly one solution.
    fn is_too_easy(&self, puzzle: &Grid) -> bool {
        start(puzzle).is_none_or(|start| self.without.path(&start).is_solved())
    }
}

/// Returns the position at the start of a puzzle, or `None` if it does not have exactly one solution.
fn start(puzzle: &Grid) -> Option<Position> {
    let puzzle = Puzzle::from(*puzzle);
    HintBlocker::check(&puzzle, &PuzzleVerdicts::of(&puzzle)).ok()
}

/// Adds digits of the solution in random cells.
fn with_random_clues(mut puzzle: Grid, random: &mut Random) -> Option<Grid> {
    let solution = solve::unique_solution(&puzzle)?;
    for _ in 0..ADDED_CLUES {
        let cell = Cell::new(random.index(9), random.index(9));
        puzzle.set(cell, solution.get(cell));
    }
    Some(puzzle)
}

/// Returns the known puzzles that need a technique.
fn known_puzzles(technique: Technique) -> Vec<Grid> {
    let code = technique.description().code;
    let lines = KNOWN_PUZZLES.lines().filter_map(|line| line.split_once(' '));
    lines.filter(|(of, _)| *of == code).filter_map(|(_, puzzle)| puzzle.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_puzzle_needs_its_technique() {
        for line in KNOWN_PUZZLES.lines() {
            let (code, puzzle) = line.split_once(' ').expect("a code and a puzzle");
            let entry = TECHNIQUES.iter().find(|entry| entry.code == code).expect("the code of a technique");
            let puzzle: Grid = puzzle.parse().expect("a puzzle");
            let judgement = RequiredTechnique::new(&[entry.technique]).judge(&puzzle);
            assert_eq!(judgement, Judgement::Fits(None), "{line}");
        }
    }
}
