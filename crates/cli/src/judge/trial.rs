//! One program and all puzzles.

use crate::judge::graded_set::GradedPuzzle;
use crate::judge::process::{EXIT_TIME, JudgedProcess, Reply};
use crate::judge::verdict::AnswerVerdict;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// Short runs are repeated this often, and the best time counts.
const REPETITIONS: usize = 3;
/// Runs are repeated only if they take less time than this in total.
const REPEATED_BELOW: Duration = Duration::from_millis(100);
/// The first answer of a process includes its start, so it is repeated unless it takes longer than this.
const FIRST_REPEATED_BELOW: Duration = Duration::from_secs(2);
/// How long to wait for output after the answer. What comes later is found before the next board is sent, or
/// in place of the next answer.
const EXTRA_OUTPUT_TIME: Duration = Duration::from_millis(2);
/// After this many puzzles without an answer, the remaining ones are skipped.
const MAX_UNANSWERED: usize = 5;

/// How to run a program.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TrialOptions {
    /// The time for one board.
    pub(crate) timeout: Duration,
    /// Whether each board is given to a new process, whose input ends after it.
    pub(crate) is_restarted: bool,
    /// Whether lines that start with `{` are events.
    pub(crate) has_events: bool,
}

/// A program, and its process if it is running.
#[derive(Debug)]
pub(crate) struct Trial<'a> {
    command: &'a [OsString],
    options: TrialOptions,
    process: Option<JudgedProcess>,
    /// The number of puzzles without an answer: timeouts, crashes and early ends.
    unanswered: usize,
}

/// What a program did with a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct TrialResult {
    pub(crate) verdict: AnswerVerdict,
    /// The best time of several runs, if the answer is right.
    pub(crate) time: Option<Duration>,
    /// The number of events in the first run, if there were any.
    pub(crate) events: Option<EventCounts>,
}

impl TrialResult {
    /// Reports whether the puzzle was not run at all.
    pub(crate) fn is_skipped(&self) -> bool {
        matches!(self.verdict, AnswerVerdict::Skipped)
    }
}

/// How many events a program has reported.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct EventCounts {
    pub(crate) calls: u64,
    pub(crate) placements: u64,
    pub(crate) undos: u64,
}

/// An event of a program. Other fields are ignored.
#[derive(Debug, Deserialize)]
struct ReportedEvent {
    event: String,
}

impl EventCounts {
    /// Counts an event. Returns `false` if the line is not an event.
    fn add(&mut self, line: &str) -> bool {
        let Ok(ReportedEvent { event }) = serde_json::from_str(line) else { return false };
        match event.as_str() {
            "call" => self.calls += 1,
            "place" => self.placements += 1,
            "undo" => self.undos += 1,
            _ => {}
        }
        true
    }
}

