//! How the command line presents an operation.

/// The text styles that a command offers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TextStyles {
    /// Lines only.
    Lines,
    /// Lines, and drawings of grids.
    Drawings,
    /// Lines, and drawings of grids. If there are several puzzles, each line starts with its puzzle.
    LabelledDrawings,
}

/// The options of a command that control its threads and its output file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RunOptions {
    /// `--threads`, `--output` and `--resume`.
    ThreadsAndFile,
    /// `--threads`.
    Threads,
    /// None: one thread writes to standard output.
    None,
}

/// How the command line presents an operation.
#[derive(Copy, Clone, Debug)]
pub struct CommandInfo {
    /// More about the operation, for the long help.
    pub details: &'static str,
    /// Other names of the command.
    pub aliases: &'static [&'static str],
    /// Examples, without the name of the program.
    pub examples: &'static [&'static str],
    /// Remarks after the examples.
    pub notes: &'static str,
    /// When the exit status is 1; empty if it never is.
    pub negative: &'static str,
    /// The text styles.
    pub styles: TextStyles,
    /// The options for threads and the output file.
    pub run_options: RunOptions,
}

impl CommandInfo {
    /// A command with lines as text, on several threads.
    pub const DEFAULT: CommandInfo = CommandInfo {
        details: "",
        aliases: &[],
        examples: &[],
        notes: "",
        negative: "a puzzle has no unique solution",
        styles: TextStyles::Lines,
        run_options: RunOptions::ThreadsAndFile,
    };

    /// Returns the help text after the options of the command.
    pub fn help(&self) -> String {
        help(self.examples, &[self.notes, INPUT_NOTE, &exit_status(self.negative)])
    }
}

/// When the exit status of commands that list or count solutions is 1.
pub(crate) const NO_SOLUTION: &str = "a puzzle has no solution or the budget ran out";
/// When the exit status of commands that write puzzles in a text format is 1.
pub(crate) const NO_UNIQUE_SOLUTION: &str =
    "the text format includes the solution but a puzzle has no unique solution";

/// The note on the argument INPUT of the commands that read puzzles.
pub const INPUT_NOTE: &str = "INPUT is a puzzle in any text format, a file, or - for standard input. Without \
    INPUT, standard input is read, or a sample puzzle is used if standard input is a terminal.";

/// Returns the paragraph on exit statuses. `negative` says when the status is 1, if it ever is.
pub fn exit_status(negative: &str) -> String {
    let negative = if negative.is_empty() { String::new() } else { format!(" 1 if {negative},") };
    format!(
        "Exit status: 0 on success,{negative} 2 on bad usage, unreadable input \
         or a failed write."
    )
}

/// Returns a help text: examples, which lack the name of the program, and paragraphs that are not empty.
pub fn help(examples: &[&str], paragraphs: &[&str]) -> String {
    let mut text = "Examples:".to_string();
    for example in examples {
        text.push_str("\n  veridoku ");
        text.push_str(example);
    }
    for paragraph in paragraphs.iter().filter(|paragraph| !paragraph.is_empty()) {
        text.push_str("\n\n");
        text.push_str(paragraph);
    }
    text
}
