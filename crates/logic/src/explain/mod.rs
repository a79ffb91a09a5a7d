//! Explains steps in plain sentences, at three levels of detail.
//!
//! ```text
//! Step ──▶ where to look       "Look at row 3."
//!      ──▶ what to look for    "There is a Naked Pair in row 3: two cells of a row, column or box …"
//!      ──▶ the whole step      "In row 3, r3c1 and r3c2 have no candidates other than 2 and 7, …
//!                               Eliminate 7 from r3c6."
//!      ──▶ one line            "Naked Pair: 2,7 in r3c12 => r3c6<>7"
//! ```
//!
//! Each file explains one or a few kinds of [`Evidence`].

mod basic;
mod chain;
mod colors;
mod cover;
mod deadly;
mod eureka;
mod exocet;
mod fish;
mod forcing;
mod line;
mod oddagon;
mod proof;
mod sets;
mod words;

pub use proof::{Inference, InferenceKind};
pub use words::Notation;

use crate::{Evidence, Position, Step, Truth};
use veridoku_core::{Candidate, CellSet, Digit, DigitSet, HouseKind, HouseSet};

/// The maximum number of cells that a hint lists as the place to look at.
const FEW_CELLS: usize = 4;

/// The maximum number of boxes that a hint lists as the place to look at.
const FEW_BOXES: usize = 5;

/// How much of a step a hint reveals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "serde", derive(schemars::JsonSchema, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum HintLevel {
    /// Where to look.
    Where,
    /// Where to look, and which technique to use.
    What,
    /// The complete step.
    #[default]
    Full,
}

/// The part of the grid in which a step takes place. A hint reveals it before the step itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HintPlace {
    /// One or more houses.
    Houses(HouseSet),
    /// One or more cells.
    Cells(CellSet),
    /// All candidates of one digit in the whole grid.
    Digit(Digit),
    /// The whole grid.
    Grid,
}

impl HintPlace {
    fn describe(self, notation: Notation) -> String {
        match self {
            HintPlace::Houses(houses) => notation.houses(houses),
            HintPlace::Cells(cells) => notation.cell_list(cells),
            HintPlace::Digit(digit) => format!("the {digit}s in the whole grid"),
            HintPlace::Grid => "the whole grid".to_string(),
        }
    }

    const fn preposition(self) -> &'static str {
        match self {
            HintPlace::Houses(_) | HintPlace::Grid => "in",
            HintPlace::Cells(_) => "at",
            HintPlace::Digit(_) => "on",
        }
    }
}

impl Step {
    /// Explains the step at the given level of detail; `position` is the position before the step.
    pub fn explain(&self, position: &Position, level: HintLevel, notation: Notation) -> String {
        match level {
            HintLevel::Where => format!("Look at {}.", self.place().describe(notation)),
            HintLevel::What => {
                let entry = self.technique.description();
                let place = self.place();
                let (preposition, place) = (place.preposition(), place.describe(notation));
                format!("{} {preposition} {place}: {}.", introduction(entry.name), entry.summary)
            }
            HintLevel::Full => {
                let reason = self.reason(position, notation);
                let actions = notation.actions(&self.placements, &self.eliminations);
                format!("{reason} {actions}")
            }
        }
    }

    /// Returns the step in one line, in the style of HoDoKu.
    pub fn line(&self, notation: Notation) -> String {
        line::line(self, notation)
    }

    /// Returns the chain of the step in Eureka notation, or `None` if the step has no chain.
    pub fn eureka(&self, notation: Notation) -> Option<String> {
        match &self.evidence {
            Evidence::Chain(chain) => Some(eureka::chain(chain, notation)),
            _ => None,
        }
    }

    /// Explains why the conclusion holds.
    fn reason(&self, position: &Position, notation: Notation) -> String {
        self.reason_of(&self.evidence, position, notation)
    }

