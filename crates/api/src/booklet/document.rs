//! A PDF document: pages of lines and text in the fonts that every reader has.
//!
//! ```text
//! %PDF-1.4
//! 1 0 obj catalog   2 0 obj list of pages   3 0 obj title   4, 5 0 obj fonts   6 0 obj page   7 0 obj what is on it   …
//! xref              where each object begins, counted in bytes
//! trailer
//! ```
//!
//! Written by hand, since that is all it takes: nothing is packed, everything is ASCII, and the same puzzles give the
//! same bytes. Lengths are points, 72 to an inch, counted from the lower left corner.

use super::font::{Font, code};
use std::fmt::Write;

/// A text may be made so many times its size to fit.
const SMALLEST: f64 = 0.65;
/// What stands for the end of a text that does not.
const ELLIPSIS: &str = "...";

/// What is on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    content: String,
}

impl Page {
    /// Draws a line of this width.
    pub(super) fn line(&mut self, width: f64, from: (f64, f64), to: (f64, f64)) {
        self.add(&format!("{width:.2} w {:.2} {:.2} m {:.2} {:.2} l S", from.0, from.1, to.0, to.1));
    }

    /// Sets the shade of the lines and texts that follow, 0 for black, 1 for white.
    pub(super) fn shade(&mut self, shade: f64) {
        self.add(&format!("{shade:.2} g {shade:.2} G"));
    }

    /// Writes a text that begins here.
    pub(super) fn text(&mut self, font: Font, size: f64, at: (f64, f64), text: &str) {
        let text = escaped(text);
        self.add(&format!("BT /F{} {size:.2} Tf {:.2} {:.2} Td ({text}) Tj ET", font as u8, at.0, at.1));
    }

    /// Writes a text that begins here and is no wider than this: smaller if need be, and cut where that is not enough.
    pub(super) fn fitted_text(&mut self, font: Font, size: f64, at: (f64, f64), width: f64, text: &str) {
        let scale = (width / (size * font.width(text))).min(1.0);
        if scale >= SMALLEST {
            return self.text(font, scale * size, at, text);
        }
        let size = SMALLEST * size;
        let mut kept = text.to_string();
        while size * font.width(&kept) + size * font.width(ELLIPSIS) > width && kept.pop().is_some() {}
        self.text(font, size, at, &format!("{}{ELLIPSIS}", kept.trim_end()));
    }

    /// Writes a number with its middle here.
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

/// The text of a document with these pages.
pub(super) fn document(title: &str, (width, height): (f64, f64), pages: &[Page]) -> String {
    let first_page = 4 + Font::ALL.len();
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_string()];
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", first_page + 2 * page)).collect();
    let kids = kids.join(" ");
    objects.push(format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()));
    objects.push(format!("<< /Title {} /Producer (veridoku) >>", titled(title)));
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
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(text.len());
        // Writing to a string cannot fail.
        let _ = write!(text, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (start, size) = (text.len(), objects.len() + 1);
    let _ = write!(text, "xref\n0 {size}\n0000000000 65535 f \n");
    for place in places {
        let _ = writeln!(text, "{place:010} 00000 n ");
    }
    let _ = write!(text, "trailer\n<< /Size {size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{start}\n%%EOF\n");
    text
}

/// A text as it stands on a page: what ASCII lacks by number, what the fonts lack as a question mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match (sign, code(sign)) {
            ('(' | ')' | '\\', _) => escaped.extend(['\\', sign]),
            (' '..='~', _) => escaped.push(sign),
            (_, Some(number)) => _ = write!(escaped, "\\{number:03o}"),
            (_, None) => escaped.push('?'),
        }
    }
    escaped
}

/// A title as it stands beside the pages, where no font restricts it: UTF-16 in hexadecimal digits.
fn titled(text: &str) -> String {
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
    fn objects_begin_where_the_table_says() {
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
