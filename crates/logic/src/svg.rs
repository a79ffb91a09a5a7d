//! Draws a position as an SVG picture, with the marks of a step.
//!
//! ```text
//! ┌──────────┐   A cell is 60 units wide. Its candidates form a 3 × 3 grid, with digit d in
//! │ 1  2  3  │   column (d-1) mod 3 and row (d-1) div 3. Links are slightly curved lines
//! │ 4  5  6  │   between candidates, so that they do not hide each other.
//! │ 7  8  9  │
//! └──────────┘
//! ```
//!
//! An outline surrounds the candidates of a group; a link to the group ends at the nearest of them. Each
//! picture is a complete document with a title and a description for screen readers.
//!
//! The picture needs no script and no style sheet. Colours are attributes, so it looks the same in a browser,
//! in a notebook and in print. Roles are also classes, so that a page can use other colours.

use crate::marks::set_name;
use crate::{Link, Marks, Node, Notation, Position, Role};
use std::fmt::Write;
use veridoku_core::{Candidate, Cell, House};

/// The width and height of a cell.
const CELL: usize = 60;
/// The margin around the grid.
const MARGIN: usize = 24;
/// The width and height of the whole picture.
const SIZE: usize = 9 * CELL + 2 * MARGIN;

/// Returns the background colour of a candidate with this role.
const fn colour(role: Role) -> &'static str {
    match role {
        Role::Pattern => "#9bd49b",
        Role::Second => "#9cc3ee",
        Role::Third => "#d9b3ea",
        Role::Fourth => "#8fdde0",
        Role::Fifth => "#fbbf85",
        Role::Sixth => "#f6a9cd",
        Role::Seventh => "#c9db73",
        Role::Eighth => "#cfc4b6",
        Role::Extra => "#f7e463",
        Role::Placed => "#4caf50",
        Role::Eliminated => "#f29a94",
    }
}

/// The text alternative of a picture, for screen readers.
#[derive(Copy, Clone, Debug)]
pub struct Caption<'a> {
    /// A short title.
    pub title: &'a str,
    /// A description in full sentences.
    pub description: &'a str,
}

/// Draws a position, with the marks of a step if there are any.
///
/// ```
/// use veridoku_core::Puzzle;
/// use veridoku_logic::svg::{self, Caption};
/// use veridoku_logic::{Notation, Position};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let position = Position::new(&puzzle).expect("the puzzle has no contradiction");
/// let caption = Caption { title: "Sudoku", description: "The initial position." };
/// assert!(svg::draw(&position, None, Notation::RowColumn, caption).starts_with("<svg"));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn draw(position: &Position, marks: Option<&Marks>, notation: Notation, caption: Caption<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = SvgPicture { position, marks, notation, caption, empty: EmptyCells::Candidates }.write(&mut text);
    text
}

/// Draws only the values of a position, and leaves empty cells blank.
pub fn draw_values(position: &Position, notation: Notation, caption: Caption<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ =
        SvgPicture { position, marks: None, notation, caption, empty: EmptyCells::Blank }.write(&mut text);
    text
}

/// What to draw in cells without a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum EmptyCells {
    Candidates,
    Blank,
}

struct SvgPicture<'a> {
    position: &'a Position,
    marks: Option<&'a Marks>,
    notation: Notation,
    caption: Caption<'a>,
    empty: EmptyCells,
}

