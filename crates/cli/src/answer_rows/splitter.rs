//! Splits the bytes of a file into rows: records of CSV, lines of JSON, or the items of a JSON array.

use super::row::{CsvLayout, OPEN_QUOTE, RawRow, RowContent, RowPlace, is_delimiter, is_json};

/// The maximum size of a row in bytes. A quote that is not closed until then is an error.
const MAX_ROW: usize = 4 << 20;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Splits bytes into rows as they arrive.
#[derive(Debug, Default)]
pub(crate) struct RowSplitter {
    /// The bytes that have not been returned as rows, and some that have.
    bytes: Vec<u8>,
    /// Where the next row starts.
    start: usize,
    /// How far its end has been searched for.
    scanned: usize,
    /// The number of line breaks before the row.
    lines: u64,
    /// `None` before the first row.
    format: Option<FileFormat>,
    /// Where in a record of CSV the scan is.
    field: FieldState,
    /// Whether the bytes up to the next line break belong to a row that was too long.
    is_skipping: bool,
    /// Each line that starts before this place is a row. If a quote is not closed, or a row of several
    /// lines is too long, the lines after the first one are read in this way.
    lines_until: usize,
    is_finished: bool,
}

/// How the rows of a file are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum FileFormat {
    Csv(CsvLayout),
    JsonLines,
    JsonArray(ArrayState),
}

/// Where in a JSON array the scan is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct ArrayState {
    /// The number of items so far.
    items: u64,
    /// The number of arrays and objects that are open within the item.
    depth: usize,
    string: StringState,
    /// Whether the rest of the item is ignored, because it is too long.
    is_skipping: bool,
    has_ended: bool,
}

/// Where in a JSON string a byte is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum StringState {
    #[default]
    Outside,
    Inside,
    AfterBackslash,
}

/// Where in a CSV record a byte is. A quote only counts at the start of a field.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum FieldState {
    #[default]
    Start,
    Unquoted,
    /// Between quotes, where a field may contain line breaks.
    Quoted,
    /// After a quote that ends the field, unless another one follows.
    AfterQuote,
}

impl FieldState {
    fn after(self, byte: u8, layout: Option<CsvLayout>) -> FieldState {
        match (self, byte) {
            (FieldState::Quoted, b'"') => FieldState::AfterQuote,
            (FieldState::Start | FieldState::AfterQuote, b'"') | (FieldState::Quoted, _) => {
                FieldState::Quoted
            }
            _ if is_delimiter(byte, layout) => FieldState::Start,
            _ => FieldState::Unquoted,
        }
    }
}

impl RowSplitter {
    /// Adds bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.scanned -= self.start;
        self.lines_until = self.lines_until.saturating_sub(self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Ends the file: no more bytes follow.
    pub(crate) fn finish(&mut self) {
        self.is_finished = true;
    }

    /// Reports whether no bytes have been added.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.lines == 0 && self.format.is_none()
    }

    /// Reports whether [`RowSplitter::finish`] was called.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Returns the next row, or `None` if it is not complete yet.
    pub(crate) fn next_row(&mut self) -> Option<RawRow> {
        loop {
            if self.format.is_none() && self.starts_array()? {
                self.format = Some(FileFormat::JsonArray(ArrayState::default()));
                let bracket = self.bytes[self.start..].iter().position(|&byte| byte == b'[')?;
                self.start += bracket + 1;
                self.scanned = self.start;
            }
            if let Some(FileFormat::JsonArray(state)) = self.format {
                return self.next_item(state);
            }
            let end = self.record_end()?;
            let place = RowPlace::Line(self.lines + 1);
            let mut text = self.bytes[self.start..end].to_vec();
            let is_in_quotes = std::mem::take(&mut self.field) == FieldState::Quoted;
            let is_too_long = text.len() > MAX_ROW && !text.ends_with(b"\n");
            let is_broken = is_in_quotes || is_too_long;
            let first_line = text.iter().position(|&byte| byte == b'\n').filter(|_| is_broken);
            if let Some(line) = first_line {
                text.truncate(line + 1);
                self.lines_until = end;
            }
            let end = self.start + text.len();
            self.lines += text.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
            (self.start, self.scanned) = (end, end);
            let skips_rest = is_broken && first_line.is_none();
            let was_skipping = std::mem::replace(&mut self.is_skipping, skips_rest);
            if was_skipping || text.trim_ascii().is_empty() || text.starts_with(b"#") {
                continue;
            }
            if is_broken {
                let reason = if is_in_quotes { OPEN_QUOTE } else { "found a row longer than 4 MiB" };
                return Some(RawRow::new(RowContent::Broken(reason), place));
            }
            let (format, is_header) = match self.format {
                Some(format) => (format, false),
                None if is_json(&text) => (FileFormat::JsonLines, false),
                None => {
                    let (layout, is_header) = CsvLayout::of(&String::from_utf8_lossy(&text));
                    (FileFormat::Csv(layout), is_header)
                }
            };
            self.format = Some(format);
            let content = match format {
                _ if is_header => continue,
                FileFormat::Csv(layout) if !is_json(&text) => RowContent::Csv(text, layout),
                _ => RowContent::Json(text),
            };
            return Some(RawRow::new(content, place));
        }
    }

