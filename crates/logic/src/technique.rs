//! The table of techniques: names, codes, order and scores.
//!
//! The help texts, the documentation, the web page and the tests are generated from this table. Its rows also
//! name the finders, but only as tokens: `registry.rs` turns them into functions, so this module depends on no
//! finder. For
//! techniques that HoDoKu has, the order, the scores and the levels are HoDoKu's; the others are placed where
//! a player would expect them. Ratings are those of Sudoku Explainer. If a rating depends on the length of
//! a chain, the table contains the lowest one.

use crate::rating::{Difficulty, Rule, scale};
use std::fmt;

/// The entry of a technique in the table.
#[derive(Copy, Clone, Debug)]
pub struct Description {
    /// The technique that the entry describes.
    pub technique: Technique,
    /// The full name.
    pub name: &'static str,
    /// The short code: HoDoKu's, if it has one.
    pub code: &'static str,
    /// The code in HoDoKu's library format, if it has one.
    pub library_code: Option<&'static str>,
    /// The Sudoku Explainer rating in tenths. If it depends on the length of a chain, this is the lowest one.
    pub rating: Option<u16>,
    /// The score of one step.
    pub score: u32,
    /// The minimum level of a puzzle that needs the technique.
    pub level: HodokuLevel,
    /// The position in the ladder. Techniques with the same value are searched for together.
    pub order: u32,
    /// When the technique is tried.
    pub usage: Usage,
    /// Which step is chosen if there are several.
    pub choice: StepChoice,
    /// Whether the technique requires that the puzzle has only one solution.
    pub uniqueness: UniquenessNeed,
    /// A one-line summary.
    pub summary: &'static str,
}

/// The difficulty levels of HoDoKu.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HodokuLevel {
    /// Singles.
    Easy,
    /// Locked candidates and small subsets.
    Medium,
    /// Simple fish, wings, rectangles.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains and nets.
    Extreme,
}

impl HodokuLevel {
    /// All levels, from easy to extreme.
    pub const ALL: [HodokuLevel; 5] = [
        HodokuLevel::Easy,
        HodokuLevel::Medium,
        HodokuLevel::Hard,
        HodokuLevel::Unfair,
        HodokuLevel::Extreme,
    ];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            HodokuLevel::Easy => "Easy",
            HodokuLevel::Medium => "Medium",
            HodokuLevel::Hard => "Hard",
            HodokuLevel::Unfair => "Unfair",
            HodokuLevel::Extreme => "Extreme",
        }
    }

    /// Returns the highest score that a puzzle of this level can have.
    pub const fn max_score(self) -> u32 {
        match self {
            HodokuLevel::Easy => 800,
            HodokuLevel::Medium => 1000,
            HodokuLevel::Hard => 1600,
            HodokuLevel::Unfair => 1800,
            HodokuLevel::Extreme => u32::MAX,
        }
    }
}

impl fmt::Display for HodokuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// When a technique is tried.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Usage {
    /// HoDoKu uses it by default to solve and rate puzzles.
    Default,
    /// HoDoKu does not use it by default, but our hints and paths do.
    Extra,
    /// Used only when requested by name.
    Request,
}

/// Which step a ladder chooses if a technique finds several.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StepChoice {
    /// The first one found.
    First,
    /// The best one, in HoDoKu's order.
    Best,
}

/// Whether a technique requires that the puzzle has only one solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UniquenessNeed {
    /// The technique is valid only if the puzzle is known to have one solution.
    Needed,
    /// The technique is always valid.
    NotNeeded,
}

/// Converts a rating to tenths.
const fn in_tenths(rating: Option<Difficulty>) -> Option<u16> {
    match rating {
        Some(rating) => Some(rating.tenths()),
        None => None,
    }
}

