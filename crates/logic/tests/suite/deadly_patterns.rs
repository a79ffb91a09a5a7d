//! Checks that every deadly pattern is really deadly. The checker in `soundness.rs` assumes this.
//!
//! A uniqueness step claims that one of the guardians is true, because the puzzle would otherwise have a
//! second solution. The checker does not use any knowledge about rectangles or BUGs. It takes the cells of
//! the pattern without their guardians and enumerates all fillings that break no rule. For each filling, it
//! looks for a different filling of the same cells that gives every house the same digits. If there always is
//! one, and no cell is a given, then every solution in which all guardians are false can be turned into a
//! second solution.

use crate::sets;
use std::collections::BTreeMap;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, House, Puzzle};
use veridoku_logic::{
    Deadly, Evidence, Ladder, LibraryCase, Position, Step, Technique, UniquenessNeed, Usage,
};

/// The maximum number of fillings. Patterns with more fillings are too large to check.
const MAX_FILLINGS: usize = 200_000;

/// The digits that each cell of a pattern can have if all guardians are false.
struct DeadlyCells {
    cells: Vec<(Cell, DigitSet)>,
}

impl DeadlyCells {
    fn new(deadly: &Deadly, position: &Position) -> DeadlyCells {
        let own = |&cell: &Cell| match position.values().get(cell) {
            Some(value) => (cell, DigitSet::only(value)),
            None => (cell, position.digits(cell) - deadly.guardians.digits(cell)),
        };
        DeadlyCells { cells: deadly.cells.iter().map(own).collect() }
    }

    /// Reports whether each cell has two digits and each house contains each digit twice or not at all. If
    /// so, every filling can be turned into another one by giving each cell its other digit: in each house,
    /// the two cells of a digit swap roles.
    fn is_bug(&self) -> bool {
        let mut candidates = CandidateSet::EMPTY;
        for &(cell, digits) in &self.cells {
            candidates.set_digits(cell, digits);
        }
        let twice = |house: House, digit| matches!((candidates.cells(digit) & house.cells()).len(), 0 | 2);
        self.cells.iter().all(|(_, digits)| digits.len() == 2)
            && House::all().all(|house| Digit::ALL.into_iter().all(|digit| twice(house, digit)))
    }

    /// Calls `check` for every filling that breaks no rule, until `check` returns false.
    fn fillings(&self, chosen: &mut Vec<Digit>, check: &mut impl FnMut(&[Digit]) -> bool) -> bool {
        let Some(&(cell, digits)) = self.cells.get(chosen.len()) else { return check(chosen) };
        for digit in digits {
            let clash = self
                .cells
                .iter()
                .zip(chosen.iter())
                .any(|(&(other, _), &own)| own == digit && other.sees(cell));
            if !clash {
                chosen.push(digit);
                let keep_going = self.fillings(chosen, check);
                chosen.pop();
                if !keep_going {
                    return false;
                }
            }
        }
        true
    }

    /// Reports whether the cells can be filled in a different way that gives every house the same digits.
    fn has_alternative(&self, filling: &[Digit]) -> bool {
        let mut needs = [DigitSet::EMPTY; House::COUNT];
        for (&(cell, _), &digit) in self.cells.iter().zip(filling) {
            for house in cell.houses() {
                needs[house.index()].insert(digit);
            }
        }
        self.fill_differently(filling, 0, &mut needs, false)
    }

    /// Fills the cells from `index` onwards with the digits that their houses still need.
    fn fill_differently(
        &self,
        filling: &[Digit],
        index: usize,
        needs: &mut [DigitSet; House::COUNT],
        differs: bool,
    ) -> bool {
        let Some(&(cell, _)) = self.cells.get(index) else { return differs };
        let houses = cell.houses();
        let open = houses.iter().fold(DigitSet::ALL, |open, house| open & needs[house.index()]);
        open.iter().any(|digit| {
            for house in houses {
                needs[house.index()].remove(digit);
            }
            let found = self.fill_differently(filling, index + 1, needs, differs || digit != filling[index]);
            for house in houses {
                needs[house.index()].insert(digit);
            }
            found
        })
    }
}

