//! `veridoku hint`: shows the next step with an explanation, or all steps available in a position.

use super::operation::OperationArgs;
use crate::driver::RequestedStyle;
use crate::output::ExitOutcome;
use clap::Args;
use veridoku_api::hint::Hint;
use veridoku_api::steps::{self, Steps};

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    operation: OperationArgs<Hint>,

    /// List all available steps, grouped by technique
    #[arg(long, conflicts_with_all = ["level", "svg"], display_order = 3)]
    all: bool,
}

pub(crate) fn run(args: HintArgs) -> anyhow::Result<ExitOutcome> {
    let OperationArgs { input, options, run, style } = args.operation;
    if args.all {
        let style = match style {
            RequestedStyle::Labelled(draw) => RequestedStyle::from(draw),
            style => style,
        };
        let options = steps::Options { notation: options.notation, techniques: options.techniques };
        return OperationArgs::<Steps> { input, options, run, style }.run();
    }
    OperationArgs::<Hint> { input, options, run, style }.run()
}
