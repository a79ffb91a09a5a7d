//! Assembles rows into grids.
//!
//! Rows without labels belong together if there are no words between them. Rows with labels may have words
//! between them: their numbers say where they belong.

use super::line::{self, LineContent};
use super::tokens::CellLine;
use veridoku_core::{Cell, Digit, Grid};

const WRITTEN_TWICE: &str = "a row was written twice, differently; the last version is used";

/// A grid, or the reason why some rows are not a grid.
#[derive(Clone, Debug)]
pub(super) struct FoundGrid {
    pub(super) result: Result<Grid, String>,
    pub(super) warnings: Vec<String>,
    /// Whether the rows may be the columns or the boxes of a grid.
    pub(super) may_be_view: bool,
    /// The rows of an incomplete grid whose numbers are known.
    rows: Vec<(usize, Vec<u8>)>,
}

impl FoundGrid {
    fn complete(rows: &[Vec<u8>], warning: Option<&str>) -> FoundGrid {
        let mut grid = Grid::EMPTY;
        for (cell, number) in Cell::all().zip(rows.iter().flatten()) {
            grid.set(cell, Digit::from_number(*number));
        }
        FoundGrid {
            result: Ok(grid),
            warnings: warning.map(str::to_string).into_iter().collect(),
            may_be_view: false,
            rows: Vec::new(),
        }
    }

    fn incomplete(reason: String) -> FoundGrid {
        FoundGrid { result: Err(reason), warnings: Vec::new(), may_be_view: false, rows: Vec::new() }
    }

    /// Returns the grid if it is complete.
    pub(super) fn grid(&self) -> Option<&Grid> {
        self.result.as_ref().ok()
    }

    /// Reports whether all rows are also rows of this grid.
    pub(super) fn repeats_rows_of(&self, grid: &Grid) -> bool {
        let is_row = |(row, cells): &(usize, Vec<u8>)| grid.as_bytes()[9 * row - 9..9 * row] == cells[..];
        !self.rows.is_empty() && self.rows.iter().all(is_row)
    }
}

/// Returns the grid of a text that consists of nine plain rows, possibly with gaps between them, and of
/// plain prose before and after them. This is the fast path: it takes 0.2 µs, the search for grids in any
/// text takes 2 µs for the same rows.
pub(super) fn nine_rows(text: &str) -> Option<Grid> {
    let mut numbers = [0; Cell::COUNT];
    let mut rows = 0;
    let mut has_prose = false;
    let mut rest = text;
    while !rest.is_empty() {
        if rows == 0
            && let Some((found, after)) = regular_rows(rest)
        {
            (numbers, rest, rows) = (found, after, 9);
            continue;
        }
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with("```") {
            continue;
        }
        if rows < 9
            && let Some(cells) = line::nine_cells(line)
        {
            numbers[9 * rows..9 * rows + 9].copy_from_slice(&cells);
            rows += 1;
        } else if matches!(rows, 0 | 9) && line::is_plain_prose(line) {
            has_prose = true;
        } else {
            return None;
        }
    }
    // With blanks, the words of the prose may be digits.
    if rows < 9 || is_heading(&numbers[..9]) || (has_prose && numbers.contains(&0)) {
        return None;
    }
    Grid::from_bytes(numbers)
}

/// The length of nine lines of nine cells with a space between them, without the last line break.
const REGULAR_LENGTH: usize = 2 * Cell::COUNT - 1;

