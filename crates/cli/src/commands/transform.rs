//! `veridoku transform`: puzzles in another dress.

use super::augment::{Augment, Dresses};
use crate::args;
use crate::batch::Wanted;
use crate::output::Outcome;

pub(crate) fn run(options: &args::TransformArguments) -> anyhow::Result<Outcome> {
    let dresses = match options.by {
        Some(transform) => Dresses::One(transform),
        None => Dresses::Random(options.seed.unwrap_or_default()),
    };
    let wanted = Wanted::lines_or(options.json);
    Augment::new(dresses, options.to).run(&options.input, wanted, options.threads)
}
