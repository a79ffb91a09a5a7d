//! A logical step as JSON: its conclusions, its explanation and its evidence.

use schemars::JsonSchema;
use serde::Serialize;
use veridoku_core::{Candidate, CandidateSet, Digit, DigitSet, HouseSet};
use veridoku_logic::{
    Evidence, HintLevel, Inference, InferenceKind, Marks, Node, Notation, Position, Role, Step, Technique,
    set_name,
};

/// Returns the names of techniques.
pub(crate) fn names(techniques: &[Technique]) -> Vec<&'static str> {
    techniques.iter().map(|technique| technique.name()).collect()
}

/// One step.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StepReport {
    /// The name of the technique.
    pub technique: &'static str,
    /// Its short code.
    pub code: &'static str,
    /// Its contribution to HoDoKu's score.
    pub score: u32,
    /// The level of the technique.
    pub level: &'static str,
    /// The digits to place, as `r1c2=3`.
    pub placements: Vec<String>,
    /// The candidates to eliminate, as `r1c2<>3`.
    pub eliminations: Vec<String>,
    /// The explanation.
    pub text: String,
    /// The step in one line.
    pub line: String,
    /// The chain in Eureka notation, if there is one.
    pub chain: Option<String>,
    /// The evidence.
    pub evidence: EvidenceReport,
    /// The proof, line by line.
    pub proof: Vec<InferenceReport>,
}

impl StepReport {
    /// Describes a step from this position.
    pub fn new(step: &Step, position: &Position, notation: Notation) -> StepReport {
        let entry = step.technique.description();
        StepReport {
            technique: entry.name,
            code: entry.code,
            score: entry.score,
            level: entry.level.name(),
            placements: placements(step, notation),
            eliminations: eliminations(step, notation),
            text: step.explain(position, HintLevel::Full, notation),
            line: step.line(notation),
            chain: step.eureka(notation),
            evidence: EvidenceReport::new(step, position, notation, &Marks::new(step, position)),
            proof: proof(step, position, notation),
        }
    }
}

/// One line of a proof.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct InferenceReport {
    /// The kind of line.
    pub kind: InferenceKind,
    /// The number of the case that the line belongs to, from 1; none if it holds in all cases.
    pub case: Option<usize>,
    /// The numbers of the lines that it follows from. The first line has the number 1.
    pub from: Vec<usize>,
    /// The candidates that are true, as `r1c1=3`, or false, as `r1c1<>3`. In a conclusion, all of this holds;
    /// in other lines, at least one of several true candidates is meant.
    pub to: Vec<String>,
    /// The line in words.
    pub text: String,
    /// Why it holds; empty for an assumption.
    pub because: String,
}

/// Returns the proof of a step, line by line.
pub(crate) fn proof(step: &Step, position: &Position, notation: Notation) -> Vec<InferenceReport> {
    let report = |line: Inference| InferenceReport {
        kind: line.kind,
        case: line.case.map(|case| case + 1),
        from: line.from.iter().map(|from| from + 1).collect(),
        to: [conclusions(&line.placed, "=", notation), conclusions(&line.eliminated, "<>", notation)]
            .concat(),
        text: line.statement,
        because: line.because,
    };
    step.proof(position, notation).into_iter().map(report).collect()
}

/// Returns the digits that a step places, as `r1c2=3`.
pub(crate) fn placements(step: &Step, notation: Notation) -> Vec<String> {
    conclusions(&step.placements, "=", notation)
}

/// Returns the candidates that a step eliminates, as `r1c2<>3`.
pub(crate) fn eliminations(step: &Step, notation: Notation) -> Vec<String> {
    conclusions(&step.eliminations, "<>", notation)
}

/// Returns the names of candidates, with this sign between the cell and the digit.
pub(crate) fn conclusions(candidates: &CandidateSet, sign: &str, notation: Notation) -> Vec<String> {
    let named =
        |candidate: Candidate| format!("{}{sign}{}", notation.cell(candidate.cell()), candidate.digit());
    candidates.iter().map(named).collect()
}

