//! The options that hints, steps and paths share: which techniques to try, how far to search, how to name
//! cells.
//!
//! In JSON every choice is the name of an enum variant; an unknown name is an error when the request is
//! parsed.

use crate::operation::at_most;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use veridoku_core::CellNames;
use veridoku_logic::{Ladder, Notation, SearchOptions, SetsInChains, Siamese, Technique, Usage};

/// The enabled techniques, and how far they search.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Techniques {
    /// Set of techniques to use [default: teacher, or the techniques named by --technique]
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", help_heading = "Technique options"))]
    #[schemars(description = "Set of techniques to use; `teacher` by default, or `all` if `only` is given.")]
    pub ladder: Option<LadderName>,

    /// Use only these techniques, separated by commas ('veridoku techniques' lists all)
    ///
    /// Each technique is given by name, short code or abbreviation, for example "Hidden Pair", h2 or hp.
    #[cfg_attr(feature = "cli", arg(long = "technique", value_name = "NAME", value_delimiter = ','))]
    #[cfg_attr(feature = "cli", arg(value_parser = TechniqueName::from_argument))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Technique options"))]
    #[schemars(description = "Use only these techniques, each given by name, short code or abbreviation.")]
    pub only: Vec<TechniqueName>,

    /// Do not use these techniques, separated by commas
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", value_delimiter = ','))]
    #[cfg_attr(feature = "cli", arg(value_parser = TechniqueName::from_argument))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Technique options"))]
    #[schemars(description = "Do not use these techniques.")]
    pub without: Vec<TechniqueName>,

    /// Use the techniques listed in FILE, in this order
    ///
    /// FILE has one technique per line; blank lines and lines that start with # are ignored.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", conflicts_with_all = ["ladder", "only"]))]
    #[cfg_attr(feature = "cli", arg(value_parser = TechniqueOrder::from_file))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Technique options"))]
    #[schemars(with = "Vec<TechniqueName>")]
    #[schemars(description = "Use these techniques in this order, instead of a ladder.")]
    pub order: Option<TechniqueOrder>,

    /// Do not use techniques that assume a unique solution.
    #[cfg_attr(feature = "cli", arg(long = "no-uniqueness", action = clap::ArgAction::SetFalse))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Technique options"))]
    #[schemars(description = "Whether techniques may assume a unique solution, where it is known.")]
    pub uniqueness: Option<bool>,

    /// Combine two fish with the same base into one step (Siamese fish).
    #[cfg_attr(feature = "cli", arg(long, action = clap::ArgAction::SetTrue))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Technique options"))]
    pub siamese: Option<bool>,

    /// Allow almost locked sets in chains, nets and Kraken fish.
    #[cfg_attr(feature = "cli", arg(long, action = clap::ArgAction::SetTrue))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Technique options"))]
    pub als_chains: Option<bool>,

    /// Maximum number of choices per technique search, up to 100000000 [default: 10000000]
    ///
    /// Searches that exhaust their budget are reported.
    /// Some searches have smaller built-in limits; a budget above the default raises these proportionally.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", help_heading = "Technique options"))]
    #[cfg_attr(feature = "cli", arg(value_parser = clap::value_parser!(u64).range(..=Techniques::MAX_BUDGET)))]
    pub budget: Option<u64>,
}

/// A named set of techniques.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum LadderName {
    /// The techniques that are useful to a player.
    Teacher,
    /// The techniques that HoDoKu uses for its ratings.
    Hodoku,
    /// Every technique, including slow ones.
    All,
}

impl LadderName {
    const fn has(self, usage: Usage) -> bool {
        match self {
            LadderName::Teacher => !matches!(usage, Usage::Request),
            LadderName::Hodoku => matches!(usage, Usage::Default),
            LadderName::All => true,
        }
    }
}

impl Techniques {
    /// The largest budget of a request from an untrusted client.
    const UNTRUSTED_BUDGET: u64 = 10_000_000;

    /// The largest budget of a search, ten times the default.
    pub const MAX_BUDGET: u64 = 10 * SearchOptions::DEFAULT_BUDGET;

    /// Caps the budget of a request from an untrusted client.
    pub(crate) fn restrict(&mut self) {
        at_most(&mut self.budget, Techniques::UNTRUSTED_BUDGET, Techniques::UNTRUSTED_BUDGET);
    }

