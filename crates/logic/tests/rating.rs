//! Ratings beside those of Sudoku Explainer: published ones, and those of `PGExplainer`.

#[path = "../../../testdata/sets.rs"]
#[allow(dead_code, reason = "not every test needs every set")]
mod sets;

use std::io::Write;
use veridoku_core::Puzzle;
use veridoku_logic::rating::{Difficulty, Limits, Rated, Rater, Rule, Unrated};

/// The fields of the lines of a file; nothing, and a word about it, where the data are not there.
fn lines(name: &str) -> Option<Vec<Vec<String>>> {
    let path = sets::folder().join("rated").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no {}; set VERIDOKU_DATA to the folder with the puzzle sets",
            path.display()
        );
        return None;
    };
    Some(text.lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect())
}

/// Every so many of the lines: more of them where the code is fast.
fn sample(lines: Vec<Vec<String>>, debug: usize, release: usize) -> impl Iterator<Item = Vec<String>> {
    lines.into_iter().step_by(if cfg!(debug_assertions) { debug } else { release })
}

fn rate(rater: &mut Rater, text: &str) -> Rated {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    rater.rate(&puzzle, Limits::default()).expect("a rating")
}

#[test]
fn random_puzzles_have_their_published_rating() {
    let Some(lines) = lines("random_minimal_ser.csv") else { return };
    let mut rater = Rater::default();
    let (mut all, mut same) = (0, 0);
    for fields in sample(lines, 100, 8) {
        let answer = rate(&mut rater, &fields[0]);
        all += 1;
        if answer.er.to_string() == fields[1] {
            same += 1;
        } else {
            eprintln!("{}: {} instead of {}", fields[0], answer.er, fields[1]);
        }
    }
    assert!(all > 0 && same * 1000 >= all * 999, "{same} of {all} ratings are those published");
}

#[test]
fn pearl_and_diamond_are_those_of_the_reference() {
    let Some(lines) = lines("se_ratings.csv") else { return };
    let mut rater = Rater::default();
    for fields in sample(lines, 10, 1).filter(|fields| fields[4] == "PGExplainer") {
        let Rated { er, ep, ed, .. } = rate(&mut rater, &fields[0]);
        let wanted = &fields[1..4];
        assert_eq!([er, ep, ed].map(|rating| rating.to_string()), wanted, "{}", fields[0]);
    }
}

#[test]
fn the_hardest_puzzles_have_their_published_rating() {
    let Some(lines) = lines("hardest_class_ser.csv") else { return };
    let mut rater = Rater::default();
    let (mut all, mut same) = (0, 0);
    for fields in sample(lines, 2_500, 700) {
        let answer = rate(&mut rater, &fields[0]);
        all += 1;
        if answer.er.to_string() == fields[1] {
            same += 1;
        } else {
            eprintln!("{}: {} instead of {}", fields[0], answer.er, fields[1]);
        }
    }
    // These were collected over years from several versions of the program.
    assert!(all > 0 && same + 1 >= all, "{same} of {all} ratings are those published");
}

/// A puzzle rated 7.1 and one of singles alone, from the same sets.
const CHAINS: &str = ".23..6.8......91...8.1..4..2.......7...8.....678.1......7.3.2...3...4.7....5.1.6.";
const SINGLES: &str = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....";

#[test]
fn ratings_need_no_data_to_be_checked() {
    let mut rater = Rater::default();
    let Rated { er, ep, ed, hardest, .. } = rate(&mut rater, SINGLES);
    assert_eq!([er, ep, ed].map(Difficulty::tenths), [15, 12, 12]);
    assert_eq!(hardest, Some(Rule::HiddenSingle));
    assert_eq!(rate(&mut rater, CHAINS).er.tenths(), 71);
}

