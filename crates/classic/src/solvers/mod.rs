//! The thirteen solvers, in reading order.
//!
//! | solver | what it adds to the previous ones |
//! |---|---|
//! | [`brute_force`] | the baseline: fills every cell, then checks |
//! | [`restart`] | checks digits before writing them, and searches for an empty cell from the start |
//! | [`resume`] | continues from the next cell |
//! | [`tables`] | uses tables instead of checking twenty peers |
//! | [`columns`] | visits the same cells in another order |
//! | [`counters`] | counts in the tables, and also visits the given cells |
//! | [`singles_first`] | fills in what is certain before guessing |
//! | [`static_order`] | starts with the cells that have the fewest candidates |
//! | [`static_sets`] | uses sets of digits, and tries only digits that fit |
//! | [`mrv`] | chooses the cell with the fewest candidates in every call |
//! | [`norvig`] | after every guess, fills in everything that is certain |
//! | [`dlx`] | chooses among cells and places in houses: exact cover with dancing links |
//! | [`fast`] | the engine of `veridoku-core` |
//!
//! Each solver has one public function, `search`, always with the same signature:
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
