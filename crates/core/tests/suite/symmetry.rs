//! Tests canonical forms against a brute-force search of all 3,359,232 cell permutations, and on known
//! puzzles.

use crate::sets;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use veridoku_core::generate::{Generator, Layout, Minimality, Recipe, Symmetry, random_solution};
use veridoku_core::symmetry::{Canonizer, Key, Transform, canonical, canonical_sukaku};
use veridoku_core::{CandidateSet, Cell, Digit, DigitSet, Exchange, Grid, Random, neighbours, solve};

/// The solution grid with the most automorphisms, in canonical form.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Returns all orders of nine rows or columns that keep bands or stacks together.
fn line_orders() -> Vec<[usize; 9]> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut lines: Vec<[usize; 9]> = Vec::new();
    for bands in orders {
        for first in orders {
            for second in orders {
                for third in orders {
                    let within = [first, second, third];
                    lines.push(std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3]));
                }
            }
        }
    }
    lines
}

/// Returns the smallest line that any cell permutation produces, and the number of permutations that produce
/// it. Digits are labelled in the order of their first appearance.
fn smallest(grid: &Grid) -> (Vec<u8>, u64) {
    let numbers = grid.as_bytes();
    let lines = line_orders();
    let (mut best, mut count) = (vec![10; 81], 0);
    for (across, along) in [(9, 1), (1, 9)] {
        for rows in &lines {
            for columns in &lines {
                let mut labels = [0; 10];
                let mut next = 1;
                let mut is_equal = true;
                for place in 0..81 {
                    let number = numbers[across * rows[place / 9] + along * columns[place % 9]];
                    if number != 0 && labels[number as usize] == 0 {
                        labels[number as usize] = next;
                        next += 1;
                    }
                    let label = labels[number as usize];
                    if is_equal && label > best[place] {
                        is_equal = false;
                        break;
                    }
                    if is_equal && label < best[place] {
                        // This line is smaller, so the cells after this one are not known yet.
                        best[place..].fill(10);
                        best[place] = label;
                        count = 0;
                    }
                }
                count += u64::from(is_equal);
            }
        }
    }
    (best, count)
}

/// Panics unless the canonical form of a grid agrees with the brute-force search.
fn assert_smallest(grid: &Grid) {
    let found = canonical(grid);
    let (line, automorphisms) = smallest(grid);
    assert_eq!(found.grid.as_bytes()[..], line, "{grid}");
    assert_eq!(found.automorphisms, automorphisms, "{grid}");
    assert_eq!(found.transform.apply(grid), found.grid, "{grid}");
}

/// Returns a grid that keeps `clues` random cells of the given one.
fn part_of(grid: &Grid, clues: usize, random: &mut Random) -> Grid {
    let mut part = Grid::EMPTY;
    for &index in &random.permutation::<81>()[..clues] {
        let cell = Cell::from_index(index.into()).unwrap();
        part.set(cell, grid.get(cell));
    }
    part
}

#[test]
fn the_form_is_the_smallest_of_all_isomorphs() {
    let mut random = Random::new(11);
    let symmetric: Grid = MOST_SYMMETRIC.parse().unwrap();
    for clues in [0, 1, 4, 9, 17, 24, 40, 81] {
        let solution = random_solution(&mut random);
        assert_smallest(&part_of(&solution, clues, &mut random));
        assert_smallest(&part_of(&symmetric, clues, &mut random));
    }
}

#[test]
fn contradictory_grids_have_a_canonical_form() {
    let mut random = Random::new(12);
    for clues in [6, 12, 20] {
        let mut grid = Grid::EMPTY;
        for &index in &random.permutation::<81>()[..clues] {
            let digit = Digit::from_index(random.index(3));
            grid.set(Cell::from_index(index.into()).unwrap(), digit);
        }
        assert_smallest(&grid);
    }
}

