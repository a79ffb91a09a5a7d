//! HoDoKu's library format, in which each line is a test case for one technique.
//!
//! ```text
//! :0603-2:28:+4...+5.1.85+1.2.…:916 323 723:845::
//!  │    │ │  │                 │           │   ││
//!  │    │ │  │                 │           │   │╰ the number of links in a chain
//!  │    │ │  │                 │           │   ╰ the digits to place (484 is r8c4=4)
//!  │    │ │  │                 │           ╰ the candidates to eliminate (845 is r4c5<>8)
//!  │    │ │  │                 ╰ the candidates eliminated earlier
//!  │    │ │  ╰ 81 cells, with a plus before digits that are not givens
//!  │    │ ╰ the digits of the pattern
//!  │    ╰ a variant, or x if no step of the technique may be found
//!  ╰ the technique
//! ```
//!
//! A case passes if the finder finds at least one step of this technique that uses these digits, and all such
//! steps have exactly the placements and eliminations given in the line. (Chains of other lengths are
//! accepted if one chain has the right length.) For the codes that Hodoku-enhanced added, it is enough that
//! the given step is among the steps found.

use crate::{
    AllSteps, BasePlaces, EmptyRectangles, Evidence, FinderContext, Link, Overlap, Position, Rectangles,
    SearchOptions, SetChainDirection, SetsInChains, Siamese, Step, TECHNIQUES, Technique, Templates,
    Uniqueness,
};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use veridoku_core::{Board, Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle};

/// The codes that Hodoku-enhanced added to HoDoKu's.
const ADDED_CODES: [&str; 15] = [
    "0620", "0621", "0622", "0623", "0624", "0802", "0804", "0805", "0806", "0807", "0808", "0809", "1400",
    "1401", "1402",
];

/// One line of a library: a test case for a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryCase {
    /// The code of the technique with its variant, as written.
    pub code: String,
    /// The techniques with this code; empty if the code is unknown.
    pub techniques: Vec<Technique>,
    /// Whether the step must or must not be found.
    pub expectation: Expectation,
    /// The variant, or 0 for none.
    pub variant: u8,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The position.
    pub puzzle: Puzzle,
    /// The candidates that the step eliminates.
    pub eliminations: CandidateSet,
    /// The digits that the step places.
    pub placements: CandidateSet,
    /// The number of links, if the pattern is a chain.
    pub links: Option<usize>,
    /// Whether the code is for a Siamese fish.
    siamese: Siamese,
}

/// The expected result of a test case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The finder must find this step and no other.
    Found,
    /// The finder must not find any step of the technique.
    Absent,
}

/// The result of a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseOutcome {
    /// The result was as expected.
    Passed,
    /// The technique is not in the table.
    Unknown,
    /// No step was found, although one was expected.
    Missing,
    /// An unexpected step was found.
    Different(Box<Step>),
    /// The search exhausted its budget, so the result is unknown.
    CutShort,
}

/// Whether a search was complete or cut short.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Completeness {
    Complete,
    Partial,
}

/// The error for a line that is not in library format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCaseError {
    expected: &'static str,
    found: String,
}

impl fmt::Display for ParseCaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {:?}", self.expected, self.found)
    }
}

impl std::error::Error for ParseCaseError {}

impl FromStr for LibraryCase {
    type Err = ParseCaseError;

    fn from_str(line: &str) -> Result<LibraryCase, ParseCaseError> {
        let error = |expected| ParseCaseError { expected, found: line.chars().take(60).collect() };
        let mut fields = line.trim_end().split(':');
        if fields.next() != Some("") {
            return Err(error("a line that starts with a colon"));
        }
        let code = fields.next().ok_or_else(|| error("the code of a technique"))?;
        let digits = fields.next().ok_or_else(|| error("the digits of the pattern"))?;
        let cells = fields.next().ok_or_else(|| error("81 cells"))?;
        let (values, givens) = read_cells(cells).ok_or_else(|| error("81 cells"))?;
        let candidates = |field: Option<&str>| {
            read_candidates(field.unwrap_or(""))
                .ok_or_else(|| error("candidates like 845: digit, row, column"))
        };
        let eliminated_before = candidates(fields.next())?;
        let eliminations = candidates(fields.next())?;
        let placements = candidates(fields.next())?;
        let links = match fields.next().map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(text.parse().map_err(|_| error("the number of links of a chain"))?),
        };

