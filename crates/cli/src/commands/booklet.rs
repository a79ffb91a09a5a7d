//! `veridoku booklet`: puzzles on paper.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{ErrorsGo, Job};
use crate::output::{Outcome, Style, tell};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use veridoku_api::booklet::{Booklet, PerPage, Sheet};
use veridoku_api::generate::Level;
use veridoku_api::rate;
use veridoku_core::text::{self, Fields, Format, Record};
use veridoku_core::{Puzzle, Verdict};
use veridoku_logic::rating::Difficulty;

pub(crate) fn run(options: &args::Booklet) -> anyhow::Result<Outcome> {
    let job = Print {
        booklet: layout(&options.layout),
        output: options.output.clone().filter(|path| path.as_os_str() != "-"),
        is_rated: !options.no_rating,
        sheets: RefCell::default(),
    };
    batch::run(&options.input, Wanted::Line, &job)
}

/// The booklet that is meant.
pub(super) fn layout(layout: &args::Layout) -> Booklet {
    let per_page = PerPage::new(layout.per_page).or(PerPage::new(4));
    Booklet {
        title: layout.title.clone(),
        paper: layout.paper.into(),
        per_page: per_page.expect("four on a page is a layout"),
    }
}

#[derive(Debug)]
struct Print {
    booklet: Booklet,
    /// Standard output if there is none.
    output: Option<PathBuf>,
    is_rated: bool,
    sheets: RefCell<Vec<Sheet>>,
}

impl Job for Print {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        _style: Style,
        _out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        if let Err(error) = text::write(record, args::line_format()) {
            tell(&format!("veridoku: {error}"));
            return Ok(Outcome::Unreadable);
        }
        let puzzle = record.puzzle.given_values();
        let verdict = Verdict::of(&Puzzle::from(puzzle), veridoku_api::DEFAULT_NODES);
        let mut parts = vec![format!("{} clues", puzzle.filled().len())];
        if let Some(title) = record.fields.get(Fields::TITLE).or(record.fields.get(Fields::COMMENT)) {
            parts.push(title.to_string());
        }
        let (solution, outcome) = match verdict {
            Verdict::Unique(solution) => (Some(solution), Outcome::AsHoped),
            other => {
                tell(&format!("veridoku: {puzzle}: {}", other.reason().unwrap_or_default()));
                parts.insert(0, "no unique solution".to_string());
                (None, Outcome::No)
            }
        };
        if self.is_rated && solution.is_some() {
            let report = rate::report(&Record::from(puzzle), &rate::Options::default());
            if let Some(er) = report.explainer.and_then(|rated| rated.er) {
                parts.insert(0, format!("{} ({er:.1})", Level::of(Difficulty::nearest(er)).name));
            }
        }
        self.sheets.borrow_mut().push(Sheet { puzzle, solution, caption: parts.join(", ") });
        Ok(outcome)
    }

    fn end(&self, _style: Style, out: &mut dyn Write) -> io::Result<()> {
        let text = self.booklet.pdf(&self.sheets.borrow());
        match &self.output {
            Some(path) => std::fs::write(path, text).map_err(|error| {
                io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
            }),
            None => out.write_all(text.as_bytes()),
        }
    }

    fn errors(&self) -> ErrorsGo {
        ErrorsGo::Aside
    }
}
