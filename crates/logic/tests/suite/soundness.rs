//! Checks that every step of every finder agrees with the solution, changes something, and follows from its
//! truths.
//!
//! The checker does not use any knowledge about techniques. For each conclusion of a step, it assumes the
//! opposite and tries to choose one candidate for every truth such that no two of them conflict. If that
//! succeeds, the evidence does not prove the step.

use crate::sets;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use veridoku_core::{Candidate, Cell, Digit, Grid, House, Puzzle, solve};
use veridoku_logic::{
    Description, Evidence, Inference, InferenceKind, Ladder, Notation, Position, SearchOptions, SetsInChains,
    Step, TECHNIQUES, Technique, Truth, Usage,
};

/// The maximum number of choices that the checker tries per conclusion. The largest almost locked sets
/// require a few hundred thousand.
const BUDGET: u64 = 50_000_000;

/// Reports whether two different candidates cannot both be true.
fn conflict(left: Candidate, right: Candidate) -> bool {
    left != right
        && if left.digit() == right.digit() {
            left.cell().sees(right.cell())
        } else {
            left.cell() == right.cell()
        }
}

/// Returns the candidates of a truth in a position.
fn members(truth: &Truth, position: &Position) -> Vec<Candidate> {
    match truth {
        Truth::Cell(cell) => {
            position.digits(*cell).iter().map(|digit| Candidate::new(*cell, digit)).collect()
        }
        Truth::House(house, digit) => {
            position.cells_in(*house, *digit).iter().map(|cell| Candidate::new(cell, *digit)).collect()
        }
        Truth::Guardians(guardians) => guardians.iter().filter(|&guardian| position.has(guardian)).collect(),
        other => panic!("unknown kind of truth: {other:?}"),
    }
}

/// Reports whether some house contains cell truths that cannot be satisfied with distinct digits.
///
/// This check is only an optimization: without it, large almost locked sets would be searched cell by cell.
fn lacks_digits(truths: &[Vec<Candidate>]) -> bool {
    let in_one_cell = |members: &&Vec<Candidate>| {
        members.first().is_none_or(|first| members.iter().all(|member| member.cell() == first.cell()))
    };
    let cells: Vec<&Vec<Candidate>> = truths.iter().filter(in_one_cell).collect();
    House::all().any(|house| {
        let here: Vec<&Vec<Candidate>> = cells
            .iter()
            .copied()
            .filter(|members| members.first().is_none_or(|first| house.cells().contains(first.cell())))
            .collect();
        let mut assigned = [None; Digit::COUNT];
        (0..here.len()).any(|index| !assign_digit(&here, index, &mut assigned, &mut [false; Digit::COUNT]))
    })
}

/// Assigns a digit to one more cell, and reassigns other cells if necessary (bipartite matching).
fn assign_digit(
    cells: &[&Vec<Candidate>],
    index: usize,
    assigned: &mut [Option<usize>; Digit::COUNT],
    tried: &mut [bool; Digit::COUNT],
) -> bool {
    cells[index].iter().map(|member| member.digit().index()).any(|digit| {
        if std::mem::replace(&mut tried[digit], true) {
            return false;
        }
        let free = match assigned[digit] {
            None => true,
            Some(other) => assign_digit(cells, other, assigned, tried),
        };
        if free {
            assigned[digit] = Some(index);
        }
        free
    })
}

/// Reports whether one candidate can be chosen for every truth without a conflict.
///
/// # Panics
///
/// Panics if the budget is exhausted. If that happens, improve the checker or simplify the evidence.
fn satisfiable(truths: &mut Vec<Vec<Candidate>>, budget: &mut u64) -> bool {
    *budget = budget.checked_sub(1).expect("the checker ran out of budget");
    if lacks_digits(truths) {
        return false;
    }
    let Some(tightest) = (0..truths.len()).min_by_key(|&index| truths[index].len()) else { return true };
    let choices = truths.swap_remove(tightest);
    let found = choices.iter().any(|&choice| {
        let mut rest: Vec<Vec<Candidate>> = truths
            .iter()
            .filter(|members| !members.contains(&choice))
            .map(|members| members.iter().copied().filter(|&member| !conflict(choice, member)).collect())
            .collect();
        satisfiable(&mut rest, budget)
    });
    truths.push(choices);
    found
}

