//! The command that works for every operation about one puzzle.

use crate::args::{InputArgs, JsonArgs, ReportArgs, RunArgs, ThreadArgs};
use crate::driver::{Job, PuzzleJob, RequestedStyle};
use crate::output::{ExitOutcome, OutputStyle, message};
use crate::run::run_job;
use crate::text_width::{self, TextWidth};
use clap::{ArgMatches, Args, FromArgMatches};
use std::io::{self, Write};
use veridoku_api::Error;
use veridoku_api::answer_output::{AnswerOutput, ErrorTarget};
use veridoku_api::command::{RunOptions, TextStyles};
use veridoku_api::document::DocumentWriter;
use veridoku_api::operation::{InputPuzzle, PuzzleOperation, Schedule};
use veridoku_formats::{Format, Record};

/// The arguments of the command for an operation: the input, the options of the operation, the threads and
/// the output.
#[derive(Debug)]
pub(crate) struct OperationArgs<O: PuzzleOperation> {
    pub(crate) input: InputArgs,
    pub(crate) options: O::Options,
    pub(crate) run: RunArgs,
    pub(crate) style: RequestedStyle,
}

impl<O: PuzzleOperation<Options: Args>> Args for OperationArgs<O> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let mut command = O::Options::augment_args(InputArgs::augment_args(command));
        let info = O::COMMAND;
        command = match info.run_options {
            RunOptions::ThreadsAndFile => RunArgs::augment_args(command),
            RunOptions::Threads => ThreadArgs::augment_args(command),
            RunOptions::None => command,
        };
        command = match info.styles {
            TextStyles::Lines => JsonArgs::augment_args(command),
            TextStyles::Drawings | TextStyles::LabelledDrawings => ReportArgs::augment_args(command),
        };
        if !info.details.is_empty() {
            command = command.long_about(format!("{}\n\n{}", O::ABOUT, info.details));
        }
        command.about(O::ABOUT).aliases(info.aliases).after_help(info.help())
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<O: PuzzleOperation<Options: Args>> FromArgMatches for OperationArgs<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(OperationArgs {
            input: InputArgs::from_arg_matches(matches)?,
            options: O::Options::from_arg_matches(matches)?,
            run: match O::COMMAND.run_options {
                RunOptions::ThreadsAndFile => RunArgs::from_arg_matches(matches)?,
                RunOptions::Threads => RunArgs::from(ThreadArgs::from_arg_matches(matches)?),
                RunOptions::None => RunArgs::from(ThreadArgs { threads: None }),
            },
            style: match O::COMMAND.styles {
                TextStyles::Lines => RequestedStyle::json_or_lines(JsonArgs::from_arg_matches(matches)?),
                TextStyles::Drawings => RequestedStyle::from(&ReportArgs::from_arg_matches(matches)?),
                TextStyles::LabelledDrawings => {
                    RequestedStyle::labelled(&ReportArgs::from_arg_matches(matches)?)
                }
            },
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<O: PuzzleOperation> OperationArgs<O> {
    /// Answers all puzzles of the input.
    pub(crate) fn run(self) -> anyhow::Result<ExitOutcome> {
        let OperationArgs { input, options, run, mut style } = self;
        let is_json = style == RequestedStyle::Json;
        let mut job = OperationJob::<O>::new(options);
        job.line_width = run.line_width();
        job.schedule = match O::schedule(&job.options) {
            Schedule::SingleDocument if is_json => Schedule::Sequential,
            Schedule::SingleDocument => {
                style = RequestedStyle::Line;
                job.errors = ErrorTarget::Message;
                Schedule::SingleDocument
            }
            // If the text of a puzzle depends on its position, one thread writes all puzzles.
            _ if !is_json && !job.document.is_order_independent() => Schedule::Sequential,
            Schedule::Shared => {
                job.threads = run.threads.count();
                Schedule::Shared
            }
            schedule => schedule,
        };
        run_job(&input, style, &run, Job::Puzzles(&job))
    }
}

/// Answers puzzles by an operation.
#[derive(Debug)]
pub(crate) struct OperationJob<O: PuzzleOperation> {
    options: O::Options,
    schedule: Schedule,
    /// Where errors are written, unless the output is JSON.
    errors: ErrorTarget,
    document: DocumentWriter,
    /// The number of threads that share the work on one puzzle.
    threads: usize,
    line_width: TextWidth,
    text_width: TextWidth,
}

impl<O: PuzzleOperation> OperationJob<O> {
    pub(crate) fn new(options: O::Options) -> OperationJob<O> {
        let document = DocumentWriter::new(O::format(&options));
        // A table with a header, such as CSV, must not contain errors, either.
        let is_list = document.is_order_independent() && document.header().is_empty();
        let errors = if is_list { ErrorTarget::Output } else { ErrorTarget::Message };
        let (line_width, text_width) = (text_width::of_output(), text_width::of_text());
        let schedule = O::schedule(&options);
        OperationJob { options, schedule, errors, document, threads: 1, line_width, text_width }
    }

    fn output<'a>(&'a self, style: OutputStyle, writer: &'a mut dyn Write) -> AnswerOutput<'a> {
        AnswerOutput {
            style,
            line_width: self.line_width,
            text_width: self.text_width,
            writer,
            message,
            errors: self.errors,
            document: &self.document,
            threads: self.threads,
        }
    }
}

impl<O: PuzzleOperation> PuzzleJob for OperationJob<O> {
    fn answer(
        &self,
        record: &Record,
        format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        O::print(InputPuzzle { record, format }, &self.options, &mut self.output(style, out))
    }

    fn begin(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        let header = if style == OutputStyle::Json { String::new() } else { self.document.header() };
        out.write_all(header.as_bytes())
    }

    fn end(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        let footer = if style == OutputStyle::Json { String::new() } else { self.document.footer() };
        out.write_all(footer.as_bytes())
    }

    fn write_error(&self, error: &Error, style: OutputStyle, out: &mut dyn Write) -> io::Result<ExitOutcome> {
        self.output(style, out).write_error(error)
    }

    fn schedule(&self) -> Schedule {
        self.schedule
    }
}

/// A command that is generated from the list of operations.
pub(crate) struct OperationCommand {
    pub(crate) name: &'static str,
    /// Adds the arguments and the help.
    pub(crate) augment: fn(clap::Command) -> clap::Command,
    pub(crate) run: fn(&ArgMatches) -> anyhow::Result<ExitOutcome>,
}

impl OperationCommand {
    const fn of<O: PuzzleOperation<Options: Args>>() -> OperationCommand {
        OperationCommand {
            name: O::NAME,
            augment: OperationArgs::<O>::augment_args,
            run: |matches| OperationArgs::<O>::from_arg_matches(matches)?.run(),
        }
    }

    /// Returns the commands that are generated, in the order of the list.
    pub(crate) fn all() -> Vec<OperationCommand> {
        let mut commands = Vec::new();
        macro_rules! add {
            (generic $operation:path) => {
                commands.push(OperationCommand::of::<$operation>())
            };
            ($other:ident $operation:path) => {};
        }
        macro_rules! add_all {
            ($($name:literal $module:ident::$operation:ident $command:ident,)*) => {
                $(add!($command veridoku_api::$module::$operation);)*
            };
        }
        veridoku_api::operations!(add_all);
        commands
    }
}
