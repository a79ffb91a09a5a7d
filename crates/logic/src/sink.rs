//! Where found steps go. A finder feeds a sink, and the sink may say stop.
//!
//! (The idea of an accumulator that stops the search is Sudoku Explainer's.)

use crate::order;
use crate::step::Step;
use std::ops::ControlFlow;

/// Takes found steps one by one; after `Break` a finder gives up its search.
pub trait Sink {
    /// Takes a step.
    fn take(&mut self, step: Step) -> ControlFlow<()>;
}

/// Keeps the first step.
#[derive(Clone, Debug, Default)]
pub struct FirstStep(pub Option<Step>);

impl Sink for FirstStep {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.get_or_insert(step);
        ControlFlow::Break(())
    }
}

/// Keeps the best of all steps, in HoDoKu's order.
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

/// Keeps every step.
#[derive(Clone, Debug, Default)]
pub struct AllSteps(pub Vec<Step>);

impl Sink for AllSteps {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.push(step);
        ControlFlow::Continue(())
    }
}
