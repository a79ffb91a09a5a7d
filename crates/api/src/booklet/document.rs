//! Pages of lines and text, written as a PDF.
//!
//! The document is in ASCII and uncompressed, and the same puzzles give the same bytes. Lengths are in points
//! (1/72 inch), measured from the lower left corner.

use super::font::{Font, code};
use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str, TextStr};

/// The content of a page.
pub(super) struct Page {
    content: Content,
}

impl Page {
    /// Creates an empty page.
    pub(super) fn new() -> Page {
        Page { content: Content::new() }
    }

    /// Draws a line with this stroke width.
    pub(super) fn line(&mut self, width: f64, from: (f64, f64), to: (f64, f64)) {
        self.content
            .set_line_width(rounded(width))
            .move_to(rounded(from.0), rounded(from.1))
            .line_to(rounded(to.0), rounded(to.1))
            .stroke();
    }

    /// Sets the grey level of the following lines and texts, from 0 (black) to 1 (white).
    pub(super) fn shade(&mut self, shade: f64) {
        self.content.set_fill_gray(rounded(shade)).set_stroke_gray(rounded(shade));
    }

    /// Writes text that starts at this point. Characters that the fonts lack become question marks.
    pub(super) fn text(&mut self, font: Font, size: f64, at: (f64, f64), text: &str) {
        let codes: Vec<u8> = text.chars().map(|character| code(character).unwrap_or(b'?')).collect();
        self.content
            .begin_text()
            .set_font(Name(font.key()), rounded(size))
            .next_line(rounded(at.0), rounded(at.1))
            .show(Str(&codes))
            .end_text();
    }

    /// Writes text within this width, shrinking it if necessary and truncating it if that is not enough.
    pub(super) fn fitted_text(&mut self, font: Font, size: f64, at: (f64, f64), width: f64, text: &str) {
        let (size, text) = font.fit(size, width, text);
        self.text(font, size, at, &text);
    }

    /// Writes a number centred on this point.
    pub(super) fn number(&mut self, font: Font, size: f64, middle: (f64, f64), number: usize) {
        let text = number.to_string();
        let width = size * font.width(&text);
        let at = (middle.0 - width / 2.0, middle.1 - size * Font::DIGIT_HEIGHT / 2.0);
        self.text(font, size, at, &text);
    }
}

/// Rounds a length to two decimals, to keep the document short.
fn rounded(length: f64) -> f32 {
    ((100.0 * length).round() / 100.0) as f32
}

/// Returns the document with these pages.
pub(super) fn document(title: &str, (width, height): (f64, f64), pages: Vec<Page>) -> String {
    let mut pdf = Pdf::new();
    pdf.set_version(1, 4);
    pdf.set_binary_marker(b"text");
    let mut id = Ref::new(1);
    let tree = id.bump();
    pdf.catalog(id.bump()).pages(tree);
    pdf.document_info(id.bump()).title(TextStr(title)).producer(TextStr("veridoku"));
    let fonts = Font::ALL.map(|font| {
        let name = Name(font.name().as_bytes());
        pdf.type1_font(id).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
        (Name(font.key()), id.bump())
    });
    let mut kids = Vec::new();
    for page in pages {
        kids.push(id);
        let content = id.next();
        pdf.page(id.bump()).parent(tree).contents(content);
        pdf.stream(id.bump(), &page.content.finish());
    }
    let mut root = pdf.pages(tree);
    root.count(i32::try_from(kids.len()).unwrap_or(i32::MAX));
    root.media_box(Rect::new(0.0, 0.0, rounded(width), rounded(height)));
    root.resources().fonts().pairs(fonts);
    root.kids(kids);
    drop(root);
    String::from_utf8_lossy(&pdf.finish()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_in_ascii() {
        let mut page = Page::new();
        page.text(Font::Bold, 12.0, (10.0, 10.0), "(a) b)");
        page.text(Font::Bold, 12.0, (10.0, 10.0), "é – “数”");
        let text = document("t – 数🙂", (100.0, 100.0), vec![page, Page::new()]);
        assert!(text.is_ascii() && text.starts_with("%PDF-1.4\n") && text.contains("/Count 2"), "{text}");
        assert!(text.contains(r"(\(a\) b\)) Tj") && text.contains("<E9209620933F94> Tj"), "{text}");
        assert!(text.contains("/Title <FEFF00740020201300206570D83DDE42>"), "{text}");
    }
}