        let plain = Puzzle::new(values, givens);
        let board = Board::new(&plain).map_or_else(|_| plain.candidates(), |board| *board.candidates());
        let (base, variant) = code.split_once('-').unwrap_or((code, "0"));
        let (expectation, variant) = match variant {
            "x" => (Expectation::Absent, 0),
            number => (Expectation::Found, number.parse().map_err(|_| error("a variant like 2, or x"))?),
        };
        // A line can have `x` instead of the digits of a pattern.
        let digits = if digits == "x" { "" } else { digits };
        let digits: Option<DigitSet> = digits.chars().map(Digit::from_char).collect();
        let is_siamese = base.len() == 5 && base.ends_with('1');
        let base = if is_siamese { &base[..4] } else { base };
        let known = TECHNIQUES.iter().filter(|entry| entry.library_code == Some(base));
        Ok(LibraryCase {
            code: code.to_owned(),
            techniques: known.map(|entry| entry.technique).collect(),
            expectation,
            variant,
            digits: digits.ok_or_else(|| error("the digits of the pattern, like 28"))?,
            puzzle: plain.with_candidates(&(board - eliminated_before)),
            eliminations,
            placements,
            links,
            siamese: if is_siamese { Siamese::Yes } else { Siamese::No },
        })
    }
}

/// Parses the values and givens of 81 cells; a plus marks a digit that is not a given.
fn read_cells(text: &str) -> Option<(Grid, CellSet)> {
    let (mut values, mut givens) = (Grid::EMPTY, CellSet::EMPTY);
    let (mut index, mut given) = (0, true);
    for character in text.chars() {
        match character {
            '+' => given = false,
            '.' | '0' => index += 1,
            '1'..='9' => {
                let cell = Cell::from_index(index)?;
                values.set(cell, Digit::from_char(character));
                if given {
                    givens.insert(cell);
                }
                (index, given) = (index + 1, true);
            }
            _ => return None,
        }
    }
    (index == Cell::COUNT).then_some((values, givens))
}

/// Parses candidates such as `845 846`: digit, row, column.
pub(crate) fn read_candidates(text: &str) -> Option<CandidateSet> {
    let read = |word: &str| match *word.as_bytes() {
        [digit, row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            let cell = Cell::new((row - b'1') as usize, (column - b'1') as usize);
            Some(Candidate::new(cell, Digit::from_char(digit as char)?))
        }
        _ => None,
    };
    text.split_whitespace().map(read).collect()
}

impl LibraryCase {
    /// Returns HoDoKu's search options for the code and variant.
    pub fn options(&self) -> SearchOptions {
        let base = self.code.split('-').next().unwrap_or("");
        let yes = |condition: bool, yes, no| if condition { yes } else { no };
        let sets = matches!((base, self.variant), ("0709", 2) | ("0710" | "0711", 3 | 4));
        let overlap = matches!((base, self.variant), ("0902" | "0903" | "0904", 2));
        let big_fish = base.starts_with("03") && !matches!(base, "0300" | "0310" | "0320");
        SearchOptions {
            sets_in_chains: if sets { SetsInChains::Yes } else { SetsInChains::No },
            overlap: if overlap { Overlap::Yes } else { Overlap::No },
            base_places: BasePlaces::Any,
            siamese: if big_fish { Siamese::Yes } else { Siamese::No },
            empty_rectangles: yes(
                base == "0405" || (base == "0402" && self.variant == 1),
                EmptyRectangles::Two,
                EmptyRectangles::Three,
            ),
            // HoDoKu follows up to six links when it searches for all steps, and fifty when it solves.
            set_chain: 7,
            set_chain_direction: SetChainDirection::Both,
            rectangles: if self.variant == 1 { Rectangles::Strict } else { Rectangles::Incomplete },
            ..SearchOptions::default()
        }
    }

    /// Returns the position, assuming that its solution is unique.
    pub fn position(&self) -> Position {
        let candidates = self.puzzle.candidates();
        Position::from_parts(*self.puzzle.values(), self.puzzle.givens(), &candidates, Uniqueness::Known)
    }

    /// Returns the steps of the technique that use the digits given in the library line. The list may be
    /// incomplete, because the search may have been cut short.
    pub fn steps(&self) -> Vec<Step> {
        self.search().0
    }

    /// Returns the steps of the technique that use the digits given in the library line, and whether the
    /// search was complete.
    fn search(&self) -> (Vec<Step>, Completeness) {
        let position = self.position();
        let context = FinderContext::new(&position, self.options());
        let mut all = AllSteps::default();
        let mut finders: Vec<u32> = Vec::new();
        for technique in &self.techniques {
            let entry = technique.description();
            if !finders.contains(&entry.order) {
                finders.push(entry.order);
                let _: ControlFlow<()> = technique.finder()(&context, &mut all);
            }
        }
        all.0.retain(|step| self.techniques.contains(&step.technique));
        all.0.retain(|step| is_siamese(step) == (self.siamese == Siamese::Yes));
        if self.expectation == Expectation::Found {
            all.0.retain(|step| self.digits.is_empty() || pattern_digits(step) == self.digits);
        }
        (all.0, if context.take_cut_short() { Completeness::Partial } else { Completeness::Complete })
    }