/// The evidence for a step, ready to be drawn. Cells are written as `r1c1` and candidates as `r1c1=3`, unless
/// the request asks for another notation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct EvidenceReport {
    /// The shape: `single`, `fish`, `chain`, …
    pub shape: &'static str,
    /// The cells of the pattern.
    pub cells: Vec<String>,
    /// The digits of the pattern.
    pub digits: Vec<u8>,
    /// The houses the pattern is made of.
    pub houses: Vec<String>,
    /// The houses that lose candidates.
    pub covers: Vec<String>,
    /// The candidates by role. In a colouring, a candidate with a colour can be eliminated, too.
    pub candidates: Vec<Marked>,
    /// The almost locked sets that the explanation names.
    pub sets: Vec<NamedSet>,
    /// The links of chains, in order.
    pub links: Vec<LinkReport>,
}

/// Candidates with the same role in a step.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Marked {
    /// The role: `pattern`, `second`, `third`, … `eighth`, `extra`, `placed`, `struck`.
    pub role: &'static str,
    /// The candidates, as `r1c1=3`.
    pub candidates: Vec<String>,
}

/// A set of cells with a name.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct NamedSet {
    /// The name: `A`, `B`, …
    pub name: String,
    /// The cells.
    pub cells: Vec<String>,
}

/// A link of a chain.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LinkReport {
    /// The candidates at its start.
    pub from: Vec<String>,
    /// The candidates at its end.
    pub to: Vec<String>,
    /// Whether the link is strong (at least one end is true) or weak (at most one end is true).
    pub strong: bool,
}

impl EvidenceReport {
    /// Describes the evidence for a step with these marks.
    pub(crate) fn new(step: &Step, position: &Position, notation: Notation, marks: &Marks) -> EvidenceReport {
        let name =
            |candidate: Candidate| format!("{}={}", notation.cell(candidate.cell()), candidate.digit());
        let houses = |houses: HouseSet| houses.iter().map(|house| notation.house(house)).collect();
        let role = |role: Role| {
            let candidates: Vec<String> = position
                .candidates()
                .iter()
                .filter(|&candidate| [marks.color(candidate), marks.role(candidate)].contains(&Some(role)))
                .map(name)
                .collect();
            (!candidates.is_empty()).then_some(Marked { role: role.name(), candidates })
        };
        let ends =
            |node: Node| node.cells.iter().map(|cell| name(Candidate::new(cell, node.digit))).collect();
        EvidenceReport {
            shape: step.evidence.shape(),
            cells: step.cells().iter().map(|cell| notation.cell(cell)).collect(),
            digits: digits(step, position, marks).iter().map(Digit::number).collect(),
            houses: houses(marks.houses),
            covers: houses(marks.covers),
            candidates: Role::ALL.into_iter().filter_map(role).collect(),
            sets: (marks.sets.iter().enumerate())
                .map(|(index, cells)| NamedSet {
                    name: set_name(index),
                    cells: cells.iter().map(|cell| notation.cell(cell)).collect(),
                })
                .collect(),
            links: marks
                .lines
                .iter()
                .map(|line| LinkReport {
                    from: ends(line.from),
                    to: ends(line.to),
                    strong: line.link.is_strong(),
                })
                .collect(),
        }
    }
}

/// Returns the digits that the step involves.
fn digits(step: &Step, position: &Position, marks: &Marks) -> DigitSet {
    // Cells of a deadly pattern may be filled, so the remaining candidates do not show all of its digits.
    if let Evidence::Deadly(deadly) = &step.evidence {
        return deadly.guardians.iter().map(Candidate::digit).fold(deadly.digits, DigitSet::with);
    }
    let concluded = step.placements.iter().chain(step.eliminations.iter());
    let marked = position.candidates();
    let marked = marked.iter().filter(|&candidate| marks.role(candidate).is_some());
    concluded.chain(marked).map(Candidate::digit).collect()
}
