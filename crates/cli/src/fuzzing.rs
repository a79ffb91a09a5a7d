//! What the fuzz targets need of this crate; only with the feature `fuzzing`.

pub use crate::fault_injection::random_faults::check as check_output;
pub use crate::serve::respond;
