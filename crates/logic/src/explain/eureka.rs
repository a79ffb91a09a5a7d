//! Formats chains in Eureka notation: `(4=7)r1c1 - (7)r1c5 = (7)r3c4`.
//!
//! `=` is a strong link and `-` a weak link. A strong link inside one cell is written between its digits.
//! Players use this notation on forums.

use super::words::Notation;
use crate::{Chain, Link};
use std::fmt::Write;

/// Formats the chain in one line.
pub(super) fn chain(chain: &Chain, notation: Notation) -> String {
    let mut text = String::new();
    let mut index = 0;
    while let Some(node) = chain.nodes.get(index) {
        if index > 0 {
            text.push_str(if chain.links[index - 1].is_strong() { " = " } else { " - " });
        }
        let next = chain.nodes.get(index + 1);
        let link = chain.links.get(index);
        match (link, next) {
            (Some(Link::StrongInCell(_)), Some(next)) => {
                let _ = write!(text, "({}={}){}", node.digit, next.digit, notation.cells(node.cells));
                index += 2;
            }
            (Some(Link::StrongInSet(cells)), Some(next)) => {
                let _ = write!(text, "({}={}){}", node.digit, next.digit, notation.cells(*cells));
                index += 2;
            }
            _ => {
                let _ = write!(text, "({}){}", node.digit, notation.cells(node.cells));
                index += 1;
            }
        }
    }
    if chain.is_closed() {
        text.push_str(if chain.links.last().is_some_and(|link| link.is_strong()) {
            " = loop"
        } else {
            " - loop"
        });
    }
    text
}