impl SvgPicture<'_> {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" font-family="sans-serif" text-anchor="middle" role="img">"#
        )?;
        write!(
            out,
            "<title>{}</title><desc>{}</desc>",
            escaped(self.caption.title),
            escaped(self.caption.description)
        )?;
        write!(out, r##"<rect width="{SIZE}" height="{SIZE}" fill="#ffffff"/>"##)?;
        self.houses(out)?;
        self.shaded_cells(out)?;
        self.groups(out)?;
        for cell in Cell::all() {
            self.cell(out, cell)?;
        }
        Self::lines(out)?;
        self.labels(out)?;
        self.links(out)?;
        self.set_names(out)?;
        out.push_str("</svg>\n");
        Ok(())
    }

    /// Shades the houses of the pattern and those in which candidates are eliminated.
    fn houses(&self, out: &mut String) -> std::fmt::Result {
        let Some(marks) = self.marks else { return Ok(()) };
        for (houses, fill) in [(marks.covers, "#f4f4f4"), (marks.houses, "#eaf4ea")] {
            for house in houses {
                let (left, top, width, height) = frame(house);
                write!(
                    out,
                    r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{fill}"/>"#
                )?;
            }
        }
        Ok(())
    }

    /// Shades the cells of almost locked sets in a chain, and the cells with a mistake.
    fn shaded_cells(&self, out: &mut String) -> std::fmt::Result {
        let Some(marks) = self.marks else { return Ok(()) };
        let sets = marks.lines.iter().filter_map(|line| match line.link {
            Link::StrongInSet(cells) => Some((cells, "set", "#f3ecfa")),
            _ => None,
        });
        for (cells, class, fill) in sets.chain([(marks.wrong, "wrong", "#f7b8b3")]) {
            for cell in cells {
                let (left, top) = corner(cell);
                write!(
                    out,
                    r#"<rect class="{class}" x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{fill}"/>"#
                )?;
            }
        }
        Ok(())
    }

    /// Draws an outline around the candidates of each group.
    fn groups(&self, out: &mut String) -> std::fmt::Result {
        let lines = self.marks.iter().flat_map(|marks| &marks.lines);
        let mut nodes: Vec<Node> = Vec::new();
        for node in lines.flat_map(|line| [line.from, line.to]).filter(|node| node.cells.len() > 1) {
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
        for node in nodes {
            let mut path = String::new();
            for (index, (x, y)) in centres(node).enumerate() {
                write!(path, "{}{x} {y}", if index == 0 { 'M' } else { 'L' })?;
            }
            // A wide line with a narrower white line on top of it looks like an outline.
            for (class, stroke, width) in [("group", "#777777", 25.0), ("inside", "#ffffff", 22.5)] {
                write!(
                    out,
                    r#"<path class="{class}" d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
                )?;
            }
        }
        Ok(())
    }

    fn cell(&self, out: &mut String, cell: Cell) -> std::fmt::Result {
        if let Some(digit) = self.position.values().get(cell) {
            let given = self.position.givens().contains(cell);
            let (left, top) = corner(cell);
            let (weight, fill) = if given { ("bold", "#111111") } else { ("normal", "#1f5fa8") };
            if let Some(role) = self.marks.and_then(|marks| marks.color(Candidate::new(cell, digit))) {
                write!(
                    out,
                    r#"<circle class="{}" cx="{}" cy="{}" r="22" fill="{}"/>"#,
                    role.name(),
                    left + CELL / 2,
                    top + CELL / 2,
                    colour(role)
                )?;
            }
            return write!(
                out,
                r#"<text x="{}" y="{}" font-size="36" font-weight="{weight}" fill="{fill}">{digit}</text>"#,
                left + CELL / 2,
                top + 43
            );
        }
        if self.empty == EmptyCells::Blank {
            return Ok(());
        }
        for digit in self.position.digits(cell) {
            let candidate = Candidate::new(cell, digit);
            let (x, y) = centre(candidate);
            let role = self.marks.and_then(|marks| marks.role(candidate));
            if let Some(color) = self.marks.and_then(|marks| marks.color(candidate)) {
                write!(
                    out,
                    r#"<circle class="{}" cx="{x}" cy="{y}" r="9" fill="{}"/>"#,
                    color.name(),
                    colour(color)
                )?;
            }
            let fill = if role.is_some() { "#000000" } else { "#555555" };
            write!(out, r#"<text x="{x}" y="{}" font-size="14" fill="{fill}">{digit}</text>"#, y + 5)?;
            if role == Some(Role::Eliminated) {
                write!(
                    out,
                    r##"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#b3261e" stroke-width="1.5"/>"##,
                    x - 7,
                    y + 7,
                    x + 7,
                    y - 7
                )?;
            }
        }
        Ok(())
    }

    fn lines(out: &mut String) -> std::fmt::Result {
        for index in 0..=9 {
            let at = MARGIN + index * CELL;
            let end = SIZE - MARGIN;
            let width = if index % 3 == 0 { 2.5 } else { 0.75 };
            write!(
                out,
                r##"<path d="M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}" stroke="#222222" stroke-width="{width}" stroke-linecap="square"/>"##
            )?;
        }
        Ok(())
    }

    /// Writes the names of the rows and columns in the margin.
    fn labels(&self, out: &mut String) -> std::fmt::Result {
        for index in 0..9 {
            let at = MARGIN + index * CELL + CELL / 2;
            let (row, column) = match self.notation {
                Notation::RowColumn => (format!("r{}", index + 1), format!("c{}", index + 1)),
                Notation::Letters => {
                    let name = self.notation.cell(Cell::new(index, 0));
                    (name[..1].to_string(), (index + 1).to_string())
                }
            };
            write!(out, r##"<text x="12" y="{}" font-size="11" fill="#888888">{row}</text>"##, at + 4)?;
            write!(out, r##"<text x="{at}" y="16" font-size="11" fill="#888888">{column}</text>"##)?;
        }
        Ok(())
    }

    /// Writes the names of almost locked sets at the top of their cells, between the candidates.
    fn set_names(&self, out: &mut String) -> std::fmt::Result {
        let Some(marks) = self.marks else { return Ok(()) };
        for cell in Cell::all() {
            let sets = marks.sets.iter().enumerate().filter(|(_, cells)| cells.contains(cell));
            for (place, (index, _)) in sets.enumerate() {
                let (left, top) = corner(cell);
                let (middle, name) = (left + 21 + 18 * place, set_name(index));
                write!(
                    out,
                    r##"<rect x="{}" y="{}" width="12" height="13" rx="3" fill="#222222"/>"##,
                    middle - 6,
                    top - 3
                )?;
                write!(
                    out,
                    r##"<text class="set-name" x="{middle}" y="{}" font-size="11" fill="#ffffff">{name}</text>"##,
                    top + 8
                )?;
            }
        }
        Ok(())
    }

    fn links(&self, out: &mut String) -> std::fmt::Result {
        for line in self.marks.iter().flat_map(|marks| &marks.lines) {
            let Some(((x1, y1), (x2, y2))) = nearest(line.from, line.to) else { continue };
            let (dx, dy) = (x2 - x1, y2 - y1);
            let length = (dx * dx + dy * dy).sqrt().max(1.0);
            // The control point is beside the midpoint; the ends stop short of the digits.
            let (bend_x, bend_y) =
                (f64::midpoint(x1, x2) - dy / length * 14.0, f64::midpoint(y1, y2) + dx / length * 14.0);
            let trim = |from: (f64, f64), to: (f64, f64)| {
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let length = (dx * dx + dy * dy).sqrt().max(1.0);
                (from.0 + dx / length * 10.0, from.1 + dy / length * 10.0)
            };
            let start = trim((x1, y1), (bend_x, bend_y));
            let end = trim((x2, y2), (bend_x, bend_y));
            let (stroke, dash) = if line.link.is_strong() {
                ("#b3261e", "")
            } else {
                ("#b3261e", r#" stroke-dasharray="5 4""#)
            };
            write!(
                out,
                r#"<path class="link" d="M{:.1} {:.1}Q{bend_x:.1} {bend_y:.1} {:.1} {:.1}" fill="none" stroke="{stroke}" stroke-width="2"{dash}/>"#,
                start.0, start.1, end.0, end.1
            )?;
        }
        Ok(())
    }
}

/// Returns the top left corner of a cell.
fn corner(cell: Cell) -> (usize, usize) {
    (MARGIN + cell.column_index() * CELL, MARGIN + cell.row_index() * CELL)
}

/// Returns the centre of a candidate.
fn centre(candidate: Candidate) -> (usize, usize) {
    let (left, top) = corner(candidate.cell());
    let digit = candidate.digit().index();
    (left + 12 + digit % 3 * 18, top + 12 + digit / 3 * 18)
}

/// Returns the centres of the candidates of a node.
fn centres(node: Node) -> impl Iterator<Item = (f64, f64)> + Clone {
    node.cells.iter().map(move |cell| {
        let (x, y) = centre(Candidate::new(cell, node.digit));
        (f64::from(x as u32), f64::from(y as u32))
    })
}

/// Returns the centres of the two candidates, one from each node, that are nearest to each other. These are
/// the ends of the link.
fn nearest(from: Node, to: Node) -> Option<((f64, f64), (f64, f64))> {
    let square = |((x1, y1), (x2, y2)): &((f64, f64), (f64, f64))| (x2 - x1).powi(2) + (y2 - y1).powi(2);
    centres(from)
        .flat_map(|start| centres(to).map(move |end| (start, end)))
        .min_by(|left, right| square(left).total_cmp(&square(right)))
}

/// Escapes the special characters of XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the left, top, width and height of a house.
fn frame(house: House) -> (usize, usize, usize, usize) {
    let [first, .., last] = house.cells_in_order();
    let ((left, top), (right, bottom)) = (corner(first), corner(last));
    (left, top, right + CELL - left, bottom + CELL - top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evidence, Ladder, Link, MarkLine, Technique};
    use veridoku_core::{CellSet, Digit, Puzzle};

    const CAPTION: Caption<'_> = Caption { title: "a < b", description: "r1c1<>5 & more" };
    /// A puzzle whose solution path contains a grouped chain.
    const GROUPED: &str = ".4.6..7...........2.1.9.....6..4..85.2.38...15......3..8...7.6.....6..24..34.....";

    fn position(line: &str) -> Position {
        Position::new(&line.parse::<Puzzle>().unwrap()).unwrap()
    }

    /// Reports whether all elements are closed in the right order.
    fn is_well_formed(document: &str) -> bool {
        let mut open = Vec::new();
        for piece in document.split('<').skip(1) {
            let Some((tag, _)) = piece.split_once('>') else { return false };
            let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap_or("");
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn a_picture_is_one_document_with_a_caption() {
        let position = position(veridoku_core::SAMPLE);
        let drawn = draw(&position, None, Notation::Letters, CAPTION);
        assert!(is_well_formed(&drawn));
        assert_eq!(drawn.matches("<svg").count(), 1);
        assert!(drawn.contains("<title>a &lt; b</title><desc>r1c1&lt;&gt;5 &amp; more</desc>"), "{drawn}");
        for label in [">A<", ">J<", ">1<", ">9<"] {
            assert!(drawn.contains(label), "{label}");
        }
        assert!(!drawn.contains(">I<"));
    }

    #[test]
    fn cells_with_mistakes_are_shaded() {
        let puzzle: Puzzle = format!("5.....5{}", ".".repeat(74)).parse().unwrap();
        let wrong: CellSet = ["r1c1", "r1c7"].iter().map(|name| name.parse().unwrap()).collect();
        let drawn =
            draw(&Position::unchecked(&puzzle), Some(&Marks::of_wrong(wrong)), Notation::RowColumn, CAPTION);
        assert_eq!(drawn.matches(r#"class="wrong""#).count(), 2);
        assert!(is_well_formed(&drawn));
    }

    #[test]
    fn links_end_at_candidates_and_groups_are_outlined() {
        let mut position = position(GROUPED);
        let ladder = Ladder::hodoku();
        let step = loop {
            let step = ladder.next(&position).expect("the path has a grouped chain");
            let grouped = [
                Technique::GroupedAic,
                Technique::GroupedContinuousNiceLoop,
                Technique::GroupedDiscontinuousNiceLoop,
            ];
            if grouped.contains(&step.technique) {
                break step;
            }
            step.apply(&mut position);
        };
        let marks = Marks::new(&step, &position);
        let drawn = draw(&position, Some(&marks), Notation::RowColumn, CAPTION);
        assert!(is_well_formed(&drawn));
        assert!(drawn.contains(r#"class="group""#));
        assert_eq!(drawn.matches(r#"class="link""#).count(), marks.lines.len());
        for line in &marks.lines {
            let (start, end) = nearest(line.from, line.to).unwrap();
            assert!(centres(line.from).any(|at| at == start) && centres(line.to).any(|at| at == end));
        }
    }

    #[test]
    fn forcing_chains_and_nets_have_a_link_for_every_implication() {
        let position =
            position("6.8...35..1..8.4...5.....2..9...1...........3..7.2......96....11..8.3....367....9");
        let mut links = Vec::new();
        for technique in [
            Technique::ForcingChainContradiction,
            Technique::ForcingChainVerity,
            Technique::ForcingNetContradiction,
            Technique::ForcingNetVerity,
        ] {
            let ladder = Ladder::of(|description| description.technique == technique);
            let step = ladder.next(&position).unwrap_or_else(|| panic!("{technique:?} not found"));
            let Evidence::Forcing(forcing) = &step.evidence else { panic!("{technique:?}") };
            let marks = Marks::new(&step, &position);
            // Every fact that follows from others has a link that ends at it.
            for fact in forcing.branches.iter().flat_map(|branch| &branch.facts) {
                let cell = fact.candidate.cell();
                let ends_here =
                    |line: &MarkLine| line.to.digit == fact.candidate.digit() && line.to.cells.contains(cell);
                assert!(fact.from.is_empty() || marks.lines.iter().any(ends_here), "{technique:?} {fact:?}");
            }
            links.extend(marks.lines.iter().map(|line| line.link));
            let drawn = draw(&position, Some(&marks), Notation::RowColumn, CAPTION);
            assert!(is_well_formed(&drawn));
            assert_eq!(drawn.matches(r#"class="link""#).count(), marks.lines.len());
        }
        assert!(links.iter().any(|link| link.is_strong()) && links.contains(&Link::Weak));
    }

    #[test]
    fn a_link_to_a_group_ends_at_the_nearest_candidate() {
        let cells = |names: &[&str]| names.iter().map(|name| name.parse::<Cell>().unwrap()).collect();
        let node = |names: &[&str]| Node { digit: Digit::Five, cells: cells(names) };
        let (start, end) = nearest(node(&["r1c1", "r1c3"]), node(&["r1c7"])).unwrap();
        let middle = |column: usize| f64::from((MARGIN + column * CELL + 30) as u32);
        assert_eq!((start.0, end.0), (middle(2), middle(6)));
    }
}