    /// Runs the test case.
    pub fn run(&self) -> CaseOutcome {
        if self.techniques.is_empty() {
            return CaseOutcome::Unknown;
        }
        let (steps, completeness) = self.search();
        if self.expectation == Expectation::Absent {
            return match (steps.into_iter().next(), completeness) {
                (Some(step), _) => CaseOutcome::Different(Box::new(step)),
                (None, Completeness::Partial) => CaseOutcome::CutShort,
                (None, Completeness::Complete) => CaseOutcome::Passed,
            };
        }
        let is_expected = |step: &Step| {
            step.eliminations == self.eliminations && listed_placements(step) == self.placements
        };
        let has_expected_length = |step: &Step| {
            is_expected(step)
                && self.links.is_none_or(|links| chain_links(step).is_none_or(|own| own == links))
        };
        let allows_other_steps = ADDED_CODES.contains(&self.code.as_str());
        if allows_other_steps && steps.iter().any(is_expected) {
            return CaseOutcome::Passed;
        }
        if let Some(wrong) = steps.iter().find(|step| !is_expected(step)) {
            return CaseOutcome::Different(Box::new(wrong.clone()));
        }
        match completeness {
            _ if steps.iter().any(has_expected_length) => CaseOutcome::Passed,
            Completeness::Partial => CaseOutcome::CutShort,
            Completeness::Complete => CaseOutcome::Missing,
        }
    }
}

/// Returns the placements as a library line lists them. For a broken wing that places a digit, these are all
/// candidates of the ring.
fn listed_placements(step: &Step) -> CandidateSet {
    match &step.evidence {
        Evidence::Oddagon(ring) if !step.placements.is_empty() => ring
            .cells
            .iter()
            .flat_map(|&cell| ring.digits.iter().map(move |digit| Candidate::new(cell, digit)))
            .collect(),
        _ => step.placements,
    }
}

/// Reports whether the step is a Siamese fish.
fn is_siamese(step: &Step) -> bool {
    matches!(&step.evidence, Evidence::Fish(fish) if fish.twin.is_some())
}

/// Returns the number of links of the chain, without the one that closes a loop. Returns `None` for chains
/// with almost locked sets, because HoDoKu counts those differently.
fn chain_links(step: &Step) -> Option<usize> {
    let through_set = |link: &Link| matches!(link, Link::StrongInSet(_));
    match &step.evidence {
        Evidence::Chain(chain) if !chain.links.iter().any(through_set) => Some(chain.nodes.len() - 1),
        _ => None,
    }
}

/// Returns the digits that a library line lists for the step.
fn pattern_digits(step: &Step) -> DigitSet {
    let concluded = || step.placements.iter().chain(step.eliminations.iter()).map(Candidate::digit).collect();
    match &step.evidence {
        Evidence::Locked { digit, .. } | Evidence::Templates(Templates { digit, .. }) => {
            DigitSet::only(*digit)
        }
        Evidence::Fish(fish) => DigitSet::only(fish.digit),
        Evidence::Subset(subset) => subset.digits,
        Evidence::Bent(bent) => bent.digits,
        Evidence::Deadly(deadly) => deadly.digits,
        Evidence::Oddagon(oddagon) => oddagon.digits,
        Evidence::Chain(chain) => match step.technique {
            Technique::RemotePair | Technique::WWing => chain.nodes.iter().map(|node| node.digit).collect(),
            _ => concluded(),
        },
        // Two kites with different digits are listed under the digit of the first one.
        Evidence::Joined(patterns) => match patterns.first() {
            Some(Evidence::Chain(chain)) => chain.nodes.iter().map(|node| node.digit).collect(),
            _ => concluded(),
        },
        _ => concluded(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a line with an empty grid.
    fn line(code: &str, digits: &str, rest: &str) -> Result<LibraryCase, ParseCaseError> {
        format!(":{code}:{digits}:{}:{rest}", ".".repeat(81)).parse()
    }

    #[test]
    fn all_fields_of_a_line_are_parsed() {
        let case = line("0603-2", "28", "916:845:484:5").unwrap();
        assert_eq!((case.variant, case.expectation, case.links), (2, Expectation::Found, Some(5)));
        assert_eq!((case.digits.len(), case.eliminations.len(), case.placements.len()), (2, 1, 1));
        let absent = line("0603-x", "", ":::").unwrap();
        assert_eq!((absent.expectation, absent.links), (Expectation::Absent, None));
    }

    #[test]
    fn malformed_lines_are_errors() {
        for (code, digits, rest) in [
            ("0603-foo", "28", ":::"),
            ("0603-", "28", ":::"),
            ("0603", "2y", ":::"),
            ("0603", "28", ":::many"),
            ("0603", "28", "9999:::"),
        ] {
            assert!(line(code, digits, rest).is_err(), "{code} {digits} {rest}");
        }
    }

    #[test]
    fn an_incomplete_search_does_not_prove_that_a_step_is_absent() {
        // With five candidates in every cell, there are more almost locked sets than the finder collects, so
        // the search is cut short. The code 09031 requires a Siamese fish, so none of the steps found match.
        let candidates: CandidateSet =
            Candidate::all().filter(|candidate| candidate.digit() <= Digit::Five).collect();
        let case = LibraryCase { puzzle: Puzzle::from(&candidates), ..line("09031-x", "", ":::").unwrap() };
        assert_eq!(case.run(), CaseOutcome::CutShort);
    }
}