/// Returns the numbers of nine lines of nine cells with a space between them, as most programs write them,
/// and the text after them. Each row must contain a digit.
fn regular_rows(text: &str) -> Option<([u8; Cell::COUNT], &str)> {
    const SIGNS: [u8; Cell::COUNT - 1] = {
        let mut signs = [b' '; Cell::COUNT - 1];
        let mut end = 8;
        while end < signs.len() {
            signs[end] = b'\n';
            end += 9;
        }
        signs
    };
    let (lines, rest) = text.as_bytes().split_first_chunk::<REGULAR_LENGTH>()?;
    let has_end = matches!(rest, [] | [b'\n', ..]);
    if !has_end || lines[1] != b' ' || lines[17] != b'\n' {
        return None;
    }
    // Loops over indices are vectorized. With iterators over pairs, this function took four times as long.
    let mut numbers = [0; Cell::COUNT];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = lines[2 * index];
    }
    let mut differences = 0;
    for (index, sign) in SIGNS.iter().enumerate() {
        differences |= lines[2 * index + 1] ^ sign;
    }
    for number in &mut numbers {
        *number = if matches!(*number, b'.' | b'_') { 0 } else { number.wrapping_sub(b'0') };
    }
    let is_regular = differences == 0
        && numbers.iter().fold(0, |highest, &number| number.max(highest)) <= 9
        && numbers.as_chunks::<9>().0.iter().all(|row| *row != [0; 9]);
    is_regular.then(|| (numbers, &text[REGULAR_LENGTH..]))
}

/// Reports whether a row may have the numbers of the columns.
fn is_heading(cells: &[u8]) -> bool {
    [[1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8]].iter().any(|digits| cells == digits)
}

/// Returns the grids in plain lines, in order.
pub(super) fn grids(text: &str) -> Vec<FoundGrid> {
    let mut collector = RowRuns::default();
    for line in text.lines() {
        collector.add(line::read(line));
    }
    collector.end_run();
    collector.end_labelled();
    let mut found = collector.found.iter().filter_map(FoundGrid::grid);
    if collector.lone_rows.len() == 9 && found.all(|grid| grid.filled().len() < 81) {
        let warning = "there is text between the rows";
        collector.found.push(FoundGrid::complete(&collector.lone_rows, Some(warning)));
    }
    collector.found
}

/// A row without a label.
#[derive(Clone, Debug)]
struct PlainRow {
    line: CellLine,
    after_gap: bool,
}

/// Collects rows.
#[derive(Debug, Default)]
struct RowRuns {
    found: Vec<FoundGrid>,
    run: Vec<PlainRow>,
    after_gap: bool,
    /// The label on a line of its own, if its row has not followed yet.
    heading: Option<usize>,
    /// Whether the next rows are columns or boxes.
    other_houses: bool,
    /// The row at the end of the sentence before this run, which may be the first row.
    opening: Option<CellLine>,
    /// Whether the last row of this run was at the start of a sentence.
    has_sentence: bool,
    labelled: LabelledRows,
    /// The rows with other lines before and after each of them.
    lone_rows: Vec<Vec<u8>>,
}

/// The rows with labels since the last row 1, or row 0 if they count from 0.
#[derive(Debug, Default)]
struct LabelledRows {
    rows: [Option<Vec<u8>>; 10],
    last: usize,
    problem: Option<String>,
    warning: Option<&'static str>,
}

impl LabelledRows {
    /// Returns the number of the first row.
    fn first(&self) -> usize {
        usize::from(self.rows[0].is_none())
    }

    /// Returns the nine rows.
    fn nine(&self) -> &[Option<Vec<u8>>] {
        &self.rows[self.first()..][..9]
    }

    /// Reports whether all rows are there, and the last one was added last.
    fn is_complete(&self) -> bool {
        self.last == self.first() + 8 && self.nine().iter().all(Option::is_some)
    }
}