/// Checks that the truths of a step prove all its conclusions.
fn proves(step: &Step, position: &Position) -> Result<(), String> {
    let truths: Vec<Vec<Candidate>> = step.truths().iter().map(|truth| members(truth, position)).collect();
    if truths.iter().any(Vec::is_empty) {
        return Err("a truth without candidates would prove anything".to_owned());
    }
    let refuted = |mut truths: Vec<Vec<Candidate>>| !satisfiable(&mut truths, &mut { BUDGET });
    for elimination in &step.eliminations {
        let others = truths
            .iter()
            .filter(|members| !members.contains(&elimination))
            .map(|members| members.iter().copied().filter(|&member| !conflict(elimination, member)).collect())
            .collect();
        if !refuted(others) {
            return Err(format!("{elimination} can be true together with all truths"));
        }
    }
    for placement in &step.placements {
        let without = truths
            .iter()
            .map(|members| members.iter().copied().filter(|&member| member != placement).collect())
            .collect();
        if !refuted(without) {
            return Err(format!("{placement} can be false together with all truths"));
        }
    }
    Ok(())
}

/// Checks that each line of the proof follows from the lines that it names.
fn check_proof(step: &Step, position: &Position, solution: &Grid) {
    let lines = step.proof(position, Notation::RowColumn);
    let Some((conclusion, others)) = lines.split_last() else { panic!("{}: no proof", step.technique) };
    assert_eq!(conclusion.kind, InferenceKind::Conclusion);
    assert_eq!((conclusion.placed, conclusion.eliminated), (step.placements, step.eliminations));
    assert!(!conclusion.from.is_empty() || others.is_empty(), "{}: {lines:?}", step.technique);
    let cells = Cell::all().map(Truth::Cell);
    let houses = House::all().flat_map(|house| Digit::ALL.map(|digit| Truth::House(house, digit)));
    let truths: Vec<Vec<Candidate>> = cells.chain(houses).map(|truth| members(&truth, position)).collect();
    for (index, line) in lines.iter().enumerate() {
        assert!(line.from.iter().all(|&from| from < index), "{}: {lines:?}", step.technique);
        let is_sound = match line.kind {
            InferenceKind::Truth => {
                line.placed.iter().any(|one| solution.get(one.cell()) == Some(one.digit()))
            }
            InferenceKind::Assumption => {
                line.from.iter().all(|&from| lines[from].kind == InferenceKind::Truth)
            }
            InferenceKind::Consequence => follows(line, &lines, &truths) || is_about_sets(line),
            InferenceKind::Conclusion => index == others.len(),
        };
        assert!(is_sound, "{}: line {} of {lines:#?}", step.technique, index + 1);
    }
}

/// Reports whether a line follows from earlier ones with the help of at most one cell, or one digit in a house.
fn follows(line: &Inference, lines: &[Inference], truths: &[Vec<Candidate>]) -> bool {
    let is_excluded = |candidate: Candidate| {
        line.from.iter().map(|&from| &lines[from]).any(|earlier| {
            let mut placed = earlier.placed.iter();
            earlier.eliminated.contains(candidate)
                || !earlier.placed.is_empty() && placed.all(|one| conflict(one, candidate))
        })
    };
    let is_false = |candidate: Candidate| {
        let leaves_nothing = |members: &Vec<Candidate>| {
            !members.is_empty()
                && !members.contains(&candidate)
                && members.iter().all(|&member| is_excluded(member) || conflict(member, candidate))
        };
        is_excluded(candidate) || truths.iter().any(leaves_nothing)
    };
    let is_one_left = |members: &Vec<Candidate>| {
        let is_in_line = |&member: &Candidate| line.placed.contains(member);
        members.iter().any(is_in_line)
            && members.iter().all(|member| is_in_line(member) || is_excluded(*member))
    };
    line.eliminated.iter().all(is_false) && (line.placed.is_empty() || truths.iter().any(is_one_left))
}

/// Reports whether a line is about almost locked sets, which are more than one cell.
fn is_about_sets(line: &Inference) -> bool {
    line.because.starts_with("without ") || line.statement.contains(" cannot both contain ")
}

/// Checks one step against the solution and against its evidence.
fn check(step: &Step, position: &Position, solution: &Grid) {
    let holds = |candidate: Candidate| solution.get(candidate.cell()) == Some(candidate.digit());
    let context = || format!("{step:?}\n{}", position.to_puzzle());
    assert!(step.is_useful(position), "the step changes nothing: {}", context());
    assert!(step.placements.iter().all(holds), "the digit is wrong: {}", context());
    assert!(!step.eliminations.iter().any(holds), "a true candidate is eliminated: {}", context());
    assert!(
        step.eliminations.iter().all(|candidate| position.has(candidate)),
        "already eliminated: {}",
        context()
    );
    if step.evidence != Evidence::Solution
        && let Err(reason) = proves(step, position)
    {
        panic!("not proved: {reason}: {}", context());
    }
    check_proof(step, position, solution);
}