    /// Returns the ladder that the options describe.
    pub fn ladder(&self) -> Ladder {
        let only: Vec<Technique> = self.only.iter().flat_map(TechniqueName::techniques).copied().collect();
        let name = match (self.ladder, only.is_empty()) {
            (Some(name), _) => name,
            (None, true) => LadderName::Teacher,
            // Techniques requested by name are tried even if the usual ladder does not contain them.
            (None, false) => LadderName::All,
        };
        let without: Vec<Technique> =
            self.without.iter().flat_map(TechniqueName::techniques).copied().collect();
        let ladder = match &self.order {
            // An empty list is the same as none.
            Some(order) if !order.0.is_empty() => {
                Ladder::in_order(order.techniques().filter(|technique| !without.contains(technique)))
            }
            _ => Ladder::of(|entry| {
                let is_wanted = only.is_empty() || only.contains(&entry.technique);
                name.has(entry.usage) && is_wanted && !without.contains(&entry.technique)
            }),
        };
        let ladder = ladder.with_options(self.options(name));
        if self.uniqueness == Some(false) { ladder.without_uniqueness() } else { ladder }
    }

    fn options(&self, ladder: LadderName) -> SearchOptions {
        let usual = match ladder {
            LadderName::Hodoku => SearchOptions::default(),
            LadderName::Teacher | LadderName::All => SearchOptions::teacher(),
        };
        SearchOptions {
            siamese: if self.siamese == Some(true) { Siamese::Yes } else { Siamese::No },
            sets_in_chains: if self.als_chains == Some(true) { SetsInChains::Yes } else { SetsInChains::No },
            budget: self.budget.map_or(usual.budget, |budget| budget.min(Techniques::MAX_BUDGET)),
            ..usual
        }
    }
}

/// A name, and the techniques that it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct TechniqueName {
    name: String,
    techniques: Vec<Technique>,
}

impl TechniqueName {
    /// Parses a name on the command line.
    ///
    /// # Errors
    ///
    /// Returns an error that suggests the closest name, or the command that lists all names.
    pub fn from_argument(name: &str) -> Result<TechniqueName, String> {
        name.parse().map_err(|error: UnknownTechnique| match error.suggestion() {
            Some(_) => error.to_string(),
            None => format!("{error}; `veridoku techniques` lists all techniques"),
        })
    }

    /// Returns the name as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the techniques, at least one.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }
}

/// Techniques in an order of their own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(transparent)]
pub struct TechniqueOrder(Vec<TechniqueName>);

impl TechniqueOrder {
    /// Reads a file with one technique per line.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, has no technique, or has a line that is not a technique.
    #[cfg(feature = "cli")]
    pub fn from_file(path: &str) -> Result<TechniqueOrder, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let mut names = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let name = line.trim();
            if !name.is_empty() && !name.starts_with('#') {
                let technique = TechniqueName::from_argument(name);
                names.push(technique.map_err(|error| format!("line {}: {error}", index + 1))?);
            }
        }
        if names.is_empty() {
            Err("the file lists no technique".to_string())
        } else {
            Ok(TechniqueOrder(names))
        }
    }

    fn techniques(&self) -> impl Iterator<Item = Technique> {
        self.0.iter().flat_map(TechniqueName::techniques).copied()
    }
}

/// The error for a name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTechnique {
    name: String,
}

impl UnknownTechnique {
    /// Returns the technique with the most similar name.
    pub fn suggestion(&self) -> Option<Technique> {
        Technique::similar(&self.name)
    }
}

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown technique {:?}", self.name)?;
        match self.suggestion() {
            Some(near) => write!(f, ", did you mean {:?}?", near.name()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownTechnique {}

impl FromStr for TechniqueName {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<TechniqueName, UnknownTechnique> {
        let techniques = Technique::named(name);
        let name = name.to_string();
        if techniques.is_empty() {
            Err(UnknownTechnique { name })
        } else {
            Ok(TechniqueName { name, techniques })
        }
    }
}

impl TryFrom<String> for TechniqueName {
    type Error = UnknownTechnique;

    fn try_from(name: String) -> Result<TechniqueName, UnknownTechnique> {
        name.parse()
    }
}

impl From<TechniqueName> for String {
    fn from(name: TechniqueName) -> String {
        name.name
    }
}

/// Returns how `veridoku-core` names cells and houses in its reasons.
pub(crate) fn cell_names(notation: Notation) -> CellNames {
    match notation {
        Notation::RowColumn => CellNames::default(),
        Notation::Letters => CellNames {
            cell: |cell| Notation::Letters.cell(cell),
            house: |house| Notation::Letters.house(house),
        },
    }
}
