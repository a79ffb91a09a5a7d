//! Sentences for forcing chains and nets.

use super::words::Notation;
use crate::evidence::{Branch, Cause, Clash, Fact, Forcing, Truth};
use crate::step::Step;

/// A fact in words.
fn fact(fact: &Fact, notation: Notation) -> String {
    let (cell, digit) = (notation.cell(fact.candidate.cell()), fact.candidate.digit());
    let what = if fact.holds { format!("{cell} is {digit}") } else { format!("{cell} is not {digit}") };
    match fact.cause {
        Cause::LastInHouse(house) if fact.holds => {
            format!("{what} (the last place in {})", notation.house(house))
        }
        Cause::LastInCell if fact.holds => format!("{what} (the last candidate)"),
        Cause::Locked(house) => format!("{what} (its places in {} are confined)", notation.house(house)),
        Cause::Set(cells) => format!("{what} (by the set {})", notation.cells(cells)),
        _ => what,
    }
}

/// A branch: the assumption and what follows.
fn branch(branch: &Branch, notation: Notation) -> String {
    let mut facts = branch.facts.iter().map(|found| fact(found, notation));
    let start = facts.next().unwrap_or_default();
    let rest: Vec<String> = facts.collect();
    format!("If {start}: {}.", rest.join(", "))
}

/// Cases and what follows from each.
pub(super) fn forcing(step: &Step, forcing: &Forcing, notation: Notation) -> String {
    let branches: Vec<String> = forcing.branches.iter().map(|found| branch(found, notation)).collect();
    let branches = branches.join(" ");
    match forcing.cases {
        None if forcing.clash.is_none() && forcing.branches.len() > 1 => {
            format!("There are two cases. {branches} One of them holds, and {}.", same(step))
        }
        None => {
            let clash = match forcing.clash {
                Some(Clash::Candidate(candidate)) => {
                    let cell = notation.cell(candidate.cell());
                    format!("{cell} would both be {0} and not be {0}", candidate.digit())
                }
                Some(Clash::Cell(cell)) => format!("{} would have two digits, or none", notation.cell(cell)),
                Some(Clash::House(house, digit)) => {
                    format!("{} would have two places for {digit}, or none", notation.house(house))
                }
                None => "that cannot be".to_string(),
            };
            format!("{branches} Then {clash}, so the assumption is wrong.")
        }
        Some(truth) => {
            let cases = match truth {
                Truth::Cell(cell) => format!("One of the candidates of {} is true.", notation.cell(cell)),
                Truth::House(house, digit) => {
                    format!("One of the places of {digit} in {} is true.", notation.house(house))
                }
                Truth::Guardians(_) => "One of these cases holds.".to_string(),
            };
            format!("{cases} {branches} In every case {}.", same(step))
        }
    }
}

/// What follows in every case.
fn same(step: &Step) -> &'static str {
    if step.placements.is_empty() { "the struck candidates are false" } else { "the same digit follows" }
}
