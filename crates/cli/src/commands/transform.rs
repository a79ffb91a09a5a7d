//! `veridoku transform`: turns puzzles into equivalent ones.

use super::augment::{AugmentJob, TransformChoice};
use crate::args;
use crate::driver::RequestedStyle;
use crate::output::ExitOutcome;

pub(crate) fn run(options: &args::TransformArgs) -> anyhow::Result<ExitOutcome> {
    let transforms = match options.by {
        Some(transform) => TransformChoice::One(transform),
        None => TransformChoice::Random(options.seed.unwrap_or_default()),
    };
    let requested_style = RequestedStyle::json_or_lines(options.json);
    AugmentJob::new(transforms, options.to).run(&options.input, requested_style, options.threads)
}
