//! The interface between a caller and the engine: puzzles go in and answers come out, a batch at a time.
//!
//! ```text
//!              next ──▶ ┌────────────── the engine ──────────────┐ ──▶ done
//!   BatchSource         │  batch 7: one puzzle is being searched │       BatchSource
//!                       │  batch 8: 12 of 2,048 are unanswered   │
//!                       │  batch 9: being read                   │
//!                       └────────────────────────────────────────┘
//! ```
//!
//! The engine is fast while all its slots are busy. At the end of its input they are not: a few puzzles are
//! still being searched, and no others can fill the free slots. For this reason, the engine does not finish
//! one batch before it starts the next. It asks for another batch when it has read the previous one, and
//! hands a batch back when its last puzzle is answered. The slots therefore run empty only once per stream,
//! however small its batches are.

use crate::solve::SearchResult;
use std::borrow::Cow;

/// A batch of puzzles, with storage for the answers.
#[derive(Clone, Debug)]
pub struct PuzzleBatch<'p, P: Clone> {
    puzzles: Cow<'p, [P]>,
    answers: AnswerStorage<'p>,
}

/// The storage for answers.
#[derive(Debug)]
enum AnswerStorage<'p> {
    Borrowed(&'p mut [SearchResult]),
    Owned(Vec<SearchResult>),
}

impl Clone for AnswerStorage<'_> {
    fn clone(&self) -> Self {
        match self {
            AnswerStorage::Borrowed(answers) => AnswerStorage::Owned(answers.to_vec()),
            AnswerStorage::Owned(answers) => AnswerStorage::Owned(answers.clone()),
        }
    }
}

/// A source of puzzles for [`Solver::stream`](super::Solver::stream), which also receives the answers.
pub trait BatchSource<'p, P: Clone> {
    /// Returns the next batch, or `None` at the end of the input. The engine then finishes the puzzles it has
    /// and returns.
    ///
    /// Batch sizes that are multiples of 512 are the most efficient.
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>>;

    /// Receives a batch when all its puzzles are answered. `number` is the zero-based index of the batch in
    /// the order in which [`Self::next`] returned them. Batches may come back in any order.
    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, P>);
}

impl<'p, P: Clone> PuzzleBatch<'p, P> {
    /// Creates a batch from borrowed puzzles; the answers are written to the given slice.
    ///
    /// # Panics
    ///
    /// Panics if the two slices differ in length.
    pub fn borrowed(puzzles: &'p [P], answers: &'p mut [SearchResult]) -> PuzzleBatch<'p, P> {
        assert_eq!(puzzles.len(), answers.len(), "there must be one answer for each puzzle");
        PuzzleBatch { puzzles: Cow::Borrowed(puzzles), answers: AnswerStorage::Borrowed(answers) }
    }

    /// Creates a batch that owns its puzzles and answers. The contents of `answers` do not matter; only its
    /// memory is reused.
    pub fn owned(puzzles: Vec<P>, mut answers: Vec<SearchResult>) -> PuzzleBatch<'p, P> {
        answers.resize(puzzles.len(), SearchResult::NONE);
        PuzzleBatch { puzzles: Cow::Owned(puzzles), answers: AnswerStorage::Owned(answers) }
    }

    /// Returns the puzzles.
    pub fn puzzles(&self) -> &[P] {
        &self.puzzles
    }

    /// Returns the answers, in the order of the puzzles.
    pub fn answers(&self) -> &[SearchResult] {
        match &self.answers {
            AnswerStorage::Borrowed(answers) => answers,
            AnswerStorage::Owned(answers) => answers,
        }
    }

    /// Returns the puzzles and answers as vectors, so that their memory can be reused.
    pub fn into_vecs(self) -> (Vec<P>, Vec<SearchResult>) {
        let answers = match self.answers {
            AnswerStorage::Borrowed(answers) => answers.to_vec(),
            AnswerStorage::Owned(answers) => answers,
        };
        (self.puzzles.into_owned(), answers)
    }

    /// Returns the puzzles and the storage for their answers.
    #[inline(always)]
    pub fn parts(&mut self) -> (&[P], &mut [SearchResult]) {
        let answers = match &mut self.answers {
            AnswerStorage::Borrowed(answers) => answers,
            AnswerStorage::Owned(answers) => &mut answers[..],
        };
        (&self.puzzles, answers)
    }
}

/// A source with a single batch.
pub(crate) struct SingleBatch<'p, P: Clone>(pub(crate) Option<PuzzleBatch<'p, P>>);

impl<'p, P: Clone> BatchSource<'p, P> for SingleBatch<'p, P> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        self.0.take()
    }

    fn done(&mut self, _number: usize, _batch: PuzzleBatch<'p, P>) {}
}