/// Follows a solution path, and checks every step of every finder at each position along it.
fn walk(puzzle: &Grid, ladder: &Ladder, every: &Ladder, counts: &mut BTreeMap<Technique, usize>) -> usize {
    let Some(solution) = solve::unique_solution(puzzle) else { return 0 };
    let puzzle = Puzzle::new(*puzzle, puzzle.filled());
    let mut position = Position::new(&puzzle).expect("a unique puzzle is a position");
    let mut positions = 0;
    while !position.is_solved() {
        positions += 1;
        for step in every.all(&position) {
            check(&step, &position, &solution);
            *counts.entry(step.technique).or_default() += 1;
        }
        let Some(step) = ladder.next(&position) else { break };
        step.apply(&mut position);
    }
    positions
}

/// Reads a number from an environment variable, or returns the default.
fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Returns `VERIDOKU_SAMPLE` puzzles of each set, both easy and hard ones, spread evenly and starting with
/// puzzle number `VERIDOKU_OFFSET`.
fn sample() -> Vec<Grid> {
    let (size, offset) = (setting("VERIDOKU_SAMPLE", 2), setting("VERIDOKU_OFFSET", 0));
    let names = ["minimal_100k.txt", "17_clue.txt", "magictour_top1465.txt", "forum_hardest_11plus.txt"];
    let spread = |name| {
        let puzzles = sets::puzzles(name);
        let step = (puzzles.len() / size).max(1);
        puzzles.into_iter().skip(offset).step_by(step).take(size)
    };
    names.into_iter().flat_map(spread).collect()
}

/// Follows the solution paths of all puzzles, in parallel. Returns the number of positions, and the number of
/// steps found for each technique.
fn walk_all(puzzles: &[Grid], every: &Ladder) -> (usize, BTreeMap<Technique, usize>) {
    let ladder = Ladder::teacher();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut positions, mut counts) = (0, BTreeMap::new());
        while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
            positions += walk(puzzle, &ladder, every, &mut counts);
        }
        (positions, counts)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let found: Vec<(usize, BTreeMap<Technique, usize>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker panicked")).collect()
    });
    found.into_iter().fold((0, BTreeMap::new()), |(positions, mut sum), (more, counts)| {
        for (technique, count) in counts {
            *sum.entry(technique).or_default() += count;
        }
        (positions + more, sum)
    })
}

/// Prints the counts, and asserts that every technique in `wanted` was found, except those in `rare`.
fn assert_found(
    counts: &BTreeMap<Technique, usize>,
    wanted: impl Fn(&Description) -> bool,
    rare: &[Technique],
) {
    for (technique, count) in counts {
        eprintln!("{count:8} {technique}");
    }
    for entry in TECHNIQUES.iter().filter(|entry| wanted(entry)) {
        let found = counts.contains_key(&entry.technique) || rare.contains(&entry.technique);
        assert!(found, "no {} was found, so none was checked", entry.name);
    }
}

#[test]
fn every_step_of_every_finder_is_proved() {
    // Brute force is excluded because it takes its digit from the solution, which proves nothing.
    let wanted =
        |entry: &Description| entry.usage != Usage::Request && entry.technique != Technique::BruteForce;
    let puzzles = sample();
    let (positions, counts) = walk_all(&puzzles, &Ladder::of(wanted).with_options(SearchOptions::teacher()));
    eprintln!("{positions} positions");
    // These techniques are so rare that the sample may not contain them. Each is checked at its example
    // below.
    let rare = [
        Technique::BugPlusOne,
        Technique::Bug2,
        Technique::Bug3,
        Technique::Bug4,
        Technique::UniqueRectangle5,
        Technique::UniqueRectangle6,
        Technique::AvoidableRectangle2,
        Technique::UniqueLoop1,
        Technique::UniqueLoop2,
        Technique::UniqueLoop3,
        Technique::UniqueLoop4,
        Technique::Tridagon,
        Technique::SkLoop,
    ];
    assert_found(&counts, wanted, &rare);
}

