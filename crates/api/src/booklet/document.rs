//! A PDF writer: pages of lines and text in the standard fonts.
//!
//! ```text
//! %PDF-1.4
//! 1 0 obj catalog   2 0 obj pages   3 0 obj title   4, 5 0 obj fonts   6 0 obj page   7 0 obj content   …
//! xref              the byte offset of each object
//! trailer
//! ```
//!
//! This small subset of PDF needs no library: nothing is compressed, everything is ASCII, and the same
//! puzzles give the same bytes. Lengths are in points (1/72 inch), measured from the lower left corner.

use super::font::{Font, code};
use std::fmt::Write;

/// The smallest scale to which text is shrunk to fit.
const MIN_SCALE: f64 = 0.65;
/// Replaces the end of text that does not fit even at the smallest scale.
const ELLIPSIS: &str = "...";

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    content: String,
}

impl Page {
    /// Draws a line with this stroke width.
    pub(super) fn line(&mut self, width: f64, from: (f64, f64), to: (f64, f64)) {
        self.add(&format!("{width:.2} w {:.2} {:.2} m {:.2} {:.2} l S", from.0, from.1, to.0, to.1));
    }

    /// Sets the grey level of the following lines and texts, from 0 (black) to 1 (white).
    pub(super) fn shade(&mut self, shade: f64) {
        self.add(&format!("{shade:.2} g {shade:.2} G"));
    }

    /// Writes text that starts at this point.
    pub(super) fn text(&mut self, font: Font, size: f64, at: (f64, f64), text: &str) {
        let text = escaped(text);
        self.add(&format!("BT /F{} {size:.2} Tf {:.2} {:.2} Td ({text}) Tj ET", font as u8, at.0, at.1));
    }

    /// Writes text within this width, shrinking it if necessary and truncating it if that is not enough.
    pub(super) fn fitted_text(&mut self, font: Font, size: f64, at: (f64, f64), width: f64, text: &str) {
        let scale = (width / (size * font.width(text))).min(1.0);
        if scale >= MIN_SCALE {
            return self.text(font, scale * size, at, text);
        }
        let size = MIN_SCALE * size;
        let mut kept = text.to_string();
        while size * font.width(&kept) + size * font.width(ELLIPSIS) > width && kept.pop().is_some() {}
        self.text(font, size, at, &format!("{}{ELLIPSIS}", kept.trim_end()));
    }

    /// Writes a number centred on this point.
    pub(super) fn number(&mut self, font: Font, size: f64, middle: (f64, f64), number: usize) {
        let text = number.to_string();
        let width = size * Font::DIGIT_WIDTH * f64::from(text.len() as u32);
        let at = (middle.0 - width / 2.0, middle.1 - size * Font::DIGIT_HEIGHT / 2.0);
        self.text(font, size, at, &text);
    }

    fn add(&mut self, operators: &str) {
        self.content.push_str(operators);
        self.content.push('\n');
    }
}

/// Returns the document with these pages.
pub(super) fn document(title: &str, (width, height): (f64, f64), pages: &[Page]) -> String {
    let first_page = 4 + Font::ALL.len();
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_string()];
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", first_page + 2 * page)).collect();
    let kids = kids.join(" ");
    objects.push(format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()));
    objects.push(format!("<< /Title {} /Producer (veridoku) >>", encoded_title(title)));
    for font in Font::ALL {
        let name = font.name();
        objects
            .push(format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"));
    }
    for (index, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2} {height:.2}] \
             /Resources << /Font << /F0 4 0 R /F1 5 0 R >> >> /Contents {} 0 R >>",
            first_page + 2 * index + 1
        ));
        let content = &page.content;
        objects.push(format!("<< /Length {} >>\nstream\n{content}endstream", content.len()));
    }
    let mut text = "%PDF-1.4\n".to_string();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(text.len());
        // Writing to a string cannot fail.
        let _ = write!(text, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (start, size) = (text.len(), objects.len() + 1);
    let _ = write!(text, "xref\n0 {size}\n0000000000 65535 f \n");
    for offset in offsets {
        let _ = writeln!(text, "{offset:010} 00000 n ");
    }
    let _ = write!(text, "trailer\n<< /Size {size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{start}\n%%EOF\n");
    text
}

/// Escapes text for a page. Non-ASCII characters become octal codes, and characters that the fonts lack
/// become question marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match (character, code(character)) {
            ('(' | ')' | '\\', _) => escaped.extend(['\\', character]),
            (' '..='~', _) => escaped.push(character),
            (_, Some(number)) => _ = write!(escaped, "\\{number:03o}"),
            (_, None) => escaped.push('?'),
        }
    }
    escaped
}

/// Encodes the document title as UTF-16 in hexadecimal. Unlike page text, it is not limited to the fonts'
/// characters.
fn encoded_title(text: &str) -> String {
    let units = text.encode_utf16().fold(String::new(), |mut units, unit| {
        _ = write!(units, "{unit:04X}");
        units
    });
    format!("<FEFF{units}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_reference_table_has_the_right_offsets() {
        let mut page = Page::default();
        page.text(Font::Bold, 12.0, (10.0, 10.0), "(a) é – “数”");
        let text = document("t – 数🙂", (100.0, 100.0), &[page.clone(), page]);
        assert!(text.is_ascii() && text.contains(r"(\(a\) \351 \226 \223?\224) Tj"), "{text}");
        assert!(text.contains("/Title <FEFF0074002020130020"), "{text}");
        assert!(text.contains("6570D83DDE42> "), "{text}");
        let table = &text[text.find("xref").unwrap()..];
        let places: Vec<usize> = table
            .lines()
            .filter_map(|line| line.strip_suffix(" 00000 n "))
            .map(|place| place.parse().unwrap())
            .collect();
        assert_eq!(places.len(), 9, "catalog, pages, title, two fonts, two pages with their contents");
        for (index, place) in places.into_iter().enumerate() {
            assert!(text[place..].starts_with(&format!("{} 0 obj\n", index + 1)));
        }
        let start: usize = text.lines().rev().nth(1).unwrap().parse().unwrap();
        assert!(text[start..].starts_with("xref\n"));
        for stream in text.split("/Length ").skip(1) {
            let (length, rest) = stream.split_once(" >>\nstream\n").unwrap();
            assert!(rest[length.parse::<usize>().unwrap()..].starts_with("endstream"));
        }
    }
}