/// Returns the reason why the pattern of a step is not deadly, or `None` if it is.
fn flaw(deadly: &Deadly, position: &Position) -> Option<String> {
    let cells: CellSet = deadly.cells.iter().copied().collect();
    if cells.len() != deadly.cells.len() || !cells.is_disjoint(position.givens()) {
        return Some("the pattern has a cell twice, or a given".to_owned());
    }
    if !deadly.guardians.occupied().is_subset(cells) || deadly.guardians.is_empty() {
        return Some("the pattern has guardians outside its cells, or none".to_owned());
    }
    let pattern = DeadlyCells::new(deadly, position);
    if let Some((cell, _)) = pattern.cells.iter().find(|(_, digits)| !digits.is_subset(deadly.digits)) {
        return Some(format!("{cell} has a candidate that is neither a digit of the pattern nor a guardian"));
    }
    if pattern.is_bug() {
        return None;
    }
    let (mut count, mut counterexample) = (0, None);
    pattern.fillings(&mut Vec::new(), &mut |filling| {
        count += 1;
        if !pattern.has_alternative(filling) {
            counterexample = Some(filling.to_vec());
        }
        counterexample.is_none() && count < MAX_FILLINGS
    });
    if count >= MAX_FILLINGS {
        return Some("too many fillings to check".to_owned());
    }
    counterexample.map(|filling| format!("{filling:?} has no alternative"))
}

fn check(step: &Step, position: &Position) {
    let Evidence::Deadly(deadly) = &step.evidence else { panic!("no deadly pattern: {step:?}") };
    if let Some(flaw) = flaw(deadly, position) {
        panic!("{flaw}: {step:?}\n{}", position.to_puzzle());
    }
}

