//! The compiled module `veridoku._veridoku`, on which the Python package in `python/veridoku` is built.
//!
//! ```text
//! one puzzle     arguments ──▶ Request ──▶ veridoku-api ──▶ Report ──▶ dict
//!                arguments.rs    operations.rs              reports.rs
//!
//! many puzzles   NumPy · list · Arrow ──▶ rows ──▶ threads ──▶ columns ──▶ NumPy · Arrow
//!                table.rs                 rows.rs  bulk/       columns.rs  table.rs
//! ```
//!
//! The module returns plain data: dicts and arrays. The package wraps them in documented, typed classes. A
//! function for many puzzles releases Python's global interpreter lock while it runs, and regularly checks
//! for Ctrl-C.

mod arguments;
mod booklet;
mod buffer_pool;
mod bulk;
mod columns;
mod command_line;
mod error;
mod operations;
mod records;
mod reports;
mod rows;
mod solutions;
mod table;
mod workers;

use pyo3::prelude::pymodule;

#[pymodule]
mod _veridoku {
    use numpy::PyArrayMethods;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::booklet::booklet;
    #[pymodule_export]
    use crate::bulk::{
        augment::augment_many, canon::canon_many, generate::generate_many, grade::grade_many,
        path::path_many, rate::rate_many, solve::solve_many,
    };
    #[pymodule_export]
    use crate::command_line::run_command_line;
    #[pymodule_export]
    use crate::operations::{call, call_many};
    #[pymodule_export]
    use crate::records::{cells_many, read_text};
    #[pymodule_export]
    use crate::solutions::{SolutionIterator, solutions};
    #[pymodule_export]
    use crate::table::{ArrowTable, are_strings, kept_names};

    /// Adds the names of columns. Loads NumPy's C API and creates the shared table of borrowed arrays when
    /// the module is imported. If that happened in the first call, a Ctrl-C during it could cause a panic or
    /// be lost.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("numpy")?;
        module.add("PUZZLE_COLUMNS", veridoku_formats::PUZZLE_COLUMNS)?;
        module.add("SOLUTION_COLUMNS", veridoku_formats::SOLUTION_COLUMNS)?;
        drop(numpy::PyArray1::<u8>::zeros(module.py(), 0, false).try_readonly());
        Ok(())
    }

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the conventional name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