/// Returns a grid, possibly contradictory, in which each row has a random kind: blank, full, equal to others,
/// or filled in some regular pattern. Filling random cells rarely produces such grids.
fn structured(random: &mut Random) -> Grid {
    let solution = random_solution(random);
    let lone = Digit::from_index(random.index(9));
    let kinds: [usize; 9] = std::array::from_fn(|_| random.index(7));
    let mut grid = Grid::EMPTY;
    for cell in Cell::all() {
        let (row, column) = (cell.row_index(), cell.column_index());
        let value = match kinds[row] {
            // A blank row or a full one.
            0 => None,
            1 => solution.get(cell),
            // The same as the first row, which is a contradiction.
            2 => solution.get(Cell::new(0, column)),
            // One digit in every cell, or in every cell of one box.
            3 => lone,
            4 => lone.filter(|_| column / 3 == row % 3),
            // Some of the cells, in a regular pattern or at random.
            5 => solution.get(cell).filter(|_| (row + column).is_multiple_of(2)),
            _ => solution.get(cell).filter(|_| random.index(3) == 0),
        };
        grid.set(cell, value);
    }
    grid
}

#[test]
fn structured_grids_have_the_smallest_form() {
    let mut random = Random::new(17);
    for _ in 0..6 {
        assert_smallest(&structured(&mut random));
    }
}

/// Panics unless `count` random isomorphs of a grid have the same canonical form as the grid.
fn assert_isomorphs_have_one_form(grid: &Grid, count: usize, canonizer: &mut Canonizer, random: &mut Random) {
    let found = canonizer.canonical(grid);
    for _ in 0..count {
        let isomorph = Transform::random(random).apply(grid);
        let again = canonizer.canonical(&isomorph);
        assert_eq!((again.grid, again.automorphisms), (found.grid, found.automorphisms), "{isomorph}");
        assert_eq!(again.transform.apply(&isomorph), found.grid);
    }
}

#[test]
fn isomorphs_of_generated_puzzles_have_one_form() {
    let mut random = Random::new(18);
    let mut canonizer = Canonizer::default();
    let mut generator = Generator::new();
    let mut forms = HashSet::new();
    let symmetries = Symmetry::ALL.into_iter().cycle();
    for (index, symmetry) in (0..300).zip(symmetries) {
        let recipe = Recipe { layout: Layout::Symmetric(symmetry), ..Recipe::default() };
        let puzzle = generator.puzzle(&recipe, 18, index, 1000).expect("1000 attempts are enough");
        assert_isomorphs_have_one_form(&puzzle, 20, &mut canonizer, &mut random);
        assert_isomorphs_have_one_form(&random_solution(&mut random), 5, &mut canonizer, &mut random);
        forms.insert(canonizer.canonical(&puzzle).grid);
    }
    assert_eq!(forms.len(), 300, "the puzzles are not all different");
    for _ in 0..200 {
        assert_isomorphs_have_one_form(&structured(&mut random), 10, &mut canonizer, &mut random);
    }
}

#[test]
fn automorphism_counts_match_known_values() {
    let symmetric: Grid = MOST_SYMMETRIC.parse().unwrap();
    let found = canonical(&symmetric);
    assert_eq!((found.grid, found.automorphisms), (symmetric, 648));
    assert_eq!(canonical(&Grid::EMPTY).automorphisms, u64::from(Transform::GEOMETRIC_COUNT));
    // Of the 5,472,730,538 classes of solution grids, 560,151 have more than one automorphism: about one in
    // ten thousand.
    let mut random = Random::new(13);
    let mut canonizer = Canonizer::default();
    let mut more = 0;
    for _ in 0..20_000 {
        let solution = random_solution(&mut random);
        let found = canonizer.canonical(&solution);
        assert_eq!(found.transform.apply(&solution), found.grid);
        assert_eq!(&found.grid.to_string()[..9], "123456789");
        more += u32::from(found.automorphisms > 1);
    }
    // On average about one such grid is expected: classes with automorphisms contain fewer grids than others.
    assert!(more <= 9, "{more} of 20000 random grids have automorphisms");
}

#[test]
fn isomorphs_of_known_puzzles_have_one_form() {
    let mut random = Random::new(14);
    let mut canonizer = Canonizer::default();
    for (name, step) in [("17_clue.txt", 199), ("minimal_100k.txt", 250), ("forum_hardest_11plus.txt", 138)] {
        let step = if sets::whole_sets().is_some() { step } else { 1 };
        let puzzles: Vec<Grid> = sets::puzzles(name).into_iter().step_by(step).collect();
        assert!(puzzles.len() >= 200, "{name}: {} puzzles", puzzles.len());
        for puzzle in &puzzles {
            assert_isomorphs_have_one_form(puzzle, 50, &mut canonizer, &mut random);
        }
    }
    let puzzles = sets::puzzles("17_clue.txt");
    let mut solutions = 0;
    for puzzle in puzzles.iter().step_by(puzzles.len().div_ceil(50)) {
        let Some(solution) = solve::unique_solution(puzzle) else { panic!("{puzzle}") };
        let found = canonizer.canonical(&solution);
        for _ in 0..100 {
            let isomorph = Transform::random(&mut random).apply(&solution);
            assert_eq!(canonizer.canonical(&isomorph).grid, found.grid, "{isomorph}");
        }
        solutions += 1;
    }
    assert!(solutions > 40, "{solutions} solutions");
}

