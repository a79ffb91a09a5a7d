//! What hints, steps and paths may be asked in particular: which techniques, how far they look, how cells are named.
//!
//! In JSON every choice is a word of its enum; one that does not exist is refused when the request is read.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use veridoku_core::CellNames;
use veridoku_logic::{HintLevel, Ladder, Notation, SearchOptions, SetsInChains, Siamese, Technique, Usage};

/// Which techniques are tried, and how far they look.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Techniques {
    /// The ladder; `teacher` unless techniques are named.
    pub ladder: Option<LadderName>,
    /// Only these techniques, by name, short code or abbreviation; all of the ladder if empty.
    pub only: Vec<TechniqueName>,
    /// Whether techniques that rest on the uniqueness of the solution are used where the puzzle is
    /// known to have one solution; they are unless this says `false`.
    pub uniqueness: Option<bool>,
    /// Whether two fish with the same base are told as one step; they are not unless this says `true`.
    pub siamese: Option<bool>,
    /// Whether grouped chains may run through almost locked sets; they may not unless this says `true`.
    pub als_chains: Option<bool>,
    /// How much work the search for one technique may do before it gives up; more than [`Techniques::MOST_BUDGET`]
    /// counts as that.
    pub budget: Option<u64>,
}

/// A ladder of techniques.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LadderName {
    /// Everything that helps a player.
    Teacher,
    /// What HoDoKu uses when it rates.
    Hodoku,
    /// Everything, the slow techniques too.
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
    /// The largest budget of a search, ten times the usual one; no request can ask for more.
    pub const MOST_BUDGET: u64 = 10 * SearchOptions::USUAL_BUDGET;

    /// The ladder that is meant.
    pub fn ladder(&self) -> Ladder {
        let only: Vec<Technique> = self.only.iter().flat_map(TechniqueName::techniques).copied().collect();
        let name = match (self.ladder, only.is_empty()) {
            (Some(name), _) => name,
            (None, true) => LadderName::Teacher,
            // Techniques that are asked for by name are tried whether or not the usual ladder has them.
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
            budget: self.budget.map_or(usual.budget, |budget| budget.min(Techniques::MOST_BUDGET)),
            ..usual
        }
    }
}

/// One name, and the techniques that go by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueName {
    name: String,
    techniques: Vec<Technique>,
}

impl TechniqueName {
    /// The name as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The techniques, one at least.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }
}

/// A name that no technique goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTechnique {
    name: String,
}

impl UnknownTechnique {
    /// What was probably meant.
    pub fn suggestion(&self) -> Option<Technique> {
        Technique::similar(&self.name)
    }
}

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no technique {:?}", self.name)?;
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
    /// The names of cells and houses in the reasons of the core.
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

/// How much a hint tells.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HintLevelName {
    /// Where to look.
    Where,
    /// Which technique it is, and where.
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
