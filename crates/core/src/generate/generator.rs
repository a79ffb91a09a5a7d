//! Generates puzzles in numbered attempts. The random numbers of an attempt depend only on the seed, the
//! index of the puzzle and the number of the attempt.
//!
//! ```text
//! version, seed ──▶ puzzle 0 ──▶ attempt 0, 1, 2 … until one matches the recipe
//!                   puzzle 1 ──▶ attempt 0, 1, …
//! ```
//!
//! Attempts share no state, so they can be distributed over threads in any way.

use super::digger::Digger;
use super::filling::fill;
use super::recipe::{Layout, Minimality, Recipe};
use super::trail::Trail;
use super::{VERSION, pattern};
use crate::cell::CellSet;
use crate::grid::Grid;
use crate::minimal::redundant_clues_with;
use crate::random::Random;
use crate::solve::Solver;

/// The node limit of a search for redundant clues. An attempt that exceeds it fails.
const MAX_NODES: u64 = 1_000_000;

/// A puzzle generator.
///
/// ```
/// use veridoku_core::generate::{Generator, Recipe};
/// use veridoku_core::{redundant_clues, solve};
///
/// let mut generator = Generator::new();
/// let puzzle = generator.puzzle(&Recipe::default(), 7, 0, 1000).unwrap();
/// assert!(solve::is_unique(&puzzle) && redundant_clues(&puzzle, 1000).unwrap().is_empty());
/// assert_eq!(Generator::new().puzzle(&Recipe::default(), 7, 0, 1000), Some(puzzle));
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    digger: Digger,
    solver: Solver,
}

impl Default for Generator {
    fn default() -> Generator {
        Generator::new()
    }
}

impl Generator {
    /// Returns a generator that uses the backend returned by
    /// [`Backend::preferred`](crate::solve::Backend::preferred).
    pub fn new() -> Generator {
        Generator::with_solver(&Solver::new())
    }

    /// Returns a generator that uses the backend of this solver.
    pub fn with_solver(solver: &Solver) -> Generator {
        Generator { digger: Digger::new(solver.clone()), solver: solver.clone() }
    }

    /// Returns the random number generator for an attempt.
    pub fn random(seed: u64, index: u64, attempt: u64) -> Random {
        let seed = seed.wrapping_add(u64::from(VERSION - 1) << 32);
        Random::stream(Random::stream(seed, index).next(), attempt)
    }

    /// Returns the puzzle with this index, which is the result of the first successful attempt. Returns
    /// `None` if all of these attempts fail.
    pub fn puzzle(&mut self, recipe: &Recipe, seed: u64, index: u64, attempts: u64) -> Option<Grid> {
        (0..attempts).find_map(|attempt| {
            let mut random = Generator::random(seed, index, attempt);
            let trail = self.attempt(recipe, &mut random)?;
            Some(trail.puzzle_after(Generator::choose_steps(&trail, recipe, &mut random)?))
        })
    }

    /// Returns how many steps of a trail to take to reach a puzzle that matches the recipe. If the recipe has
    /// no clue range or requires a minimal puzzle, this is the length of the trail. Otherwise, the number of
    /// clues is drawn at random from the range. Returns `None` if no puzzle on the trail has a number of
    /// clues in the range.
    pub fn choose_steps(trail: &Trail, recipe: &Recipe, random: &mut Random) -> Option<usize> {
        match &recipe.clues {
            Some(numbers) if recipe.minimality == Minimality::Any => {
                trail.random_steps_with_clues(numbers, random)
            }
            _ => Some(trail.steps()),
        }
    }

    /// Makes one attempt. Returns a trail that contains a puzzle matching the recipe, or `None` if the
    /// attempt fails. If the recipe requires a minimal puzzle, the matching puzzle is the last one on the
    /// trail.
    pub fn attempt(&mut self, recipe: &Recipe, random: &mut Random) -> Option<Trail> {
        let trail = match recipe.layout {
            Layout::Pattern(cells) => pattern::fit(&mut self.solver, cells, random)?,
            Layout::Symmetric(symmetry) => {
                let solution = fill(&mut self.solver, random);
                let mut orbits = symmetry.orbits();
                random.shuffle(&mut orbits);
                let min_clues = match recipe.minimality {
                    Minimality::Any => *recipe.clue_range().start(),
                    Minimality::Minimal => 0,
                };
                self.digger.dig(solution, &orbits, min_clues)
            }
        };
        match recipe.minimality {
            Minimality::Any => trail.steps_with_clues(&recipe.clue_range()).map(|_| trail),
            Minimality::Minimal => {
                let puzzle = trail.puzzle();
                let matches = recipe.clue_range().contains(&puzzle.filled().len())
                    && redundant_clues_with(&mut self.solver, &puzzle, MAX_NODES)
                        .is_some_and(CellSet::is_empty);
                matches.then_some(trail)
            }
        }
    }
}
