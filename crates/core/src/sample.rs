//! The sample puzzle used by the documentation, the tests and the command line.

/// The sample puzzle of LeetCode 37 and of the Wikipedia article on Sudoku, with 30 clues and one solution.
///
/// ```
/// use veridoku_core::{Grid, SAMPLE, SAMPLE_SOLUTION, solve};
///
/// let puzzle: Grid = SAMPLE.parse().unwrap();
/// assert_eq!(solve::unique_solution(&puzzle), SAMPLE_SOLUTION.parse().ok());
/// ```
pub const SAMPLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The only solution of [`SAMPLE`].
pub const SAMPLE_SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
