//! Checks the number of calls until the first solution of the sample puzzle.

use crate::reference::SOLVED;
use crate::{SAMPLE, puzzle};
use std::fmt::Write;
use veridoku_classic::{ALGORITHMS, Counter, RunOutcome};

#[test]
fn the_sample_puzzle_takes_the_published_numbers_of_calls() {
    let mut table = String::from("solver          calls  tries places  undos deep\n");
    for algorithm in &ALGORITHMS {
        let mut counter = Counter::default();
        let answer = algorithm.observe_up_to(&puzzle(SAMPLE), 1, 100_000, &mut counter);
        match answer {
            RunOutcome::First(solution) => assert_eq!(solution.to_string(), SOLVED, "{}", algorithm.name),
            _ => assert_eq!((algorithm.name, counter.calls), ("brute-force", 100_000)),
        }
        let Counter { calls, tries, placements, undos, max_depth, .. } = counter;
        writeln!(table, "{:13} {calls:7} {tries:6} {placements:6} {undos:6} {max_depth:4}", algorithm.name)
            .unwrap();
    }
    // The numbers of calls for `restart`, `resume`, `tables`, `columns` and `static-order` have been
    // published elsewhere. The others were measured here; the number for `fast` depends on the engine of
    // veridoku-core.
    assert_eq!(
        table,
        "\
solver          calls  tries places  undos deep
brute-force    100000 100000 100000  99949   51
restart          4209  37652   4208   4157   51
resume           4209  37652   4208   4157   51
tables           4209  37652   4208   4157   51
columns           981   5369    621    570   90
counters         6428  37652   4208   4157   81
singles-first       1     51     51      0    0
static-order      103    698    102     51   51
static-sets       103    102    102     51   51
mrv                52     51     51      0   51
norvig              1     51     51      0    0
dlx                52     51     51      0   51
fast                1     51     51      0    0
"
    );
}