fn sample_size() -> usize {
    std::env::var("VERIDOKU_SAMPLE").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// Returns a sample of puzzles spread evenly over a set.
fn sample_puzzles(name: &str) -> Vec<Grid> {
    let puzzles = sets::puzzles(name);
    let stride = (puzzles.len() / sample_size()).max(1);
    puzzles.into_iter().step_by(stride).take(sample_size()).collect()
}

/// Follows the solution path of a puzzle and checks every uniqueness step that is available along it.
fn walk(puzzle: &Grid, ladder: &Ladder, unique: &Ladder, counts: &mut BTreeMap<Technique, usize>) {
    let puzzle = Puzzle::new(*puzzle, puzzle.filled());
    let mut position = Position::new(&puzzle).expect("a unique puzzle is a position");
    while !position.is_solved() {
        for step in unique.all(&position) {
            check(&step, &position);
            *counts.entry(step.technique).or_default() += 1;
        }
        let Some(step) = ladder.next(&position) else { break };
        step.apply(&mut position);
    }
}

#[test]
fn every_pattern_on_a_path_is_deadly() {
    let unique = Ladder::of(|entry| entry.uniqueness == UniquenessNeed::Needed);
    let plain = Ladder::hodoku().without_uniqueness();
    let mut counts = BTreeMap::new();
    for name in ["minimal_100k.txt", "17_clue.txt", "magictour_top1465.txt", "easy_100k.txt"] {
        for puzzle in sample_puzzles(name) {
            walk(&puzzle, &plain, &unique, &mut counts);
            walk(&puzzle, &Ladder::teacher(), &unique, &mut counts);
        }
    }
    for (technique, count) in &counts {
        eprintln!("{count:8} {technique}");
    }
    assert!(counts.len() > 5, "expected several kinds of patterns, found {counts:?}");
}

#[test]
fn every_pattern_in_the_libraries_is_deadly() {
    let mut texts = vec![include_str!("../../testdata/techniques/library.txt").to_owned()];
    if sets::whole_sets().is_some() {
        texts.push(sets::read("techniques/reglib-1.3.txt"));
        for name in ["bug-lite", "extended-ur", "mug", "reverse-bug", "unique-loop"] {
            texts.push(sets::read(&format!("techniques/enhanced/{name}.txt")));
        }
    }
    for text in texts {
        let mut steps = 0;
        for line in text.lines().filter(|line| line.starts_with(":06")) {
            let case: LibraryCase = line.parse().expect("library format");
            let position = case.position();
            for step in case.steps() {
                check(&step, &position);
                steps += 1;
            }
        }
        assert!(steps > 0, "no step in {}", text.lines().next().unwrap_or_default());
    }
}

/// A test of the checker itself: a rectangle in two boxes is deadly, but one in four boxes is not.
#[test]
fn the_checker_rejects_a_rectangle_in_four_boxes() {
    let puzzle = Puzzle::new(Grid::EMPTY, CellSet::EMPTY);
    let mut position = Position::new(&puzzle).expect("an empty grid");
    let corner = Cell::new(0, 0);
    for cell in [corner, Cell::new(0, 1), Cell::new(3, 0), Cell::new(3, 1), Cell::new(0, 4), Cell::new(3, 4)]
    {
        let allowed = DigitSet::from_bits(if cell == corner { 0b111 } else { 0b11 });
        for digit in !allowed {
            position.eliminate(Candidate::new(cell, digit));
        }
    }
    let guardian = CandidateSet::only(Candidate::new(corner, Digit::ALL[2]));
    let deadly = |cells: &str| Deadly {
        cells: cells.split(' ').map(|name| name.parse().expect("a cell")).collect(),
        digits: DigitSet::from_bits(0b11),
        guardians: guardian,
        truths: Vec::new(),
    };
    assert_eq!(flaw(&deadly("r1c1 r1c2 r4c2 r4c1"), &position), None);
    assert!(flaw(&deadly("r1c1 r1c5 r4c5 r4c1"), &position).is_some());
}

/// If a puzzle is not known to be unique, finders that need uniqueness are not run, and every step holds in
/// all solutions.
#[test]
fn steps_hold_in_all_solutions_if_uniqueness_is_unknown() {
    let ladder = Ladder::teacher();
    let every = Ladder::of(|entry| entry.usage != Usage::Request && entry.technique != Technique::BruteForce);
    let mut seen = 0;
    for puzzle in sample_puzzles("minimal_100k.txt") {
        // A minimal puzzle has several solutions as soon as any clue is removed.
        for clue in puzzle.filled().iter().step_by(7) {
            let mut open = puzzle;
            open.set(clue, None);
            let solutions: Vec<Grid> = veridoku_core::solve::solutions(&open).take(50).collect();
            assert!(solutions.len() > 1, "a minimal puzzle without a clue has several solutions");
            let mut position = Position::new(&Puzzle::new(open, open.filled()))
                .expect("several solutions, no contradiction");
            while !position.is_solved() {
                for step in every.all(&position) {
                    let entry = step.technique.description();
                    assert_eq!(entry.uniqueness, UniquenessNeed::NotNeeded, "{step:?}");
                    for solution in &solutions {
                        let placements_hold = step
                            .placements
                            .iter()
                            .all(|placed| solution.get(placed.cell()) == Some(placed.digit()));
                        let eliminates_solution = step
                            .eliminations
                            .iter()
                            .any(|eliminated| solution.get(eliminated.cell()) == Some(eliminated.digit()));
                        assert!(
                            placements_hold && !eliminates_solution,
                            "wrong in one of the solutions: {step:?}\n{}",
                            position.to_puzzle()
                        );
                    }
                    seen += 1;
                }
                let next = ladder.next(&position).filter(|step| step.technique != Technique::BruteForce);
                let Some(step) = next else { break };
                step.apply(&mut position);
            }
        }
    }
    assert!(seen > 0, "some steps were found");
    eprintln!("{seen} steps");
}
