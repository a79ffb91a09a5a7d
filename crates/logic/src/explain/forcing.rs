//! Explains forcing chains and nets: the assumptions, and the facts that follow from each of them, with their
//! reasons.

use super::chain::locked_set;
use super::words::{Notation, common_house, listed};
use crate::{Branch, Cause, Clash, Fact, Forcing, Position, Step, Truth};
use veridoku_core::{Candidate, CellSet};

/// What all facts of a step share.
pub(super) struct BranchContext<'a> {
    pub(super) position: &'a Position,
    /// The almost locked sets of the step, in the order of their names.
    pub(super) sets: &'a [CellSet],
    pub(super) notation: Notation,
}

/// States a fact: `r1c1 is 4`, `r1c1 is not 4`.
fn statement(fact: &Fact, notation: Notation) -> String {
    let (cell, digit) = (notation.cell(fact.candidate.cell()), fact.candidate.digit());
    if fact.holds { format!("{cell} is {digit}") } else { format!("{cell} is not {digit}") }
}

/// States a fact with its reason in parentheses.
fn reasoned_statement(fact: &Fact, facts: &[Fact], context: &BranchContext<'_>) -> String {
    let what = statement(fact, context.notation);
    match because(fact, facts, context) {
        Some(why) => format!("{what} ({why})"),
        None => what,
    }
}

/// Explains why a fact follows from earlier ones. Returns `None` for the assumption.
pub(super) fn because(fact: &Fact, facts: &[Fact], context: &BranchContext<'_>) -> Option<String> {
    let BranchContext { position, sets, notation } = *context;
    let (cell, digit) = (fact.candidate.cell(), fact.candidate.digit());
    Some(match fact.cause {
        Cause::Assumed => return None,
        Cause::Conflict => {
            let cause = fact.from.iter().map(|&from| &facts[from]).find(|earlier| earlier.holds);
            let Fact { candidate: cause, .. } = cause?;
            if cause.cell() == cell {
                format!("it is {}", cause.digit())
            } else {
                let house = common_house(CellSet::only(cell).with(cause.cell()));
                let place = notation.cell(cause.cell());
                house.map_or_else(String::new, |house| {
                    format!("{place} in the same {} is {digit}", house.kind())
                })
            }
        }
        Cause::LastInHouse(house) => format!("the only place left for {digit} in {}", notation.house(house)),
        Cause::LastInCell => "its last candidate".to_string(),
        Cause::Locked(house) => {
            let excluded = fact.from.iter().map(|&from| &facts[from]).filter(|earlier| !earlier.holds);
            let excluded: CellSet = excluded.map(|earlier| earlier.candidate.cell()).collect();
            let left = position.cells_in(house, digit) - excluded;
            format!("the {digit} in {} is in {}", notation.house(house), notation.cell_choice(left))
        }
        Cause::LockedSet(cells) => {
            let lost = fact.from.first().map(|&from| facts[from].candidate.digit())?;
            locked_set(lost, cells, sets, notation)
        }
    })
}

/// Explains a branch: the assumption and the facts that follow from it.
fn branch(branch: &Branch, context: &BranchContext<'_>) -> String {
    let notation = context.notation;
    let Some((first, rest)) = branch.facts.split_first() else { return String::new() };
    if rest.is_empty() {
        return format!("If {}, the conclusion is already true.", statement(first, notation));
    }
    let rest = rest.iter().map(|fact| reasoned_statement(fact, &branch.facts, context));
    format!("If {}: {}.", statement(first, notation), rest.collect::<Vec<_>>().join(", "))
}

/// Explains one of several cases, up to the first fact that contradicts an earlier one.
fn case(found: &Branch, context: &BranchContext<'_>) -> String {
    let is_refuted =
        |index: usize| found.facts[..index].iter().find(|earlier| earlier.contradicts(&found.facts[index]));
    let Some((end, refuted)) = (0..found.facts.len()).find_map(|end| Some((end, is_refuted(end)?))) else {
        return branch(found, context);
    };
    let facts = found.facts[..=end].to_vec();
    let what = if refuted.cause == Cause::Assumed {
        "which contradicts the assumption".to_string()
    } else {
        format!("but also {}", statement(refuted, context.notation))
    };
    let text = branch(&Branch { facts }, context);
    format!("{}, {what}, so this case is impossible.", text.trim_end_matches('.'))
}

/// Describes the contradiction at the end of a branch.
fn clash(found: Option<Clash>, facts: &[Fact], notation: Notation) -> String {
    let true_candidates = |fits: &dyn Fn(&Candidate) -> bool| -> Vec<Candidate> {
        facts.iter().filter(|fact| fact.holds && fits(&fact.candidate)).map(|fact| fact.candidate).collect()
    };
    match found {
        Some(Clash::Candidate(candidate)) => {
            let cell = notation.cell(candidate.cell());
            format!("{cell} would both be {0} and not be {0}", candidate.digit())
        }
        Some(Clash::Cell(cell)) => {
            let digits = true_candidates(&|candidate| candidate.cell() == cell);
            let name = notation.cell(cell);
            match digits.len() {
                0 | 1 => format!("{name} would have no candidate left"),
                _ => format!(
                    "{name} would be {} at the same time",
                    listed(digits.iter().map(|candidate| candidate.digit().to_string()), "and")
                ),
            }
        }
        Some(Clash::House(house, digit)) => {
            let places = true_candidates(&|candidate| {
                candidate.digit() == digit && house.cells().contains(candidate.cell())
            });
            let name = notation.house(house);
            match places.len() {
                0 | 1 => format!("{name} would have no place left for {digit}"),
                _ => {
                    let places =
                        listed(places.iter().map(|candidate| notation.cell(candidate.cell())), "and");
                    format!("{name} would have {digit} twice, in {places}")
                }
            }
        }
        None => "there is a contradiction".to_string(),
    }
}

