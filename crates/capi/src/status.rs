//! What a call came to, as a number that C can read.

use std::ffi::CStr;

/// What a call came to.
///
/// Zero: done as asked. Positive: the call was understood, and this is the answer. Negative: the
/// call could not be carried out, and nothing was written, unless it failed after a callback was called.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum VeridokuStatus {
    /// Done as asked.
    Ok = 0,
    /// The node budget was used up before the answer was known.
    NodeBudget = 1,
    /// The callback said stop.
    Stopped = 2,
    /// The puzzle has no solution.
    NoSolution = 3,
    /// The puzzle has more than one solution.
    NotUnique = 4,
    /// A clue could be taken out after another had to stay.
    NotMonotonic = 5,
    /// A pointer that is needed is NULL.
    NullPointer = -1,
    /// The length is neither 81 nor 729.
    WrongLength = -2,
    /// A character does not belong where it stands.
    BadCharacter = -3,
    /// The kind of removal is none of `VeridokuRemoval`.
    UnknownRemoval = -4,
    /// The library has a bug, please report it.
    InternalError = -5,
}

impl VeridokuStatus {
    /// Every status.
    const ALL: [VeridokuStatus; 11] = [
        VeridokuStatus::Ok,
        VeridokuStatus::NodeBudget,
        VeridokuStatus::Stopped,
        VeridokuStatus::NoSolution,
        VeridokuStatus::NotUnique,
        VeridokuStatus::NotMonotonic,
        VeridokuStatus::NullPointer,
        VeridokuStatus::WrongLength,
        VeridokuStatus::BadCharacter,
        VeridokuStatus::UnknownRemoval,
        VeridokuStatus::InternalError,
    ];

    /// The status with this number.
    pub(crate) fn from_number(number: i32) -> Option<VeridokuStatus> {
        VeridokuStatus::ALL.into_iter().find(|status| *status as i32 == number)
    }

    /// What the status means, in a sentence.
    pub(crate) fn message(self) -> &'static CStr {
        match self {
            VeridokuStatus::Ok => c"done as asked",
            VeridokuStatus::NodeBudget => c"the node budget was used up before the answer was known",
            VeridokuStatus::Stopped => c"the callback said stop",
            VeridokuStatus::NoSolution => c"the puzzle has no solution",
            VeridokuStatus::NotUnique => c"the puzzle has more than one solution",
            VeridokuStatus::NotMonotonic => c"a clue could be taken out after another had to stay",
            VeridokuStatus::NullPointer => c"a null pointer, expected a puzzle or a callback",
            VeridokuStatus::WrongLength => c"a wrong length, expected 81 cells or 729 candidates",
            VeridokuStatus::BadCharacter => {
                c"a wrong character, expected . or 0 or a digit that fits its place"
            }
            VeridokuStatus::UnknownRemoval => c"a wrong kind of removal, expected greedy or monotonic",
            VeridokuStatus::InternalError => c"the library failed; this is a bug in veridoku",
        }
    }
}
