//! Compares our ratings with published ratings by Sudoku Explainer, and with ratings by `PGExplainer`.
//!
//! With `VERIDOKU_DATA`, they are also compared on samples of the larger collections, which are not part of
//! the repository.

use crate::sets;
use veridoku_core::{Board, Puzzle, Verdict};
use veridoku_logic::rating::{Difficulty, Premise, Rated, Rater, RatingLimits, Rule, Unrated};

/// Returns the comma-separated fields of lines of a file: all of the sample in the repository, or every n-th
/// of the whole file, where n is `release` or `debug` depending on the build. Debug builds are slow.
fn lines(name: &str, debug: usize, release: usize) -> Vec<Vec<String>> {
    let stride = match sets::whole_sets() {
        None => 1,
        Some(_) if cfg!(debug_assertions) => debug,
        Some(_) => release,
    };
    let text = sets::read(&format!("rated/{name}"));
    let lines = text.lines().skip(1).step_by(stride);
    lines.map(|line| line.split(',').map(str::to_string).collect()).collect()
}

fn rate(rater: &mut Rater, text: &str) -> Rated {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    rater.rate(&puzzle, RatingLimits::default()).expect("a rating")
}

#[test]
fn random_puzzles_have_their_published_rating() {
    assert_eq!(differing_ratings(&lines("random_minimal_ser.csv", 100, 8)), [""; 0]);
}

/// Returns a line for each puzzle whose ER in the file differs from ours, in the form
/// `puzzle: ours instead of theirs`.
fn differing_ratings(lines: &[Vec<String>]) -> Vec<String> {
    let mut rater = Rater::default();
    assert!(!lines.is_empty(), "the file has no puzzles");
    lines
        .iter()
        .filter_map(|fields| {
            let er = rate(&mut rater, &fields[0]).er.to_string();
            (er != fields[1]).then(|| format!("{}: {er} instead of {}", fields[0], fields[1]))
        })
        .collect()
}

#[test]
fn ep_and_ed_match_the_reference() {
    let lines = lines("se_ratings.csv", 10, 1);
    assert!(lines.len() > 100, "{} puzzles", lines.len());
    let mut rater = Rater::default();
    for fields in lines.iter().filter(|fields| fields[4] == "PGExplainer") {
        let Rated { er, ep, ed, .. } = rate(&mut rater, &fields[0]);
        let expected = &fields[1..4];
        assert_eq!([er, ep, ed].map(|rating| rating.to_string()), expected, "{}", fields[0]);
    }
}

#[test]
fn the_hardest_puzzles_have_their_published_rating() {
    let differing = differing_ratings(&lines("hardest_class_ser.csv", 2_800, 700));
    let unexplained: Vec<_> = differing.iter().filter(|line| !EXCEPTIONS.contains(&line.as_str())).collect();
    assert!(unexplained.is_empty(), "{unexplained:#?}");
}

/// The puzzle of the whole file whose published rating differs from ours. `PGExplainer` agrees with our
/// rating; see the notes on ratings in `bench`.
const EXCEPTIONS: [&str; 1] = [
    ".....6..9...78..3..8..3...6.3...7.9.......2...75..8.6....5......9...3.7...4.....1: 10.7 instead of 10.6",
];

#[test]
fn every_rule_is_rated_like_the_reference() {
    let mut rater = Rater::default();
    let mut rules = std::collections::BTreeSet::new();
    for line in include_str!("../../testdata/rated.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, expected) = line.split_once(' ').expect("a puzzle and its rating");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let answer = rater.rate_with(&puzzle, RatingLimits::default(), |step| {
            rules.insert(step.rule.name());
        });
        let Rated { er, ep, ed, .. } = answer.expect("a rating");
        assert_eq!(format!("{er}/{ep}/{ed}"), expected, "{text}");
    }
    // All 36 rules except the two that the file lists as missing.
    assert_eq!(rules.len(), 34, "{rules:#?}");
}

/// A puzzle rated 7.1, and a puzzle that needs only singles.
const CHAINS: &str = ".23..6.8......91...8.1..4..2.......7...8.....678.1......7.3.2...3...4.7....5.1.6.";
const SINGLES: &str = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....";

#[test]
fn two_puzzles_have_their_known_ratings() {
    let mut rater = Rater::default();
    let Rated { er, ep, ed, hardest, .. } = rate(&mut rater, SINGLES);
    assert_eq!([er, ep, ed].map(Difficulty::tenths), [15, 12, 12]);
    assert_eq!(hardest, Some(Rule::HiddenSingle));
    assert_eq!(rate(&mut rater, CHAINS).er.tenths(), 71);
}

