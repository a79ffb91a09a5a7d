//! The options that hint and path share, as the library understands them.

use crate::args::{LadderName, Notation, Teaching};
use veridoku_api::step::Techniques;

/// Which techniques are tried.
pub(super) fn techniques(teaching: &Teaching) -> Techniques {
    let ladder = match teaching.ladder {
        // Named techniques are tried whether or not the usual ladder has them.
        LadderName::Teacher if !teaching.techniques.is_empty() => None,
        LadderName::Teacher => Some("teacher"),
        LadderName::Hodoku => Some("hodoku"),
        LadderName::All => Some("all"),
    };
    Techniques {
        ladder: ladder.map(str::to_string),
        only: teaching.techniques.iter().map(|technique| technique.name().to_string()).collect(),
        uniqueness: Some(!teaching.no_uniqueness),
    }
}

/// How cells are named.
pub(super) fn notation(teaching: &Teaching) -> veridoku_logic::Notation {
    match teaching.notation {
        Notation::RowColumn => veridoku_logic::Notation::RowColumn,
        Notation::Letters => veridoku_logic::Notation::Letters,
    }
}

/// The name of the notation in a request.
pub(super) fn notation_name(teaching: &Teaching) -> String {
    match teaching.notation {
        Notation::RowColumn => "r1c1",
        Notation::Letters => "a1",
    }
    .to_string()
}