impl RowRuns {
    fn add(&mut self, content: LineContent) {
        let content = match (self.heading.take(), content) {
            (Some(label), LineContent::Cells(line)) if line.label.is_none() && line.cells.len() < 70 => {
                LineContent::Cells(CellLine { label: Some(label), ..line })
            }
            (heading, LineContent::Gap) => {
                self.heading = heading;
                LineContent::Gap
            }
            (_, content) => content,
        };
        match content {
            LineContent::Gap => self.after_gap = true,
            LineContent::RowHeading(number) => {
                self.end_run();
                self.other_houses = false;
                self.heading = Some(number);
            }
            LineContent::Cells(line) if line.cells.len() > 80 => {
                self.end_run();
                match line.cells.len() {
                    // A line may have the puzzle before the solution.
                    81 | 162 => {
                        let grids =
                            line.cells.chunks(81).map(|cells| FoundGrid::complete(&[cells.to_vec()], None));
                        self.found.extend(grids);
                    }
                    found => {
                        let reason = format!("found {found} cells on a line, expected 81");
                        self.found.push(FoundGrid::incomplete(reason));
                    }
                }
            }
            LineContent::Cells(CellLine { label: Some(label), cells, crowded, is_corrected, .. })
                if cells.len() >= 4 =>
            {
                self.end_run();
                self.add_labelled(label, cells, crowded.as_deref());
                if is_corrected {
                    self.labelled.warning = Some(WRITTEN_TWICE);
                }
            }
            LineContent::Cells(line) => {
                if self.run.last().is_some_and(|last| self.begins_other_run(last, &line)) {
                    self.end_run();
                }
                self.run.push(PlainRow { line, after_gap: self.after_gap });
                self.after_gap = false;
            }
            LineContent::Sentence { row, is_start } => {
                let is_last_row = is_start && self.run.len() + usize::from(self.opening.is_some()) == 8;
                if is_last_row {
                    self.run.push(PlainRow { line: row.clone(), after_gap: false });
                    self.has_sentence = true;
                }
                self.end_run();
                self.other_houses = false;
                self.opening = (!is_start).then_some(row);
            }
            LineContent::OtherHouses => {
                self.end_run();
                self.other_houses = true;
            }
            // The rows before it may be another band of the same grid.
            LineContent::Band if matches!(self.run.len(), 3 | 6) => self.after_gap = true,
            LineContent::Band | LineContent::Prose => {
                self.end_run();
                self.other_houses = false;
            }
        }
    }

    /// Reports whether a line without a label belongs to other rows than the line before it.
    fn begins_other_run(&self, last: &PlainRow, next: &CellLine) -> bool {
        let (last, next) = (last.line.cells.len(), next.cells.len());
        if last.max(next) >= 70 {
            // A long line may go on.
            return last + next != Cell::COUNT;
        }
        let may_be_same_grid = is_row(last) && is_row(next) && !self.run.len().is_multiple_of(9);
        self.after_gap && last != next && !may_be_same_grid
    }

    fn add_labelled(&mut self, label: usize, cells: Vec<u8>, crowded: Option<&str>) {
        if label <= 1 && self.labelled.last > label {
            self.end_labelled();
        }
        let rows = &mut self.labelled;
        if let Some(problem) = row_problem(label, &cells, crowded) {
            rows.problem.get_or_insert(problem);
        }
        let old = rows.rows[label].replace(cells);
        if old.is_some() && old != rows.rows[label] {
            rows.warning = Some(WRITTEN_TWICE);
            if rows.rows.iter().flatten().all(|row| row.len() == 9) {
                rows.problem = None;
            }
        }
        rows.last = label;
        if rows.is_complete() {
            // Later rows correct this grid, or begin another one.
            self.emit_labelled();
        }
    }

    /// Adds the grid of the rows with labels, and forgets the rows.
    fn end_labelled(&mut self) {
        if !self.labelled.is_complete() {
            self.emit_labelled();
        }
        self.labelled = LabelledRows::default();
    }

    fn emit_labelled(&mut self) {
        if self.labelled.rows.iter().all(Option::is_some) {
            self.labelled.problem = Some("found 10 rows, expected 9".to_string());
        }
        let LabelledRows { problem, warning, .. } = &self.labelled;
        let (rows, first) = (self.labelled.nine(), self.labelled.first());
        let count = rows.iter().flatten().count();
        let first_missing = rows.iter().position(Option::is_none);
        self.found.extend(match (problem, first_missing) {
            (None, None) => {
                let rows: Vec<Vec<u8>> = rows.iter().flatten().cloned().collect();
                Some(FoundGrid::complete(&rows, *warning))
            }
            (Some(problem), None) => Some(FoundGrid::incomplete(problem.clone())),
            // One or two rows are examples, not a grid.
            _ if count < 3 => None,
            (_, Some(missing)) => {
                let row = |(index, row): (usize, &Option<Vec<u8>>)| Some((index + 1, row.clone()?));
                Some(FoundGrid {
                    rows: rows.iter().enumerate().filter_map(row).collect(),
                    ..FoundGrid::incomplete(format!("found no row {}", missing + first))
                })
            }
        });
    }

