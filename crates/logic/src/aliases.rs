//! Finds techniques by name, short code or abbreviation, and suggests names for misspelt ones.
//!
//! ```text
//! input                  result
//! Hidden Single          found by name, ignoring case, spaces and hyphens
//! h1, 0002               found by short code, or by HoDoKu's library code
//! hs                     found by abbreviation
//! ur                     an abbreviation of several techniques: finds all of them
//! hiden singel           not found, but Hidden Single is similar
//! ```

use crate::{TECHNIQUES, Technique};
use Technique as T;

/// Alternative names in [`normalized`] form; a name may refer to several techniques.
const ALIASES: &[(&str, &[Technique])] = &[
    ("ls", &[T::FullHouse]),
    ("lastdigit", &[T::FullHouse]),
    ("ns", &[T::NakedSingle]),
    ("solecandidate", &[T::NakedSingle]),
    ("hs", &[T::HiddenSingle]),
    ("uniquecandidate", &[T::HiddenSingle]),
    ("single", &[T::FullHouse, T::NakedSingle, T::HiddenSingle]),
    ("lp", &[T::LockedPair]),
    ("lt", &[T::LockedTriple]),
    ("lc", &[T::Pointing, T::Claiming]),
    ("lockedcandidates", &[T::Pointing, T::Claiming]),
    ("lockedcandidate", &[T::Pointing, T::Claiming]),
    ("intersection", &[T::Pointing, T::Claiming]),
    ("intersectionremoval", &[T::Pointing, T::Claiming]),
    ("pointing", &[T::Pointing]),
    ("pointingpair", &[T::Pointing]),
    ("claiming", &[T::Claiming]),
    ("boxlinereduction", &[T::Claiming]),
    ("np", &[T::NakedPair]),
    ("nt", &[T::NakedTriple]),
    ("nakedtriplet", &[T::NakedTriple]),
    ("nq", &[T::NakedQuadruple]),
    ("nakedquad", &[T::NakedQuadruple]),
    ("nakedsubset", &[T::NakedPair, T::NakedTriple, T::NakedQuadruple]),
    ("hp", &[T::HiddenPair]),
    ("ht", &[T::HiddenTriple]),
    ("hiddentriplet", &[T::HiddenTriple]),
    ("hq", &[T::HiddenQuadruple]),
    ("hiddenquad", &[T::HiddenQuadruple]),
    ("hiddensubset", &[T::HiddenPair, T::HiddenTriple, T::HiddenQuadruple]),
    ("xw", &[T::XWing]),
    ("sf", &[T::Swordfish]),
    ("jf", &[T::Jellyfish]),
    ("starfish", &[T::Squirmbag]),
    ("basicfish", &[T::XWing, T::Swordfish, T::Jellyfish]),
    ("finnedfish", &[T::FinnedXWing, T::FinnedSwordfish, T::FinnedJellyfish]),
    ("sashimifish", &[T::SashimiXWing, T::SashimiSwordfish, T::SashimiJellyfish]),
    ("fxw", &[T::FinnedXWing]),
    ("sxw", &[T::SashimiXWing]),
    ("kraken", &[T::KrakenFish1, T::KrakenFish2]),
    ("krakenfish", &[T::KrakenFish1, T::KrakenFish2]),
    ("sky", &[T::Skyscraper]),
    ("kite", &[T::TwoStringKite]),
    ("tsk", &[T::TwoStringKite]),
    ("twostringkite", &[T::TwoStringKite]),
    ("turbot", &[T::TurbotFish]),
    ("ywing", &[T::XyWing]),
    ("xyw", &[T::XyWing]),
    ("xyzw", &[T::XyzWing]),
    ("ww", &[T::WWing]),
    ("ur1", &[T::UniqueRectangle1]),
    ("ur2", &[T::UniqueRectangle2]),
    ("ur3", &[T::UniqueRectangle3]),
    ("ur4", &[T::UniqueRectangle4]),
    ("ur5", &[T::UniqueRectangle5]),
    ("ur6", &[T::UniqueRectangle6]),
    ("uniquerectangle1", &[T::UniqueRectangle1]),
    ("uniquerectangle2", &[T::UniqueRectangle2]),
    ("uniquerectangle3", &[T::UniqueRectangle3]),
    ("uniquerectangle4", &[T::UniqueRectangle4]),
    ("uniquerectangle5", &[T::UniqueRectangle5]),
    ("uniquerectangle6", &[T::UniqueRectangle6]),
    ("ur", UNIQUE_RECTANGLES),
    ("uniquerectangle", UNIQUE_RECTANGLES),
    ("uniquenesstest", UNIQUE_RECTANGLES),
    ("ar", &[T::AvoidableRectangle1, T::AvoidableRectangle2]),
    ("avoidablerectangle", &[T::AvoidableRectangle1, T::AvoidableRectangle2]),
    ("ul", &[T::UniqueLoop1, T::UniqueLoop2, T::UniqueLoop3, T::UniqueLoop4]),
    ("uniqueloop", &[T::UniqueLoop1, T::UniqueLoop2, T::UniqueLoop3, T::UniqueLoop4]),
    ("bug", &[T::BugPlusOne, T::Bug2, T::Bug3, T::Bug4]),
    ("bivalueuniversalgrave", &[T::BugPlusOne, T::Bug2, T::Bug3, T::Bug4]),
    ("bugplus1", &[T::BugPlusOne]),
    ("bugplusone", &[T::BugPlusOne]),
    ("twosectordisjointsubsets", &[T::SueDeCoq]),
    ("sc", &[T::SimpleColorsTrap, T::SimpleColorsWrap]),
    ("simplecolors", &[T::SimpleColorsTrap, T::SimpleColorsWrap]),
    ("simplecoloring", &[T::SimpleColorsTrap, T::SimpleColorsWrap]),
    ("simplecolouring", &[T::SimpleColorsTrap, T::SimpleColorsWrap]),
    ("mc", &[T::MultiColors1, T::MultiColors2]),
    ("multicolors", &[T::MultiColors1, T::MultiColors2]),
    ("multicoloring", &[T::MultiColors1, T::MultiColors2]),
    ("multicolouring", &[T::MultiColors1, T::MultiColors2]),
    ("medusa", &[T::Medusa]),
    ("guardians", &[T::BrokenWing]),
    ("thorshammer", &[T::Tridagon]),
    ("xc", &[T::XChain]),
    ("niceloop", &[T::ContinuousNiceLoop, T::DiscontinuousNiceLoop]),
    ("nl", &[T::ContinuousNiceLoop, T::DiscontinuousNiceLoop]),
    ("alternatinginferencechain", &[T::Aic]),
    ("als", &[T::AlsXz, T::AlsXyWing, T::AlsChain]),
    ("alsxz", &[T::AlsXz]),
    ("alsxzrule", &[T::AlsXz]),
    ("alsxywing", &[T::AlsXyWing]),
    ("alsxy", &[T::AlsXyWing]),
    ("alschain", &[T::AlsChain]),
    ("jexocet", &[T::Exocet]),
    ("exocet", &[T::Exocet]),
    ("multisectorlockedset", &[T::Msls]),
    ("alignedpair", &[T::AlignedPairExclusion]),
    ("forcingchain", &[T::ForcingChainContradiction, T::ForcingChainVerity]),
    ("fc", &[T::ForcingChainContradiction, T::ForcingChainVerity]),
    ("forcingnet", &[T::ForcingNetContradiction, T::ForcingNetVerity]),
    ("fn", &[T::ForcingNetContradiction, T::ForcingNetVerity]),
    ("template", &[T::TemplateSet, T::TemplateDelete]),
    ("pom", &[T::TemplateSet, T::TemplateDelete]),
    ("guess", &[T::BruteForce]),
];

