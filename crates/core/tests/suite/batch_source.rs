//! Tests that streaming gives the same answers for all batch sizes, and that every batch comes back exactly
//! once.

use crate::reference::{SOLVED, XorShift, naive};
use veridoku_core::batch::{BatchSource, PuzzleBatch, Solver};
use veridoku_core::solve::{Backend, End, Limits, SearchResult};
use veridoku_core::{Grid, Puzzle};

/// Returns puzzles made by removing many cells from a solution. Some of them also get a random digit, which
/// may cause a contradiction. The puzzles have no solution, one or many, and some of them need guesses.
fn random_puzzles(count: usize) -> Vec<Grid> {
    let mut random = XorShift(53);
    let solved: Grid = SOLVED.parse().unwrap();
    let puzzle = |round: usize| {
        let mut grid = solved;
        for _ in 0..40 + round % 45 {
            grid.set(random.cell(), None);
        }
        if round.is_multiple_of(5) {
            grid.set(random.cell(), Some(random.digit()));
        }
        grid
    };
    (0..count).map(puzzle).collect()
}

/// A source that cycles through a list of batch sizes and collects the answers.
struct SizedBatches<'p> {
    puzzles: &'p [Grid],
    sizes: &'p [usize],
    /// The index of the first puzzle of each batch.
    starts: Vec<usize>,
    /// The answer to each puzzle.
    answers: Vec<Option<SearchResult>>,
    /// The maximum number of batches that were in flight at the same time.
    max_in_flight: usize,
    in_flight: usize,
}

impl<'p> BatchSource<'p, Grid> for SizedBatches<'p> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, Grid>> {
        let size = self.sizes[self.starts.len() % self.sizes.len()].min(self.puzzles.len());
        if self.puzzles.is_empty() {
            return None;
        }
        self.starts.push(self.answers.len() - self.puzzles.len());
        self.in_flight += 1;
        self.max_in_flight = self.max_in_flight.max(self.in_flight);
        let batch;
        (batch, self.puzzles) = self.puzzles.split_at(size);
        Some(PuzzleBatch::owned(batch.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, Grid>) {
        self.in_flight -= 1;
        let start = self.starts[number];
        for (place, answer) in self.answers[start..].iter_mut().zip(batch.answers()) {
            assert!(place.replace(*answer).is_none(), "every puzzle is answered once");
        }
    }
}

fn in_batches(
    solver: &mut Solver,
    puzzles: &[Grid],
    sizes: &[usize],
    limits: Limits,
) -> (Vec<SearchResult>, usize) {
    let answers = vec![None; puzzles.len()];
    let mut batches =
        SizedBatches { puzzles, sizes, starts: Vec::new(), answers, max_in_flight: 0, in_flight: 0 };
    solver.stream(&mut batches, limits);
    assert_eq!(batches.in_flight, 0);
    let answers = batches.answers.into_iter().map(|answer| answer.expect("every puzzle is answered"));
    (answers.collect(), batches.max_in_flight)
}

#[test]
fn batch_size_makes_no_difference() {
    let puzzles = random_puzzles(6000);
    for limits in [Limits::UNIQUE, Limits::solutions(50).with_nodes(40), Limits::solutions(0)] {
        for mut solver in Backend::ALL.into_iter().filter_map(Solver::with_backend) {
            let mut expected = Vec::new();
            solver = solver.with_min_batch_size(0);
            solver.solve(&puzzles, limits, &mut expected);
            for sizes in [&[6000][..], &[512], &[1, 700, 0, 64, 2048], &[37]] {
                let (answers, _) = in_batches(&mut solver, &puzzles, sizes, limits);
                assert!(answers == expected, "{:?} in batches of {sizes:?}", solver.backend());
            }
        }
    }
}