impl<'a> Trial<'a> {
    pub(crate) fn new(command: &'a [OsString], options: TrialOptions) -> Trial<'a> {
        Trial { command, options, process: None, unanswered: 0 }
    }

    /// Reports whether the program is started for each board, so that its times include the start.
    pub(crate) fn is_restarted(&self) -> bool {
        self.options.is_restarted
    }

    /// Starts the program for each board from now on.
    pub(crate) fn restart_for_each_board(&mut self) {
        self.options.is_restarted = true;
    }

    /// Measures the start of the program with a board that needs no search.
    pub(crate) fn start_time(&mut self) -> anyhow::Result<Option<Duration>> {
        self.process = None;
        Ok(self.run(&GradedPuzzle::solved()?)?.time)
    }

    /// Gives a puzzle to the program, several times if that is quick. Returns an error if the program cannot
    /// be started.
    pub(crate) fn run(&mut self, puzzle: &GradedPuzzle) -> anyhow::Result<TrialResult> {
        if self.unanswered == MAX_UNANSWERED {
            return Ok(TrialResult { verdict: AnswerVerdict::Skipped, time: None, events: None });
        }
        let mut events = EventCounts::default();
        let (mut best, mut total) = (Duration::MAX, Duration::ZERO);
        for repetition in 0..REPETITIONS {
            let is_first_answer = self.process.as_ref().is_none_or(|process| process.answers == 0);
            let mut counted = EventCounts::default();
            let (mut verdict, time) = self.ask(puzzle, self.options.timeout, &mut counted)?;
            if repetition > 0 {
                if matches!(verdict, AnswerVerdict::TimedOut { .. }) {
                    // The program has answered, but neither reads on nor ends.
                    self.restart_for_each_board();
                    break;
                }
                verdict = verdict.of_repetition();
            }
            if repetition == 0 {
                events = counted;
            }
            if !verdict.is_right() {
                self.unanswered += usize::from(!verdict.is_answer());
                return Ok(TrialResult { verdict, time: None, events: None });
            }
            best = best.min(time);
            total += time;
            let enough = if is_first_answer { FIRST_REPEATED_BELOW } else { REPEATED_BELOW };
            if total > enough {
                break;
            }
        }
        let events = Some(events).filter(|events| *events != EventCounts::default());
        Ok(TrialResult { verdict: AnswerVerdict::Right, time: Some(best), events })
    }

    /// Changes the result of the last puzzle if the program has printed more, or crashed, since its answer.
    pub(crate) fn check_late_output(&mut self, puzzle: &GradedPuzzle, result: &mut TrialResult) {
        if result.verdict.is_right() {
            let verdict = self.check_end_of_answer(puzzle, EXTRA_OUTPUT_TIME);
            self.correct(verdict, result);
        }
    }

    /// Like [`Trial::check_late_output`], but does not depend on how soon the program prints more or crashes:
    /// it is given the last puzzle again, and must answer or end. The input is not closed instead, because a
    /// right program may fail then: in Python, `input()` raises an exception.
    pub(crate) fn finish(&mut self, puzzle: &GradedPuzzle, result: &mut TrialResult) -> anyhow::Result<()> {
        if result.verdict.is_right() && self.process.is_some() && !self.options.is_restarted {
            let (verdict, _) = self.ask(puzzle, EXIT_TIME, &mut EventCounts::default())?;
            // A long search need not be repeated to its end.
            if !matches!(verdict, AnswerVerdict::TimedOut { .. }) {
                self.correct(verdict.of_repetition(), result);
            }
        }
        self.process = None;
        Ok(())
    }

    /// Replaces a result by a verdict that is not right.
    fn correct(&mut self, verdict: AnswerVerdict, result: &mut TrialResult) {
        if !verdict.is_right() {
            self.process = None;
            *result = TrialResult { verdict, time: None, events: None };
        }
    }

    /// Gives a board to the program once. Starts it if it is not running.
    fn ask(
        &mut self,
        puzzle: &GradedPuzzle,
        timeout: Duration,
        events: &mut EventCounts,
    ) -> anyhow::Result<(AnswerVerdict, Duration)> {
        if self.options.is_restarted {
            self.process = None;
        }
        let had_answered = self.process.as_ref().is_some_and(|process| process.answers > 0);
        let (mut reply, mut time) = self.ask_process(puzzle, timeout, events)?;
        // A program may answer one board and end. Then it is started again for the next one.
        let has_ended = matches!(&reply, Reply::Ended(end) if end.status.is_some_and(|s| s.success()));
        if has_ended && had_answered {
            self.restart_for_each_board();
            self.process = None;
            (reply, time) = self.ask_process(puzzle, timeout, events)?;
        }
        let mut verdict = AnswerVerdict::of(reply, puzzle, timeout);
        let has_blank_lines = self.process.as_ref().is_some_and(|process| process.has_printed_blank_lines);
        if has_blank_lines && *events == EventCounts::default() {
            verdict = verdict.after_blank_lines();
        }
        if verdict.is_right() {
            if let Some(process) = &mut self.process {
                process.answers += 1;
            }
            // If the input has ended, the program should end too.
            let wait = if self.options.is_restarted { EXIT_TIME } else { EXTRA_OUTPUT_TIME };
            verdict = self.check_end_of_answer(puzzle, wait);
        }
        if !verdict.is_right() {
            self.process = None;
        }
        Ok((verdict, time))
    }

    /// Waits at most for this time to see whether the program prints more after the answer, or ends.
    fn check_end_of_answer(&mut self, puzzle: &GradedPuzzle, wait: Duration) -> AnswerVerdict {
        let Some(process) = &mut self.process else { return AnswerVerdict::Right };
        let deadline = Instant::now() + wait;
        loop {
            match process.receive(deadline) {
                Reply::Line(line) if self.options.has_events && line.starts_with('{') => {}
                Reply::Line(line) | Reply::TooLong(line) => return AnswerVerdict::extra_output(&line),
                Reply::TimedOut => return AnswerVerdict::Right,
                reply @ Reply::Ended(_) => {
                    self.process = None;
                    return match AnswerVerdict::of(reply, puzzle, wait) {
                        AnswerVerdict::NoAnswer { .. } => {
                            self.restart_for_each_board();
                            AnswerVerdict::Right
                        }
                        crash => crash,
                    };
                }
            }
        }
    }

    fn ask_process(
        &mut self,
        puzzle: &GradedPuzzle,
        timeout: Duration,
        events: &mut EventCounts,
    ) -> anyhow::Result<(Reply, Duration)> {
        let start = Instant::now();
        let process = match &mut self.process {
            Some(process) => process,
            empty => {
                let name = self.command[0].to_string_lossy();
                let process =
                    JudgedProcess::start(self.command).with_context(|| format!("cannot start {name}"))?;
                empty.insert(process)
            }
        };
        process.send(&puzzle.board());
        if self.options.is_restarted {
            process.close_input();
        }
        loop {
            let reply = process.receive(start + timeout);
            match &reply {
                Reply::Line(line) if self.options.has_events && line.starts_with('{') && events.add(line) => {
                }
                _ => return Ok((reply, start.elapsed())),
            }
        }
    }
}
