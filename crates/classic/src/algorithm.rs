//! The table of all solvers. Help texts, documentation, the page and the tests derive from it.

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
    /// The name to call it by, as in `--engine static-order`.
    pub name: &'static str,
    /// The name to show.
    pub title: &'static str,
    /// Whose idea it is.
    pub origin: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// How the work grows, in one line.
    pub cost: &'static str,
    /// Where it fails, in one line.
    pub weakness: &'static str,
    source: &'static str,
    /// The search compiled without observer.
    unobserved: fn(&mut SolverRun<'_, ()>) -> SearchEnd,
    /// The search compiled for any observer.
    observed: fn(&mut SolverRun<'_, &mut dyn Observer>) -> SearchEnd,
}

/// Makes the table: what is said of each solver, and its module for the rest.
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
            source: include_str!(concat!("solvers/", stringify!($module), ".rs")),
            unobserved: |run| solvers::$module::search(run),
            observed: |run| solvers::$module::search(run),
        }),+]
    };
}

/// All solvers, in the order in which to read them.
pub static ALGORITHMS: [Algorithm; 13] = algorithms! {
    "brute-force", "Brute force", brute_force:
    "fills every cell, then checks the grid",
    origin: "as old as searching by machine; the measure of all others",
    cost: "9^e fillings for e empty cells: 9^81 for the empty grid, (9!)^9 if each row is a permutation",
    weakness: "notices a mistake only when the grid is full; hopeless beyond some seven empty cells";

    "restart", "Backtracking from the start", restart:
    "finds the first empty cell anew at every call and tries the digits that fit",
    origin: "D. H. Lehmer named backtracking; Golomb and Baumert described it in 1965",
    cost: "at most 9^e calls; each call walks over the grid, each try looks at 20 peers",
    weakness: "a blind order of cells: an empty first row can cost tens of millions of calls";

    "resume", "Backtracking from the next cell", resume:
    "goes on from the cell after the one just filled",
    origin: "the usual recursive answer to LeetCode 37",
    cost: "the calls of restart; each branch walks over the grid once",
    weakness: "the same blind order, with cheaper calls";

    "tables", "Validity tables", tables:
    "asks tables of rows, columns and boxes whether a digit fits",
    origin: "the answer to LeetCode 37 that most write-ups settle for",
    cost: "the calls of restart; each try reads three truth values",
    weakness: "the same blind order, with calls as cheap as they get";

    "columns", "Column by column", columns:
    "walks down each column from left to right, given cells included",
    origin: "a common variant among answers to LeetCode 37",
    cost: "at most 9^e placements; given cells and column ends cost a call as well",
    weakness: "another blind order: better or worse by luck";

    "counters", "Counters", counters:
    "counts the digits of rows, columns and boxes with place and remove, and visits every cell",
    origin: "a common variant among answers to LeetCode 37",
    cost: "the placements of tables; every given cell passed costs a call",
    weakness: "the same blind order, and it walks over the given cells again and again";

    "singles-first", "Singles first", singles_first:
    "fills naked singles until none is left, then goes cell by cell",
    origin: "what players do, put before a plain search",
    cost: "at most 81 rounds over the grid, then the calls of resume for the cells left",
    weakness: "looks for singles only once: after the first guess it is plain backtracking";

    "static-order", "Static order", static_order:
    "sorts the cells once by number of candidates",
    origin: "static variable ordering, as in the constraint literature of the 1970s",
    cost: "one sort, then at most 9^e calls in a tree that is narrow at the top",
    weakness: "the order ages: it knows the givens and nothing that was placed since";

    "static-sets", "Static order with sets", static_sets:
    "the same order, trying only the digits that the set difference leaves",
    origin: "the set-based variant of static order",
    cost: "the calls of static-order; every try is a placement",
    weakness: "does not see a cell become impossible before its turn";

    "mrv", "Fewest candidates first", mrv:
    "chooses the cell with the fewest candidates at every call",
    origin: "Golomb and Baumert 1965; Bitner and Reingold 1975; Haralick and Elliott's fail-first principle, 1980",
    cost: "a look at every empty cell in each call, and far fewer calls",
    weakness: "asks cells for digits, never houses for places: it walks past hidden singles";

    "norvig", "Constraint propagation", norvig:
    "writes all that is certain after every guess",
    origin: "Peter Norvig, Solving Every Sudoku Puzzle, 2006; arc consistency after Mackworth 1977",
    cost: "dear calls, few of them: most puzzles need no guess, the hardest some hundreds",
    weakness: "guesses in cells only, also where a house has fewer places; sound-looking puzzles without solution";

    "dlx", "Dancing links", dlx:
    "exact cover: 324 questions, 729 answers, the question with the fewest answers first",
    origin: "Donald Knuth, Dancing Links, 2000; the links after Hitotumatu and Noshita 1979",
    cost: "one call for each placement, few of them wrong; hundreds of links to change for each",
    weakness: "chases links through memory one after the other";

    "fast", "The engine", fast:
    "the engine of veridoku: propagation on bits, a whole band of cells at once",
    origin: "veridoku-core, in the line of the band solvers of the players' forum",
    cost: "microseconds; calls are guesses plus one",
    weakness: "shows nothing of its search but the solutions";
};

impl Algorithm {
    /// The solver with this name.
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

    /// The text of its file, to be shown beside the board. Each file stands on its own: what it
    /// takes from other files is the vocabulary of cells and digits, and the [`SolverRun`] it reports to.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Searches without an observer: each solution goes to the sink, which says whether to go on.
    ///
    /// A puzzle with a repeated digit has no solution and takes no call.
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

    /// The same under the eyes of an observer.
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

    /// Searches until `limit` solutions are found; a limit of 0 counts as 1.
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

    /// The same under the eyes of an observer.
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

/// Runs a search with a sink that keeps the first two solutions and stops at the limit.
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
