//! The events of a run.
//!
//! ```text
//! call       the recursive function is entered
//! choose     the solver turns to a cell, or to a digit of a house
//! try        a digit is about to be tried in a cell
//! conflict   …and does not fit; or a cell has no digit left, or a house no place for a digit
//! place      …and is placed
//! eliminate  a digit is no longer possible in a cell
//! cover      a constraint is satisfied, and leaves the matrix (dancing links)
//! uncover    …and is put back
//! undo       the digit is removed again
//! return     the recursive function returns, and the search goes on in its caller
//! solved     a solution was found
//! ```

use std::fmt;
use veridoku_core::{Cell, Digit, Grid, House, HouseKind};

/// The kinds of events.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the methods of `SolverRun` document them")]
pub enum EventKind {
    Call,
    Choose,
    Try,
    Conflict,
    Place,
    Eliminate,
    Cover,
    Uncover,
    Undo,
    Return,
    Solved,
}

impl EventKind {
    /// All kinds.
    pub const ALL: [EventKind; 11] = [
        EventKind::Call,
        EventKind::Choose,
        EventKind::Try,
        EventKind::Conflict,
        EventKind::Place,
        EventKind::Eliminate,
        EventKind::Cover,
        EventKind::Uncover,
        EventKind::Undo,
        EventKind::Return,
        EventKind::Solved,
    ];

    /// Returns the name of the kind, such as `call`. The method of [`SolverRun`](crate::SolverRun) that
    /// reports such an event has the same name, or one that starts with it, such as `try_digit`.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Call => "call",
            EventKind::Choose => "choose",
            EventKind::Try => "try",
            EventKind::Conflict => "conflict",
            EventKind::Place => "place",
            EventKind::Eliminate => "eliminate",
            EventKind::Cover => "cover",
            EventKind::Uncover => "uncover",
            EventKind::Undo => "undo",
            EventKind::Return => "return",
            EventKind::Solved => "solved",
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a solution must satisfy: each cell contains a digit, and each house contains each digit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The cell contains a digit.
    Cell(Cell),
    /// The house contains the digit.
    Place(House, Digit),
}

impl Constraint {
    /// Returns the constraint with this index, from 0 to 323: first the cells, then the houses by digit.
    pub fn from_index(index: usize) -> Constraint {
        if let Some(cell) = Cell::from_index(index) {
            return Constraint::Cell(cell);
        }
        let (house, digit) = ((index - Cell::COUNT) / 9, (index - Cell::COUNT) % 9);
        // The remainder never changes a valid index. It rules out a panic, so that the compiler can remove
        // the whole function if nobody observes the search.
        Constraint::Place(House::new(HouseKind::ALL[house / 9 % 3], house % 9), Digit::ALL[digit])
    }
}

impl From<Cell> for Constraint {
    fn from(cell: Cell) -> Constraint {
        Constraint::Cell(cell)
    }
}

impl From<(House, Digit)> for Constraint {
    fn from((house, digit): (House, Digit)) -> Constraint {
        Constraint::Place(house, digit)
    }
}

/// Why a digit is no longer possible in a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EliminationCause {
    /// This peer contains the digit.
    Peer(Cell),
    /// Another digit must go in the cell, because the house has no other place for it.
    LastPlace(House),
}

/// One event of a run. The fields that an event of this kind does not need are `None`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The kind of event.
    pub kind: EventKind,
    /// The number of calls that were open when the last one was entered: 0 in the first call.
    pub depth: u8,
    /// The cell.
    pub cell: Option<Cell>,
    /// The digit.
    pub digit: Option<Digit>,
    /// The house of a constraint, or the house in which another digit has only this cell left.
    pub house: Option<House>,
    /// The peer that already contains the digit.
    pub with: Option<Cell>,
    /// The number of digits or places left at a `choose`, or of candidates that a `cover` removes.
    pub options: Option<u8>,
}

impl Event {
    /// Creates an event without a cell.
    pub(crate) const fn new(kind: EventKind) -> Event {
        Event { kind, depth: 0, cell: None, digit: None, house: None, with: None, options: None }
    }

    /// Creates an event about a digit in a cell.
    pub(crate) const fn at(kind: EventKind, cell: Cell, digit: Digit) -> Event {
        Event { cell: Some(cell), digit: Some(digit), ..Event::new(kind) }
    }

    /// Creates an event about a constraint.
    pub(crate) fn about(kind: EventKind, constraint: Constraint, options: Option<usize>) -> Event {
        let event = Event { options: options.map(|options| options as u8), ..Event::new(kind) };
        match constraint {
            Constraint::Cell(cell) => Event { cell: Some(cell), ..event },
            Constraint::Place(house, digit) => Event { house: Some(house), digit: Some(digit), ..event },
        }
    }

    /// Applies the event to a grid: `place` sets the digit, `undo` clears the cell, and other events
    /// change nothing.
    pub fn apply(&self, grid: &mut Grid) {
        match (self.kind, self.cell) {
            (EventKind::Place, Some(cell)) => grid.set(cell, self.digit),
            (EventKind::Undo, Some(cell)) => grid.set(cell, None),
            _ => {}
        }
    }
}

/// Writes the event as a line of text, such as `conflict r1c3=5 with r1c1`.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        match (self.cell, self.digit, self.house) {
            (Some(cell), Some(digit), _) => write!(f, " {cell}={digit}")?,
            (Some(cell), None, _) => write!(f, " {cell}")?,
            (None, Some(digit), Some(house)) => write!(f, " {digit} in {house}")?,
            _ => {}
        }
        match (self.kind, self.with, self.house, self.options) {
            (EventKind::Conflict, Some(with), ..) => write!(f, " with {with}"),
            (EventKind::Conflict, None, None, _) if self.digit.is_none() => write!(f, ", no digit left"),
            (EventKind::Conflict, None, Some(_), _) => write!(f, ", no place left"),
            (EventKind::Eliminate, Some(with), ..) => write!(f, ", seen by {with}"),
            (EventKind::Eliminate, None, Some(house), _) => write!(f, ", {house} needs another digit here"),
            (EventKind::Choose, _, _, Some(1)) => write!(f, ", 1 option"),
            (EventKind::Choose, _, _, Some(options)) => write!(f, ", {options} options"),
            (EventKind::Cover | EventKind::Uncover, _, _, Some(1)) => write!(f, ", 1 candidate"),
            (EventKind::Cover | EventKind::Uncover, _, _, Some(rows)) => write!(f, ", {rows} candidates"),
            _ => Ok(()),
        }
    }
}
