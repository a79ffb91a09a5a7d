//! Sinks receive the steps that finders find, and can stop the search.
//!
//! (The idea of an accumulator that stops the search is from Sudoku Explainer.)

use crate::order;
use crate::{Evidence, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::CandidateSet;

/// A receiver of steps.
pub trait Sink {
    /// Receives a step. After `Break`, the finder must stop its search.
    fn take(&mut self, step: Step) -> ControlFlow<()>;
}

impl dyn Sink + '_ {
    /// Passes a step to the sink if it eliminates anything.
    pub(crate) fn eliminate(
        &mut self,
        technique: Technique,
        eliminations: CandidateSet,
        evidence: impl FnOnce() -> Evidence,
    ) -> ControlFlow<()> {
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        self.take(Step::eliminating(technique, eliminations, evidence()))
    }
}

/// A sink that stops the search at the first step.
#[derive(Clone, Debug, Default)]
pub struct FirstStep(pub Option<Step>);

impl Sink for FirstStep {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.get_or_insert(step);
        ControlFlow::Break(())
    }
}

/// A sink that keeps only the best step, in HoDoKu's order.
#[derive(Clone, Debug, Default)]
pub struct BestStep(pub Option<Step>);

impl Sink for BestStep {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        if self.0.as_ref().is_none_or(|best| order::compare(&step, best).is_lt()) {
            self.0 = Some(step);
        }
        ControlFlow::Continue(())
    }
}

/// A sink that keeps every step.
#[derive(Clone, Debug, Default)]
pub struct AllSteps(pub Vec<Step>);

impl Sink for AllSteps {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.push(step);
        ControlFlow::Continue(())
    }
}
