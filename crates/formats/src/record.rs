//! A puzzle read from text, with its solution and metadata.

use std::borrow::Cow;
use veridoku_core::{Grid, Puzzle};

/// The maximum length of a line or record: 1 MiB.
pub(crate) const LIMIT: usize = 1 << 20;

/// A puzzle with the solution and metadata that the text contains.
///
/// ```
/// use veridoku_formats::{Fields, read};
///
/// let record = read(&format!("{}  # my first", ".".repeat(81)))?;
/// assert_eq!(record.fields.get(Fields::COMMENT), Some("my first"));
/// assert_eq!(record.solution, None);
/// # Ok::<(), veridoku_formats::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution as written in the text. It has not been checked.
    pub solution: Option<Grid>,
    /// Metadata such as the author and the rating.
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

/// Metadata as text: an ordered list of key–value pairs. An empty list allocates no memory.
///
/// Keys are lower-case words. The keys that the formats use are constants of this type. For CSV files, the
/// column names are the keys.
///
/// ```
/// use veridoku_formats::Fields;
///
/// let mut fields = Fields::default();
/// fields.push(Fields::AUTHOR, "Ruud");
/// assert_eq!(fields.get("author"), Some("Ruud"));
/// assert_eq!(fields.iter().collect::<Vec<_>>(), [("author", "Ruud")]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fields(Vec<(Cow<'static, str>, String)>);

impl Fields {
    /// Author of the puzzle.
    pub const AUTHOR: &'static str = "author";
    /// Description of the puzzle.
    pub const DESCRIPTION: &'static str = "description";
    /// Free-form comment.
    pub const COMMENT: &'static str = "comment";
    /// Date of creation or publication.
    pub const DATE: &'static str = "date";
    /// Source of the puzzle.
    pub const SOURCE: &'static str = "source";
    /// Difficulty as a word.
    pub const LEVEL: &'static str = "level";
    /// Web page of the puzzle.
    pub const URL: &'static str = "url";
    /// Title of the puzzle.
    pub const TITLE: &'static str = "title";
    /// Difficulty as a number.
    pub const RATING: &'static str = "rating";
    /// Identifier of the puzzle.
    pub const ID: &'static str = "id";
    /// HoDoKu library: code of the technique.
    pub const TECHNIQUE: &'static str = "technique";
    /// HoDoKu library: digits that the technique uses.
    pub const CANDIDATES: &'static str = "candidates";
    /// HoDoKu library: candidates that the technique eliminates, as `dRC`.
    pub const ELIMINATIONS: &'static str = "eliminations";
    /// HoDoKu library: values that the technique places, as `dRC`.
    pub const PLACEMENTS: &'static str = "placements";
    /// HoDoKu library: additional data, such as the length of a chain.
    pub const EXTRA: &'static str = "extra";

    /// An empty list.
    pub const EMPTY: Fields = Fields(Vec::new());

    /// Returns the first value with this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|&(name, _)| name == key).map(|(_, value)| value)
    }

    /// Appends an entry.
    pub fn push(&mut self, key: impl Into<Cow<'static, str>>, value: impl Into<String>) {
        self.0.push((key.into(), value.into()));
    }

    /// Appends an entry with the trimmed value, unless that value is empty.
    pub(crate) fn push_text(&mut self, key: impl Into<Cow<'static, str>>, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.push(key, value);
        }
    }

    /// Iterates over the entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value.as_str()))
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Reports whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
