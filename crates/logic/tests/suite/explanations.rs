//! Checks the explanation of every technique on a real example.
//!
//! `testdata/steps.txt` contains a position for each technique, with the explanation of the step. With
//! `UPDATE_STEPS=1`, the test rewrites the file. It replaces a position only if it finds one in which more of
//! the simpler techniques are exhausted, because that is the situation in which a player needs the step. A
//! number such as `UPDATE_STEPS=5000` sets how many random puzzles are searched for such positions.

use crate::random::RandomPuzzles;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use veridoku_core::{Grid, Puzzle};
use veridoku_formats::Format;
use veridoku_logic::svg::{self, Caption};
use veridoku_logic::{
    AllSteps, Evidence, FinderContext, HintLevel, Ladder, Marks, Notation, Position, Role, SearchOptions,
    Siamese, Step, TECHNIQUES, Technique, Usage, set_name,
};

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/steps.txt")
}

/// An example: a technique, and a position written as a HoDoKu library line.
struct Example {
    technique: Technique,
    position: String,
}

impl Example {
    fn position(&self) -> Position {
        let record = veridoku_formats::read(&self.position).expect("a position in a known format");
        Position::new(&record.puzzle).expect("a position without contradiction")
    }
}

/// Returns the first step of a technique in a position.
fn step(technique: Technique, position: &Position) -> Option<Step> {
    let context = FinderContext::new(position, SearchOptions::default());
    let mut all = AllSteps::default();
    let _ = technique.finder()(&context, &mut all);
    all.0.into_iter().find(|step| step.technique == technique)
}

/// Returns the text of an example as it appears in the file.
fn entry(example: &Example) -> String {
    let position = example.position();
    let Some(step) = step(example.technique, &position) else {
        panic!("{}: no step in {}", example.technique, example.position)
    };
    let mut text = String::new();
    let _ = writeln!(text, "{}", example.technique);
    let _ = writeln!(text, "  {}", example.position);
    let _ = writeln!(text, "  {}", step.line(Notation::RowColumn));
    for level in [HintLevel::Where, HintLevel::What, HintLevel::Full] {
        let _ = writeln!(text, "  {}", step.explain(&position, level, Notation::RowColumn));
    }
    text
}

/// Returns the technique with exactly this name.
fn technique(name: &str) -> Option<Technique> {
    TECHNIQUES.iter().find(|entry| entry.name == name).map(|entry| entry.technique)
}

/// Parses the examples in the file.
fn examples(text: &str) -> Vec<Example> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).peekable();
    let mut examples = Vec::new();
    while let Some(line) = lines.next() {
        let (Some(technique), Some(position)) = (technique(line), lines.peek()) else { continue };
        examples.push(Example { technique, position: position.trim().to_string() });
    }
    examples
}

