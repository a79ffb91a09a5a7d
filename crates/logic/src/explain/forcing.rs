//! Sentences for forcing chains and nets: an assumption, what follows from it, and why each fact follows.

use super::words::{Notation, common_house, listed};
use crate::evidence::{Branch, Cause, Clash, Fact, Forcing, Truth};
use crate::position::Position;
use crate::step::Step;
use veridoku_core::{Candidate, CellSet};

/// A fact in words.
fn stated(fact: &Fact, notation: Notation) -> String {
    let (cell, digit) = (notation.cell(fact.candidate.cell()), fact.candidate.digit());
    if fact.holds { format!("{cell} is {digit}") } else { format!("{cell} is not {digit}") }
}

/// A fact with its reason.
fn reasoned(fact: &Fact, facts: &[Fact], position: &Position, notation: Notation) -> String {
    let what = stated(fact, notation);
    let (cell, digit) = (fact.candidate.cell(), fact.candidate.digit());
    let why = match fact.cause {
        Cause::Assumed => return what,
        Cause::Conflict => {
            let striker = fact.from.iter().map(|&from| &facts[from]).find(|before| before.holds);
            let Some(Fact { candidate: striker, .. }) = striker else { return what };
            if striker.cell() == cell {
                format!("it is {}", striker.digit())
            } else {
                let house = common_house(CellSet::only(cell).with(striker.cell()));
                let place = notation.cell(striker.cell());
                house.map_or_else(String::new, |house| {
                    format!("{} has its {digit} in {place}", notation.house(house))
                })
            }
        }
        Cause::LastInHouse(house) => format!("the only place left in {}", notation.house(house)),
        Cause::LastInCell => "its only candidate left".to_string(),
        Cause::Locked(house) => {
            let gone = fact.from.iter().map(|&from| &facts[from]).filter(|before| !before.holds);
            let gone: CellSet = gone.map(|before| before.candidate.cell()).collect();
            let left = position.cells_in(house, digit) - gone;
            format!("{} then has its {digit} in {}", notation.house(house), notation.cell_choice(left))
        }
    };
    format!("{what} ({why})")
}

/// A branch: the assumption and what follows.
fn branch(branch: &Branch, position: &Position, notation: Notation) -> String {
    let Some((first, rest)) = branch.facts.split_first() else { return String::new() };
    if rest.is_empty() {
        return format!("If {}, that is what we want to show.", stated(first, notation));
    }
    let rest = rest.iter().map(|fact| reasoned(fact, &branch.facts, position, notation));
    format!("If {}: {}.", stated(first, notation), rest.collect::<Vec<_>>().join(", "))
}

/// One of several cases: what follows from it, as far as it does not contradict itself.
fn case(found: &Branch, position: &Position, notation: Notation) -> String {
    let is_refuted = |index: usize| {
        let Fact { candidate, holds, .. } = found.facts[index];
        found.facts[..index].iter().find(|before| before.candidate == candidate && before.holds != holds)
    };
    let Some((end, refuted)) = (0..found.facts.len()).find_map(|end| Some((end, is_refuted(end)?))) else {
        return branch(found, position, notation);
    };
    let facts = found.facts[..=end].to_vec();
    let what = if refuted.cause == Cause::Assumed {
        "which contradicts the assumption".to_string()
    } else {
        format!("but also {}", stated(refuted, notation))
    };
    let text = branch(&Branch { facts }, position, notation);
    format!("{}, {what}: this case is out.", text.trim_end_matches('.'))
}

/// What goes wrong at the end of a contradiction.
fn clash(found: Option<Clash>, facts: &[Fact], notation: Notation) -> String {
    let held = |fits: &dyn Fn(&Candidate) -> bool| -> Vec<Candidate> {
        facts.iter().filter(|fact| fact.holds && fits(&fact.candidate)).map(|fact| fact.candidate).collect()
    };
    match found {
        Some(Clash::Candidate(candidate)) => {
            let cell = notation.cell(candidate.cell());
            format!("{cell} would both be {0} and not be {0}", candidate.digit())
        }
        Some(Clash::Cell(cell)) => {
            let digits = held(&|candidate| candidate.cell() == cell);
            let name = notation.cell(cell);
            match digits.len() {
                0 | 1 => format!("{name} would have no candidate left"),
                _ => format!(
                    "{name} would be {}",
                    listed(digits.iter().map(|held| held.digit().to_string()), "and")
                ),
            }
        }
        Some(Clash::House(house, digit)) => {
            let places =
                held(&|candidate| candidate.digit() == digit && house.cells().contains(candidate.cell()));
            let name = notation.house(house);
            match places.len() {
                0 | 1 => format!("{name} would have no place left for {digit}"),
                _ => {
                    let places = listed(places.iter().map(|held| notation.cell(held.cell())), "and");
                    format!("{name} would have {digit} twice, in {places}")
                }
            }
        }
        None => "that cannot be".to_string(),
    }
}

