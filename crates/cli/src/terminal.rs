//! The terminal: whether there is one, and messages on standard error.

use std::io::{self, IsTerminal, Write};

/// Reports whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Prints a message to standard error, and ignores failures to do so.
pub(crate) fn message(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}