#[test]
fn steps_lead_to_the_solution_and_the_hardest_of_them_is_the_rating() {
    let puzzle: Puzzle = CHAINS.parse().unwrap();
    let veridoku_core::Verdict::Unique(solution) = veridoku_core::Verdict::of(&puzzle, u64::MAX) else {
        panic!("the puzzle has one solution")
    };
    let mut highest = Difficulty::default();
    let mut placed = 0;
    let answer = Rater::default().rate_with(&puzzle, Limits::default(), |step| {
        highest = highest.max(step.rating);
        let digit_in = |cell: u8| {
            let cell = veridoku_core::Cell::from_index(cell as usize).unwrap();
            solution.get(cell).map(|digit| digit.index() as u8 + 1)
        };
        if let Some((cell, digit)) = step.placement {
            assert_eq!(digit_in(cell), Some(digit), "{step:?}");
            placed += 1;
        }
        assert!(step.removals.iter().all(|&(cell, digit)| digit_in(cell) != Some(digit)), "{step:?}");
    });
    assert_eq!(answer.unwrap().er, highest);
    assert_eq!(placed, 81 - puzzle.givens().len());
}

#[test]
fn limits_are_kept_and_told() {
    let puzzle: Puzzle = CHAINS.parse().unwrap();
    let mut rater = Rater::default();
    for (tenths, harder) in [(10, true), (65, true), (70, true), (71, false), (90, false)] {
        let limit = Difficulty::from_tenths(tenths);
        let answer = rater.rate(&puzzle, Limits { up_to: Some(limit), ..Limits::default() });
        assert_eq!(answer.is_err(), harder, "{limit}");
        assert!(answer.is_ok() || answer == Err(Unrated::HarderThan(limit)));
    }
    let answer = rater.rate(&puzzle, Limits { nodes: 10, ..Limits::default() });
    assert!(matches!(answer, Err(Unrated::OutOfNodes(_))), "{answer:?}");
}

/// A puzzle of ER 10.5: dynamic chains with chains inside.
const NESTED: &str = "........7..1..9.8..3.6..5.9.9..25.......6....3..9...4...7....91.2.5..3..8........";

#[test]
fn threads_change_no_step() {
    let steps = |text: &str, threads: usize| {
        let mut steps = Vec::new();
        let puzzle: Puzzle = text.parse().unwrap();
        let rated =
            Rater::with_threads(threads).rate_with(&puzzle, Limits::default(), |step| steps.push(step));
        (rated.unwrap(), steps)
    };
    for text in [SINGLES, CHAINS, NESTED] {
        let alone = steps(text, 1);
        for threads in [2, 3, 100] {
            assert_eq!(steps(text, threads), alone, "{text} by {threads} threads");
        }
    }
}

#[test]
fn a_rating_ends_when_the_caller_wants() {
    let puzzle: Puzzle = NESTED.parse().unwrap();
    for threads in [1, 2] {
        let mut rater = Rater::with_threads(threads);
        let answer = rater.rate_until(&puzzle, Limits::default(), |_| (), || true);
        assert!(matches!(answer, Err(Unrated::Stopped(_))), "{answer:?}");
        let mut questions = 0;
        let answer = rater.rate_until(
            &puzzle,
            Limits::default(),
            |_| (),
            move || {
                questions += 1;
                questions > 2_000
            },
        );
        assert!(matches!(answer, Err(Unrated::Stopped(least)) if least.tenths() >= 80), "{answer:?}");
        // The next rating knows nothing of it.
        assert_eq!(rate(&mut rater, NESTED).er.tenths(), 105);
    }
}

#[test]
fn boards_without_one_solution_are_not_rated() {
    let mut rater = Rater::default();
    for text in
        [".".repeat(81), format!("55{}", ".".repeat(79)), format!("{}1{}", &SINGLES[..1], &SINGLES[2..])]
    {
        let answer = rater.rate(&text.parse().unwrap(), Limits::default());
        assert!(matches!(answer, Err(Unrated::NotUnique(_))), "{text}: {answer:?}");
    }
}

#[test]
fn a_sukaku_is_rated_from_its_candidates() {
    let puzzle: Puzzle = CHAINS.parse().unwrap();
    let board = veridoku_core::Board::new(&puzzle).unwrap();
    let empty = Puzzle::new(veridoku_core::Grid::EMPTY, veridoku_core::CellSet::EMPTY);
    let sukaku = empty.with_candidates(board.candidates());
    let answer = Rater::default().rate(&sukaku, Limits::default()).unwrap();
    assert!(answer.er.tenths() >= 65, "{answer:?}");
}
