//! Checks that the finders can handle inconsistent positions: cells without candidates, digits without
//! places, and random candidates.

use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, CellSet, Grid};
use veridoku_logic::{AllSteps, FinderContext, Ladder, Position, SearchOptions, TECHNIQUES, Uniqueness};

/// A small random number generator (George Marsaglia's xorshift).
struct RandomBits(u64);

impl RandomBits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Returns an empty grid with random candidates. Each candidate is kept with a probability of one in
/// `rarity`.
fn random_candidates(random: &mut RandomBits, rarity: u64) -> Position {
    let candidates: CandidateSet =
        Candidate::all().filter(|_| random.next().is_multiple_of(rarity)).collect();
    Position::from_parts(Grid::EMPTY, CellSet::EMPTY, &candidates, Uniqueness::Known)
}

#[test]
fn finders_handle_inconsistent_positions() {
    let mut random = RandomBits(0x2545_F491_4F6C_DD1D);
    let options = SearchOptions { budget: 10_000, ..SearchOptions::default() };
    for rarity in [2, 3, 4, 6, 9, 20] {
        for _ in 0..4 {
            let position = random_candidates(&mut random, rarity);
            let context = FinderContext::new(&position, options);
            for entry in TECHNIQUES {
                let mut all = AllSteps::default();
                let _: ControlFlow<()> = entry.technique.finder()(&context, &mut all);
                for step in &all.0 {
                    assert!(step.is_useful(&position), "{step:?}");
                }
            }
        }
    }
}

#[test]
fn paths_end_on_inconsistent_positions() {
    let mut random = RandomBits(0x9E37_79B9_7F4A_7C15);
    let ladder = Ladder::hodoku().with_options(SearchOptions { budget: 10_000, ..SearchOptions::default() });
    for _ in 0..20 {
        let position = random_candidates(&mut random, 3);
        let path = ladder.path(&position);
        let mut reached = position;
        for step in &path.steps {
            assert!(step.is_useful(&reached), "{step:?}");
            step.apply(&mut reached);
        }
        assert_eq!(reached, path.end);
    }
}
