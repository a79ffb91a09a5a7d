//! Where puzzles come from and where answers go: a portion at a time.
//!
//! ```text
//!              next ──▶ ┌─────────────── the engine ───────────────┐ ──▶ done
//!   BatchSource              │  portion 7: one puzzle is still at work  │       BatchSource
//!                       │  portion 8: 12 of 2,048 are still open   │
//!                       │  portion 9: being read                   │
//!                       └──────────────────────────────────────────┘
//! ```
//!
//! The engine is quick while all its slots are busy, and at the end of a batch they are not: the last
//! puzzles are at work, and nothing comes after them. So it does not work batch by batch. It asks for
//! another portion when it has read one, and gives a portion back when its last puzzle is
//! answered: a stream comes to an end once, however small its portions are.

use super::Answer;
use std::borrow::Cow;

/// Puzzles, and a place for the answer to each.
#[derive(Clone, Debug)]
pub struct PuzzleBatch<'p, P: Clone> {
    puzzles: Cow<'p, [P]>,
    answers: AnswerStorage<'p>,
}

/// Where answers are written.
#[derive(Debug)]
enum AnswerStorage<'p> {
    Borrowed(&'p mut [Answer]),
    Owned(Vec<Answer>),
}

impl Clone for AnswerStorage<'_> {
    fn clone(&self) -> Self {
        match self {
            AnswerStorage::Borrowed(answers) => AnswerStorage::Owned(answers.to_vec()),
            AnswerStorage::Owned(answers) => AnswerStorage::Owned(answers.clone()),
        }
    }
}

/// What an engine works through: [`Solver::stream`](super::Solver::stream).
pub trait BatchSource<'p, P: Clone> {
    /// The next puzzles, or nothing: then the engine answers what it has, and returns.
    ///
    /// Best are portions of a multiple of 512 puzzles.
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>>;

    /// Every puzzle of a portion is answered: the first one that was given has number 0. Portions come
    /// back as they are done, in no other order.
    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, P>);
}

impl<'p, P: Clone> PuzzleBatch<'p, P> {
    /// Puzzles of the caller, answered where the caller wants.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many places as puzzles.
    pub fn borrowed(puzzles: &'p [P], answers: &'p mut [Answer]) -> PuzzleBatch<'p, P> {
        assert_eq!(puzzles.len(), answers.len(), "one place for each puzzle");
        PuzzleBatch { puzzles: Cow::Borrowed(puzzles), answers: AnswerStorage::Borrowed(answers) }
    }

    /// Puzzles that the portion holds itself, like the answers; what is in `answers` does not matter, it
    /// is memory to be used again.
    pub fn owned(puzzles: Vec<P>, mut answers: Vec<Answer>) -> PuzzleBatch<'p, P> {
        answers.resize(puzzles.len(), Answer::NONE);
        PuzzleBatch { puzzles: Cow::Owned(puzzles), answers: AnswerStorage::Owned(answers) }
    }

    /// The puzzles.
    pub fn puzzles(&self) -> &[P] {
        &self.puzzles
    }

    /// The answers, in the order of the puzzles.
    pub fn answers(&self) -> &[Answer] {
        match &self.answers {
            AnswerStorage::Borrowed(answers) => answers,
            AnswerStorage::Owned(answers) => answers,
        }
    }

    /// Puzzles and answers, to be kept or used again.
    pub fn into_vecs(self) -> (Vec<P>, Vec<Answer>) {
        let answers = match self.answers {
            AnswerStorage::Borrowed(answers) => answers.to_vec(),
            AnswerStorage::Owned(answers) => answers,
        };
        (self.puzzles.into_owned(), answers)
    }

    /// The puzzles, and the places of their answers, for whoever answers them.
    #[inline(always)]
    pub fn parts(&mut self) -> (&[P], &mut [Answer]) {
        let answers = match &mut self.answers {
            AnswerStorage::Borrowed(answers) => answers,
            AnswerStorage::Owned(answers) => &mut answers[..],
        };
        (&self.puzzles, answers)
    }
}

/// A source of one portion.
pub(crate) struct SingleBatch<'p, P: Clone>(pub(crate) Option<PuzzleBatch<'p, P>>);

impl<'p, P: Clone> BatchSource<'p, P> for SingleBatch<'p, P> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        self.0.take()
    }

    fn done(&mut self, _number: usize, _portion: PuzzleBatch<'p, P>) {}
}