    /// Returns the end of the record that starts at `start`, or the place where it becomes too long. Returns
    /// `None` if more bytes are needed.
    fn record_end(&mut self) -> Option<usize> {
        let layout = match self.format {
            Some(FileFormat::Csv(layout)) => Some(layout),
            _ => None,
        };
        let first = self.bytes.get(self.start);
        let is_line = self.is_skipping
            || self.start < self.lines_until
            || first == Some(&b'#')
            || self.format == Some(FileFormat::JsonLines)
            || is_json(&self.bytes[self.start..]);
        while let Some(&byte) = self.bytes.get(self.scanned) {
            if !is_line {
                self.field = self.field.after(byte, layout);
            }
            self.scanned += 1;
            if (byte == b'\n' && self.field != FieldState::Quoted) || self.scanned - self.start > MAX_ROW {
                return Some(self.scanned);
            }
        }
        (self.is_finished && self.scanned > self.start).then_some(self.scanned)
    }

    /// Reports whether a JSON array starts here. A board in LeetCode's format, an array of arrays, may be the
    /// first field of a record of CSV. Returns `None` if more bytes are needed to decide that.
    fn starts_array(&mut self) -> Option<bool> {
        if self.lines == 0 && self.start == 0 {
            if self.bytes.len() < BYTE_ORDER_MARK.len() && !self.is_finished {
                return None;
            }
            if self.bytes.starts_with(BYTE_ORDER_MARK) {
                self.bytes.drain(..BYTE_ORDER_MARK.len());
                self.scanned = 0;
            }
        }
        let rest = &self.bytes[self.start..];
        // A blank line is not looked at again.
        let first = rest.iter().position(|&byte| byte == b'\n' || !byte.is_ascii_whitespace());
        match first.map(|first| rest[first]) {
            Some(b'[') => {}
            None if !self.is_finished && rest.len() <= MAX_ROW => return None,
            _ => return Some(false),
        }
        let first = first?;
        let inside = &rest[first + 1..];
        let line = inside.iter().position(|&byte| byte == b'\n');
        match inside.iter().position(|byte| !byte.is_ascii_whitespace()) {
            Some(second) if inside[second] != b'[' => Some(true),
            second if line.is_some_and(|line| second.is_none_or(|second| line < second)) => Some(true),
            None => (self.is_finished || inside.len() > MAX_ROW).then_some(true),
            Some(_) => {
                let end =
                    line.or_else(|| (self.is_finished || inside.len() > MAX_ROW).then_some(inside.len()))?;
                let line = &rest[first..=first + end.min(inside.len())];
                let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok();
                Some(is_json && veridoku_formats::read(&String::from_utf8_lossy(line)).is_err())
            }
        }
    }

    /// Returns the next item of a JSON array.
    fn next_item(&mut self, mut state: ArrayState) -> Option<RawRow> {
        let item = self.scan_item(&mut state);
        self.format = Some(FileFormat::JsonArray(state));
        item
    }