    /// Adds the grids of the rows without labels.
    fn end_run(&mut self) {
        self.after_gap = false;
        let mut run = std::mem::take(&mut self.run);
        let opening = self.opening.take();
        let mut has_sentence = std::mem::take(&mut self.has_sentence);
        if run.is_empty() {
            return;
        }
        if let Some(line) = opening.filter(|line| run.len() == 8 && !is_heading(&line.cells)) {
            run.insert(0, PlainRow { line, after_gap: false });
            has_sentence = true;
        }
        let has_other_houses = std::mem::take(&mut self.other_houses);
        let may_be_check = has_other_houses && self.found.iter().any(|found| found.grid().is_some());
        remove_row_numbers(&mut run);
        remove_headings(&mut run);
        let may_be_view = has_other_houses || run.iter().all(|row| row.line.has_other_name);
        let total: usize = run.iter().map(|row| row.line.cells.len()).sum();
        let is_wrapped = |row: &PlainRow| !is_row(row.line.cells.len());
        let has_whole_rows = run.iter().all(|row| row.line.cells.len().is_multiple_of(9));
        if run.iter().all(is_wrapped) || (total == 81 && run.len() != 9 && has_whole_rows) {
            if !may_be_check {
                self.add_wrapped(&run, total);
            }
            return;
        }
        // A few rows are examples, not a grid.
        if run.len() < 3 {
            let [row] = &run[..] else { return };
            if row.line.cells.len() == 9 && !row.line.cells.contains(&0) {
                self.lone_rows.push(row.line.cells.clone());
            }
            return;
        }
        let first_is_heading = is_heading(&run[0].line.cells);
        let mut grids = Vec::new();
        let mut rest = &run[..];
        while !rest.is_empty() {
            let (block, later) = rest.split_at(block_len(rest));
            let rows_per_grid = if block.len().is_multiple_of(9) { 9 } else { block.len() };
            grids.extend(block.chunks(rows_per_grid).map(grid_of_block));
            rest = later;
        }
        if let Some(FoundGrid { result: Ok(grid), warnings, .. }) = grids.last_mut()
            && grid.has_repetition()
        {
            if first_is_heading {
                warnings.push("the first row may be a heading".to_string());
            }
            if has_sentence {
                warnings.push("a row is part of a sentence".to_string());
            }
        }
        // The rows of an earlier grid are rows here, too.
        let has_known_rows = |found: &FoundGrid| {
            let mut earlier = self.found.iter().filter_map(FoundGrid::grid);
            found.grid().is_some_and(|grid| earlier.any(|part| part.is_part_of(grid)))
        };
        for found in grids.iter_mut().filter(|_| may_be_view) {
            found.may_be_view = !has_known_rows(found);
        }
        // Some columns or boxes of a grid are a check, not a grid.
        grids.retain(|found| found.grid().is_some() || !may_be_check);
        self.found.append(&mut grids);
    }

    /// Adds grids whose lines are not rows: nine pairs of rows side by side, or 81 cells in lines of any
    /// length.
    fn add_wrapped(&mut self, run: &[PlainRow], total: usize) {
        let cells: Vec<u8> = run.iter().flat_map(|row| row.line.cells.clone()).collect();
        if run.len() == 9 && run.iter().all(|row| row.line.cells.len() == 18) {
            for start in [0, 9] {
                let half: Vec<Vec<u8>> = cells.chunks(18).map(|row| row[start..start + 9].to_vec()).collect();
                self.found.push(FoundGrid::complete(&half, None));
            }
        } else if total == 81 {
            // A line per cell, as in YAML, is as clear as a single line.
            let is_clear = matches!(run.len(), 1 | 81);
            let warning = (!is_clear).then_some("the lines of the grid are not its rows");
            self.found.push(FoundGrid::complete(&[cells], warning));
        } else if (60..=100).contains(&total) {
            self.found.push(FoundGrid::incomplete(format!("found {total} cells, expected 81")));
        }
    }
}

