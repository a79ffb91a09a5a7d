//! Reads batches of rows from files.

use super::row::RawRow;
use super::splitter::RowSplitter;
use crate::input_source::{self, InputSource};
use crate::progress::{InputProgress, RunProgress};
use std::ffi::OsString;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use veridoku_api::Error;
use veridoku_api::pipeline::Source;

/// The number of bytes per read.
const CHUNK: usize = 1 << 16;
/// The maximum number of rows in a batch.
const BATCH_ROWS: usize = 64;
/// No more rows are added to a batch of this size in bytes.
const BATCH_BYTES: usize = 1 << 20;
/// The maximum number of reads for a batch. In a row without an end, there may always be more to read.
const MAX_READS: usize = 64;
/// The number of bytes at the start of a file in which binary data is detected.
const BINARY_START: usize = 1 << 10;

/// Rows, and the progress of the input after them.
#[derive(Debug)]
pub(crate) struct RowBatch {
    pub(crate) rows: Vec<RawRow>,
    pub(crate) progress: InputProgress,
}

/// Reads batches of rows from files.
#[derive(Debug)]
pub(crate) struct RowSource {
    files: std::vec::IntoIter<OsString>,
    open: Option<OpenFile>,
    progress: InputProgress,
    /// The progress of the run, which counts the rows.
    run: Arc<RunProgress>,
    /// The errors of the files that cannot be read.
    pub(crate) errors: Vec<Error>,
}

#[derive(Debug)]
struct OpenFile {
    source: InputSource,
    splitter: RowSplitter,
    name: Option<Arc<str>>,
}

impl RowSource {
    /// Creates a reader of these files; `-` is standard input.
    pub(crate) fn new(files: Vec<OsString>, run: Arc<RunProgress>) -> RowSource {
        let total_bytes = files.iter().map(|file| input_source::size(file)).sum();
        let progress = InputProgress { bytes_read: 0, total_bytes };
        RowSource { files: files.into_iter(), open: None, progress, run, errors: Vec::new() }
    }

    /// Opens the next file. Returns `false` if there is none.
    fn open_next(&mut self) -> bool {
        let Some(file) = self.files.next() else { return false };
        match InputSource::open_file(&file) {
            Ok(source) => {
                let name = source.file_name().map(Arc::from);
                self.open = Some(OpenFile { source, splitter: RowSplitter::default(), name });
            }
            Err(error) => self.fail(error),
        }
        true
    }

    fn fail(&mut self, error: Error) {
        self.errors.push(error);
        self.open = None;
    }

    /// Reads some bytes of the open file.
    fn read(&mut self) {
        let Some(OpenFile { source, splitter, .. }) = &mut self.open else { return };
        let is_first = splitter.is_empty();
        let mut buffer = vec![0; CHUNK];
        match source.read(&mut buffer) {
            Ok(0) => splitter.finish(),
            Ok(count) if is_first && buffer[..count.min(BINARY_START)].contains(&0) => {
                let error = source.not_text();
                self.fail(error);
            }
            Ok(count) => {
                splitter.push(&buffer[..count]);
                self.progress.bytes_read += count as u64;
            }
            Err(error) => self.fail(error),
        }
    }
}

impl Source for RowSource {
    type Item = RowBatch;

    fn poll(&mut self) -> Poll<Option<RowBatch>> {
        let (mut rows, mut bytes, mut reads) = (Vec::new(), 0, 0);
        loop {
            let Some(OpenFile { source, splitter, name }) = &mut self.open else {
                if self.open_next() {
                    continue;
                }
                break;
            };
            if let Some(mut row) = splitter.next_row() {
                bytes += row.len();
                row.file.clone_from(name);
                rows.push(row);
                if rows.len() == BATCH_ROWS || bytes >= BATCH_BYTES {
                    break;
                }
            } else if splitter.is_finished() {
                self.open = None;
            } else if reads < MAX_READS && source.poll(Duration::ZERO) {
                self.read();
                reads += 1;
            } else if rows.is_empty() {
                return Poll::Pending;
            } else {
                break;
            }
        }
        self.run.begin(rows.len());
        Poll::Ready((!rows.is_empty()).then_some(RowBatch { rows, progress: self.progress }))
    }

    fn wait(&mut self, timeout: Duration) {
        if let Some(OpenFile { source, .. }) = &self.open {
            source.poll(timeout);
        }
    }
}
