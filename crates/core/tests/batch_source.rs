//! Puzzles in portions: the same answers as in one batch, whatever the portions, and every portion comes
//! back once.

#[path = "../../../testdata/reference.rs"]
mod reference;

use reference::{SOLVED, XorShift, naive};
use veridoku_core::batch::{Answer, BatchSource, PuzzleBatch, Solver};
use veridoku_core::solve::{Backend, End, Limits};
use veridoku_core::{Grid, Puzzle};

/// Solutions with many holes, some with a digit that need not fit: none, one and many solutions, with
/// and without guesses.
fn boards(count: usize) -> Vec<Grid> {
    let mut numbers = XorShift(53);
    let solved: Grid = SOLVED.parse().unwrap();
    let board = |round: usize| {
        let mut grid = solved;
        for _ in 0..40 + round % 45 {
            grid.set(numbers.cell(), None);
        }
        if round.is_multiple_of(5) {
            grid.set(numbers.cell(), Some(numbers.digit()));
        }
        grid
    };
    (0..count).map(board).collect()
}

/// Portions of certain sizes, over and over, and the answers that have come back.
struct Portions<'p> {
    puzzles: &'p [Grid],
    sizes: &'p [usize],
    /// The first puzzle of each portion.
    starts: Vec<usize>,
    /// The answer to each puzzle.
    answers: Vec<Option<Answer>>,
    /// The most portions that were out at the same time.
    most_out: usize,
    out: usize,
}

impl<'p> BatchSource<'p, Grid> for Portions<'p> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, Grid>> {
        let size = self.sizes[self.starts.len() % self.sizes.len()].min(self.puzzles.len());
        if self.puzzles.is_empty() {
            return None;
        }
        self.starts.push(self.answers.len() - self.puzzles.len());
        self.out += 1;
        self.most_out = self.most_out.max(self.out);
        let portion;
        (portion, self.puzzles) = self.puzzles.split_at(size);
        Some(PuzzleBatch::owned(portion.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, portion: PuzzleBatch<'p, Grid>) {
        self.out -= 1;
        let start = self.starts[number];
        for (place, answer) in self.answers[start..].iter_mut().zip(portion.answers()) {
            assert!(place.replace(*answer).is_none(), "answered once");
        }
    }
}

fn in_portions(
    solver: &mut Solver,
    puzzles: &[Grid],
    sizes: &[usize],
    limits: Limits,
) -> (Vec<Answer>, usize) {
    let answers = vec![None; puzzles.len()];
    let mut portions = Portions { puzzles, sizes, starts: Vec::new(), answers, most_out: 0, out: 0 };
    solver.stream(&mut portions, limits);
    assert_eq!(portions.out, 0);
    let answers = portions.answers.into_iter().map(|answer| answer.expect("every puzzle is answered"));
    (answers.collect(), portions.most_out)
}

#[test]
fn portions_make_no_difference() {
    let puzzles = boards(6000);
    for limits in [Limits::UNIQUE, Limits::solutions(50).with_nodes(40), Limits::solutions(0)] {
        for mut solver in Backend::ALL.into_iter().filter_map(Solver::with_backend) {
            let mut expected = Vec::new();
            solver = solver.with_min_batch_size(0);
            solver.solve(&puzzles, limits, &mut expected);
            for sizes in [&[6000][..], &[512], &[1, 700, 0, 64, 2048], &[37]] {
                let (answers, _) = in_portions(&mut solver, &puzzles, sizes, limits);
                assert!(answers == expected, "{:?} in portions of {sizes:?}", solver.backend());
            }
        }
    }
}

#[test]
fn portions_agree_with_the_simple_solver() {
    let puzzles = boards(400);
    let (answers, _) = in_portions(&mut Solver::new(), &puzzles, &[150], Limits::UNIQUE);
    for (&grid, answer) in puzzles.iter().zip(answers) {
        let solutions = naive(&Puzzle::from(grid).candidates(), 2);
        assert_eq!(answer.count as usize, solutions.len(), "{grid}");
        assert!(answer.count != 1 || answer.first == solutions.first().copied(), "{grid}");
    }
}

#[test]
fn portions_come_back_while_others_go_on() {
    let puzzles = boards(40_000);
    let (_, most_out) = in_portions(&mut Solver::new(), &puzzles, &[512], Limits::UNIQUE);
    assert!(most_out < 40, "{most_out} of 79 portions were out at the same time");
}

/// What does not depend on the engine: how many solutions there are, and which if it is the only one.
fn essence(answer: &Answer) -> (u64, Option<Grid>, End) {
    (answer.count, answer.first.filter(|_| answer.count == 1 && answer.end == End::Complete), answer.end)
}

#[test]
fn prompt_answers_say_the_same() {
    let puzzles = boards(6000);
    for limits in [Limits::UNIQUE, Limits::solutions(1), Limits::solutions(50), Limits::solutions(0)] {
        for solver in Backend::ALL.into_iter().filter_map(Solver::with_backend) {
            let mut expected = Vec::new();
            let mut solver = solver.with_min_batch_size(0);
            solver.solve(&puzzles, limits, &mut expected);
            let expected: Vec<_> = expected.iter().map(essence).collect();
            let mut solver = solver.with_low_latency();
            for sizes in [&[6000][..], &[512], &[1, 700, 0, 64, 2048], &[5]] {
                let (answers, _) = in_portions(&mut solver, &puzzles, sizes, limits);
                assert!(answers.iter().map(essence).eq(expected.iter().copied()), "{solver:?}, {sizes:?}");
            }
        }
    }
}

#[test]
fn prompt_portions_of_easy_puzzles_come_back_at_once() {
    let mut numbers = XorShift(54);
    let solved: Grid = SOLVED.parse().unwrap();
    let mut easy = || {
        let mut grid = solved;
        (0..25).for_each(|_| grid.set(numbers.cell(), None));
        grid
    };
    let puzzles: Vec<Grid> = (0..20_000).map(|_| easy()).collect();
    let out = |solver: &mut Solver| in_portions(solver, &puzzles, &[512], Limits::UNIQUE).1;
    let (patient, prompt) = (out(&mut Solver::new()), out(&mut Solver::new().with_low_latency()));
    assert!(prompt <= 2 && patient > prompt, "{patient} portions out, {prompt} if answers are prompt");
}

#[test]
fn candidates_stream_as_well() {
    struct One(Option<PuzzleBatch<'static, veridoku_core::CandidateSet>>, Vec<u64>);
    impl BatchSource<'static, veridoku_core::CandidateSet> for One {
        fn next(&mut self) -> Option<PuzzleBatch<'static, veridoku_core::CandidateSet>> {
            self.0.take()
        }

        fn done(&mut self, _number: usize, portion: PuzzleBatch<'static, veridoku_core::CandidateSet>) {
            self.1.extend(portion.answers().iter().map(|answer| answer.count));
        }
    }
    let puzzles = boards(100);
    let candidates = puzzles.iter().map(|&grid| Puzzle::from(grid).candidates()).collect();
    let mut one = One(Some(PuzzleBatch::owned(candidates, Vec::new())), Vec::new());
    let mut expected = Vec::new();
    let mut solver = Solver::new();
    solver.stream_candidates(&mut one, Limits::UNIQUE);
    solver.solve(&puzzles, Limits::UNIQUE, &mut expected);
    assert!(one.1.iter().eq(expected.iter().map(|answer| &answer.count)));
}