/// Explains a forcing chain or net: the cases, and the conclusion that they share.
pub(super) fn forcing(step: &Step, forcing: &Forcing, position: &Position, notation: Notation) -> String {
    // If the step is proved by a contradiction, its branch is explained to the end. Otherwise, a case that
    // turns out to be impossible is explained only up to its contradiction.
    let explain = if forcing.clash.is_none() { case } else { branch };
    let context = BranchContext { position, sets: &forcing.sets(), notation };
    let branches = forcing.branches.iter().map(|found| explain(found, &context));
    let branches = branches.collect::<Vec<_>>().join(" ");
    let end = conclusion(step, forcing, notation);
    match forcing.cases {
        None if forcing.clash.is_none() && forcing.branches.len() > 1 => {
            format!("There are two cases. {branches} {end}")
        }
        None => format!("{branches} {end}"),
        Some(truth) if forcing.branches.len() == 1 => {
            format!("{}. {} {end}", only_case(truth, notation), branches.replacen("If ", "Since ", 1))
        }
        Some(truth) => {
            let cases = match truth {
                Truth::Cell(cell) => format!("One of the candidates in {} is true.", notation.cell(cell)),
                Truth::House(house, digit) => {
                    format!("One of the candidates for {digit} in {} is true.", notation.house(house))
                }
                Truth::Guardians(_) => "One of these cases is true.".to_string(),
            };
            format!("{cases} {branches} {end}")
        }
    }
}

/// Explains what follows from all cases together, or from a contradiction.
pub(super) fn conclusion(step: &Step, forcing: &Forcing, notation: Notation) -> String {
    let goal = goal(step, notation);
    match forcing.cases {
        None if forcing.clash.is_none() && forcing.branches.len() > 1 => {
            format!("One of the two is true, so {goal} in every case.")
        }
        None => {
            let facts = forcing.branches.first().map_or(&[][..], |found| &found.facts);
            let clash = clash(forcing.clash, facts, notation);
            format!("Then {clash}, so the assumption is wrong, and {goal}.")
        }
        Some(_) if forcing.branches.len() == 1 => format!("So {goal}."),
        Some(_) => format!("So {goal} in every case."),
    }
}

/// States why there is only one case.
fn only_case(truth: Truth, notation: Notation) -> String {
    match truth {
        Truth::House(house, digit) => {
            format!("In {}, {digit} has only one place left", notation.house(house))
        }
        Truth::Cell(cell) => format!("{} has only one candidate left", notation.cell(cell)),
        Truth::Guardians(_) => "There is only one case".to_string(),
    }
}

/// States the conclusion: `r1c1 is 4`, `r1c1 is not 4`.
fn goal(step: &Step, notation: Notation) -> String {
    let placed = step
        .placements
        .iter()
        .map(|placed| format!("{} is {}", notation.cell(placed.cell()), placed.digit()));
    let eliminated = step
        .eliminations
        .iter()
        .map(|eliminated| format!("{} is not {}", notation.cell(eliminated.cell()), eliminated.digit()));
    listed(placed.chain(eliminated), "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use crate::{Evidence, Technique};
    use veridoku_core::{CandidateSet, Cell, Digit};

    fn fact(cell: (usize, usize), holds: bool, cause: Cause, from: &[usize]) -> Fact {
        let candidate = Candidate::new(Cell::new(cell.0, cell.1), Digit::Five);
        Fact { candidate, holds, cause, from: from.to_vec() }
    }

    /// Explains cases that eliminate 5 from r1c2.
    fn explain(cases: Option<Truth>, branches: Vec<Branch>) -> String {
        let evidence = Forcing { cases, branches, clash: None };
        let eliminated = CandidateSet::only(Candidate::new(Cell::new(0, 1), Digit::Five));
        let step =
            Step::eliminating(Technique::ForcingNetVerity, eliminated, Evidence::Forcing(evidence.clone()));
        forcing(&step, &evidence, &Sketch::new().position(), Notation::RowColumn)
    }

    #[test]
    fn a_single_case_is_not_an_assumption() {
        let facts = vec![fact((0, 0), true, Cause::Assumed, &[]), fact((0, 1), false, Cause::Conflict, &[0])];
        let text = explain(Some(Truth::Cell(Cell::new(0, 0))), vec![Branch { facts }]);
        assert_eq!(
            text,
            "r1c1 has only one candidate left. Since r1c1 is 5: r1c2 is not 5 (r1c1 in the same row is 5). \
             So r1c2 is not 5."
        );
    }

    #[test]
    fn a_case_ends_at_its_first_contradiction() {
        let house = Cell::new(8, 0).house(veridoku_core::HouseKind::Row);
        let refuted = vec![
            fact((0, 0), true, Cause::Assumed, &[]),
            fact((8, 8), true, Cause::LastInHouse(house), &[0]),
            fact((0, 0), false, Cause::Conflict, &[1]),
            fact((0, 1), false, Cause::Conflict, &[2]),
        ];
        let other = vec![fact((0, 1), false, Cause::Assumed, &[])];
        let text = explain(None, vec![Branch { facts: refuted }, Branch { facts: other }]);
        assert!(
            text.contains("which contradicts the assumption, so this case is impossible. If r1c2"),
            "{text}"
        );
        assert!(text.ends_with("One of the two is true, so r1c2 is not 5 in every case."), "{text}");
    }
}
