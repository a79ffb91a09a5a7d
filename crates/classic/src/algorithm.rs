//! The table of all solvers, used by the help texts, the documentation, the web page and the tests.

use crate::observer::Observer;
use crate::run::{SearchEnd, SolverRun};
use crate::run_outcome::RunOutcome;
use crate::solvers;
use crate::valid_puzzle::ValidPuzzle;
use std::fmt;
use std::ops::ControlFlow;
use veridoku_core::{Grid, Puzzle};

/// One textbook solver.
pub struct Algorithm {
    /// The identifier, as in `--engine static-order`.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The origin of the idea.
    pub origin: &'static str,
    /// What the solver does, in one line.
    pub description: &'static str,
    /// How the work grows, in one line.
    pub cost: &'static str,
    /// When the solver performs badly, in one line.
    pub weakness: &'static str,
    source: &'static str,
    /// The search, compiled without an observer.
    unobserved: fn(&mut SolverRun<'_, ()>) -> SearchEnd,
    /// The search, compiled once for all observers, which are called through a trait object.
    observed: fn(&mut SolverRun<'_, &mut dyn Observer>) -> SearchEnd,
}

/// Builds the table of solvers from the descriptions and the module of each solver.
macro_rules! algorithms {
    ($(
        $name:literal, $title:literal, $module:ident:
        $description:literal,
        origin: $origin:literal,
        cost: $cost:literal,
        weakness: $weakness:literal;
    )+) => {
        [$(Algorithm {
            name: $name,
            title: $title,
            origin: $origin,
            description: $description,
            cost: $cost,
            weakness: $weakness,
            source: source_text!(concat!("solvers/", stringify!($module), ".rs")),
            unobserved: |run| solvers::$module::search(run),
            observed: |run| solvers::$module::search(run),
        }),+]
    };
}

/// All solvers, in the recommended reading order.
pub static ALGORITHMS: [Algorithm; 13] = algorithms! {
    "brute-force", "Brute force", brute_force:
    "fills all cells, then checks the grid",
    origin: "as old as searching by computer; the baseline for all others",
    cost: "9^e fillings for e empty cells: 9^81 for the empty grid, (9!)^9 if each row is a permutation",
    weakness: "notices a mistake only when the grid is full; hopeless with more than about seven empty cells";

    "restart", "Backtracking from the start", restart:
    "searches for the first empty cell in every call, and tries the digits that fit",
    origin: "D. H. Lehmer named backtracking; Golomb and Baumert described it in 1965",
    cost: "at most 9^e calls; each call scans the grid, and each try checks 20 peers",
    weakness: "ignores how constrained a cell is: an empty first row can cost tens of millions of calls";

    "resume", "Backtracking from the next cell", resume:
    "continues from the cell after the one just filled",
    origin: "the usual recursive solution to LeetCode 37",
    cost: "the same calls as the restart solver; each branch scans the grid once",
    weakness: "the same fixed order of cells as the restart solver, only with cheaper calls";

    "tables", "Validity tables", tables:
    "looks up in tables of rows, columns and boxes whether a digit fits",
    origin: "the solution to LeetCode 37 in most write-ups",
    cost: "the same calls as the restart solver; each try reads three booleans",
    weakness: "the same fixed order of cells as the restart solver, with the cheapest calls";

    "columns", "Column by column", columns:
    "visits the cells column by column, including the given cells",
    origin: "a common variant among answers to LeetCode 37",
    cost: "at most 9^e placements; given cells and column ends also cost a call",
    weakness: "another fixed order of cells; whether it is better or worse is a matter of luck";

    "counters", "Counters", counters:
    "counts the digits in rows, columns and boxes, and visits every cell",
    origin: "a common variant among answers to LeetCode 37",
    cost: "the same placements as the tables solver; every visit to a given cell costs a call",
    weakness: "the same fixed order of cells as the restart solver, with repeated visits to the given cells";

    "singles-first", "Singles first", singles_first:
    "fills in naked singles until none is left, then goes cell by cell",
    origin: "what players do, followed by a plain search",
    cost: "at most 81 passes over the grid, then backtracking as in the resume solver",
    weakness: "searches for singles only at the start: after the first guess, it is plain backtracking";

    "static-order", "Static order", static_order:
    "sorts the cells once by their number of candidates",
    origin: "static variable ordering, as in the constraint literature of the 1970s",
    cost: "one sort, then at most 9^e calls in a search tree that is narrow at the top",
    weakness: "the order is never updated: it reflects the givens, but not the digits placed since";

    "static-sets", "Static order with sets", static_sets:
    "uses the static order, but finds the digits that fit by set difference and tries only those",
    origin: "the set-based variant of static order",
    cost: "the same calls as the static-order solver; every try is a placement",
    weakness: "does not notice that a cell has become impossible until it is that cell's turn";

    "mrv", "Fewest candidates first", mrv:
    "chooses the cell with the fewest candidates in every call",
    origin: "Golomb and Baumert 1965; Bitner and Reingold 1975; \"fail first\" by Haralick and Elliott, 1980",
    cost: "every call examines all empty cells, but there are far fewer calls",
    weakness: "considers the candidates of cells, but not the places in houses: it misses hidden singles";

    "norvig", "Constraint propagation", norvig:
    "after every guess, fills in everything that is certain",
    origin: "Peter Norvig, Solving Every Sudoku Puzzle, 2006; arc consistency after Mackworth 1977",
    cost: "few but expensive calls: most puzzles need no guess, the hardest a few hundred",
    weakness: "guesses only in cells, even if a house has fewer places; slow on some unsolvable puzzles";

    "dlx", "Dancing links", dlx:
    "solves an exact cover problem with 324 constraints and 729 candidates, the tightest constraint first",
    origin: "Donald Knuth, Dancing Links, 2000; link technique by Hitotumatu and Noshita, 1979",
    cost: "one call per placement, few of them wrong; each changes hundreds of links",
    weakness: "every step follows links that are scattered in memory";

    "fast", "The engine", fast:
    "veridoku's own engine: propagation on bit sets, a whole band of cells at once",
    origin: "veridoku-core, in the tradition of the band solvers from the Sudoku players' forum",
    cost: "microseconds; the number of calls is the number of guesses plus one",
    weakness: "shows only its solutions, not its search";
};

impl Algorithm {
    /// Returns the solver with this name.
    ///
    /// ```
    /// use veridoku_classic::Algorithm;
    ///
    /// assert_eq!(Algorithm::by_name("dlx").unwrap().title, "Dancing links");
    /// assert!(Algorithm::by_name("DLX").is_none());
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }

    /// Returns the source code of the solver, to show next to the board. Each file is self-contained,
    /// apart from the types for cells and digits, and the [`SolverRun`] that it reports to.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Searches without an observer. Passes each solution to the sink, which decides whether to continue.
    ///
    /// If the puzzle repeats a digit in a house, the search ends at once: it makes no call and finds no
    /// solution.
    pub fn search(
        &self,
        puzzle: &Puzzle,
        budget: u64,
        sink: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> SearchEnd {
        match ValidPuzzle::new(puzzle) {
            Ok(puzzle) => (self.unobserved)(&mut SolverRun::new(&puzzle, budget, (), sink)),
            Err(_) => SearchEnd::Exhausted,
        }
    }

    /// Searches like [`Algorithm::search`], and reports every event to the observer.
    pub fn observe(
        &self,
        puzzle: &Puzzle,
        budget: u64,
        observer: &mut dyn Observer,
        sink: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> SearchEnd {
        match ValidPuzzle::new(puzzle) {
            Ok(puzzle) => (self.observed)(&mut SolverRun::new(&puzzle, budget, observer, sink)),
            Err(_) => SearchEnd::Exhausted,
        }
    }

    /// Searches until `limit` solutions are found. A limit of 0 is treated as 1.
    ///
    /// ```
    /// use veridoku_classic::{Algorithm, RunOutcome};
    /// use veridoku_core::{Grid, Puzzle};
    ///
    /// let empty = Puzzle::from(Grid::EMPTY);
    /// let dlx = Algorithm::by_name("dlx").unwrap();
    /// assert!(matches!(dlx.solve_up_to(&empty, 2, 10_000), RunOutcome::Multiple { count: 2, .. }));
    /// assert!(matches!(dlx.solve_up_to(&empty, 2, 10), RunOutcome::OutOfBudget { found: None }));
    /// ```
    pub fn solve_up_to(&self, puzzle: &Puzzle, limit: u64, budget: u64) -> RunOutcome {
        collect(limit, |sink| self.search(puzzle, budget, sink))
    }

    /// Searches like [`Algorithm::solve_up_to`], and reports every event to the observer.
    pub fn observe_up_to(
        &self,
        puzzle: &Puzzle,
        limit: u64,
        budget: u64,
        observer: &mut dyn Observer,
    ) -> RunOutcome {
        collect(limit, |sink| self.observe(puzzle, budget, observer, sink))
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Algorithm").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Runs a search, keeps the first two solutions, and stops the search when it has found `limit` solutions.
fn collect(
    limit: u64,
    search: impl FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> SearchEnd,
) -> RunOutcome {
    let mut count = 0;
    let mut solutions = [None; 2];
    let end = search(&mut |solution| {
        if count < 2 {
            solutions[count as usize] = Some(*solution);
        }
        count += 1;
        if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    RunOutcome::new(count, solutions, end)
}
