//! Why a device could not answer.

use cudarc::driver::DriverError;
use cudarc::nvrtc::CompileError;
use std::fmt;

/// Why a device could not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no CUDA driver.
    NoDriver,
    /// There is no CUDA device.
    NoDevice,
    /// There is no CUDA run-time compiler.
    NoCompiler,
    /// The run-time compiler did not take the kernel; this is what it said.
    Compile(String),
    /// A call of the driver failed; this is what it said.
    Driver(String),
    /// No thread that packs and reads could be started; this is what the system said.
    Threads(String),
    /// The device said that it was done, but did not answer every puzzle.
    MissingAnswers,
    /// A thread of this program panicked.
    Panic,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDriver => f.write_str("found no CUDA driver (libcuda), expected that of an NVIDIA GPU"),
            Error::NoDevice => f.write_str("found no CUDA device, expected at least one NVIDIA GPU"),
            Error::NoCompiler => {
                f.write_str("found no CUDA run-time compiler (libnvrtc), expected that of CUDA 13")
            }
            Error::Compile(message) => write!(f, "the kernel could not be compiled for this GPU: {message}"),
            Error::Driver(message) => write!(f, "the GPU failed: {message}"),
            Error::Threads(message) => write!(f, "no threads could be started: {message}"),
            Error::MissingAnswers => f.write_str("the GPU failed: it did not answer every puzzle"),
            Error::Panic => f.write_str("a thread that serves the GPU panicked"),
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
