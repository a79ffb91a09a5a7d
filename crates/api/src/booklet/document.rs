//! Pages of lines and text, written as a PDF.
//!
//! The document is in ASCII and uncompressed, and the same puzzles give the same bytes. Lengths are in points
//! (1/72 inch), measured from the lower left corner.

use super::font::{Font, code};
use pdf_writer::writers::{Catalog, DocumentInfo};
use pdf_writer::{Chunk, Content, Name, Rect, Ref, Str, TextStr};
use std::io::{self, Write};

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

/// A document that is written page by page, so that it does not have to fit into memory.
pub(super) struct PdfDocument<'w> {
    out: &'w mut dyn Write,
    /// The number of bytes written so far.
    length: u64,
    /// Where each object starts, by its number.
    starts: Vec<u64>,
    size: (f64, f64),
    pages: Vec<Ref>,
}

/// The numbers of the first objects.
const TREE: Ref = Ref::new(1);
const CATALOGUE: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const FONTS: [Ref; 2] = [Ref::new(4), Ref::new(5)];

impl PdfDocument<'_> {
    /// Starts a document with pages of this size.
    pub(super) fn start<'w>(
        title: &str,
        size: (f64, f64),
        out: &'w mut dyn Write,
    ) -> io::Result<PdfDocument<'w>> {
        // Object 0 does not exist, and the tree is written last.
        let mut document = PdfDocument { out, length: 0, starts: vec![0; 2], size, pages: Vec::new() };
        document.write(b"%PDF-1.4\n%text\n\n")?;
        document.object(CATALOGUE, |chunk| {
            chunk.indirect(CATALOGUE).start::<Catalog<'_>>().pages(TREE);
        })?;
        document.object(INFO, |chunk| {
            let mut info = chunk.indirect(INFO).start::<DocumentInfo<'_>>();
            info.title(TextStr(title)).producer(TextStr("veridoku"));
        })?;
        for (id, font) in font_ids() {
            let name = Name(font.name().as_bytes());
            document.object(id, |chunk| {
                chunk.type1_font(id).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
            })?;
        }
        Ok(document)
    }

    /// Returns the number of pages so far.
    pub(super) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Adds a page.
    pub(super) fn add(&mut self, page: Page) -> io::Result<()> {
        let id = Ref::new(i32::try_from(self.starts.len()).map_err(io::Error::other)?);
        let content = id.next();
        self.pages.push(id);
        self.object(id, |chunk| {
            chunk.page(id).parent(TREE).contents(content);
        })?;
        self.object(content, |chunk| drop(chunk.stream(content, &page.content.finish())))
    }

    /// Writes the end of the document.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let mut chunk = Chunk::new();
        let mut root = chunk.pages(TREE);
        root.count(i32::try_from(self.pages.len()).unwrap_or(i32::MAX));
        root.media_box(Rect::new(0.0, 0.0, rounded(self.size.0), rounded(self.size.1)));
        root.resources().fonts().pairs(font_ids().map(|(id, font)| (Name(font.key()), id)));
        root.kids(std::mem::take(&mut self.pages));
        drop(root);
        self.starts[1] = self.length;
        self.write(chunk.as_bytes())?;
        let (table, count) = (self.length, self.starts.len());
        self.write(format!("xref\n0 {count}\n0000000000 65535 f\r\n").as_bytes())?;
        for start in std::mem::take(&mut self.starts).into_iter().skip(1) {
            self.write(format!("{start:010} 00000 n\r\n").as_bytes())?;
        }
        let (root, info) = (CATALOGUE.get(), INFO.get());
        let trailer = format!("<<\n  /Size {count}\n  /Root {root} 0 R\n  /Info {info} 0 R\n>>");
        self.write(format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF").as_bytes())
    }

    /// Writes the next object.
    fn object(&mut self, id: Ref, fill: impl FnOnce(&mut Chunk)) -> io::Result<()> {
        debug_assert_eq!(usize::try_from(id.get()), Ok(self.starts.len()));
        let mut chunk = Chunk::new();
        fill(&mut chunk);
        self.starts.push(self.length);
        self.write(chunk.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// Returns the fonts and the numbers of their objects.
fn font_ids() -> impl Iterator<Item = (Ref, Font)> {
    FONTS.into_iter().zip(Font::ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_in_ascii() {
        let mut page = Page::new();
        page.text(Font::Bold, 12.0, (10.0, 10.0), "(a) b)");
        page.text(Font::Bold, 12.0, (10.0, 10.0), "é – “数”");
        let mut bytes = Vec::new();
        let mut document = PdfDocument::start("t – 数🙂", (100.0, 100.0), &mut bytes).unwrap();
        document.add(page).unwrap();
        document.add(Page::new()).unwrap();
        document.finish().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.is_ascii() && text.starts_with("%PDF-1.4\n") && text.contains("/Count 2"), "{text}");
        assert!(text.contains(r"(\(a\) b\)) Tj") && text.contains("<E9209620933F94> Tj"), "{text}");
        assert!(text.contains("/Title <FEFF00740020201300206570D83DDE42>"), "{text}");
        // The table at the end says where each object starts.
        let (start, end) = (text.find("xref\n0 ").unwrap(), text.find("trailer").unwrap());
        assert!(text.ends_with(&format!("startxref\n{start}\n%%EOF")), "{text}");
        let starts: Vec<usize> =
            text[start..end].lines().skip(3).map(|line| line[..10].parse().unwrap()).collect();
        assert_eq!(starts.len(), 9);
        for (id, start) in (1..).zip(starts) {
            assert!(text[start..].starts_with(&format!("{id} 0 obj\n")), "{id}: {text}");
        }
    }
}
