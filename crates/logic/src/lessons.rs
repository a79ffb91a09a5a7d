//! Lessons: a page for each technique or family of techniques. `lessons/README.md` says how to write one.
//!
//! ```text
//! lessons/en/x-wing.md     the text in English           lessons/zh/x-wing.md   the same in Chinese
//! lessons/positions.txt    the positions of all pages, shared by the languages
//! ```
//!
//! A counter-example is a position where a learner might see the technique, but it does not apply. It names
//! the candidates that spoil the pattern: without them, the finder would find a step, and its conclusion
//! would be wrong.

use crate::library::read_candidates;
use crate::{Ladder, LibraryCase, Marks, Position, Role, SearchOptions, Step, TECHNIQUES, Technique};
use veridoku_core::CandidateSet;

/// A language of the lessons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::En, Language::Zh];

    /// Returns the code of the language.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }

    /// Returns the headings of the sections after the introduction.
    pub const fn headings(self) -> [&'static str; 3] {
        match self {
            Language::En => ["What to look for", "Example", "Not this"],
            Language::Zh => ["如何寻找", "示例", "反例"],
        }
    }
}

/// The text of a page, with its positions. Only the text is serialized.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Lesson {
    /// The name of the page in file names and addresses.
    pub slug: &'static str,
    /// The title.
    pub title: &'static str,
    /// The introduction: what the pattern is, and why the conclusion follows.
    pub paragraphs: Vec<String>,
    /// What to look for, point by point.
    pub look_for: Vec<String>,
    /// What the first example shows.
    pub example: Vec<String>,
    /// Why the technique does not apply in the counter-example.
    pub not_this: Vec<String>,
    /// The positions of the page.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub positions: LessonPositions,
}