#[test]
fn pictures_use_the_colours_and_letters_of_the_explanations() {
    let text = std::fs::read_to_string(file()).expect("the file can be read");
    let colors = [[Role::Pattern, Role::Second], [Role::Third, Role::Extra]];
    let (mut eliminated, mut sets) = (0, 0);
    for example in examples(&text) {
        let position = example.position();
        let step = step(example.technique, &position).expect("a step");
        let marks = Marks::new(&step, &position);
        let caption = Caption { title: "", description: "" };
        let picture = svg::draw(&position, Some(&marks), Notation::RowColumn, caption);
        if let Evidence::Colors(clusters) = &step.evidence {
            for (cluster, [first, second]) in clusters.iter().zip(colors) {
                for (candidates, role) in [(cluster.first, first), (cluster.second, second)] {
                    eliminated += (candidates & step.eliminations).len();
                    assert!(candidates.iter().all(|candidate| marks.color(candidate) == Some(role)));
                    let circles = picture.matches(&format!(r#"<circle class="{}""#, role.name())).count();
                    assert_eq!(circles, candidates.len(), "{}", example.technique);
                }
            }
        }
        if let Evidence::AlmostLocked(found) = &step.evidence {
            let roles: BTreeSet<Role> =
                marks.candidates.iter().map(|&(role, _)| role).filter(|&role| role < Role::Extra).collect();
            assert_eq!(roles.len(), found.sets.len(), "{}", example.technique);
            let full = step.explain(&position, HintLevel::Full, Notation::RowColumn);
            for (index, set) in found.sets.iter().enumerate() {
                assert_eq!(marks.sets[index], set.cells);
                assert!(full.to_lowercase().contains(&format!("set {} is", set_name(index).to_lowercase())));
                assert!(picture.contains(&format!(">{}</text>", set_name(index))));
            }
            sets = sets.max(found.sets.len());
        }
    }
    assert!(eliminated > 3 && sets > 3, "{eliminated} candidates with a false colour, {sets} sets");
}

#[test]
fn every_technique_is_explained() {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    let mut known = examples(&text);
    if let Ok(update) = std::env::var("UPDATE_STEPS") {
        search(&mut known, update.parse().unwrap_or(1));
        known.sort_by_key(|example| example.technique);
        let entries: Vec<String> = known.iter().map(entry).collect();
        let head = "\
            # Technique, position, one line, and the three levels of a hint. Written by \
            UPDATE_STEPS=1 cargo test -p veridoku-logic --test suite explanations; the positions are our \
            own.\n\n";
        std::fs::write(file(), head.to_string() + &entries.join("\n")).expect("the file can be written");
        return;
    }
    let expected: String = text.lines().skip_while(|line| line.starts_with('#') || line.is_empty()).fold(
        String::new(),
        |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        },
    );
    let entries: Vec<String> = known.iter().map(entry).collect();
    assert_eq!(expected, entries.join("\n"));
    for entry in TECHNIQUES {
        assert!(
            known.iter().any(|example| example.technique == entry.technique),
            "{}: no example",
            entry.name
        );
    }
    let ladder = Ladder::hodoku();
    let after_singles = |example: &&Example| example.technique.description().order >= AFTER_SINGLES;
    for example in known.iter().filter(after_singles) {
        let next = ladder.next(&example.position()).map(|step| step.technique);
        let is_early = next.is_some_and(|next| next.description().order < AFTER_SINGLES);
        assert_eq!(
            is_early,
            AMONG_SINGLES.contains(&example.technique),
            "{}: the next step is {next:?}",
            example.technique
        );
    }
}

/// The first order number in the ladder that comes after all singles.
const AFTER_SINGLES: u32 = 1000;

/// The techniques whose examples are positions in which singles are still available.
const AMONG_SINGLES: [Technique; 3] = [Technique::Leviathan, Technique::Mug, Technique::RstuvwxyzWing];

/// Two fish with the same base are explained one after the other, each with its own fins.
#[test]
fn siamese_fish_are_explained_one_after_the_other() {
    let mut random = RandomPuzzles::new(0x9e37_79b9_7f4a_7c15);
    let options = SearchOptions { siamese: Siamese::Yes, ..SearchOptions::default() };
    let is_siamese = |step: &Step| matches!(&step.evidence, Evidence::Fish(fish) if fish.twin.is_some());
    let ladder = Ladder::hodoku();
    let explanation = (0..50).find_map(|_| {
        let grid = random.puzzle();
        let mut position =
            Position::new(&Puzzle::new(grid, grid.filled())).expect("a unique puzzle is a valid position");
        while let Some(next) = ladder.next(&position) {
            let context = FinderContext::new(&position, options);
            let mut all = AllSteps::default();
            for technique in [Technique::FinnedXWing, Technique::SashimiXWing] {
                let _ = technique.finder()(&context, &mut all);
            }
            if let Some(step) = all.0.iter().find(|step| is_siamese(step)) {
                return Some(step.explain(&position, HintLevel::Full, Notation::RowColumn));
            }
            next.apply(&mut position);
        }
        None
    });
    assert_eq!(explanation.as_deref(), Some(SIAMESE));
}

/// The explanation of the first Siamese fish in the random puzzles.
const SIAMESE: &str = "In rows 6 and 9, 1 can only go in columns 5 and 7, or in r6c8 (the fin). If r6c8 is \
     not 1, columns 5 and 7 contain the two 1s of rows 6 and 9, one each, and no other 1. \
     If r6c8 is 1, no cell that it sees can be 1. Either way, r5c7 cannot be 1. The same \
     rows can also be paired with columns 5 and 8, with the fin r6c7 (together, the two \
     are called a Siamese fish). If r6c7 is not 1, columns 5 and 8 contain the two 1s of \
     rows 6 and 9, one each, and no other 1. If r6c7 is 1, no cell that it sees can be 1. \
     Either way, r5c8 cannot be 1. Eliminate 1 from r5c7 and r5c8.";

/// Puzzles known for patterns that are very rare in random puzzles: Easter Monster by Jean-Pierre Fleury,
/// Loki by mith, Fata Morgana by tarek, AI Escargot by Arto Inkala, Golden Nugget by tarek.
const KNOWN: [&str; 5] = [
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
    "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
];

/// The maximum number of positions in which each technique that runs only on request is tried. Some of these
/// techniques are slow.
const MAX_TRIES: usize = 400;

/// Returns a measure of how many simpler techniques are exhausted in a position: the rank in the ladder of
/// the technique that finds the next step, capped at the rank of the tested technique.
fn rank(technique: Technique, next: Option<&Step>) -> u32 {
    let own = technique.description().order;
    next.map_or(own, |step| step.technique.description().order.min(own))
}

/// Searches the solution paths of puzzles for better examples, in which simpler techniques are exhausted.
fn search(known: &mut Vec<Example>, puzzles: usize) {
    let ladder = Ladder::hodoku();
    let mut ranks: BTreeMap<Technique, u32> = known
        .iter()
        .map(|example| {
            (example.technique, rank(example.technique, ladder.next(&example.position()).as_ref()))
        })
        .collect();
    let mut attempts: BTreeMap<Technique, usize> = BTreeMap::new();
    let mut random = RandomPuzzles::new(0x9e37_79b9_7f4a_7c15);
    let known_puzzles = KNOWN.map(|text| text.parse::<Grid>().expect("81 characters"));
    for grid in known_puzzles.into_iter().chain((0..puzzles).map(|_| random.puzzle())) {
        let puzzle = Puzzle::new(grid, grid.filled());
        let mut position = Position::new(&puzzle).expect("a unique puzzle is a valid position");
        while !position.is_solved() {
            let next = ladder.next(&position);
            for entry in TECHNIQUES {
                let technique = entry.technique;
                let better = rank(technique, next.as_ref());
                let tried = attempts.entry(technique).or_default();
                let is_slow = entry.usage == Usage::Request;
                if ranks
                    .get(&technique)
                    .is_some_and(|&rank| rank >= better || (is_slow && better < AFTER_SINGLES))
                    || (is_slow && *tried >= MAX_TRIES)
                {
                    continue;
                }
                *tried += 1;
                if step(technique, &position).is_some() {
                    ranks.insert(technique, better);
                    known.retain(|example| example.technique != technique);
                    known.push(Example { technique, position: to_library_line(&position) });
                }
            }
            let Some(step) = next else { break };
            step.apply(&mut position);
        }
    }
    for entry in TECHNIQUES {
        match ranks.get(&entry.technique) {
            None => eprintln!("no example of {}", entry.name),
            Some(&rank) if rank < entry.order => {
                eprintln!("{rank:5} of {:5} {}", entry.order, entry.name);
            }
            Some(_) => {}
        }
    }
}

/// Returns a position as a HoDoKu library line.
fn to_library_line(position: &Position) -> String {
    let format = Format::by_name("hodoku").expect("a known format");
    veridoku_formats::write(&position.to_puzzle().into(), format)
        .expect("the format supports every position")
        .trim()
        .to_string()
}