/// Returns what is wrong with a row, if anything.
fn row_problem(number: usize, cells: &[u8], crowded: Option<&str>) -> Option<String> {
    match (crowded, cells.len()) {
        (Some(group), _) => Some(format!("found {group} in a cell of row {number}, expected a digit")),
        (None, 9) => None,
        (None, found) => Some(format!("found {found} cells in row {number}, expected 9")),
    }
}

/// Reports whether a number of cells is close to a row.
fn is_row(cells: usize) -> bool {
    (7..=11).contains(&cells)
}

/// Removes the numbers of the columns above the grid, or above each of its bands.
fn remove_headings(run: &mut Vec<PlainRow>) {
    let headings = run.iter().filter(|row| is_heading(&row.line.cells)).count();
    if run.len() >= 10 && !run.len().is_multiple_of(9) && is_heading(&run[0].line.cells) {
        run.remove(0);
    }
    if headings > 1 && run.len() == 9 + headings - 1 {
        run.retain(|row| !is_heading(&row.line.cells));
    }
}

/// Removes a first column that contains the numbers of the rows, and the headings above it.
fn remove_row_numbers(run: &mut Vec<PlainRow>) {
    // The number may be repeated at the end.
    let has_both =
        |row: &&mut PlainRow| row.line.cells.len() == 11 && row.line.cells[0] == row.line.cells[10];
    let both: Vec<&mut PlainRow> = run.iter_mut().filter(has_both).collect();
    if both.len() >= 9 {
        for row in both {
            row.line.cells.truncate(10);
        }
    }
    let is_ten = |row: &PlainRow| row.line.cells.len() == 10;
    let tens = run.iter().filter(|row| is_ten(row)).count();
    let Some(start) = run.iter().position(is_ten) else { return };
    let first = run[start].line.cells[0];
    let number = |index: usize| first as usize + (index - start) % 9;
    let fits = |(index, row): (usize, &PlainRow)| !is_ten(row) || row.line.cells[0] as usize == number(index);
    if 2 * tens <= run.len() || first > 1 || !run.iter().enumerate().skip(start).all(fits) {
        return;
    }
    for (index, row) in run.iter_mut().enumerate().skip(start) {
        if row.line.cells.first().is_some_and(|&cell| cell as usize == number(index)) {
            row.line.cells.remove(0);
        }
    }
    run.drain(..start);
}

/// Returns how many of the first rows are one grid, or several whole ones.
fn block_len(rows: &[PlainRow]) -> usize {
    // Blank lines and frames end a grid. They may also be between its bands.
    let ends = || (1..=rows.len()).filter(|&end| rows.get(end).is_none_or(|next| next.after_gap));
    let end = ends().find(|&end| end >= 9).unwrap_or(rows.len());
    match ends().take_while(|&end| end < 9).last() {
        Some(shorter) if end > 9 && !end.is_multiple_of(9) => shorter,
        _ => end,
    }
}

/// Returns the grid of these rows.
fn grid_of_block(rows: &[PlainRow]) -> FoundGrid {
    let mut lines: Vec<&CellLine> = rows.iter().map(|row| &row.line).collect();
    let mut warning = lines.iter().any(|line| line.is_corrected).then_some(WRITTEN_TWICE);
    if lines.len() > 9 {
        lines.dedup_by(|next, line| next.cells == line.cells);
        warning = Some("a row was written twice");
    }
    let problem = lines
        .iter()
        .enumerate()
        .find_map(|(index, line)| row_problem(index + 1, &line.cells, line.crowded.as_deref()));
    match (problem, lines.len()) {
        (None, 9) => {
            let rows: Vec<Vec<u8>> = lines.iter().map(|line| line.cells.clone()).collect();
            FoundGrid::complete(&rows, warning)
        }
        (Some(problem), 9) => FoundGrid::incomplete(problem),
        (_, found) => FoundGrid::incomplete(format!("found {found} rows, expected 9")),
    }
}
