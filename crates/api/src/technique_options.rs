//! The options that hints, steps and paths share: which techniques to try, how far to search, how to name
//! cells.
//!
//! In JSON every choice is the name of an enum variant; an unknown name is an error when the request is
//! parsed.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use veridoku_core::CellNames;
use veridoku_logic::{HintLevel, Ladder, Notation, SearchOptions, SetsInChains, Siamese, Technique, Usage};

/// Which techniques are tried, and how far they search.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Techniques {
    /// The ladder; by default `teacher`, or `all` if `only` names techniques.
    pub ladder: Option<LadderName>,
    /// Only these techniques, by name, short code or abbreviation; if empty, the whole ladder.
    pub only: Vec<TechniqueName>,
    /// Whether techniques may assume that the solution is unique, where it is known to be; `true` by default.
    pub uniqueness: Option<bool>,
    /// Whether two fish with the same base are combined into one step; `false` by default.
    pub siamese: Option<bool>,
    /// Whether grouped chains may contain almost locked sets; `false` by default.
    pub als_chains: Option<bool>,
    /// The number of choices after which the search for a technique gives up; at most
    /// [`Techniques::MAX_BUDGET`].
    pub budget: Option<u64>,
}

/// A ladder of techniques.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LadderName {
    /// Every technique that helps a player.
    Teacher,
    /// The techniques that HoDoKu uses for its rating.
    Hodoku,
    /// Every technique, including the slow ones.
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
    /// The largest budget of a search, ten times the default.
    pub const MAX_BUDGET: u64 = 10 * SearchOptions::DEFAULT_BUDGET;

    /// Returns the ladder that the options describe.
    pub fn ladder(&self) -> Ladder {
        let only: Vec<Technique> = self.only.iter().flat_map(TechniqueName::techniques).copied().collect();
        let name = match (self.ladder, only.is_empty()) {
            (Some(name), _) => name,
            (None, true) => LadderName::Teacher,
            // Techniques requested by name are tried even if the usual ladder does not contain them.
            (None, false) => LadderName::All,
        };
        let ladder =
            Ladder::of(|entry| name.has(entry.usage) && (only.is_empty() || only.contains(&entry.technique)));
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueName {
    name: String,
    techniques: Vec<Technique>,
}

impl TechniqueName {
    /// Returns the name as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the techniques, at least one.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
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

impl<'de> Deserialize<'de> for TechniqueName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TechniqueName, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for TechniqueName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

/// How cells are named.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum NotationName {
    /// `r1c1`.
    #[default]
    #[serde(rename = "r1c1")]
    RowColumn,
    /// `A1`, rows by letter.
    #[serde(rename = "a1")]
    Letters,
}

impl NotationName {
    /// Returns how `veridoku-core` names cells and houses in its reasons.
    pub(crate) fn names(self) -> CellNames {
        match self {
            NotationName::RowColumn => CellNames::default(),
            NotationName::Letters => CellNames {
                cell: |cell| Notation::Letters.cell(cell),
                house: |house| Notation::Letters.house(house),
            },
        }
    }
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Notation {
        match name {
            NotationName::RowColumn => Notation::RowColumn,
            NotationName::Letters => Notation::Letters,
        }
    }
}

/// How much a hint reveals.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HintLevelName {
    /// Where to look.
    Where,
    /// The technique, and where to look.
    What,
    /// The whole step.
    #[default]
    Full,
}

impl From<HintLevelName> for HintLevel {
    fn from(level: HintLevelName) -> HintLevel {
        match level {
            HintLevelName::Where => HintLevel::Where,
            HintLevelName::What => HintLevel::What,
            HintLevelName::Full => HintLevel::Full,
        }
    }
}
