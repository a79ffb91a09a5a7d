//! The error type of this crate.

use cudarc::driver::DriverError;
use cudarc::nvrtc::CompileError;
use std::fmt;

/// An error that prevents the GPUs from answering.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The CUDA driver was not found.
    NoDriver,
    /// No CUDA device was found.
    NoDevice,
    /// The CUDA run-time compiler was not found.
    NoCompiler,
    /// The run-time compiler rejected the kernels. Contains its message.
    Compile(String),
    /// A call to the driver failed. Contains its message.
    Driver(String),
    /// A thread could not be started. Contains the message of the operating system.
    Threads(String),
    /// The device reported success, but an answer is missing or invalid.
    MissingAnswers,
    /// A thread of this program panicked.
    Panic,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDriver => {
                f.write_str("found no CUDA driver (libcuda); an NVIDIA GPU with its driver is required")
            }
            Error::NoDevice => f.write_str("found no CUDA device; at least one NVIDIA GPU is required"),
            Error::NoCompiler => {
                f.write_str("found no CUDA run-time compiler (libnvrtc); CUDA 13 is required")
            }
            Error::Compile(message) => write!(f, "cannot compile the kernels for this GPU: {message}"),
            Error::Driver(message) => write!(f, "the GPU failed: {message}"),
            Error::Threads(message) => write!(f, "cannot start threads: {message}"),
            Error::MissingAnswers => f.write_str("the GPU failed: it did not answer every puzzle"),
            Error::Panic => f.write_str("a worker thread of the GPU engine panicked"),
        }
    }
}

impl std::error::Error for Error {}

impl From<DriverError> for Error {
    fn from(error: DriverError) -> Error {
        let message = error.error_string().ok().and_then(|text| text.to_str().ok().map(str::to_string));
        Error::Driver(message.unwrap_or_else(|| format!("{error:?}")))
    }
}

impl From<CompileError> for Error {
    fn from(error: CompileError) -> Error {
        Error::Compile(match error {
            CompileError::CompileError { log, .. } => log.to_string_lossy().trim().to_string(),
            other => other.to_string(),
        })
    }
}
