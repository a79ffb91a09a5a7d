//! `veridoku rate`: rates the difficulty of puzzles.

use super::operation::OperationArgs;
use crate::output::ExitOutcome;
use veridoku_api::rate::{Rate, Scale};
use veridoku_core::Puzzle;

pub(crate) fn run(mut args: OperationArgs<Rate>) -> anyhow::Result<ExitOutcome> {
    let options = &mut args.options;
    let explainer_options = [
        ("--up-to", options.up_to.is_some()),
        ("--budget", options.budget.is_some()),
        ("--timeout", options.timeout.is_some()),
        ("--steps", options.steps),
    ];
    if options.only == Some(Scale::Score)
        && let Some((option, _)) = explainer_options.into_iter().find(|&(_, is_given)| is_given)
    {
        anyhow::bail!(
            "{option} applies to Sudoku Explainer's rating; it cannot be combined with --only score"
        );
    }
    // If there are several puzzles, each is rated on one thread; a single puzzle may use all threads.
    if let [text] = &args.input.inputs[..]
        && text.to_str().is_some_and(|text| text.parse::<Puzzle>().is_ok())
    {
        options.threads = args.run.threads.count();
        // It is rated without a budget: the user can interrupt it, and the result does not depend on the
        // number of threads.
        options.budget = options.budget.or(Some(u64::MAX));
    }
    args.run()
}
