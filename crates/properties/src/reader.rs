//! The reader never panics, and its result does not depend on how the bytes are split into chunks.

use veridoku_formats::{Item, Reader};

pub(crate) fn check(bytes: &[u8]) {
    let size = bytes.first().map_or(1, |&byte| byte as usize % 100 + 1);
    assert_eq!(items(std::iter::once(bytes)), items(bytes.chunks(size)));
}

fn items<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut reader = Reader::new();
    let mut items = Vec::new();
    for chunk in chunks {
        reader.push(chunk);
        items.extend(std::iter::from_fn(|| reader.next_item()));
    }
    reader.finish();
    items.extend(std::iter::from_fn(|| reader.next_item()));
    items
}
