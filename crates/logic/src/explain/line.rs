//! Formats steps in one line, in the style of HoDoKu's solution paths.

use super::words::{Notation, by_digit};
use super::{cover, eureka};
use crate::{Evidence, Fact, Step, Truth};
use std::fmt::Write;
use veridoku_core::{CellSet, DigitSet};

/// Joins digits with a separator: `2,7`.
fn joined(digits: DigitSet, separator: &str) -> String {
    let names: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
    names.join(separator)
}

/// Formats the step in one line.
pub(super) fn line(step: &Step, notation: Notation) -> String {
    let conclusion = notation.conclusions(&step.placements, &step.eliminations);
    match detail(&step.evidence, notation) {
        None => format!("{}: {conclusion}", step.technique),
        Some(detail) => format!("{}: {detail} => {conclusion}", step.technique),
    }
}

/// Formats the evidence, which goes between the name and the conclusion.
fn detail(evidence: &Evidence, notation: Notation) -> Option<String> {
    let cells = |cells: CellSet| notation.cells(cells);
    let set_of = |list: &[veridoku_core::Cell]| list.iter().copied().collect::<CellSet>();
    Some(match evidence {
        Evidence::Single(_) | Evidence::Solution => return None,
        Evidence::Direct { house, .. } => format!("in {}", notation.house_codes((*house).into())),
        Evidence::Locked { digit, base, .. } => {
            format!("{digit} in {}", notation.house_codes((*base).into()))
        }
        Evidence::Subset(subset) => format!("{} in {}", joined(subset.digits, ","), cells(subset.cells)),
        Evidence::Fish(fish) => {
            let mut text = format!(
                "{} {} {}",
                fish.digit,
                notation.house_codes(fish.base),
                notation.house_codes(fish.cover)
            );
            for (mark, fins) in [(" f", fish.fins), (" ef", fish.endo_fins)] {
                if !fins.is_empty() {
                    text.push_str(mark);
                    text.push_str(&cells(fins));
                }
            }
            if let Some(twin) = fish.twin {
                let _ = write!(text, " / {}", notation.house_codes(twin.cover));
                if !twin.fins.is_empty() {
                    let _ = write!(text, " f{}", cells(twin.fins));
                }
            }
            text
        }
        Evidence::Bent(bent) => format!("{} in {}", joined(bent.digits, "/"), cells(bent.cells)),
        Evidence::Chain(chain) => eureka::chain(chain, notation),
        Evidence::Colors(clusters) => clusters
            .iter()
            .map(|cluster| {
                let side = |candidates| {
                    by_digit(candidates)
                        .map(|(digit, found)| format!("{digit} {}", cells(found)))
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                format!("({}) / ({})", side(&cluster.first), side(&cluster.second))
            })
            .collect::<Vec<_>>()
            .join(", "),
        Evidence::Deadly(deadly) => {
            format!("{} in {}", joined(deadly.digits, "/"), cells(set_of(&deadly.cells)))
        }
        Evidence::AlmostLocked(found) => {
            let sets: Vec<String> = found
                .sets
                .iter()
                .map(|set| format!("{}{{{}}}", cells(set.cells), joined(set.digits, "")))
                .collect();
            let links: DigitSet = found.links.iter().map(|&(_, _, digit)| digit).collect();
            let stem = found.stem.map(|stem| format!("{} ", notation.cell(stem))).unwrap_or_default();
            format!("{stem}{}, X={}, Z={}", sets.join(", "), joined(links, ","), joined(found.digits, ","))
        }
        Evidence::SueDeCoq(parts) => format!(
            "{} {{{}}} ({} {{{}}}, {} {{{}}})",
            cells(parts.crossing.cells),
            joined(parts.crossing.digits, ""),
            cells(parts.in_line.cells),
            joined(parts.in_line.digits, ""),
            cells(parts.in_box.cells),
            joined(parts.in_box.digits, "")
        ),
        Evidence::Aligned { base, excluders } => format!("{} by {}", cells(set_of(base)), cells(*excluders)),
        Evidence::Oddagon(oddagon) => {
            format!("{} in {}", joined(oddagon.digits, "/"), cells(set_of(&oddagon.cells)))
        }
        Evidence::Templates(templates) => format!("{}", templates.digit),
        Evidence::Forcing(forcing) => match forcing.cases {
            Some(Truth::Cell(cell)) => format!("every candidate of {}", notation.cell(cell)),
            Some(Truth::House(house, digit)) => format!("every {digit} of {}", notation.house(house)),
            _ if forcing.clash.is_none() && forcing.branches.len() > 1 => {
                let cases = forcing.branches.iter().filter_map(|branch| branch.facts.first());
                let cases: Vec<String> = cases.map(|fact| assumption(fact, notation)).collect();
                cases.join(" or ")
            }
            _ => {
                let first = forcing.branches.first().and_then(|branch| branch.facts.first());
                first.map_or_else(String::new, |fact| format!("{} is impossible", assumption(fact, notation)))
            }
        },
        Evidence::Joined(parts) => {
            parts.iter().filter_map(|part| detail(part, notation)).collect::<Vec<_>>().join("; ")
        }
        Evidence::Cover(cover) => {
            format!("{} in {}", cover::short(&cover.truths, notation), cover::short(&cover.covers, notation))
        }
        Evidence::Exocet(exocet) => format!(
            "{} in base {}, targets {}, across {}",
            joined(exocet.digits, ""),
            cells(set_of(&exocet.base)),
            cells(set_of(&exocet.targets)),
            notation.house_codes(exocet.cross_lines.into_iter().collect())
        ),
    })
}

/// Formats an assumption: `r1c1=5` or `r1c1<>5`.
fn assumption(fact: &Fact, notation: Notation) -> String {
    let sign = if fact.holds { "=" } else { "<>" };
    format!("{}{sign}{}", notation.cell(fact.candidate.cell()), fact.candidate.digit())
}