#[test]
fn known_17_clue_puzzles_are_all_different() {
    let puzzles = sets::puzzles("17_clue.txt");
    let mut canonizer = Canonizer::default();
    let forms: HashSet<Grid> = puzzles.iter().map(|puzzle| canonizer.canonical(puzzle).grid).collect();
    let expected = if sets::whole_sets().is_some() { 49_158 } else { 256 };
    assert_eq!((puzzles.len(), forms.len()), (expected, expected));
}

/// A puzzle, and the canonical forms of its neighbours.
type Neighbourhood = (Grid, HashSet<Grid>);

/// Returns the 17-clue puzzles in `17_clue_neighbours.txt` with their neighbours.
fn listed_neighbourhoods(canonizer: &mut Canonizer) -> Vec<Neighbourhood> {
    let mut neighbourhoods: Vec<Neighbourhood> = Vec::new();
    let text = include_str!("../../testdata/puzzles/17_clue_neighbours.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let puzzle: Grid = line.trim().parse().unwrap();
        match neighbourhoods.last_mut() {
            Some((_, known)) if line.starts_with(' ') => {
                known.insert(canonizer.canonical(&puzzle).grid);
            }
            _ => neighbourhoods.push((puzzle, HashSet::new())),
        }
    }
    neighbourhoods
}

/// Returns some puzzles of the complete list of known 17-clue puzzles, with their neighbours. Two puzzles in
/// the list are neighbours if some isomorphs of them have 16 clues in common, so the neighbours can be found
/// without a search.
fn neighbourhoods_in_list(puzzles: &[Grid], canonizer: &mut Canonizer) -> Vec<Neighbourhood> {
    let mut lists: HashMap<Grid, Vec<u32>> = HashMap::new();
    let mut forms = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        forms.push(canonizer.canonical(puzzle).grid);
        for (cell, _) in puzzle.values() {
            let mut part = *puzzle;
            part.set(cell, None);
            lists.entry(canonizer.canonical(&part).grid).or_default().push(number as u32);
        }
    }
    let mut neighbourhoods = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate().step_by(997) {
        let mut known = HashSet::new();
        for (cell, _) in puzzle.values() {
            let mut part = *puzzle;
            part.set(cell, None);
            known.extend(lists[&canonizer.canonical(&part).grid].iter().map(|&other| forms[other as usize]));
        }
        known.remove(&forms[number]);
        neighbourhoods.push((*puzzle, known));
    }
    neighbourhoods
}

#[test]
fn neighbours_of_17_clue_puzzles_are_in_the_list() {
    let mut canonizer = Canonizer::default();
    let mut neighbourhoods = listed_neighbourhoods(&mut canonizer);
    if sets::whole_sets().is_some() {
        neighbourhoods.extend(neighbourhoods_in_list(&sets::puzzles("17_clue.txt"), &mut canonizer));
    }
    let mut with_neighbours = 0;
    for (puzzle, known) in &neighbourhoods {
        let mut found = HashSet::new();
        let end = neighbours(
            puzzle,
            Exchange { removed: 1, added: 1, minimality: Minimality::Any },
            u64::MAX,
            |neighbour| {
                assert!(found.insert(*neighbour), "{neighbour} is reported twice");
                ControlFlow::Continue(())
            },
        );
        assert_eq!(end, solve::End::Complete);
        assert_eq!(&found, known, "{puzzle}");
        with_neighbours += u32::from(!known.is_empty());
    }
    assert!(with_neighbours > 10, "{with_neighbours} of {} puzzles have neighbours", neighbourhoods.len());
}

/// Returns a sukaku with random candidates. The number of candidates in each cell is a random element of
/// `counts`.
fn random_sukaku(counts: &[usize], random: &mut Random) -> CandidateSet {
    let mut candidates = CandidateSet::EMPTY;
    for cell in Cell::all() {
        let count = counts[random.index(counts.len())];
        let order = random.permutation::<9>();
        let digits = order[..count].iter().filter_map(|&digit| Digit::from_index(digit.into()));
        candidates.set_digits(cell, digits.collect());
    }
    candidates
}

