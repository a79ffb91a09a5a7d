//! One puzzle of a text, with what the text says beside it.

use crate::grid::Grid;
use crate::puzzle::Puzzle;
use std::borrow::Cow;

/// A puzzle with its solution and metadata, as far as the text gives them.
///
/// ```
/// use veridoku_core::text::{Fields, read};
///
/// let record = read(&format!("{}  # my first", ".".repeat(81)))?;
/// assert_eq!(record.fields.get(Fields::COMMENT), Some("my first"));
/// assert_eq!(record.solution, None);
/// # Ok::<(), veridoku_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution as written; nobody has checked it.
    pub solution: Option<Grid>,
    /// Author, rating and other text.
    pub fields: Fields,
}

impl From<Puzzle> for Record {
    fn from(puzzle: Puzzle) -> Record {
        Record { puzzle, ..Record::default() }
    }
}

impl From<Grid> for Record {
    fn from(values: Grid) -> Record {
        Record::from(Puzzle::from(values))
    }
}

/// Text metadata: pairs of key and value in their order. Empty fields take no memory.
///
/// The keys are lower-case words; those that forms know are constants here, and tables (CSV)
/// bring their own.
///
/// ```
/// use veridoku_core::text::Fields;
///
/// let mut fields = Fields::default();
/// fields.push(Fields::AUTHOR, "Ruud");
/// assert_eq!(fields.get("author"), Some("Ruud"));
/// assert_eq!(fields.iter().collect::<Vec<_>>(), [("author", "Ruud")]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fields(Vec<(Cow<'static, str>, String)>);

impl Fields {
    /// Who made the puzzle.
    pub const AUTHOR: &'static str = "author";
    /// What is special about the puzzle.
    pub const DESCRIPTION: &'static str = "description";
    /// Any remark.
    pub const COMMENT: &'static str = "comment";
    /// When the puzzle was made or published.
    pub const DATE: &'static str = "date";
    /// Where the puzzle comes from.
    pub const SOURCE: &'static str = "source";
    /// The name of its difficulty.
    pub const LEVEL: &'static str = "level";
    /// Its web page.
    pub const URL: &'static str = "url";
    /// Its title.
    pub const TITLE: &'static str = "title";
    /// The number of its difficulty.
    pub const RATING: &'static str = "rating";
    /// Its identifier.
    pub const ID: &'static str = "id";
    /// HoDoKu library: the code of the technique.
    pub const TECHNIQUE: &'static str = "technique";
    /// HoDoKu library: the digits of the technique.
    pub const CANDIDATES: &'static str = "candidates";
    /// HoDoKu library: the candidates that the technique eliminates, as `dRC`.
    pub const ELIMINATIONS: &'static str = "eliminations";
    /// HoDoKu library: the values that the technique places, as `dRC`.
    pub const PLACEMENTS: &'static str = "placements";
    /// HoDoKu library: anything else, such as the length of a chain.
    pub const EXTRA: &'static str = "extra";

    /// The fields without any entry.
    pub const EMPTY: Fields = Fields(Vec::new());

    /// The first value with this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|&(name, _)| name == key).map(|(_, value)| value)
    }

    /// Adds an entry behind the others.
    pub fn push(&mut self, key: impl Into<Cow<'static, str>>, value: impl Into<String>) {
        self.0.push((key.into(), value.into()));
    }

    /// Adds an entry unless its text is empty.
    pub(super) fn push_text(&mut self, key: impl Into<Cow<'static, str>>, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.push(key, value);
        }
    }

    /// The entries in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value.as_str()))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
