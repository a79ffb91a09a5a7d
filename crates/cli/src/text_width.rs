//! The width of the terminal.
//!
//! Lines are wrapped only on a terminal. In a pipe or a file, each line stays whole for the next program.

use crate::terminal;
use terminal_size::terminal_size_of;
use veridoku_api::render::text_width::DEFAULT_WIDTH;
pub(crate) use veridoku_api::render::text_width::TextWidth;

/// The maximum width of text; longer lines are hard to read.
const MAX_WIDTH: usize = 100;
/// The minimum width of text; narrower terminals are treated as this wide.
const MIN_WIDTH: usize = 40;

/// Returns the width for text on standard output: the width of the terminal within bounds, or unlimited if
/// standard output is not a terminal.
pub(crate) fn of_output() -> TextWidth {
    if terminal::is_terminal() { of_text() } else { TextWidth::Unlimited }
}

/// Returns the width for text that is always wrapped.
pub(crate) fn of_text() -> TextWidth {
    TextWidth::Columns(columns().unwrap_or(DEFAULT_WIDTH).clamp(MIN_WIDTH, MAX_WIDTH))
}

/// Returns the full width of the terminal, for tables.
pub(crate) fn of_table() -> TextWidth {
    if terminal::is_terminal() {
        TextWidth::Columns(columns().unwrap_or(DEFAULT_WIDTH))
    } else {
        TextWidth::Unlimited
    }
}

/// Returns the full width of the terminal on standard error, for tables.
pub(crate) fn of_messages() -> TextWidth {
    let width = terminal_size_of(std::io::stderr()).map(|(width, _)| width.0 as usize);
    width.map_or(TextWidth::Unlimited, TextWidth::Columns)
}

/// Returns the number of columns of the terminal on standard output.
fn columns() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(width, _)| width.0 as usize)
}