    fn reason_of(&self, evidence: &Evidence, position: &Position, notation: Notation) -> String {
        match evidence {
            Evidence::Single(house) => basic::single(self, position, *house, notation),
            Evidence::Direct { house, pattern } => basic::direct(self, pattern, *house, position, notation),
            Evidence::Locked { digit, base, cover } => {
                basic::locked(*digit, *base, *cover, position, notation)
            }
            Evidence::Subset(subset) => basic::subset(subset, notation),
            Evidence::Fish(found) => fish::fish(self, found, position, notation),
            Evidence::Bent(bent) => sets::bent(bent, position, notation),
            Evidence::Chain(found) => chain::chain(self, found, notation),
            Evidence::Colors(clusters) => colors::colors(self, clusters, position, notation),
            Evidence::Deadly(pattern) => deadly::deadly(self, pattern, position, notation),
            Evidence::AlmostLocked(found) => sets::almost_locked(found, notation),
            Evidence::SueDeCoq(parts) => sets::sue_de_coq(parts, position, notation),
            Evidence::Aligned { base, excluders } => {
                sets::aligned(self, base, *excluders, position, notation)
            }
            Evidence::Oddagon(oddagon) => oddagon::oddagon(oddagon, notation),
            Evidence::Templates(templates) => fish::templates(self, templates, notation),
            Evidence::Forcing(found) => forcing::forcing(self, found, position, notation),
            Evidence::Cover(cover) => cover::cover(cover, notation),
            Evidence::Exocet(found) => exocet::exocet(self, found, position, notation),
            Evidence::Joined(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.reason_of(part, position, notation)).collect();
                let lowered = |text: &str| text.replacen("If ", "if ", 1);
                parts.iter().enumerate().fold(String::new(), |text, (index, part)| match index {
                    0 => part.clone(),
                    _ => format!("{text} In addition, {}", lowered(part)),
                })
            }
            Evidence::Solution => {
                "No enabled technique applies here, so this digit was taken from the solution.".to_string()
            }
        }
    }

    /// Returns the place to look at, which is the first of these that applies:
    ///
    /// 1. the houses of the pattern, if it is made of houses;
    /// 2. the cells of the pattern, or those of the conclusion if it has none, if they are few;
    /// 3. the boxes of these cells, if they are few;
    /// 4. the digit, if the step involves only one;
    /// 5. the whole grid, if the pattern is deadly or the conclusion has many cells;
    /// 6. the cells of the conclusion.
    pub fn place(&self) -> HintPlace {
        let houses = self.houses();
        if !houses.is_empty() {
            return HintPlace::Houses(houses);
        }
        let cells = self.cells();
        let cells = if cells.is_empty() { self.concluded_cells() } else { cells };
        let boxes: HouseSet = cells.iter().map(|cell| cell.house(HouseKind::Box)).collect();
        match (cells.len(), boxes.len(), self.digit()) {
            (..=FEW_CELLS, ..) => HintPlace::Cells(cells),
            (_, ..=FEW_BOXES, _) => HintPlace::Houses(boxes),
            (.., Some(digit)) => HintPlace::Digit(digit),
            _ if matches!(self.evidence, Evidence::Deadly(_)) || self.concluded_cells().len() > FEW_CELLS => {
                HintPlace::Grid
            }
            _ => HintPlace::Cells(self.concluded_cells()),
        }
    }

    /// Returns the digit of a step that involves only one digit.
    fn digit(&self) -> Option<Digit> {
        match &self.evidence {
            Evidence::Templates(templates) => Some(templates.digit),
            Evidence::Chain(chain) => {
                chain.nodes.iter().map(|node| node.digit).collect::<DigitSet>().single()
            }
            Evidence::Colors(clusters) => {
                let all = clusters
                    .iter()
                    .flat_map(|cluster| (cluster.first | cluster.second).iter().collect::<Vec<_>>());
                all.map(Candidate::digit).collect::<DigitSet>().single()
            }
            _ => None,
        }
    }

    /// Returns the houses of a pattern that is made of houses, or an empty set for other patterns.
    fn houses(&self) -> HouseSet {
        match &self.evidence {
            Evidence::Single(Some(house)) | Evidence::Direct { house, .. } => HouseSet::only(*house),
            Evidence::Locked { base, cover, .. } => HouseSet::only(*base).with(*cover),
            Evidence::Subset(subset) => subset.houses,
            Evidence::Fish(fish) => fish.base,
            Evidence::SueDeCoq(parts) => HouseSet::only(parts.line).with(parts.r#box),
            _ => HouseSet::EMPTY,
        }
    }

    /// Returns the cells of the pattern.
    pub fn cells(&self) -> CellSet {
        self.cells_of(&self.evidence)
    }

    fn cells_of(&self, evidence: &Evidence) -> CellSet {
        let cells_among = |truths: &[Truth]| -> CellSet { truths.iter().filter_map(Truth::cell).collect() };
        match evidence {
            Evidence::Chain(chain) => {
                chain.nodes.iter().fold(CellSet::EMPTY, |cells, node| cells | node.cells)
            }
            Evidence::Deadly(deadly) => deadly.cells.iter().copied().collect(),
            Evidence::Exocet(exocet) => exocet.base.into_iter().chain(exocet.targets).collect(),
            Evidence::Oddagon(oddagon) => oddagon.cells.iter().copied().collect(),
            Evidence::Colors(clusters) => clusters.iter().fold(CellSet::EMPTY, |cells, cluster| {
                cells | cluster.first.occupied() | cluster.second.occupied()
            }),
            Evidence::Cover(cover) => cells_among(&cover.truths) | cells_among(&cover.covers),
            Evidence::Joined(parts) => {
                parts.iter().fold(CellSet::EMPTY, |cells, part| cells | self.cells_of(part))
            }
            Evidence::Single(None) | Evidence::Forcing(_) => self.concluded_cells(),
            _ => cells_among(&evidence.truths(&self.placements)),
        }
    }

    /// Returns the cells in which the step places a digit or eliminates a candidate.
    fn concluded_cells(&self) -> CellSet {
        self.placements.occupied() | self.eliminations.occupied()
    }
}

/// Returns the start of the sentence that names a technique: `There is an X-Wing`, `There are Fireworks`,
/// `Use Uniqueness Test 1`.
fn introduction(name: &str) -> String {
    const PLURALS: [&str; 3] = ["Locked Candidates", "Fireworks", "Multi-Sector Locked Sets"];
    if PLURALS.iter().any(|plural| name.starts_with(plural)) {
        return format!("There are {name}");
    }
    if name == "Brute Force" {
        return format!("Use {name}");
    }
    let first = name.split([' ', '-']).next().unwrap_or(name);
    // Capital letters are pronounced one by one: an X-Wing, an AIC, but a UVWXYZ-Wing.
    let spelled = first.bytes().all(|byte| byte.is_ascii_uppercase());
    let vowels = if spelled { "AEFHILMNORSX" } else { "AEIO" };
    let article = if name.starts_with(|letter| vowels.contains(letter)) { "an" } else { "a" };
    // These are names of methods, not of patterns in the grid.
    if ["Colors", "Test", "Rule", "Exclusion"].iter().any(|method| name.contains(method)) {
        return format!("Use {name}");
    }
    format!("There is {article} {name}")
}
