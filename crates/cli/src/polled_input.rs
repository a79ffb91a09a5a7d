//! Input that may block: standard input, a named pipe or a terminal.
//!
//! [`PolledInput::poll`] reports whether a read would block. On Unix, the system knows. Elsewhere, a thread
//! reads the input, and the blocks that it has read are waiting in a channel. It is started by the first poll
//! or read, so that nothing is lost if the input is opened and closed again.

#[cfg(not(unix))]
pub(crate) use threaded::PolledInput;
#[cfg(unix)]
pub(crate) use unix::PolledInput;

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::fs::File;
    use std::io::{self, Read};
    use std::os::fd::AsFd;
    use std::time::Duration;

    #[derive(Debug)]
    pub(crate) struct PolledInput(File);

    impl PolledInput {
        /// Opens standard input, without the buffer of `io::Stdin`: bytes in that buffer are invisible to
        /// `poll`, so they would remain unanswered until more bytes arrive.
        pub(crate) fn standard_input() -> io::Result<PolledInput> {
            Ok(PolledInput(io::stdin().as_fd().try_clone_to_owned()?.into()))
        }

        pub(crate) fn new(file: File) -> PolledInput {
            PolledInput(file)
        }

        /// Waits at most for `timeout`, and reports whether a read would return then: with data, at the end,
        /// or with an error.
        pub(crate) fn poll(&self, timeout: Duration) -> bool {
            let timeout = Timespec::try_from(timeout).ok();
            match poll(&mut [PollFd::new(&self.0, PollFlags::IN)], timeout.as_ref()) {
                Ok(ready) => ready > 0,
                Err(error) => error != rustix::io::Errno::INTR,
            }
        }
    }

    impl Read for PolledInput {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }
}

/// Also tested on Unix.
#[cfg(any(not(unix), test))]
mod threaded {
    use std::cell::{LazyCell, RefCell};
    use std::collections::VecDeque;
    use std::io::{self, Read};
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
    use std::thread::Builder;
    use std::time::Duration;

    /// The number of bytes per read.
    const BLOCK: usize = 1 << 16;
    /// The number of blocks that the thread may be ahead.
    const BLOCKS_AHEAD: usize = 8;

    type Blocks = Receiver<io::Result<Vec<u8>>>;

    #[derive(Debug)]
    pub(crate) struct PolledInput {
        /// The blocks that the thread has read. The thread is started at the first use.
        blocks: LazyCell<Blocks, Box<dyn FnOnce() -> Blocks + Send>>,
        /// What remains of the last block, or the error that took its place.
        current: RefCell<Option<io::Result<VecDeque<u8>>>>,
    }

    impl PolledInput {
        /// Opens standard input.
        #[cfg(not(unix))]
        #[allow(clippy::unnecessary_wraps, reason = "on Unix, it may fail")]
        pub(crate) fn standard_input() -> io::Result<PolledInput> {
            Ok(PolledInput::new(io::stdin()))
        }

        pub(crate) fn new(input: impl Read + Send + 'static) -> PolledInput {
            let start = Box::new(|| start_thread(input));
            PolledInput { blocks: LazyCell::new(start), current: RefCell::new(None) }
        }

        /// Waits at most for `timeout`, and reports whether a read would return then: with data, at the end,
        /// or with an error.
        pub(crate) fn poll(&self, timeout: Duration) -> bool {
            let mut current = self.current.borrow_mut();
            if current.is_none() {
                match self.blocks.recv_timeout(timeout) {
                    Ok(block) => *current = Some(block.map(VecDeque::from)),
                    Err(RecvTimeoutError::Timeout) => return false,
                    Err(RecvTimeoutError::Disconnected) => {}
                }
            }
            true
        }
    }

    /// Starts a thread that reads the input. If that fails, the error takes the place of the first block.
    fn start_thread(mut input: impl Read + Send + 'static) -> Blocks {
        let (sender, blocks) = mpsc::sync_channel(BLOCKS_AHEAD);
        let error_sender = sender.clone();
        let read_blocks = move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = input.read(&mut block);
                let is_last = matches!(read, Ok(0));
                let read = read.map(|count| {
                    block.truncate(count);
                    block
                });
                // If nobody receives the block, the input is not needed any longer.
                if is_last || sender.send(read).is_err() {
                    return;
                }
            }
        };
        if let Err(error) = Builder::new().spawn(read_blocks) {
            let _ = error_sender.send(Err(error));
        }
        blocks
    }

    impl Read for PolledInput {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let current = self.current.get_mut();
            let received = || Some(self.blocks.recv().ok()?.map(VecDeque::from));
            // The thread has ended at the end of the input.
            let Some(block) = current.take().or_else(received) else { return Ok(0) };
            let mut block = block?;
            let count = block.read(buffer)?;
            *current = Some(block).filter(|block| !block.is_empty()).map(Ok);
            Ok(count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::threaded::PolledInput;
    use std::io::{self, Read, Write};
    use std::sync::mpsc;
    use std::time::Duration;

    const NOW: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_secs(30);

    /// Reports each read.
    struct ObservedInput(mpsc::Sender<()>);

    impl Read for ObservedInput {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.send(()).unwrap();
            Ok(0)
        }
    }

    #[test]
    fn nothing_is_read_before_the_first_poll_or_read() {
        let (sender, reads) = mpsc::channel();
        drop(PolledInput::new(ObservedInput(sender)));
        assert!(reads.recv().is_err(), "the input was dropped and never read");
        let (sender, reads) = mpsc::channel();
        assert!(PolledInput::new(ObservedInput(sender)).poll(SOON));
        assert_eq!(reads.recv(), Ok(()));
    }

    #[test]
    fn a_thread_reads_what_a_pipe_delivers() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = PolledInput::new(reader);
        assert!(!input.poll(NOW), "nothing has been written");
        writer.write_all(b"53..7").unwrap();
        assert!(input.poll(SOON));
        let mut buffer = [0; 3];
        assert_eq!((input.read(&mut buffer).unwrap(), &buffer), (3, b"53."));
        assert!(input.poll(NOW), "two bytes remain");
        assert_eq!((input.read(&mut buffer).unwrap(), &buffer[..2]), (2, &b".7"[..]));
        assert!(!input.poll(NOW));
        let long = vec![b'.'; 1 << 20];
        let written = long.clone();
        let thread = std::thread::spawn(move || writer.write_all(&written).unwrap());
        let mut text = Vec::new();
        input.read_to_end(&mut text).unwrap();
        assert!(text == long);
        thread.join().unwrap();
        assert!(input.poll(NOW) && input.read(&mut buffer).unwrap() == 0, "the end");
    }
}