/// Cases and what follows from each.
pub(super) fn forcing(step: &Step, forcing: &Forcing, position: &Position, notation: Notation) -> String {
    // A contradiction ends where it clashes; of several cases each may end before.
    let told = if forcing.clash.is_none() { case } else { branch };
    let branches = forcing.branches.iter().map(|found| told(found, position, notation));
    let branches = branches.collect::<Vec<_>>().join(" ");
    let goal = goal(step, notation);
    match forcing.cases {
        None if forcing.clash.is_none() && forcing.branches.len() > 1 => {
            format!("There are two cases. {branches} One of the two is true, so {goal} in any case.")
        }
        None => {
            let facts = forcing.branches.first().map_or(&[][..], |found| &found.facts);
            let clash = clash(forcing.clash, facts, notation);
            format!("{branches} Then {clash}, so the assumption is wrong, and {goal}.")
        }
        Some(truth) if forcing.branches.len() == 1 => {
            let only = only_case(truth, notation);
            format!("{only}. {} So {goal}.", branches.replacen("If ", "Since ", 1))
        }
        Some(truth) => {
            let cases = match truth {
                Truth::Cell(cell) => format!("One of the candidates of {} is true.", notation.cell(cell)),
                Truth::House(house, digit) => {
                    format!("One of the places for {digit} in {} is right.", notation.house(house))
                }
                Truth::Guardians(_) => "One of these cases is true.".to_string(),
            };
            format!("{cases} {branches} So {goal} in any case.")
        }
    }
}

/// That there is only one case.
fn only_case(truth: Truth, notation: Notation) -> String {
    match truth {
        Truth::House(house, digit) => {
            format!("In {}, {digit} has only one place left", notation.house(house))
        }
        Truth::Cell(cell) => format!("{} has only one candidate left", notation.cell(cell)),
        Truth::Guardians(_) => "There is only one case".to_string(),
    }
}

/// The conclusion as a statement: `r1c1 is 4`, `r1c1 is not 4`.
fn goal(step: &Step, notation: Notation) -> String {
    let placed = step
        .placements
        .iter()
        .map(|placed| format!("{} is {}", notation.cell(placed.cell()), placed.digit()));
    let struck = step
        .eliminations
        .iter()
        .map(|struck| format!("{} is not {}", notation.cell(struck.cell()), struck.digit()));
    listed(placed.chain(struck), "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;
    use crate::sketch::Sketch;
    use crate::technique::Technique;
    use veridoku_core::{CandidateSet, Cell, Digit};

    fn fact(cell: (usize, usize), holds: bool, cause: Cause, from: &[usize]) -> Fact {
        let candidate = Candidate::new(Cell::new(cell.0, cell.1), Digit::Five);
        Fact { candidate, holds, cause, from: from.to_vec() }
    }

    /// What is said of cases that strike 5 from r1c2.
    fn told(cases: Option<Truth>, branches: Vec<Branch>) -> String {
        let evidence = Forcing { cases, branches, clash: None };
        let struck = CandidateSet::only(Candidate::new(Cell::new(0, 1), Digit::Five));
        let step =
            Step::eliminating(Technique::ForcingNetVerity, struck, Evidence::Forcing(evidence.clone()));
        forcing(&step, &evidence, &Sketch::new().position(), Notation::RowColumn)
    }

    #[test]
    fn a_single_case_is_no_assumption() {
        let facts = vec![fact((0, 0), true, Cause::Assumed, &[]), fact((0, 1), false, Cause::Conflict, &[0])];
        let text = told(Some(Truth::Cell(Cell::new(0, 0))), vec![Branch { facts }]);
        assert_eq!(
            text,
            "r1c1 has only one candidate left. Since r1c1 is 5: r1c2 is not 5 (row 1 has its 5 in r1c1). So r1c2 is \
             not 5."
        );
    }

    #[test]
    fn a_case_ends_where_it_refutes_itself() {
        let house = Cell::new(8, 0).house(veridoku_core::HouseKind::Row);
        let refuted = vec![
            fact((0, 0), true, Cause::Assumed, &[]),
            fact((8, 8), true, Cause::LastInHouse(house), &[0]),
            fact((0, 0), false, Cause::Conflict, &[1]),
            fact((0, 1), false, Cause::Conflict, &[2]),
        ];
        let other = vec![fact((0, 1), false, Cause::Assumed, &[])];
        let text = told(None, vec![Branch { facts: refuted }, Branch { facts: other }]);
        assert!(text.contains("which contradicts the assumption: this case is out. If r1c2"), "{text}");
        assert!(text.ends_with("One of the two is true, so r1c2 is not 5 in any case."), "{text}");
    }
}