    fn scan_item(&mut self, state: &mut ArrayState) -> Option<RawRow> {
        while let Some(&byte) = self.bytes.get(self.scanned) {
            self.scanned += 1;
            if state.has_ended {
                self.start = self.scanned;
                if byte.is_ascii_whitespace() || std::mem::replace(&mut state.is_skipping, true) {
                    continue;
                }
                return Some(state.broken("found text after the JSON array"));
            }
            if let Some(is_last) = state.ends_item(byte) {
                let text = self.bytes[self.start..self.scanned - 1].to_vec();
                self.start = self.scanned;
                state.has_ended = is_last;
                let was_skipping = std::mem::take(&mut state.is_skipping);
                let is_empty_array = is_last && state.items == 0 && text.trim_ascii().is_empty();
                if !was_skipping && !is_empty_array {
                    return Some(state.row(RowContent::Json(text)));
                }
            } else if self.scanned - self.start > MAX_ROW {
                self.start = self.scanned;
                if !std::mem::replace(&mut state.is_skipping, true) {
                    return Some(state.broken("found an item longer than 4 MiB"));
                }
            }
        }
        let is_cut_off = self.is_finished && !state.has_ended;
        is_cut_off.then(|| {
            (state.has_ended, self.start) = (true, self.bytes.len());
            state.broken("found the end of the file, expected the end of the JSON array")
        })
    }
}

impl ArrayState {
    /// Reports whether a byte ends an item, and if so, whether it also ends the array.
    fn ends_item(&mut self, byte: u8) -> Option<bool> {
        match (self.string, byte) {
            (StringState::Outside, b'"') | (StringState::AfterBackslash, _) => {
                self.string = StringState::Inside;
            }
            (StringState::Inside, b'"') => self.string = StringState::Outside,
            (StringState::Inside, b'\\') => self.string = StringState::AfterBackslash,
            (StringState::Inside, _) => {}
            (StringState::Outside, _) => return self.ends_item_outside_strings(byte),
        }
        None
    }

    fn ends_item_outside_strings(&mut self, byte: u8) -> Option<bool> {
        match byte {
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' if self.depth > 0 => self.depth -= 1,
            b',' if self.depth == 0 => return Some(false),
            b']' => return Some(true),
            _ => {}
        }
        None
    }

    fn row(&mut self, content: RowContent) -> RawRow {
        self.items += 1;
        RawRow::new(content, RowPlace::Item(self.items))
    }

