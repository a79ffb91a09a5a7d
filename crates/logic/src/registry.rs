//! The finder of each technique.
//!
//! ```text
//! technique.rs   FinnedXWing: …, fish::find(FinnedXWing), …      a row names its finder
//! registry.rs    FINDERS[FinnedXWing as usize]                   the function
//! families/      pub(crate) fn find(context, technique, sink)    its definition
//! ```

use crate::families::{
    aligned, als, avoidable, bent, brute_force, bug, bug_lite, chains, colors, direct, exocet, extended,
    fireworks, fish, forcing, kraken, locked, loops, medusa, msls, mug, oddagon, rectangles, reverse_bug,
    single_digit, singles, sk_loop, subsets, sue_de_coq, templates, tridagon, wings,
};
use crate::technique::techniques;
use crate::{FinderContext, Sink, Technique};
use std::ops::ControlFlow;

/// A function that finds the steps of one technique, or of a few related ones, and passes them to the sink.
pub type Finder = fn(&FinderContext<'_>, &mut dyn Sink) -> ControlFlow<()>;

/// Returns a finder: a function as it is, or a function that is called with a technique.
macro_rules! finder {
    ($family:ident $finder:ident) => {
        $family::$finder
    };
    ($family:ident $finder:ident $technique:ident) => {
        |context, sink| $family::$finder(context, Technique::$technique, sink)
    };
}

/// Defines the finders, in the order of the techniques.
macro_rules! define_finders {
    ($(
        $technique:ident: $name:literal, $code:literal, $library:expr, $rating:expr, $score:literal, $level:ident,
        $order:literal, $usage:ident, $choice:ident, $uniqueness:ident,
        $family:ident::$finder:ident $(($own:ident))?, $summary:literal;
    )*) => {
        static FINDERS: &[Finder] = &[$(finder!($family $finder $($own)?),)*];
    };
}

techniques!(define_finders);

impl Technique {
    /// Returns the function that finds the steps of the technique.
    pub fn finder(self) -> Finder {
        FINDERS[self as usize]
    }
}
