//! The thirteen solvers, in the order in which to read them.
//!
//! | solver | what it adds to the one before |
//! |---|---|
//! | [`brute_force`] | nothing: fill every cell, then check |
//! | [`restart`] | check before writing, look for an empty cell from the start |
//! | [`resume`] | go on from the cell after |
//! | [`tables`] | ask tables instead of twenty peers |
//! | [`columns`] | another order of the same cells |
//! | [`counters`] | count in the tables, and visit the given cells as well |
//! | [`singles_first`] | write what is certain before guessing |
//! | [`static_order`] | the cells with the fewest candidates first |
//! | [`static_sets`] | sets of digits, so that only digits that fit are tried |
//! | [`mrv`] | choose the cell with the fewest candidates anew at every call |
//! | [`norvig`] | after each guess write everything that is certain |
//! | [`dlx`] | choose among cells and places alike: exact cover with dancing links |
//! | [`fast`] | the engine of `veridoku-core` |
//!
//! Each has one public function, `search`, and all of them have the same signature:
//!
//! ```text
//! pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd
//! ```

pub mod brute_force;
pub mod columns;
pub mod counters;
pub mod dlx;
pub mod fast;
pub mod mrv;
pub mod norvig;
pub mod restart;
pub mod resume;
pub mod singles_first;
pub mod static_order;
pub mod static_sets;
pub mod tables;