    fn broken(&mut self, reason: &'static str) -> RawRow {
        self.row(RowContent::Broken(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the places of the rows, and their texts or errors.
    fn rows(text: &[u8], piece: usize) -> Vec<String> {
        let mut splitter = RowSplitter::default();
        let mut rows = Vec::new();
        let mut take = |splitter: &mut RowSplitter| {
            while let Some(row) = splitter.next_row() {
                let place = row.place();
                rows.push(match row.content {
                    RowContent::Csv(text, _) | RowContent::Json(text) => {
                        format!("{place}: {}", String::from_utf8_lossy(&text))
                    }
                    RowContent::Broken(reason) => format!("{place}: {reason}"),
                });
            }
        };
        for piece in text.chunks(piece) {
            splitter.push(piece);
            take(&mut splitter);
        }
        splitter.finish();
        take(&mut splitter);
        rows
    }

    #[test]
    fn the_size_of_the_pieces_does_not_matter() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n\n", &[]),
            ("puzzle,answer\n", &[]),
            ("\u{feff}# \"a\n1,2\n", &["line 2: 1,2\n"]),
            ("puzzle,answer\n\n1,\"a\nb\"\n2,c", &["line 3: 1,\"a\nb\"\n", "line 5: 2,c"]),
            ("{\"a\": \"\\\"\"}\n5\n", &["line 1: {\"a\": \"\\\"\"}\n", "line 2: 5\n"]),
            ("[{}, {\"]\": [1,\n2]}]\n", &["item 1: {}", "item 2:  {\"]\": [1,\n2]}"]),
            ("\u{feff}[\n]\n", &[]),
            (" [ ]", &[]),
            ("[", &["item 1: found the end of the file, expected the end of the JSON array"]),
            ("[1, 2,]", &["item 1: 1", "item 2:  2", "item 3: "]),
            ("[[\"1\", \"2\"], []]", &["item 1: [\"1\", \"2\"]", "item 2:  []"]),
            ("[\n[1]\n]", &["item 1: \n[1]\n"]),
            ("[{}] {} []", &["item 1: {}", "item 2: found text after the JSON array"]),
            ("[[1],[2]],5\n", &["line 1: [[1],[2]],5\n"]),
        ] {
            for piece in 1..=text.len().max(1) {
                assert_eq!(rows(text.as_bytes(), piece), expected, "{text:?} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn long_rows_are_skipped() {
        let long = "x".repeat(2 * MAX_ROW + 5);
        let expected = ["line 1: found a row longer than 4 MiB", "line 2: 1,2\n"];
        assert_eq!(rows(format!("{long}\n1,2\n").as_bytes(), 1 << 16), expected);
        assert_eq!(rows(format!("#{long}\n1,2\n").as_bytes(), 1 << 16), ["line 2: 1,2\n"]);
        let array = format!("[{{}}, \"{long}\", 3]");
        let expected = ["item 1: {}", "item 2: found an item longer than 4 MiB", "item 3:  3"];
        assert_eq!(rows(array.as_bytes(), 1 << 16), expected);
        // After a quote that is never closed, the rows start at a line again.
        for (row, expected) in [
            (format!("1,\"{}", "x\n".repeat(MAX_ROW / 2)), OPEN_QUOTE),
            (format!("1,\"\n\"{long}"), "found a row longer than 4 MiB"),
        ] {
            let found = rows(format!("{row}\n\n2,3\n").as_bytes(), 1 << 16);
            assert_eq!(found[0], format!("line 1: {expected}"));
            assert!(found.last().unwrap().ends_with(": 2,3\n"), "{}", found.len());
        }
    }

    #[test]
    fn no_row_is_lost_after_an_open_quote() {
        for piece in [1, 3, 1 << 16] {
            let found = rows(b"1,\"2\"\n3,\"4\n5,6\n\n7,8", piece);
            let error = format!("line 2: {OPEN_QUOTE}");
            assert_eq!(found, ["line 1: 1,\"2\"\n", &error, "line 3: 5,6\n", "line 5: 7,8"]);
        }
        assert_eq!(rows(b"1,\"2", 1), [format!("line 1: {OPEN_QUOTE}")]);
        let count = MAX_ROW / 4 + 1000;
        let found = rows(format!("1,\"2\n{}", "3,4\n".repeat(count)).as_bytes(), 1 << 16);
        assert_eq!(found[0], format!("line 1: {OPEN_QUOTE}"));
        assert_eq!(found.len(), count + 1);
        assert_eq!(found[count], format!("line {}: 3,4\n", count + 1));
        // Each line closes the quote of the line before and opens another.
        let found = rows("x\"y,\"z\n".repeat(count).as_bytes(), 1 << 16);
        assert!(found.len() > MAX_ROW / 8, "{}", found.len());
    }

    #[test]
    fn a_million_blank_lines_take_a_moment() {
        // Took time in proportion to the square of their number.
        let blank = "\n".repeat(1_000_000);
        assert_eq!(rows(format!("{blank}1,2\n{blank}").as_bytes(), 1 << 16), ["line 1000001: 1,2\n"]);
        assert_eq!(rows(format!("{blank}[{blank}7]").as_bytes(), 1 << 16).len(), 1);
    }

    #[test]
    fn endless_space_is_not_kept() {
        for start in ["", "[", "[\n"] {
            let mut splitter = RowSplitter::default();
            splitter.push(start.as_bytes());
            for _ in 0..20 {
                splitter.push(&vec![b' '; 1 << 20]);
                while splitter.next_row().is_some() {}
            }
            assert!(splitter.bytes.len() <= MAX_ROW + (2 << 20), "{start:?}: {}", splitter.bytes.len());
        }
    }
}