/// Passes the rows of the table to another macro.
macro_rules! techniques {
    ($define:ident) => {
        $define! {
FullHouse: "Full House", "fh", Some("0000"), Some(Rule::LastCell.rating()), 4, Easy, 100, Default, First, NotNeeded, singles::full_house,
    "the last empty cell of a row, column or box takes the last missing digit";
NakedSingle: "Naked Single", "n1", Some("0003"), Some(Rule::NakedSingle.rating()), 4, Easy, 200, Default, First, NotNeeded, singles::naked_single,
    "a cell has only one candidate left";
HiddenSingle: "Hidden Single", "h1", Some("0002"), Some(scale::HIDDEN_SINGLE_IN_LINE), 14, Easy, 300, Default, First, NotNeeded, singles::hidden_single,
    "a digit has only one place left in a row, column or box";
DirectPointing: "Direct Pointing", "dp", None, Some(Rule::DirectPointing.rating()), 50, Medium, 310, Request, First, NotNeeded, direct::locked(DirectPointing),
    "a digit confined to one line of a box leaves only one place for it in another box";
DirectClaiming: "Direct Claiming", "dc", None, Some(Rule::DirectClaiming.rating()), 50, Medium, 320, Request, First, NotNeeded, direct::locked(DirectClaiming),
    "a digit confined to one box in a line leaves only one place for it in another line";
DirectHiddenPair: "Direct Hidden Pair", "dh2", None, Some(Rule::DirectHiddenPair.rating()), 70, Medium, 330, Request, First, NotNeeded, direct::hidden_subset(DirectHiddenPair),
    "two digits confined to two cells of a row, column or box leave only one place for a third digit";
DirectHiddenTriple: "Direct Hidden Triple", "dh3", None, Some(Rule::DirectHiddenTriplet.rating()), 100, Medium, 340, Request, First, NotNeeded, direct::hidden_subset(DirectHiddenTriple),
    "three digits confined to three cells of a row, column or box leave only one place for a fourth digit";
LockedPair: "Locked Pair", "l2", Some("0110"), Some(Rule::NakedPair.rating()), 40, Medium, 1000, Default, First, NotNeeded, subsets::naked(LockedPair),
    "two cells where a line and a box cross have only the same two candidates";
LockedTriple: "Locked Triple", "l3", Some("0111"), Some(Rule::NakedTriplet.rating()), 60, Medium, 1100, Default, First, NotNeeded, subsets::naked(LockedTriple),
    "three cells where a line and a box cross have only three candidates between them";
Pointing: "Locked Candidates Type 1 (Pointing)", "lc1", Some("0100"), Some(Rule::Pointing.rating()), 50, Medium, 1200, Default, First, NotNeeded, locked::locked_candidates(Pointing),
    "in a box, all candidates for a digit are in one line";
Claiming: "Locked Candidates Type 2 (Claiming)", "lc2", Some("0101"), Some(Rule::Claiming.rating()), 50, Medium, 1210, Default, First, NotNeeded, locked::locked_candidates(Claiming),
    "in a line, all candidates for a digit are in one box";
NakedPair: "Naked Pair", "n2", Some("0200"), Some(Rule::NakedPair.rating()), 60, Medium, 1300, Default, First, NotNeeded, subsets::naked(NakedPair),
    "two cells of a row, column or box have only the same two candidates";
NakedTriple: "Naked Triple", "n3", Some("0201"), Some(Rule::NakedTriplet.rating()), 80, Medium, 1400, Default, First, NotNeeded, subsets::naked(NakedTriple),
    "three cells of a row, column or box have only three candidates between them";
HiddenPair: "Hidden Pair", "h2", Some("0210"), Some(Rule::HiddenPair.rating()), 70, Medium, 1500, Default, First, NotNeeded, subsets::hidden(HiddenPair),
    "two digits can only go in the same two cells of a row, column or box";
HiddenTriple: "Hidden Triple", "h3", Some("0211"), Some(Rule::HiddenTriplet.rating()), 100, Medium, 1600, Default, First, NotNeeded, subsets::hidden(HiddenTriple),
    "three digits can only go in the same three cells of a row, column or box";
NakedQuadruple: "Naked Quadruple", "n4", Some("0202"), Some(Rule::NakedQuad.rating()), 120, Hard, 2000, Default, First, NotNeeded, subsets::naked(NakedQuadruple),
    "four cells of a row, column or box have only four candidates between them";
HiddenQuadruple: "Hidden Quadruple", "h4", Some("0212"), Some(Rule::HiddenQuad.rating()), 150, Hard, 2100, Default, First, NotNeeded, subsets::hidden(HiddenQuadruple),
    "four digits can only go in the same four cells of a row, column or box";
XWing: "X-Wing", "bf2", Some("0300"), Some(Rule::XWing.rating()), 140, Hard, 2200, Default, First, NotNeeded, fish::find(XWing),
    "in two lines, a digit has candidates only in the same two crossing lines";
Swordfish: "Swordfish", "bf3", Some("0301"), Some(Rule::Swordfish.rating()), 150, Hard, 2300, Default, First, NotNeeded, fish::find(Swordfish),
    "in three lines, a digit has candidates only in the same three crossing lines";
Jellyfish: "Jellyfish", "bf4", Some("0302"), Some(Rule::Jellyfish.rating()), 160, Hard, 2400, Default, First, NotNeeded, fish::find(Jellyfish),
    "in four lines, a digit has candidates only in the same four crossing lines";
Squirmbag: "Squirmbag", "bf5", Some("0303"), None, 470, Unfair, 2500, Request, First, NotNeeded, fish::find(Squirmbag),
    "in five lines, a digit has candidates only in the same five crossing lines";
Whale: "Whale", "bf6", Some("0304"), None, 470, Unfair, 2600, Request, First, NotNeeded, fish::find(Whale),
    "in six lines, a digit has candidates only in the same six crossing lines";
Leviathan: "Leviathan", "bf7", Some("0305"), None, 470, Unfair, 2700, Request, First, NotNeeded, fish::find(Leviathan),
    "in seven lines, a digit has candidates only in the same seven crossing lines";
RemotePair: "Remote Pair", "rp", Some("0703"), None, 110, Hard, 2800, Default, First, NotNeeded, chains::remote_pair,
    "a chain of cells that all have the same two candidates";
BugPlusOne: "Bivalue Universal Grave + 1", "bug1", Some("0610"), Some(Rule::Bug.rating()), 100, Hard, 2900, Default, First, Needed, bug::plus_one,
    "a single extra candidate prevents a grid with two candidates in every cell, which would have two solutions";
Skyscraper: "Skyscraper", "sk", Some("0400"), Some(Rule::ForcingXChain.rating()), 130, Hard, 3000, Default, First, NotNeeded, single_digit::skyscraper,
    "a digit has two places in each of two parallel lines, and one place in each line is in the same crossing line";
TwoStringKite: "2-String Kite", "2sk", Some("0401"), Some(Rule::ForcingXChain.rating()), 150, Hard, 3100, Default, First, NotNeeded, single_digit::two_string_kite,
    "a digit has two places in a row and two in a column, connected through a box";
DualTwoStringKite: "Dual 2-String Kite", "d2sk", Some("0404"), Some(Rule::ForcingXChain.rating()), 150, Hard, 3110, Request, Best, NotNeeded, single_digit::dual_two_string_kite,
    "two 2-String Kites that share a box";
TurbotFish: "Turbot Fish", "tf", Some("0403"), Some(Rule::ForcingXChain.rating()), 120, Hard, 3120, Default, Best, NotNeeded, single_digit::turbot_fish,
    "a digit has two places in each of two rows, columns or boxes, and a place of one sees a place of the other";
EmptyRectangle: "Empty Rectangle", "er", Some("0402"), None, 120, Hard, 3170, Default, First, NotNeeded, single_digit::empty_rectangle,
    "the candidates for a digit in a box form a cross, connected to a line with two places for the digit";
DualEmptyRectangle: "Dual Empty Rectangle", "der", Some("0405"), None, 120, Hard, 3180, Request, Best, NotNeeded, single_digit::dual_empty_rectangle,
    "two Empty Rectangles in one box";
WWing: "W-Wing", "w", Some("0803"), None, 150, Hard, 3200, Default, First, NotNeeded, wings::w_wing,
    "two cells with the same two candidates, connected by a row, column or box with two places for one of these digits";
XyWing: "XY-Wing", "xy", Some("0800"), Some(Rule::XyWing.rating()), 160, Hard, 3300, Default, First, NotNeeded, wings::xy_wing,
    "a cell with two candidates sees two other such cells, which share a third digit";
XyzWing: "XYZ-Wing", "xyz", Some("0801"), Some(Rule::XyzWing.rating()), 180, Hard, 3400, Default, First, NotNeeded, wings::xyz_wing,
    "a cell with three candidates sees two cells that each have two of these candidates";
UniqueRectangle1: "Uniqueness Test 1", "u1", Some("0600"), Some(Rule::UniqueLoop.rating()), 100, Hard, 3500, Default, First, Needed, rectangles::unique_rectangle(UniqueRectangle1),
    "three corners of a rectangle have only the same two candidates, so the fourth must be another digit";
UniqueRectangle2: "Uniqueness Test 2", "u2", Some("0601"), Some(Rule::UniqueLoop.rating()), 100, Hard, 3600, Default, First, Needed, rectangles::unique_rectangle(UniqueRectangle2),
    "the extra candidates in a rectangle are all the same digit";
UniqueRectangle3: "Uniqueness Test 3", "u3", Some("0602"), Some(scale::UNIQUE_RECTANGLE_TYPE_3), 100, Hard, 3700, Default, First, Needed, rectangles::unique_rectangle(UniqueRectangle3),
    "the extra candidates in a rectangle form a naked subset with other cells";
UniqueRectangle4: "Uniqueness Test 4", "u4", Some("0603"), Some(Rule::UniqueLoop.rating()), 100, Hard, 3800, Default, First, Needed, rectangles::unique_rectangle(UniqueRectangle4),
    "in a row, column or box, one digit of a rectangle can only go in the two corners with extra candidates";
UniqueRectangle5: "Uniqueness Test 5", "u5", Some("0604"), None, 100, Hard, 3900, Default, First, Needed, rectangles::unique_rectangle(UniqueRectangle5),
    "two or three corners of a rectangle, not all in one line, have the same extra digit";
UniqueRectangle6: "Uniqueness Test 6", "u6", Some("0605"), None, 100, Hard, 4000, Default, First, Needed, rectangles::unique_rectangle(UniqueRectangle6),
    "in both rows and both columns of a rectangle, one of its digits can only go in the corners";
HiddenRectangle: "Hidden Rectangle", "hr", Some("0606"), None, 100, Hard, 4010, Default, First, Needed, rectangles::unique_rectangle(HiddenRectangle),
    "along two sides of a rectangle, one digit can only go in the corners, so the other digit cannot go where the two sides meet";
AvoidableRectangle1: "Avoidable Rectangle Type 1", "ar1", Some("0607"), None, 100, Hard, 4020, Default, First, Needed, avoidable::type_1,
    "three corners of a rectangle are solved but not given, and the fourth must not complete a swappable pattern";
AvoidableRectangle2: "Avoidable Rectangle Type 2", "ar2", Some("0608"), None, 100, Hard, 4030, Default, First, Needed, avoidable::type_2,
    "two corners of a rectangle are solved but not given, and the other two share an extra digit";
UniqueLoop1: "Unique Loop Type 1", "ul1", Some("0620"), Some(scale::UNIQUE_LOOP), 105, Hard, 4040, Extra, Best, Needed, loops::unique_loop,
    "all cells of a loop except one have only the same two candidates";
UniqueLoop2: "Unique Loop Type 2", "ul2", Some("0620"), Some(scale::UNIQUE_LOOP), 105, Hard, 4040, Extra, Best, Needed, loops::unique_loop,
    "the extra candidates in a loop are all the same digit";
UniqueLoop3: "Unique Loop Type 3", "ul3", Some("0620"), Some(scale::UNIQUE_LOOP_TYPE_3), 105, Hard, 4040, Extra, Best, Needed, loops::unique_loop,
    "the extra candidates in a loop form a naked subset with other cells";
UniqueLoop4: "Unique Loop Type 4", "ul4", Some("0620"), Some(scale::UNIQUE_LOOP), 105, Hard, 4040, Extra, Best, Needed, loops::unique_loop,
    "in a row, column or box, one digit of a loop can only go in the two cells with extra candidates";
ExtendedRectangle: "Extended Unique Rectangle", "xur", Some("0621"), None, 110, Hard, 4050, Extra, Best, Needed, extended::extended_rectangle,
    "six or more cells in two lines share three or more digits, which could be swapped between the lines";
BugLite: "BUG-Lite", "bl", Some("0622"), None, 120, Hard, 4060, Extra, Best, Needed, bug_lite::bug_lite,
    "a group of cells could all be changed to their other candidate, which would give a second solution";
ReverseBug: "Reverse BUG", "rbug", Some("0623"), None, 120, Hard, 4070, Extra, Best, Needed, reverse_bug::reverse_bug,
    "cells with two digits, none of them given, must not form a swappable pattern";
Mug: "Multivalue Universal Grave", "mug", Some("0624"), None, 120, Hard, 4080, Request, Best, Needed, mug::mug,
    "cells that could be filled with the same digits in two ways, which would give a second solution";
Bug2: "Bivalue Universal Grave Type 2", "bug2", None, Some(scale::BUG_TYPE_2), 110, Hard, 4090, Extra, Best, Needed, bug::bug,
    "extra candidates of one digit prevent a grid with two candidates in every cell, which would have two solutions";
Bug3: "Bivalue Universal Grave Type 3", "bug3", None, Some(scale::BUG_TYPE_3), 110, Hard, 4090, Extra, Best, Needed, bug::bug,
    "the extra candidates that prevent two solutions form a naked subset with other cells";
Bug4: "Bivalue Universal Grave Type 4", "bug4", None, Some(scale::BUG_TYPE_2), 110, Hard, 4090, Extra, Best, Needed, bug::bug,
    "in a row, column or box, another digit can only go in the two cells whose extra candidates prevent two solutions";
FinnedXWing: "Finned X-Wing", "fbf2", Some("0310"), None, 130, Hard, 4100, Default, First, NotNeeded, fish::find(FinnedXWing),
    "an X-Wing with extra candidates (fins), which eliminates only candidates that see every fin";
SashimiXWing: "Sashimi X-Wing", "sbf2", Some("0320"), None, 150, Hard, 4200, Default, First, NotNeeded, fish::find(SashimiXWing),
    "an X-Wing that is incomplete without its extra candidates (fins)";
FinnedSwordfish: "Finned Swordfish", "fbf3", Some("0311"), None, 200, Unfair, 4300, Default, First, NotNeeded, fish::find(FinnedSwordfish),
    "a Swordfish with extra candidates (fins), which eliminates only candidates that see every fin";
SashimiSwordfish: "Sashimi Swordfish", "sbf3", Some("0321"), None, 240, Unfair, 4400, Default, First, NotNeeded, fish::find(SashimiSwordfish),
    "a Swordfish that is incomplete without its extra candidates (fins)";
FinnedJellyfish: "Finned Jellyfish", "fbf4", Some("0312"), None, 250, Unfair, 4500, Default, First, NotNeeded, fish::find(FinnedJellyfish),
    "a Jellyfish with extra candidates (fins), which eliminates only candidates that see every fin";
SashimiJellyfish: "Sashimi Jellyfish", "sbf4", Some("0322"), None, 260, Unfair, 4600, Default, First, NotNeeded, fish::find(SashimiJellyfish),
    "a Jellyfish that is incomplete without its extra candidates (fins)";
FinnedSquirmbag: "Finned Squirmbag", "fbf5", Some("0313"), None, 470, Unfair, 4700, Request, First, NotNeeded, fish::find(FinnedSquirmbag),
    "a Squirmbag with extra candidates (fins), which eliminates only candidates that see every fin";
SashimiSquirmbag: "Sashimi Squirmbag", "sbf5", Some("0323"), None, 470, Unfair, 4800, Request, First, NotNeeded, fish::find(SashimiSquirmbag),
    "a Squirmbag that is incomplete without its extra candidates (fins)";
FinnedWhale: "Finned Whale", "fbf6", Some("0314"), None, 470, Unfair, 4900, Request, First, NotNeeded, fish::find(FinnedWhale),
    "a Whale with extra candidates (fins), which eliminates only candidates that see every fin";
SashimiWhale: "Sashimi Whale", "sbf6", Some("0324"), None, 470, Unfair, 5000, Request, First, NotNeeded, fish::find(SashimiWhale),
    "a Whale that is incomplete without its extra candidates (fins)";
FinnedLeviathan: "Finned Leviathan", "fbf7", Some("0315"), None, 470, Unfair, 5100, Request, First, NotNeeded, fish::find(FinnedLeviathan),
    "a Leviathan with extra candidates (fins), which eliminates only candidates that see every fin";
SashimiLeviathan: "Sashimi Leviathan", "sbf7", Some("0325"), None, 470, Unfair, 5200, Request, First, NotNeeded, fish::find(SashimiLeviathan),
    "a Leviathan that is incomplete without its extra candidates (fins)";
SueDeCoq: "Sue de Coq", "sdc", Some("1101"), None, 250, Unfair, 5300, Default, First, NotNeeded, sue_de_coq::sue_de_coq,
    "cells where a line and a box cross share their digits with a set in the line and a set in the box";
WxyzWing: "WXYZ-Wing", "wxyz", Some("0804"), None, 200, Hard, 5301, Extra, Best, NotNeeded, bent::wxyz_wing,
    "a cell and three others with two candidates each share four digits, only one of which can appear twice";
BentQuad: "Bent Quad", "bq", Some("0802"), None, 200, Hard, 5302, Extra, Best, NotNeeded, bent::bent_set(BentQuad),
    "four cells around a crossing share four digits, only one of which can appear twice";
VwxyzWing: "VWXYZ-Wing", "vwxyz", Some("0805"), None, 230, Unfair, 5303, Extra, Best, NotNeeded, bent::bent_set(VwxyzWing),
    "five cells around a crossing share five digits, only one of which can appear twice";
UvwxyzWing: "UVWXYZ-Wing", "uvwxyz", Some("0806"), None, 250, Unfair, 5304, Extra, Best, NotNeeded, bent::bent_set(UvwxyzWing),
    "six cells around a crossing share six digits, only one of which can appear twice";
TuvwxyzWing: "TUVWXYZ-Wing", "tuvwxyz", Some("0807"), None, 270, Unfair, 5305, Request, Best, NotNeeded, bent::bent_set(TuvwxyzWing),
    "seven cells around a crossing share seven digits, only one of which can appear twice";
StuvwxyzWing: "STUVWXYZ-Wing", "stuvwxyz", Some("0808"), None, 290, Unfair, 5306, Request, Best, NotNeeded, bent::bent_set(StuvwxyzWing),
    "eight cells around a crossing share eight digits, only one of which can appear twice";
RstuvwxyzWing: "RSTUVWXYZ-Wing", "rstuvwxyz", Some("0809"), None, 310, Unfair, 5307, Request, Best, NotNeeded, bent::bent_set(RstuvwxyzWing),
    "nine cells around a crossing share nine digits, only one of which can appear twice";
SimpleColorsTrap: "Simple Colors Trap", "sc1", Some("0500"), None, 150, Hard, 5330, Default, First, NotNeeded, colors::simple_colors,
    "linked candidates for a digit have two colours, one of which is true; another candidate sees both colours";
SimpleColorsWrap: "Simple Colors Wrap", "sc2", Some("0501"), None, 150, Hard, 5330, Default, First, NotNeeded, colors::simple_colors,
    "linked candidates for a digit have two colours; a colour that appears twice in a row, column or box is false";
MultiColors1: "Multi Colors 1", "mc1", Some("0502"), None, 200, Hard, 5360, Default, First, NotNeeded, colors::multi_colors,
    "a colour of one pair excludes a colour of another pair, so one of the two remaining colours is true";
MultiColors2: "Multi Colors 2", "mc2", Some("0503"), None, 200, Hard, 5360, Default, First, NotNeeded, colors::multi_colors,
    "a colour that excludes both colours of another pair is false";
Medusa: "3D Medusa", "med", None, None, 250, Unfair, 5370, Extra, Best, NotNeeded, medusa::medusa,
    "linked candidates of several digits have two colours, one of which is true";
BrokenWing: "Broken Wing", "bw", Some("1400"), None, 250, Unfair, 5380, Extra, Best, NotNeeded, oddagon::broken_wing,
    "a digit cannot alternate around an odd ring of cells, so at least one extra candidate is true";
BivalueOddagon: "Bivalue Oddagon", "bo", Some("1401"), None, 250, Unfair, 5385, Extra, Best, NotNeeded, oddagon::bivalue_oddagon,
    "an odd ring of cells cannot be filled with only two digits";
Tridagon: "Tridagon", "tri", Some("1402"), None, 300, Unfair, 5390, Extra, Best, NotNeeded, tridagon::tridagon,
    "twelve cells in four boxes cannot be filled with only three digits";
XChain: "X-Chain", "x", Some("0701"), Some(Rule::ForcingXChain.rating()), 260, Unfair, 5400, Default, First, NotNeeded, chains::simple_chain(XChain),
    "a chain of candidates for one digit, in which the candidate at one end or the other is true";
XyChain: "XY-Chain", "xyc", Some("0702"), Some(Rule::ForcingChain.rating()), 260, Unfair, 5500, Default, First, NotNeeded, chains::simple_chain(XyChain),
    "a chain of cells with two candidates each, in which the candidate at one end or the other is true";
Fireworks: "Fireworks", "fw", None, None, 270, Unfair, 5520, Extra, Best, NotNeeded, fireworks::fireworks,
    "digits of a row and a column are confined to their common box and one other cell in each";
ContinuousNiceLoop: "Continuous Nice Loop", "cnl", Some("0706"), Some(Rule::XyCycle.rating()), 280, Unfair, 5600, Default, First, NotNeeded, chains::nice_loop,
    "a chain that closes into a loop, in which every second candidate is true";
DiscontinuousNiceLoop: "Discontinuous Nice Loop", "dnl", Some("0707"), Some(Rule::ForcingChain.rating()), 280, Unfair, 5600, Default, First, NotNeeded, chains::nice_loop,
    "a chain that returns to its first cell, where it proves or eliminates a candidate";
Aic: "AIC", "aic", Some("0708"), Some(Rule::ForcingChain.rating()), 280, Unfair, 5600, Default, First, NotNeeded, chains::nice_loop,
    "a chain of candidates (alternating inference chain), in which the candidate at one end or the other is true";
GroupedContinuousNiceLoop: "Grouped Continuous Nice Loop", "gcnl", Some("0709"), None, 300, Unfair, 5650, Default, First, NotNeeded, chains::grouped_nice_loop,
    "a chain of candidates and groups of cells that closes into a loop";
GroupedDiscontinuousNiceLoop: "Grouped Discontinuous Nice Loop", "gdnl", Some("0710"), None, 300, Unfair, 5650, Default, First, NotNeeded, chains::grouped_nice_loop,
    "a chain of candidates and groups of cells that returns to its first cell, where it proves or eliminates a candidate";
GroupedAic: "Grouped AIC", "gaic", Some("0711"), None, 300, Unfair, 5650, Default, First, NotNeeded, chains::grouped_nice_loop,
    "a chain of candidates and groups of cells, in which one end or the other is true";
AlsXz: "Almost Locked Set XZ-Rule", "axz", Some("0901"), None, 300, Unfair, 5700, Default, First, NotNeeded, als::xz,
    "two almost locked sets share a digit that only one of them can contain, so one of them contains another shared digit";
AlsXyWing: "Almost Locked Set XY-Wing", "axy", Some("0902"), None, 320, Unfair, 5800, Default, First, NotNeeded, als::xy_wing,
    "two almost locked sets, linked by a third, share a digit that one of them must contain";
AlsChain: "Almost Locked Set Chain", "ach", Some("0903"), None, 340, Unfair, 5900, Default, First, NotNeeded, als::chain,
    "a chain of almost locked sets whose ends share a digit that one of them must contain";
DeathBlossom: "Death Blossom", "db", Some("0904"), None, 360, Unfair, 6000, Extra, First, NotNeeded, als::death_blossom,
    "each candidate of a cell excludes a digit from an almost locked set, and all these sets share another digit";
AlignedPairExclusion: "Aligned Pair Exclusion", "ape", Some("1000"), Some(Rule::AlignedPair.rating()), 330, Unfair, 6010, Extra, Best, NotNeeded, aligned::pair,
    "a candidate appears in no possible combination of digits for two cells";
AlignedTripleExclusion: "Aligned Triple Exclusion", "ate", Some("1001"), Some(Rule::AlignedTriplet.rating()), 350, Unfair, 6020, Request, Best, NotNeeded, aligned::triple,
    "a candidate appears in no possible combination of digits for three cells";
FrankenXWing: "Franken X-Wing", "ff2", Some("0330"), None, 300, Unfair, 6100, Default, First, NotNeeded, fish::find(FrankenXWing),
    "an X-Wing that uses boxes as well as lines";
FrankenSwordfish: "Franken Swordfish", "ff3", Some("0331"), None, 350, Unfair, 6200, Default, First, NotNeeded, fish::find(FrankenSwordfish),
    "a Swordfish that uses boxes as well as lines";
FrankenJellyfish: "Franken Jellyfish", "ff4", Some("0332"), None, 370, Unfair, 6300, Request, First, NotNeeded, fish::find(FrankenJellyfish),
    "a Jellyfish that uses boxes as well as lines";
FrankenSquirmbag: "Franken Squirmbag", "ff5", Some("0333"), None, 470, Extreme, 6400, Request, First, NotNeeded, fish::find(FrankenSquirmbag),
    "a Squirmbag that uses boxes as well as lines";
FrankenWhale: "Franken Whale", "ff6", Some("0334"), None, 470, Extreme, 6500, Request, First, NotNeeded, fish::find(FrankenWhale),
    "a Whale that uses boxes as well as lines";
FrankenLeviathan: "Franken Leviathan", "ff7", Some("0335"), None, 470, Extreme, 6600, Request, First, NotNeeded, fish::find(FrankenLeviathan),
    "a Leviathan that uses boxes as well as lines";
FinnedFrankenXWing: "Finned Franken X-Wing", "fff2", Some("0340"), None, 390, Unfair, 6700, Default, First, NotNeeded, fish::find(FinnedFrankenXWing),
    "an X-Wing that uses boxes as well as lines, with extra candidates (fins)";
FinnedFrankenSwordfish: "Finned Franken Swordfish", "fff3", Some("0341"), None, 410, Unfair, 6800, Default, First, NotNeeded, fish::find(FinnedFrankenSwordfish),
    "a Swordfish that uses boxes as well as lines, with extra candidates (fins)";
FinnedFrankenJellyfish: "Finned Franken Jellyfish", "fff4", Some("0342"), None, 430, Unfair, 6900, Request, First, NotNeeded, fish::find(FinnedFrankenJellyfish),
    "a Jellyfish that uses boxes as well as lines, with extra candidates (fins)";
FinnedFrankenSquirmbag: "Finned Franken Squirmbag", "fff5", Some("0343"), None, 470, Extreme, 7000, Request, First, NotNeeded, fish::find(FinnedFrankenSquirmbag),
    "a Squirmbag that uses boxes as well as lines, with extra candidates (fins)";
FinnedFrankenWhale: "Finned Franken Whale", "fff6", Some("0344"), None, 470, Extreme, 7100, Request, First, NotNeeded, fish::find(FinnedFrankenWhale),
    "a Whale that uses boxes as well as lines, with extra candidates (fins)";
FinnedFrankenLeviathan: "Finned Franken Leviathan", "fff7", Some("0345"), None, 470, Extreme, 7200, Request, First, NotNeeded, fish::find(FinnedFrankenLeviathan),
    "a Leviathan that uses boxes as well as lines, with extra candidates (fins)";
MutantXWing: "Mutant X-Wing", "mf2", Some("0350"), None, 450, Extreme, 7300, Request, First, NotNeeded, fish::find(MutantXWing),
    "an X-Wing that uses any mix of rows, columns and boxes";
MutantSwordfish: "Mutant Swordfish", "mf3", Some("0351"), None, 450, Extreme, 7400, Request, First, NotNeeded, fish::find(MutantSwordfish),
    "a Swordfish that uses any mix of rows, columns and boxes";
MutantJellyfish: "Mutant Jellyfish", "mf4", Some("0352"), None, 450, Extreme, 7500, Request, First, NotNeeded, fish::find(MutantJellyfish),
    "a Jellyfish that uses any mix of rows, columns and boxes";
MutantSquirmbag: "Mutant Squirmbag", "mf5", Some("0353"), None, 470, Extreme, 7600, Request, First, NotNeeded, fish::find(MutantSquirmbag),
    "a Squirmbag that uses any mix of rows, columns and boxes";
MutantWhale: "Mutant Whale", "mf6", Some("0354"), None, 470, Extreme, 7700, Request, First, NotNeeded, fish::find(MutantWhale),
    "a Whale that uses any mix of rows, columns and boxes";
MutantLeviathan: "Mutant Leviathan", "mf7", Some("0355"), None, 470, Extreme, 7800, Request, First, NotNeeded, fish::find(MutantLeviathan),
    "a Leviathan that uses any mix of rows, columns and boxes";
FinnedMutantXWing: "Finned Mutant X-Wing", "fmf2", Some("0360"), None, 470, Extreme, 7900, Request, First, NotNeeded, fish::find(FinnedMutantXWing),
    "an X-Wing that uses any mix of rows, columns and boxes, with extra candidates (fins)";
FinnedMutantSwordfish: "Finned Mutant Swordfish", "fmf3", Some("0361"), None, 470, Extreme, 8000, Request, First, NotNeeded, fish::find(FinnedMutantSwordfish),
    "a Swordfish that uses any mix of rows, columns and boxes, with extra candidates (fins)";
FinnedMutantJellyfish: "Finned Mutant Jellyfish", "fmf4", Some("0362"), None, 470, Extreme, 8100, Request, First, NotNeeded, fish::find(FinnedMutantJellyfish),
    "a Jellyfish that uses any mix of rows, columns and boxes, with extra candidates (fins)";
FinnedMutantSquirmbag: "Finned Mutant Squirmbag", "fmf5", Some("0363"), None, 470, Extreme, 8200, Request, First, NotNeeded, fish::find(FinnedMutantSquirmbag),
    "a Squirmbag that uses any mix of rows, columns and boxes, with extra candidates (fins)";
FinnedMutantWhale: "Finned Mutant Whale", "fmf6", Some("0364"), None, 470, Extreme, 8300, Request, First, NotNeeded, fish::find(FinnedMutantWhale),
    "a Whale that uses any mix of rows, columns and boxes, with extra candidates (fins)";
FinnedMutantLeviathan: "Finned Mutant Leviathan", "fmf7", Some("0365"), None, 470, Extreme, 8400, Request, First, NotNeeded, fish::find(FinnedMutantLeviathan),
    "a Leviathan that uses any mix of rows, columns and boxes, with extra candidates (fins)";
SkLoop: "SK Loop", "skl", None, None, 400, Extreme, 8410, Extra, Best, NotNeeded, sk_loop::sk_loop,
    "sixteen cells in four boxes, locked to each other in a loop by pairs of digits";
Msls: "Multi-Sector Locked Sets", "msls", None, None, 450, Extreme, 8420, Extra, Best, NotNeeded, msls::msls,
    "a set of cells that needs every digit that its rows and columns can supply";
Exocet: "Junior Exocet", "jx", None, None, 450, Extreme, 8430, Extra, Best, NotNeeded, exocet::junior_exocet,
    "two base cells whose digits must also be in two target cells";
KrakenFish1: "Kraken Fish Type 1", "kf1", Some("0371"), None, 500, Extreme, 8450, Request, First, NotNeeded, kraken::kraken_fish,
    "a finned fish in which chains from the fins lead to the same elimination";
KrakenFish2: "Kraken Fish Type 2", "kf2", Some("0372"), None, 500, Extreme, 8450, Request, First, NotNeeded, kraken::kraken_fish,
    "a finned fish in which chains from the fins, and from the candidates in one cover house, lead to the same elimination";
ForcingChainContradiction: "Forcing Chain Contradiction", "fcc", Some("1301"), Some(Rule::MultipleChains.rating()), 500, Extreme, 8500, Default, First, NotNeeded, forcing::chains,
    "an assumption leads to a contradiction through a chain of single implications";
ForcingChainVerity: "Forcing Chain Verity", "fcv", Some("1302"), Some(Rule::MultipleChains.rating()), 500, Extreme, 8500, Default, First, NotNeeded, forcing::chains,
    "every case leads to the same conclusion through a chain of single implications";
ForcingNetContradiction: "Forcing Net Contradiction", "fnc", Some("1303"), Some(Rule::DynamicChains.rating()), 700, Extreme, 8600, Default, First, NotNeeded, forcing::nets,
    "an assumption and everything that follows from it lead to a contradiction";
ForcingNetVerity: "Forcing Net Verity", "fnv", Some("1304"), Some(Rule::DynamicChains.rating()), 700, Extreme, 8600, Default, First, NotNeeded, forcing::nets,
    "every case, with everything that follows from it, leads to the same conclusion";
TemplateSet: "Template Set", "ts", Some("1201"), None, 10000, Extreme, 8700, Request, First, NotNeeded, templates::set,
    "a cell that is part of every possible way to place a digit in the whole grid";
TemplateDelete: "Template Delete", "td", Some("1202"), None, 10000, Extreme, 8800, Request, First, NotNeeded, templates::delete,
    "a cell that is not part of any possible way to place a digit in the whole grid";
BruteForce: "Brute Force", "bf", None, None, 10000, Extreme, 8900, Default, First, NotNeeded, brute_force::brute_force,
    "a digit is taken from the solution because no other technique applies";
        }
    };
}
pub(crate) use techniques;

/// Defines the enum of techniques and their table.
macro_rules! define_table {
    ($(
        $technique:ident: $name:literal, $code:literal, $library:expr, $rating:expr, $score:literal, $level:ident,
        $order:literal, $usage:ident, $choice:ident, $uniqueness:ident,
        $family:ident::$finder:ident $(($own:ident))?, $summary:literal;
    )*) => {
        /// A technique of the table.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Technique {
            $(
                #[doc = concat!($name, ": ", $summary, ".")]
                $technique,
            )*
        }

        /// All techniques, in the order in which they are tried.
        pub static TECHNIQUES: &[Description] = &[
            $(Description {
                technique: Technique::$technique,
                name: $name,
                code: $code,
                library_code: $library,
                rating: in_tenths($rating),
                score: $score,
                level: HodokuLevel::$level,
                order: $order,
                usage: Usage::$usage,
                choice: StepChoice::$choice,
                uniqueness: UniquenessNeed::$uniqueness,
                summary: $summary,
            },)*
        ];
    };
}

techniques!(define_table);

impl Technique {
    /// Returns the table entry of the technique.
    pub fn description(self) -> &'static Description {
        &TECHNIQUES[self as usize]
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.description().name
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
