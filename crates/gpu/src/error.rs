//! The error type of this crate.

use cudarc::driver::DriverError;
use cudarc::nvrtc::CompileError;

/// An error that prevents the GPUs from answering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// This program is static, which is usual with musl. It cannot load the CUDA driver.
    #[error("this is a static program, which cannot load the CUDA driver")]
    StaticProgram,
    /// The CUDA driver was not found.
    #[error("found no CUDA driver (libcuda); an NVIDIA GPU with its driver is required")]
    NoDriver,
    /// No CUDA device was found.
    #[error("found no CUDA device; at least one NVIDIA GPU is required")]
    NoDevice,
    /// The CUDA run-time compiler was not found.
    #[error("found no CUDA run-time compiler (libnvrtc); CUDA 13 is required")]
    NoCompiler,
    /// The run-time compiler rejected the kernels. Contains its message.
    #[error("cannot compile the kernels for this GPU: {0}")]
    Compile(String),
    /// A call to the driver failed. Contains its message.
    #[error("the GPU failed: {0}")]
    Driver(String),
    /// A thread could not be started. Contains the message of the operating system.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// The device reported success, but an answer is missing or invalid.
    #[error("the GPU failed: it did not answer every puzzle")]
    MissingAnswers,
    /// A thread of this program panicked.
    #[error("a worker thread of the GPU engine panicked")]
    Panic,
}

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