#[test]
fn batches_agree_with_the_simple_solver() {
    let puzzles = random_puzzles(400);
    let (answers, _) = in_batches(&mut Solver::new(), &puzzles, &[150], Limits::UNIQUE);
    for (&grid, answer) in puzzles.iter().zip(answers) {
        let solutions = naive(&Puzzle::from(grid).candidates(), 2);
        assert_eq!(answer.count as usize, solutions.len(), "{grid}");
        assert!(answer.count != 1 || answer.first == solutions.first().copied(), "{grid}");
    }
}

#[test]
fn finished_batches_come_back_early() {
    let puzzles = random_puzzles(40_000);
    let (_, max_in_flight) = in_batches(&mut Solver::new(), &puzzles, &[512], Limits::UNIQUE);
    assert!(max_in_flight < 40, "{max_in_flight} of 79 batches were in flight at the same time");
}

/// Returns the parts of an answer that do not depend on the engine: the number of solutions, why the search
/// ended, and the solution if it is unique.
fn engine_independent(answer: &SearchResult) -> (u64, Option<Grid>, End) {
    (answer.count, answer.first.filter(|_| answer.count == 1 && answer.end == End::Complete), answer.end)
}

#[test]
fn low_latency_gives_the_same_answers() {
    let puzzles = random_puzzles(6000);
    for limits in [Limits::UNIQUE, Limits::solutions(1), Limits::solutions(50), Limits::solutions(0)] {
        for solver in Backend::ALL.into_iter().filter_map(Solver::with_backend) {
            let mut expected = Vec::new();
            let mut solver = solver.with_min_batch_size(0);
            solver.solve(&puzzles, limits, &mut expected);
            let expected: Vec<_> = expected.iter().map(engine_independent).collect();
            let mut solver = solver.with_low_latency();
            for sizes in [&[6000][..], &[512], &[1, 700, 0, 64, 2048], &[5]] {
                let (answers, _) = in_batches(&mut solver, &puzzles, sizes, limits);
                assert!(
                    answers.iter().map(engine_independent).eq(expected.iter().copied()),
                    "{solver:?}, {sizes:?}"
                );
            }
        }
    }
}

#[test]
fn low_latency_returns_easy_batches_at_once() {
    let mut random = XorShift(54);
    let solved: Grid = SOLVED.parse().unwrap();
    let mut easy = || {
        let mut grid = solved;
        (0..25).for_each(|_| grid.set(random.cell(), None));
        grid
    };
    let puzzles: Vec<Grid> = (0..20_000).map(|_| easy()).collect();
    let in_flight = |solver: &mut Solver| in_batches(solver, &puzzles, &[512], Limits::UNIQUE).1;
    let (default, low_latency) =
        (in_flight(&mut Solver::new()), in_flight(&mut Solver::new().with_low_latency()));
    assert!(
        low_latency <= 2 && default > low_latency,
        "{default} batches in flight, {low_latency} with low latency"
    );
}

#[test]
fn candidates_can_be_streamed() {
    struct OneBatch(Option<PuzzleBatch<'static, veridoku_core::CandidateSet>>, Vec<u64>);
    impl BatchSource<'static, veridoku_core::CandidateSet> for OneBatch {
        fn next(&mut self) -> Option<PuzzleBatch<'static, veridoku_core::CandidateSet>> {
            self.0.take()
        }

        fn done(&mut self, _number: usize, batch: PuzzleBatch<'static, veridoku_core::CandidateSet>) {
            self.1.extend(batch.answers().iter().map(|answer| answer.count));
        }
    }
    let puzzles = random_puzzles(100);
    let candidates = puzzles.iter().map(|&grid| Puzzle::from(grid).candidates()).collect();
    let mut one = OneBatch(Some(PuzzleBatch::owned(candidates, Vec::new())), Vec::new());
    let mut expected = Vec::new();
    let mut solver = Solver::new();
    solver.stream_candidates(&mut one, Limits::UNIQUE);
    solver.solve(&puzzles, Limits::UNIQUE, &mut expected);
    assert!(one.1.iter().eq(expected.iter().map(|answer| &answer.count)));
}