#[test]
fn steps_lead_to_the_solution_and_the_hardest_is_the_rating() {
    let puzzle: Puzzle = CHAINS.parse().unwrap();
    let Verdict::Unique(solution) = Verdict::of(&puzzle, u64::MAX) else { panic!("expected one solution") };
    let mut highest = Difficulty::default();
    let mut placed = 0;
    let answer = Rater::default().rate_with(&puzzle, RatingLimits::default(), |step| {
        highest = highest.max(step.rating);
        if let Some((cell, digit)) = step.placement {
            assert_eq!(solution.get(cell), Some(digit), "{step:?}");
            placed += 1;
        }
        assert!(step.removals.iter().all(|&(cell, digit)| solution.get(cell) != Some(digit)), "{step:?}");
    });
    assert_eq!(answer.unwrap().er, highest);
    assert_eq!(placed, 81 - puzzle.givens().len());
}

#[test]
fn chains_report_their_premise_and_nodes() {
    let mut premises = std::collections::BTreeSet::new();
    for text in [CHAINS, NESTED] {
        let answer = Rater::default().rate_with(&text.parse().unwrap(), RatingLimits::default(), |step| {
            assert_eq!(step.chain.is_some(), step.rating.tenths() >= 65 && step.rule != Rule::AlignedTriplet);
            let Some(chain) = step.chain else { return };
            let kind = match chain.premise {
                Premise::True(..) => "true",
                Premise::False(..) => "false",
                Premise::Either(..) => "either",
                Premise::Cell(..) => "cell",
                Premise::House(house, _) => {
                    assert!(chain.premise.to_string().ends_with(&format!(" in {house}")));
                    "house"
                }
            };
            premises.insert(kind);
            // The shortest chain has four nodes.
            assert!(chain.nodes >= 4, "{step:?}");
        });
        assert!(answer.is_ok());
    }
    assert!(premises.len() >= 3, "{premises:?}");
}

#[test]
fn limits_are_respected_and_reported() {
    let puzzle: Puzzle = CHAINS.parse().unwrap();
    let mut rater = Rater::default();
    for (tenths, harder) in [(10, true), (65, true), (70, true), (71, false), (90, false)] {
        let limit = Difficulty::from_tenths(tenths);
        let answer = rater.rate(&puzzle, RatingLimits { up_to: Some(limit), ..RatingLimits::default() });
        assert_eq!(answer.is_err(), harder, "{limit}");
        assert!(answer.is_ok() || answer == Err(Unrated::HarderThan(limit)));
    }
    let answer = rater.rate(&puzzle, RatingLimits { nodes: 10, ..RatingLimits::default() });
    assert!(matches!(answer, Err(Unrated::OutOfNodes(_))), "{answer:?}");
}

/// A puzzle with ER 10.5: dynamic forcing chains with nested chains.
const NESTED: &str = "........7..1..9.8..3.6..5.9.9..25.......6....3..9...4...7....91.2.5..3..8........";

#[test]
fn threads_change_no_step() {
    let steps = |text: &str, threads: usize| {
        let mut steps = Vec::new();
        let puzzle: Puzzle = text.parse().unwrap();
        let rated =
            Rater::with_threads(threads).rate_with(&puzzle, RatingLimits::default(), |step| steps.push(step));
        (rated.unwrap(), steps)
    };
    for text in [SINGLES, CHAINS, NESTED] {
        let expected = steps(text, 1);
        for threads in [2, 3, 100] {
            assert_eq!(steps(text, threads), expected, "{text} by {threads} threads");
        }
    }
}

#[test]
fn a_rating_stops_when_the_caller_asks() {
    let puzzle: Puzzle = NESTED.parse().unwrap();
    let verdict = Verdict::of(&puzzle, u64::MAX);
    for threads in [1, 2] {
        let mut rater = Rater::with_threads(threads);
        let answer = rater.rate_until(&puzzle, &verdict, RatingLimits::default(), |_| (), || true);
        assert!(matches!(answer, Err(Unrated::Stopped(_))), "{answer:?}");
        let mut calls = 0;
        let answer = rater.rate_until(
            &puzzle,
            &verdict,
            RatingLimits::default(),
            |_| (),
            move || {
                calls += 1;
                calls > 2_000
            },
        );
        assert!(matches!(answer, Err(Unrated::Stopped(least)) if least.tenths() >= 80), "{answer:?}");
        // Stopping a rating must not affect the next one.
        assert_eq!(rate(&mut rater, NESTED).er.tenths(), 105);
    }
}

/// The verdict is taken from the caller: the solution is not searched again.
#[test]
fn the_verdict_of_the_caller_is_used() {
    let puzzle: Puzzle = SINGLES.parse().unwrap();
    let undecided = Verdict::Undecided { budget: 1, solution: None };
    let answer = Rater::default().rate_until(&puzzle, &undecided, RatingLimits::default(), |_| (), || false);
    assert_eq!(answer, Err(Unrated::NotUnique(Box::new(undecided))));
}

#[test]
fn puzzles_without_a_unique_solution_are_not_rated() {
    let mut rater = Rater::default();
    for text in
        [".".repeat(81), format!("55{}", ".".repeat(79)), format!("{}1{}", &SINGLES[..1], &SINGLES[2..])]
    {
        let answer = rater.rate(&text.parse().unwrap(), RatingLimits::default());
        assert!(matches!(answer, Err(Unrated::NotUnique(_))), "{text}: {answer:?}");
    }
}