const UNIQUE_RECTANGLES: &[Technique] = &[
    T::UniqueRectangle1,
    T::UniqueRectangle2,
    T::UniqueRectangle3,
    T::UniqueRectangle4,
    T::UniqueRectangle5,
    T::UniqueRectangle6,
];

impl Technique {
    /// Returns the techniques with this name, short code, library code or abbreviation.
    ///
    /// Case, spaces, hyphens, the word "type" and a plural "s" are ignored.
    ///
    /// ```
    /// use veridoku_logic::Technique;
    ///
    /// assert_eq!(Technique::named("x wings"), [Technique::XWing]);
    /// assert_eq!(Technique::named("hs"), [Technique::HiddenSingle]);
    /// assert_eq!(Technique::named("ur").len(), 6);
    /// assert_eq!(Technique::similar("hiden singel"), Some(Technique::HiddenSingle));
    /// ```
    pub fn named(name: &str) -> Vec<Technique> {
        let query = normalized(name);
        if query.is_empty() {
            return Vec::new();
        }
        let found = by_name(&query);
        match query.strip_suffix('s') {
            Some(singular) if found.is_empty() => by_name(singular),
            _ => found,
        }
    }

    /// Returns the technique whose name is most similar to a misspelt one, or `None` if no name is similar
    /// enough.
    pub fn similar(name: &str) -> Option<Technique> {
        let query = normalized(name);
        let names = TECHNIQUES.iter().map(|entry| (normalized(entry.name), entry.technique));
        let others =
            ALIASES.iter().filter_map(|&(alias, techniques)| Some((alias.to_string(), *techniques.first()?)));
        let (distance, technique) = names
            .chain(others)
            // Leave out abbreviations, which are similar to every short input.
            .filter(|(known, _)| known.len() > 3)
            .map(|(known, technique)| (distance(&query, &known), technique))
            .min_by_key(|&(distance, _)| distance)?;
        (distance <= 1 + query.len() / 5).then_some(technique)
    }

