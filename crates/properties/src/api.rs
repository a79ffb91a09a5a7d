//! Any JSON gets an answer: no operation panics, and its answer is JSON again.
//!
//! The first byte selects the operation, and whether its searches are stopped at once or after a short time.
//! The other bytes are the request.

use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once};
use std::thread;
use std::time::{Duration, Instant};
use veridoku_api::{OPERATIONS, Request, answer};
use veridoku_core::stop;

/// How long searches may run. A request within the limits for untrusted clients may take seconds.
const TIME: Duration = Duration::from_millis(20);

/// When to stop the current request, and its flag.
static DEADLINE: Mutex<Option<(Instant, Arc<AtomicBool>)>> = Mutex::new(None);

pub(crate) fn check(bytes: &[u8]) {
    let Some((&selector, json)) = bytes.split_first() else { return };
    let operation = OPERATIONS[usize::from(selector & 0x7f) % OPERATIONS.len()];
    // The engine in the browser gets the name of the operation inside the request.
    let _ = serde_json::from_slice::<Request>(json);
    let Some(Ok(mut request)) = Request::parse(operation, json) else { return };
    let written = serde_json::to_value(&request).expect("a request can be written");
    let read: Request = serde_json::from_value(written.clone())
        .unwrap_or_else(|error| panic!("{operation}: {error}: {written}"));
    assert_eq!(serde_json::to_value(&read).ok(), Some(written), "{operation}: changed by a round trip");
    request.restrict();
    let flag = Arc::new(AtomicBool::new(selector & 0x80 != 0));
    set_deadline(&flag);
    let response = stop::with_flag(&flag, || answer(request));
    let response = serde_json::to_value(&response).expect("a response can be written");
    let name = response.get("operation").and_then(Value::as_str);
    assert!(name.is_some_and(|name| name == operation || name == "error"), "{operation}: {response}");
}

/// Sets the flag after [`TIME`], unless another request begins earlier.
fn set_deadline(flag: &Arc<AtomicBool>) {
    static WATCH: Once = Once::new();
    *deadline() = Some((Instant::now() + TIME, Arc::clone(flag)));
    WATCH.call_once(|| {
        thread::spawn(|| {
            loop {
                thread::sleep(TIME / 4);
                if let Some((time, flag)) = &*deadline()
                    && Instant::now() > *time
                {
                    flag.store(true, Ordering::Relaxed);
                }
            }
        });
    });
}

fn deadline() -> MutexGuard<'static, Option<(Instant, Arc<AtomicBool>)>> {
    DEADLINE.lock().expect("nothing panics while it holds this lock")
}