#[test]
fn chains_through_almost_locked_sets_are_proved() {
    let options = SearchOptions { sets_in_chains: SetsInChains::Yes, ..SearchOptions::default() };
    let order = Technique::GroupedAic.description().order;
    let every = Ladder::of(|entry| entry.order == order).with_options(options);
    let (_, counts) = walk_all(&sample(), &every);
    assert!(counts.contains_key(&Technique::GroupedAic), "{counts:?}");
}

/// Reports whether the evidence uses an almost locked set.
fn uses_sets(evidence: &Evidence) -> bool {
    match evidence {
        Evidence::Fish(fish) => !fish.sets().is_empty(),
        Evidence::Forcing(forcing) => !forcing.sets().is_empty(),
        _ => false,
    }
}

#[test]
fn forcing_chains_nets_and_kraken_fish_through_almost_locked_sets_are_proved() {
    let techniques = [
        Technique::ForcingChainContradiction,
        Technique::ForcingChainVerity,
        Technique::ForcingNetContradiction,
        Technique::ForcingNetVerity,
        Technique::KrakenFish1,
        Technique::KrakenFish2,
    ];
    let options =
        SearchOptions { sets_in_chains: SetsInChains::Yes, budget: 1_000_000, ..SearchOptions::teacher() };
    let every = Ladder::in_order(techniques).with_options(options);
    let mut counts: BTreeMap<Technique, usize> = BTreeMap::new();
    for puzzle in sample().iter().step_by(3) {
        let Some(solution) = solve::unique_solution(puzzle) else { continue };
        let mut position = Position::new(&Puzzle::from(*puzzle)).expect("a unique puzzle is a position");
        // Singles come first, so that the position is typical.
        let singles = Ladder::of(|entry| entry.order < Technique::LockedPair.description().order);
        position = singles.path(&position).end;
        for step in every.all(&position).iter().filter(|step| uses_sets(&step.evidence)) {
            check(step, &position, &solution);
            *counts.entry(step.technique).or_default() += 1;
        }
    }
    // If a net verity passes through a set, a shorter contradiction has usually been found before it.
    for technique in techniques.into_iter().filter(|&technique| technique != Technique::ForcingNetVerity) {
        assert!(counts.contains_key(&technique), "no {technique} was found, so none was checked: {counts:?}");
    }
}

/// Techniques that run only on request. Their searches are long, so the sample and the budget are small.
#[test]
fn every_step_of_techniques_on_request_is_proved() {
    let wanted = |entry: &Description| entry.usage == Usage::Request;
    let every = Ladder::of(wanted).with_options(SearchOptions { budget: 20_000, ..SearchOptions::teacher() });
    let puzzles = sample();
    let (_, counts) = walk_all(&puzzles[..puzzles.len().div_ceil(4)], &every);
    // If there is a fish with six or seven base lines, a smaller one has usually been found before it.
    let rare = [
        Technique::Leviathan,
        Technique::DualTwoStringKite,
        Technique::DualEmptyRectangle,
        Technique::Mug,
        Technique::SashimiWhale,
        Technique::FinnedLeviathan,
        Technique::SashimiLeviathan,
    ];
    assert_found(&counts, wanted, &rare);
}

/// Returns the technique with exactly this name.
fn named(name: &str) -> Option<Technique> {
    TECHNIQUES.iter().find(|entry| entry.name == name).map(|entry| entry.technique)
}

/// Checks each technique at its example in `steps.txt`, no matter how rare or slow the technique is.
#[test]
fn every_technique_is_proved_at_its_example() {
    let text = include_str!("../../testdata/steps.txt");
    let mut lines = text.lines();
    let mut proved = BTreeSet::new();
    while let Some(line) = lines.next() {
        let Some(technique) = named(line) else { continue };
        let record =
            veridoku_formats::read(lines.next().expect("a position")).expect("a position in a known format");
        let position = Position::new(&record.puzzle).expect("a position without contradiction");
        let Some(solution) = solve::unique_solution(&record.puzzle) else {
            panic!("{technique}: not unique")
        };
        let order = technique.description().order;
        for step in Ladder::of(|entry| entry.order == order).all(&position) {
            check(&step, &position, &solution);
            proved.insert(step.technique);
        }
        assert!(proved.contains(&technique), "{technique} was not found at its example");
    }
    for entry in TECHNIQUES {
        assert!(proved.contains(&entry.technique), "{}: no example", entry.name);
    }
}
