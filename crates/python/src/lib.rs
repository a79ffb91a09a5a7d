//! The Python module `veridoku._veridoku`: what the package in `python/veridoku` is made of.
//!
//! ```text
//! one puzzle     text ──question──▶ veridoku-api ──answer──▶ dict        question.rs, calls/
//!
//! many puzzles   NumPy · list · Arrow ──rows──▶ threads ──columns──▶ NumPy · Arrow
//!                                               crew.rs               columns.rs, table.rs, bulk/
//! ```
//!
//! Plain data goes out, dicts and arrays; the package makes typed classes of them, with their documentation. A call
//! with many puzzles lets go of Python while it works, and looks now and then whether the user wants it to end.

mod bulk;
mod calls;
mod columns;
mod crew;
mod error;
mod question;
mod rows;
mod shelf;
mod table;

use pyo3::prelude::pymodule;

#[pymodule]
mod _veridoku {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::bulk::{
        augment::augment_many, canon::canon_many, generate::generate_many, path::path_many, rate::rate_many,
        solve::solve_many,
    };
    #[pymodule_export]
    use crate::calls::{
        compare::compare,
        generate::generate,
        judge::{check, count, picture, solve},
        rate::rate,
        solutions::{Solutions, solutions},
        symmetry::{augment, canon, transform},
        teach::{hint, path},
    };
    #[pymodule_export]
    use crate::table::Table;

    /// Asks for NumPy's functions now: what is asked for the first time in the middle of a call, and interrupted there, panics.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("numpy")?;
        drop(numpy::PyArray1::<u8>::zeros(module.py(), 0, false));
        Ok(())
    }

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "so it is called in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