    /// Returns the alternative names and abbreviations that refer only to this technique.
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        ALIASES.iter().filter(move |(_, techniques)| *techniques == [self]).map(|(alias, _)| *alias)
    }
}

fn by_name(query: &str) -> Vec<Technique> {
    let listed: Vec<Technique> = TECHNIQUES
        .iter()
        .filter(|entry| {
            normalized(entry.name) == query
                || normalized(entry.code) == query
                || entry.library_code.is_some_and(|code| code == query)
        })
        .map(|entry| entry.technique)
        .collect();
    if !listed.is_empty() {
        return listed;
    }
    let alias = ALIASES.iter().find(|(alias, _)| *alias == query);
    alias.map_or_else(Vec::new, |(_, techniques)| techniques.to_vec())
}

/// Removes the differences in spelling that the lookup ignores.
fn normalized(name: &str) -> String {
    let name = name.to_lowercase().replace("type", "").replace('+', "plus");
    name.chars().filter(|character| character.is_alphanumeric()).collect()
}

/// Computes the edit distance: the minimum number of insertions, deletions, substitutions and swaps of
/// adjacent letters.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    // Row i contains the distances between the first i letters of `left` and all prefixes of `right`.
    let mut rows = vec![(0..=right.len()).collect::<Vec<usize>>()];
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let substituted = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut least = substituted.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_code_finds_its_technique() {
        for entry in TECHNIQUES {
            for name in [Some(entry.name), Some(entry.code), entry.library_code].into_iter().flatten() {
                assert!(Technique::named(name).contains(&entry.technique), "{name}");
            }
            assert_eq!(Technique::named(entry.name), [entry.technique]);
            assert_eq!(Technique::named(entry.code), [entry.technique], "{}", entry.code);
        }
    }

    #[test]
    fn aliases_are_normalized_and_not_shadowed_by_other_names() {
        for &(alias, techniques) in ALIASES {
            assert_eq!(normalized(alias), alias);
            assert_eq!(Technique::named(alias), techniques, "{alias}");
        }
    }

    #[test]
    fn differences_in_spelling_are_ignored() {
        assert_eq!(Technique::named(" Unique Rectangle Type 1 "), [T::UniqueRectangle1]);
        assert_eq!(Technique::named("BUG+1"), [T::BugPlusOne]);
        assert_eq!(Technique::named("xy-chains"), [T::XyChain]);
        assert_eq!(Technique::named(""), []);
        assert_eq!(Technique::named("-"), []);
        assert_eq!(Technique::similar("skyscarper"), Some(T::Skyscraper));
        assert_eq!(Technique::similar("swordfsh"), Some(T::Swordfish));
        assert_eq!(Technique::similar("nonsense"), None);
        assert_eq!(Technique::similar(""), None);
    }

    #[test]
    fn distance_counts_insertions_deletions_substitutions_and_swaps() {
        for (left, right, expected) in
            [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1), ("kite", "kit", 1)]
        {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        }
    }
}
