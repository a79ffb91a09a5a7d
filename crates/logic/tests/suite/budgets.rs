//! Checks that a search reports when it gives up: if steps are lost because of a smaller budget, the
//! technique must be listed as cut short.

use std::collections::BTreeSet;
use veridoku_core::{Candidate, CandidateSet, CellSet, Digit, Grid, Puzzle};
use veridoku_logic::{
    Findings, HintBlocker, Ladder, Position, PuzzleVerdicts, SearchOptions, SetsInChains, TECHNIQUES,
    Technique, Uniqueness, Usage,
};

/// An easy puzzle, three hard ones (the last is "Easter Monster" by jpf), and a grid with a single clue.
const PUZZLES: [&str; 5] = [
    veridoku_core::SAMPLE,
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "5................................................................................",
];

/// A small random number generator (George Marsaglia's xorshift).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Returns an empty grid with random candidates. Each candidate is kept with a probability of one in
/// `rarity`.
fn random_candidates(seed: u64, rarity: u64) -> Position {
    let mut state = seed;
    let candidates: CandidateSet =
        Candidate::all().filter(|_| next(&mut state).is_multiple_of(rarity)).collect();
    Position::from_parts(Grid::EMPTY, CellSet::EMPTY, &candidates, Uniqueness::Known)
}

/// Returns an empty grid whose cells have two of the digits 1 to 3 as candidates. About one cell in ten has
/// an additional digit. The grid has many bivalue cells and loops.
fn bivalue_grid(seed: u64) -> Position {
    let mut state = seed;
    let mut candidates = CandidateSet::EMPTY;
    for cell in CellSet::ALL {
        let missing = next(&mut state) % 3;
        let further = next(&mut state) % 60;
        let has = |index: u64| if index < 3 { index != missing } else { index == further };
        let digits = Digit::ALL.into_iter().filter(|digit| has(digit.index() as u64));
        candidates.extend(digits.map(|digit| Candidate::new(cell, digit)));
    }
    Position::from_parts(Grid::EMPTY, CellSet::EMPTY, &candidates, Uniqueness::Known)
}

/// Returns the positions that the puzzles reach after all simple steps, and inconsistent positions with
/// various numbers of candidates.
fn positions() -> Vec<Position> {
    let simple = Ladder::of(|entry| entry.score <= 60);
    let puzzles = PUZZLES.iter().map(|text| text.parse::<Puzzle>().expect("81 cells"));
    let reached = puzzles.map(|puzzle| simple.path(&Position::new(&puzzle).expect("no contradiction")).end);
    let inconsistent = [2, 4, 7].map(|rarity| random_candidates(0x9E37_79B9_7F4A_7C15, rarity));
    reached.chain(inconsistent).chain([bivalue_grid(0x2545_F491_4F6C_DD1D)]).collect()
}

/// Returns the steps that the finder of a technique finds within a budget.
fn search(technique: Technique, position: &Position, options: SearchOptions) -> Findings {
    let order = technique.description().order;
    Ladder::of(|entry| entry.order == order).with_options(options).find_all(position)
}

#[test]
fn steps_lost_to_a_small_budget_are_reported() {
    let mut limited = BTreeSet::new();
    for position in positions() {
        for entry in TECHNIQUES.iter().filter(|entry| entry.usage != Usage::Request) {
            let options = SearchOptions { budget: 50_000, ..SearchOptions::default() };
            let all = search(entry.technique, &position, options);
            for budget in [0, 30, 3_000] {
                let fewer = search(entry.technique, &position, SearchOptions { budget, ..options });
                assert!(
                    fewer.steps == all.steps || fewer.cut_short.contains(&entry.technique),
                    "{} steps of {} instead of {}, and not reported as cut short",
                    fewer.steps.len(),
                    entry.name,
                    all.steps.len()
                );
                if fewer.steps != all.steps {
                    limited.insert(entry.name);
                }
            }
        }
    }
    // The techniques that use a search with a budget. All other techniques check every possibility.
    let with_search = [
        "Remote Pair",
        "Finned X-Wing",
        "Unique Loop Type 1",
        "Broken Wing",
        "X-Chain",
        "Almost Locked Set XY-Wing",
        "Almost Locked Set Chain",
        "Death Blossom",
        "Franken Swordfish",
        "SK Loop",
        "Forcing Chain Verity",
        "Forcing Net Verity",
        "Brute Force",
    ];
    for name in with_search {
        assert!(limited.contains(name), "{name} lost no steps with a small budget, unlike {limited:?}");
    }
}

#[test]
fn chains_through_almost_locked_sets_terminate() {
    let options = SearchOptions { sets_in_chains: SetsInChains::Yes, ..SearchOptions::default() };
    for rarity in [2, 3, 4, 7] {
        let position = random_candidates(0x2545_F491_4F6C_DD1D, rarity);
        let once = search(Technique::GroupedAic, &position, options);
        assert!(once.steps.iter().all(|step| step.is_useful(&position)));
    }
    let (position, less) =
        (random_candidates(0x2545_F491_4F6C_DD1D, 7), SearchOptions { budget: 100_000, ..options });
    let found = search(Technique::GroupedAic, &position, less);
    assert!(found.cut_short.contains(&Technique::GroupedAic));
    assert_eq!(found, search(Technique::GroupedAic, &position, less), "the result is reproducible");
}

#[test]
fn an_ordinary_path_is_not_cut_short() {
    let puzzle: Puzzle = PUZZLES[0].parse().expect("81 cells");
    let path = Ladder::teacher().path(&Position::new(&puzzle).expect("no contradiction"));
    assert!(path.is_solved() && path.cut_short.is_empty(), "{:?}", path.cut_short);
}

#[test]
fn a_hint_reports_searches_that_were_cut_short() {
    let puzzle: Puzzle = PUZZLES[1].parse().expect("81 cells");
    let ladder = Ladder::of(|entry| entry.technique == Technique::ForcingNetContradiction);
    let position = HintBlocker::check(&puzzle, &PuzzleVerdicts::of(&puzzle)).expect("a hint is possible");
    let found = ladder.find_next(&position);
    assert!(found.steps.len() == 1 && found.cut_short.is_empty(), "{found:?}");
    let found =
        ladder.with_options(SearchOptions { budget: 10, ..SearchOptions::default() }).find_next(&position);
    assert_eq!((found.steps, found.cut_short), (Vec::new(), vec![Technique::ForcingNetContradiction]));
}

/// The internal limits of the searches scale with the budget.
#[test]
fn a_larger_budget_finds_more() {
    let more = SearchOptions { budget: 10 * SearchOptions::DEFAULT_BUDGET, ..SearchOptions::default() };
    let (positions, usual) = (positions(), SearchOptions::default());
    for technique in
        [Technique::AlsXyWing, Technique::DeathBlossom, Technique::UniqueLoop1, Technique::BugLite]
    {
        let finds_more = |position: &Position| {
            let found = search(technique, position, usual);
            found.cut_short.contains(&technique)
                && search(technique, position, more).steps.len() > found.steps.len()
        };
        assert!(positions.iter().any(finds_more), "{technique} does not find more with a larger budget");
    }
}
