//! The lessons as JSON, for the page and for `veridoku techniques`.

use crate::step::EvidenceReport;
use serde::Serialize;
use veridoku_core::Candidate;
pub use veridoku_logic::lessons::Language;
use veridoku_logic::lessons::{self, FalsePattern, Lesson, LessonPositions};
use veridoku_logic::svg::{self, Caption};
use veridoku_logic::{HintLevel, Marks, Notation, Technique};

/// A lesson about one technique or a family of techniques.
#[derive(Clone, Debug, Serialize)]
pub struct LessonReport {
    /// The text.
    #[serde(flatten)]
    pub lesson: Lesson,
    /// The techniques of the lesson, each with a position in which a hint for it finds a step.
    pub examples: Vec<LessonExample>,
    /// A position in which none of these techniques applies.
    pub counter_example: CounterExample,
}

/// A position in which a technique applies.
#[derive(Clone, Debug, Serialize)]
pub struct LessonExample {
    /// The name of the technique.
    pub technique: &'static str,
    /// The position, as a line of HoDoKu's library.
    pub position: &'static str,
}

/// A position in which the technique only seems to apply.
#[derive(Clone, Debug, Serialize)]
pub struct CounterExample {
    /// The position, as a line of HoDoKu's library.
    pub position: &'static str,
    /// The candidates that spoil the pattern, as `r1c1=3`.
    pub spoilers: Vec<String>,
    /// The pattern to highlight; the spoilers have the role `extra`.
    pub evidence: Option<EvidenceReport>,
}

/// Returns all lessons, from easy to hard.
pub fn report(language: Language) -> Vec<LessonReport> {
    lessons::lessons(language).map(LessonReport::from).collect()
}

/// The pictures of a lesson, as SVG.
#[derive(Clone, Debug, Serialize)]
pub struct LessonPictures {
    /// The example of the technique, with the step.
    pub example: String,
    /// The counter-example, with the pattern that it seems to contain.
    pub counter_example: String,
}

impl LessonPictures {
    /// Draws the example of a technique of the lesson, and the counter-example.
    pub fn new(lesson: &Lesson, technique: Technique) -> Option<LessonPictures> {
        let (position, step) = lesson.positions.example(technique)?;
        let notation = Notation::RowColumn;
        let explanation = step.explain(&position, HintLevel::Full, notation);
        let caption = Caption { title: technique.name(), description: &explanation };
        let example = svg::draw(&position, Some(&Marks::new(&step, &position)), notation, caption);
        let position = lesson.positions.counter_position()?;
        let marks = lesson.positions.false_pattern().map(|FalsePattern { marks, .. }| marks);
        let caption = Caption { title: lesson.title, description: &lesson.not_this.join(" ") };
        let counter_example = svg::draw(&position, marks.as_ref(), notation, caption);
        Some(LessonPictures { example, counter_example })
    }
}

impl From<Lesson> for LessonReport {
    fn from(lesson: Lesson) -> LessonReport {
        let name = |&(technique, position): &(Technique, &'static str)| LessonExample {
            technique: technique.name(),
            position,
        };
        LessonReport {
            examples: lesson.positions.examples.iter().map(name).collect(),
            counter_example: CounterExample::from(&lesson.positions),
            lesson,
        }
    }
}

impl From<&LessonPositions> for CounterExample {
    fn from(positions: &LessonPositions) -> CounterExample {
        let notation = Notation::RowColumn;
        let spoiler =
            |candidate: Candidate| format!("{}={}", notation.cell(candidate.cell()), candidate.digit());
        let evidence = |pattern: FalsePattern| {
            EvidenceReport::new(&pattern.step, &pattern.position, notation, &pattern.marks)
        };
        CounterExample {
            position: positions.counter_example,
            spoilers: positions.spoilers.iter().map(spoiler).collect(),
            evidence: positions.false_pattern().map(evidence),
        }
    }
}
