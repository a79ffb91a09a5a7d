//! The status values of the C interface.

use std::ffi::CStr;

/// The status of a call.
///
/// Zero means success. A positive status is a regular result, such as "no solution". A negative status means
/// that the call failed. A failed call writes nothing, unless it fails after a callback has been called.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum VeridokuStatus {
    /// Success.
    Ok = 0,
    /// The node budget was used up before the search was complete.
    NodeBudget = 1,
    /// The callback stopped the search.
    Stopped = 2,
    /// The puzzle has no solution.
    NoSolution = 3,
    /// The puzzle has more than one solution.
    NotUnique = 4,
    /// During monotonic removal, a redundant clue followed a necessary one.
    NotMonotonic = 5,
    /// A required pointer is NULL.
    NullPointer = -1,
    /// The length is neither 81 nor 729.
    WrongLength = -2,
    /// A character is not valid at its position.
    BadCharacter = -3,
    /// The removal method is not a value of `VeridokuRemoval`.
    UnknownRemoval = -4,
    /// An internal error; this is a bug in the library.
    InternalError = -5,
}

/// The result of a call. The error is a status other than `Ok`.
pub(crate) type CallResult<T = ()> = Result<T, VeridokuStatus>;

impl VeridokuStatus {
    /// All status values.
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

    /// Returns the status with this number, or `None` if there is no such status.
    pub(crate) fn from_number(number: i32) -> Option<VeridokuStatus> {
        VeridokuStatus::ALL.into_iter().find(|status| *status as i32 == number)
    }

    /// Returns a message that describes the status.
    pub(crate) fn message(self) -> &'static CStr {
        match self {
            VeridokuStatus::Ok => c"success",
            VeridokuStatus::NodeBudget => c"the node budget was used up before the search was complete",
            VeridokuStatus::Stopped => c"the callback stopped the search",
            VeridokuStatus::NoSolution => c"the puzzle has no solution",
            VeridokuStatus::NotUnique => c"the puzzle has more than one solution",
            VeridokuStatus::NotMonotonic => c"not monotonic: a redundant clue followed a necessary one",
            VeridokuStatus::NullPointer => c"null pointer, expected a puzzle or a callback",
            VeridokuStatus::WrongLength => c"wrong length, expected 81 or 729 characters",
            VeridokuStatus::BadCharacter => {
                c"invalid character, expected a blank (. or 0) or a digit that is valid at this position"
            }
            VeridokuStatus::UnknownRemoval => c"unknown removal method, expected greedy or monotonic",
            VeridokuStatus::InternalError => c"internal error; this is a bug in veridoku",
        }
    }
}