/// A puzzle with a unique rectangle (ER 4.5).
const RECTANGLE: &str = "..3..6..9456.8.1.3......4..2.7...3....5...271.....1..6.9.5....8......9......3..17";

#[test]
fn a_puzzle_has_the_same_rating_in_all_formats() {
    let mut rater = Rater::default();
    let board = Board::new(&RECTANGLE.parse().unwrap()).unwrap();
    let sukaku = board.candidates().to_string();
    let grid = board.to_string();
    let expected = rate(&mut rater, RECTANGLE);
    assert_eq!([expected.er, expected.ep, expected.ed].map(Difficulty::tenths), [45, 12, 12]);
    let all_candidates = Puzzle::from(&RECTANGLE.parse::<Puzzle>().unwrap().candidates()).to_string();
    for text in [&sukaku, &grid, &all_candidates] {
        let puzzle = veridoku_formats::read(text).unwrap().puzzle;
        assert!(puzzle.written_candidates().is_some());
        assert_eq!(rater.rate(&puzzle, RatingLimits::default()).unwrap(), expected, "{text}");
    }
    // This puzzle is defined by its candidates alone: even a cell with a single candidate has no value.
    assert_eq!(rater.rate(&Puzzle::from(board.candidates()), RatingLimits::default()).unwrap(), expected);
}

#[test]
fn deadly_patterns_are_not_used_if_candidates_were_eliminated() {
    let puzzle: Puzzle = RECTANGLE.parse().unwrap();
    let board = Board::new(&puzzle).unwrap();
    let Verdict::Unique(solution) = Verdict::of(&puzzle, u64::MAX) else { panic!("expected one solution") };
    let wrong = board
        .candidates()
        .iter()
        .find(|candidate| {
            !puzzle.values().filled().contains(candidate.cell())
                && solution.get(candidate.cell()) != Some(candidate.digit())
        })
        .unwrap();
    let mut fewer = *board.candidates();
    fewer.remove(wrong);
    let mut rules = Vec::new();
    let sukaku = Puzzle::from(&fewer);
    Rater::default().rate_with(&sukaku, RatingLimits::default(), |step| rules.push(step.rule)).unwrap();
    assert!(!rules.iter().any(|rule| matches!(rule, Rule::UniqueLoop | Rule::Bug)), "{rules:?}");
}

#[test]
fn a_sukaku_is_rated_from_its_candidates() {
    let puzzle: Puzzle = CHAINS.parse().unwrap();
    let board = Board::new(&puzzle).unwrap();
    let answer = Rater::default().rate(&Puzzle::from(board.candidates()), RatingLimits::default()).unwrap();
    assert_eq!(answer.er.tenths(), 71, "{answer:?}");
}

#[test]
fn a_node_limit_does_not_depend_on_the_number_of_threads() {
    let puzzle: Puzzle = NESTED.parse().unwrap();
    for nodes in [1_000, 2_000_000, 4_000_000] {
        let limits = RatingLimits { nodes, ..RatingLimits::default() };
        let expected = Rater::default().rate(&puzzle, limits);
        for threads in [2, 4] {
            assert_eq!(
                Rater::with_threads(threads).rate(&puzzle, limits),
                expected,
                "{nodes} by {threads} threads"
            );
        }
    }
}

#[test]
fn the_hardest_step_is_the_first_of_its_rating() {
    // A forcing X-chain rated 6.6 + 0.1, followed by a Y-cycle rated 6.5 + 0.2. The second sum is larger
    // only because of a rounding error.
    let text = ".......89.5.7...2.7....1.64.3..6..7.5.739...1..41.8....4...5...6.2......8........";
    let mut steps = Vec::new();
    let puzzle: Puzzle = text.parse().unwrap();
    let rated =
        Rater::default().rate_with(&puzzle, RatingLimits::default(), |step| steps.push(step)).unwrap();
    let first = steps.iter().find(|step| step.rating == rated.er).unwrap();
    assert_eq!((rated.er.tenths(), rated.hardest), (67, Some(first.rule)));
    assert_eq!(rated.hardest, Some(Rule::ForcingXChain));
}

#[test]
fn a_rater_can_be_reused_after_a_panic() {
    let puzzle: Puzzle = NESTED.parse().unwrap();
    let verdict = Verdict::of(&puzzle, u64::MAX);
    let mut rater = Rater::default();
    let mut calls = 0;
    let panicking = std::panic::AssertUnwindSafe(|| {
        rater.rate_until(
            &puzzle,
            &verdict,
            RatingLimits::default(),
            |_| (),
            move || {
                calls += 1;
                assert!(calls < 2_000, "the caller panics in the middle of a search");
                false
            },
        )
    });
    assert!(std::panic::catch_unwind(panicking).is_err());
    assert_eq!(rate(&mut rater, NESTED), rate(&mut Rater::default(), NESTED));
}