/// The positions of a page.
#[derive(Clone, Debug, Default)]
pub struct LessonPositions {
    /// The techniques of the page, each with a position in which it applies.
    pub examples: Vec<(Technique, &'static str)>,
    /// A position in which no technique of the page applies.
    pub counter_example: &'static str,
    /// The candidates without which the first technique would seem to apply in the counter-example.
    pub spoilers: CandidateSet,
}

/// The pattern that a counter-example seems to contain.
#[derive(Clone, Debug)]
pub struct FalsePattern {
    /// The position of the counter-example.
    pub position: Position,
    /// The step, without its wrong conclusions.
    pub step: Step,
    /// What to highlight; the spoilers are extra candidates.
    pub marks: Marks,
}

/// Includes the texts of the pages, in the order of [`Language::ALL`].
macro_rules! pages {
    ($($slug:literal)*) => {
        &[$(($slug, [
            include_str!(concat!("../lessons/en/", $slug, ".md")),
            include_str!(concat!("../lessons/zh/", $slug, ".md")),
        ])),*]
    };
}

/// The pages by slug, from easy to hard.
const PAGES: &[(&str, [&str; 2])] = pages![
    "full-house" "naked-single" "hidden-single" "direct-steps" "locked-candidates" "locked-subset"
    "naked-pair" "naked-triple" "hidden-pair" "hidden-triple" "x-wing" "swordfish" "jellyfish"
    "finned-x-wing" "sashimi-x-wing" "finned-fish" "skyscraper" "two-string-kite" "turbot-fish"
    "empty-rectangle" "remote-pair" "w-wing" "xy-wing" "xyz-wing" "larger-wings" "bent-quad"
    "unique-rectangle-1" "unique-rectangle-2" "unique-rectangle-3" "unique-rectangle-4" "hidden-rectangle"
    "avoidable-rectangle" "unique-loop" "extended-rectangle" "bug-plus-one" "bug-types" "bug-lite"
    "reverse-bug" "simple-colors" "multi-colors" "3d-medusa" "broken-wing" "bivalue-oddagon" "tridagon"
    "x-chain" "xy-chain" "fireworks" "aic" "nice-loop" "grouped-chains" "sue-de-coq" "als-xz"
    "als-xy-wing" "als-chain" "death-blossom" "aligned-exclusion" "franken-fish" "mutant-fish"
    "kraken-fish" "sk-loop" "multi-sector-locked-sets" "junior-exocet" "forcing-chain" "forcing-net"
    "template" "brute-force"
];

const POSITIONS: &str = include_str!("../lessons/positions.txt");

/// Returns all lessons, from easy to hard.
pub fn lessons(language: Language) -> impl Iterator<Item = Lesson> {
    PAGES.iter().map(move |&(slug, texts)| Lesson::parse(slug, texts[language as usize], language))
}

/// Returns the lesson about a technique.
pub fn lesson(technique: Technique, language: Language) -> Option<Lesson> {
    lessons(language).find(|lesson| lesson.positions.examples.iter().any(|(other, _)| *other == technique))
}

impl Lesson {
    fn parse(slug: &'static str, text: &'static str, language: Language) -> Lesson {
        let mut sections = text.split("\n## ");
        let head = sections.next().and_then(|head| head.strip_prefix("# ")).unwrap_or_default();
        let (title, introduction) = head.split_once('\n').unwrap_or_default();
        let mut section = |heading| paragraphs(sections.next().and_then(|text| text.strip_prefix(heading)));
        let [look_for, example, not_this] = language.headings().map(&mut section);
        Lesson {
            slug,
            title,
            paragraphs: paragraphs(Some(introduction)),
            look_for,
            example,
            not_this,
            positions: LessonPositions::of(slug),
        }
    }
}

/// Splits text at blank lines and before the points of a list, and joins the lines of each part.
fn paragraphs(text: Option<&str>) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.unwrap_or_default().lines() {
        if line.is_empty() || line.starts_with("- ") {
            parts.push(String::new());
        }
        let line = line.strip_prefix("- ").unwrap_or(line).trim();
        if let Some(part) = parts.last_mut() {
            // Chinese words are not separated by spaces.
            let is_split_word = |(before, after): (char, char)| !before.is_ascii() && !after.is_ascii();
            if part.chars().last().zip(line.chars().next()).is_some_and(|ends| !is_split_word(ends)) {
                part.push(' ');
            }
            part.push_str(line);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

impl LessonPositions {
    /// Reads the positions of a page.
    fn of(slug: &str) -> LessonPositions {
        let mut positions = LessonPositions::default();
        let lines = POSITIONS.lines().skip_while(|line| *line != slug).skip(1);
        for line in lines.take_while(|line| line.starts_with(' ')) {
            let Some((name, position)) = line.trim().rsplit_once(" = ") else { continue };
            if let Some(spoilers) = name.strip_prefix("not") {
                positions.counter_example = position;
                positions.spoilers = read_candidates(spoilers).unwrap_or_default();
            } else if let Some(entry) = TECHNIQUES.iter().find(|entry| entry.name == name) {
                positions.examples.push((entry.technique, position));
            }
        }
        positions
    }

    /// Returns the example of a technique, and the step in it.
    pub fn example(&self, technique: Technique) -> Option<(Position, Step)> {
        let (_, text) = self.examples.iter().find(|(other, _)| *other == technique)?;
        let position = read(text)?;
        let step = ladder_of(technique).next(&position)?;
        Some((position, step))
    }

    /// Returns the position of the counter-example.
    pub fn counter_position(&self) -> Option<Position> {
        read(self.counter_example)
    }

    /// Returns the step that would follow in the counter-example without the spoilers, and the position
    /// without them.
    pub fn false_step(&self) -> Option<(Position, Step)> {
        let (technique, _) = self.examples.first().filter(|_| !self.spoilers.is_empty())?;
        let mut position = self.counter_position()?;
        for spoiler in &self.spoilers {
            position.eliminate(spoiler);
        }
        let step = ladder_of(*technique).next(&position)?;
        Some((position, step))
    }

    /// Returns the pattern that the counter-example seems to contain.
    pub fn false_pattern(&self) -> Option<FalsePattern> {
        let (without, step) = self.false_step()?;
        let step = Step { placements: CandidateSet::EMPTY, eliminations: CandidateSet::EMPTY, ..step };
        let mut marks = Marks::new(&step, &without);
        marks.candidates.push((Role::Extra, self.spoilers));
        Some(FalsePattern { position: self.counter_position()?, step, marks })
    }
}

/// Parses a position.
fn read(text: &str) -> Option<Position> {
    let case: LibraryCase = text.parse().ok()?;
    Position::new(&case.puzzle).ok()
}

/// Returns the ladder with which hints look for this technique only.
fn ladder_of(technique: Technique) -> Ladder {
    Ladder::of(|entry| entry.technique == technique).with_options(SearchOptions::teacher())
}