/// Labels the digits so that the masks of the first `cells` cells are as small as possible, and returns these
/// masks. A mask holds the labels of a cell's candidates, with the smallest label in the highest bit. Of two
/// digits, the one that is missing from the first cell that distinguishes them gets the smaller label.
fn smallest_labels(cells: usize, candidates: impl Fn(usize) -> DigitSet) -> Vec<u16> {
    let mut places = Digit::ALL.map(|digit| {
        (0..cells).fold(0_u128, |places, cell| places << 1 | u128::from(candidates(cell).contains(digit)))
    });
    places.sort_unstable();
    let labels = |cell| {
        places.iter().fold(0, |labels, places| labels << 1 | (places >> (cells - 1 - cell) & 1) as u16)
    };
    (0..cells).map(labels).collect()
}

/// Returns the smallest line that any cell permutation of a sukaku produces, as one mask of labels per cell,
/// and the number of permutations that produce it.
fn smallest_sukaku(sukaku: &CandidateSet) -> (Vec<u16>, u64) {
    let cells: Vec<DigitSet> = Cell::all().map(|cell| sukaku.digits(cell)).collect();
    let lines = line_orders();
    let (mut best, mut count) = (vec![u16::MAX; 81], 0);
    for (across, along) in [(9, 1), (1, 9)] {
        for rows in &lines {
            for columns in &lines {
                let moved = |place: usize| cells[across * rows[place / 9] + along * columns[place % 9]];
                // A larger first row makes the whole line larger.
                if smallest_labels(9, moved)[..] > best[..9] {
                    continue;
                }
                let line = smallest_labels(81, moved);
                if line < best {
                    (best, count) = (line, 1);
                } else {
                    count += u64::from(line == best);
                }
            }
        }
    }
    (best, count)
}

#[test]
fn the_form_of_a_sukaku_is_the_smallest() {
    let mut random = Random::new(15);
    let symmetric: Grid = MOST_SYMMETRIC.parse().unwrap();
    // The most symmetric grid, with the next digit as a second candidate in each cell: 1 2, 2 3, … 9 1.
    let mut rich = CandidateSet::EMPTY;
    for (cell, digit) in symmetric.values() {
        rich.set_digits(cell, DigitSet::only(digit).with(Digit::ALL[(digit.index() + 1) % 9]));
    }
    assert!(canonical_sukaku(&rich).automorphisms > 1);
    for sukaku in [random_sukaku(&[2, 3], &mut random), rich] {
        let found = canonical_sukaku(&sukaku);
        let labels = |cell| found.candidates.digits(cell).bits().reverse_bits() >> 7;
        let line: Vec<u16> = Cell::all().map(labels).collect();
        assert_eq!((line, found.automorphisms), smallest_sukaku(&sukaku));
        assert_eq!(found.transform.apply_to_candidates(&sukaku), found.candidates);
    }
}

#[test]
fn isomorphs_of_a_sukaku_have_one_form() {
    let mut random = Random::new(16);
    let mut keys = HashSet::new();
    for round in 0..40 {
        let counts: &[usize] = [&[2, 3, 4, 5][..], &[9, 9, 9, 8], &[0, 9], &[1, 9, 9, 9]][round % 4];
        let sukaku = random_sukaku(counts, &mut random);
        let found = canonical_sukaku(&sukaku);
        assert!(keys.insert(Key::of_sukaku(&found.candidates)));
        for _ in 0..10 {
            let isomorph = Transform::random(&mut random).apply_to_candidates(&sukaku);
            let again = canonical_sukaku(&isomorph);
            assert_eq!((again.candidates, again.automorphisms), (found.candidates, found.automorphisms));
            assert_eq!(again.transform.apply_to_candidates(&isomorph), found.candidates);
        }
        // Eliminating one candidate gives a different puzzle.
        let mut other = sukaku;
        let eliminated = sukaku.iter().nth(random.index(sukaku.len())).unwrap();
        other.remove(eliminated);
        assert_ne!(canonical_sukaku(&other).candidates, found.candidates);
    }
    assert_eq!(canonical_sukaku(&CandidateSet::ALL).automorphisms, u64::from(Transform::GEOMETRIC_COUNT));
}
