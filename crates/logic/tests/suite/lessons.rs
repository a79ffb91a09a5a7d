//! Checks the lessons: their form, and what they claim about their positions.

use std::collections::BTreeSet;
use std::path::Path;
use veridoku_core::{Candidate, Grid, solve};
use veridoku_logic::lessons::{Language, Lesson, lessons};
use veridoku_logic::{Ladder, Position, SearchOptions, TECHNIQUES};

/// The lessons in all languages.
fn all() -> impl Iterator<Item = Lesson> {
    Language::ALL.into_iter().flat_map(lessons)
}

#[test]
fn every_lesson_has_all_its_parts() {
    for lesson in all() {
        let slug = lesson.slug;
        assert!(!lesson.title.is_empty(), "{slug}: no title");
        assert!((2..=6).contains(&lesson.paragraphs.len()), "{slug}: {} paragraphs", lesson.paragraphs.len());
        for (part, texts) in
            [("look for", &lesson.look_for), ("example", &lesson.example), ("not this", &lesson.not_this)]
        {
            assert!(!texts.is_empty(), "{slug}: no section {part:?}");
        }
        let texts = [&lesson.paragraphs, &lesson.look_for, &lesson.example, &lesson.not_this];
        for text in texts.into_iter().flatten() {
            assert!(!text.contains(['#', '*', '`', '_']), "{slug}: markup in {text:?}");
        }
    }
}

#[test]
fn every_file_is_a_lesson() {
    for language in Language::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons").join(language.code());
        let names =
            std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name());
        let names: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        assert_eq!(names, lessons(language).map(|lesson| format!("{}.md", lesson.slug)).collect());
    }
}

#[test]
fn every_technique_has_one_lesson() {
    let mut taught = BTreeSet::new();
    for lesson in lessons(Language::En) {
        for (technique, _) in lesson.positions.examples {
            assert!(taught.insert(technique), "{technique} has two lessons");
        }
    }
    for entry in TECHNIQUES {
        assert!(taught.contains(&entry.technique), "{}: no lesson", entry.name);
    }
}

#[test]
fn every_example_contains_its_technique() {
    for lesson in lessons(Language::En) {
        for &(technique, text) in &lesson.positions.examples {
            let found = lesson.positions.example(technique);
            let Some((position, step)) = found else { panic!("{}: no {technique} in {text}", lesson.slug) };
            assert_eq!(step.technique, technique);
            let solution = solution(&position);
            let is_true = |candidate: Candidate| solution.get(candidate.cell()) == Some(candidate.digit());
            assert!(step.placements.iter().all(is_true), "{}", lesson.slug);
            assert!(!step.eliminations.iter().any(is_true), "{}", lesson.slug);
        }
    }
}

#[test]
fn no_technique_of_a_lesson_applies_in_its_counter_example() {
    for lesson in lessons(Language::En) {
        let taught = |technique| lesson.positions.examples.iter().any(|(other, _)| *other == technique);
        let ladder = Ladder::of(|entry| taught(entry.technique)).with_options(SearchOptions::teacher());
        let position = lesson.positions.counter_position().expect("a valid position");
        let findings = ladder.find_next(&position);
        assert!(findings.steps.is_empty() && findings.cut_short.is_empty(), "{}: {findings:?}", lesson.slug);
    }
}

/// The step that a learner might see in a counter-example would remove a digit of the solution.
#[test]
fn spoilers_prevent_a_wrong_conclusion() {
    for lesson in lessons(Language::En).filter(|lesson| !lesson.positions.spoilers.is_empty()) {
        let position = lesson.positions.counter_position().expect("a valid position");
        let solution = solution(&position);
        let is_true = |candidate: Candidate| solution.get(candidate.cell()) == Some(candidate.digit());
        assert!(lesson.positions.spoilers.iter().all(is_true), "{}: not in the solution", lesson.slug);
        let Some((_, step)) = lesson.positions.false_step() else {
            panic!("{}: no step without the spoilers", lesson.slug)
        };
        let is_wrong = step.eliminations.iter().any(is_true) || !step.placements.iter().all(is_true);
        assert!(is_wrong, "{}: {step:?}", lesson.slug);
    }
}

/// The text about a counter-example names the cells of its spoilers.
#[test]
fn spoilers_are_named() {
    for lesson in all() {
        let text = lesson.not_this.join(" ");
        for spoiler in lesson.positions.spoilers.iter().map(Candidate::cell) {
            assert!(text.contains(&spoiler.to_string()), "{}: {spoiler} is not in {text:?}", lesson.slug);
        }
    }
}

/// Returns the solution of a position.
fn solution(position: &Position) -> Grid {
    solve::unique_solution(&position.to_puzzle().given_values()).expect("one solution")
}
