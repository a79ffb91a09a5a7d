//! A call that gets no memory ends the process. It never returns a wrong result.

#![cfg(unix)]
#![allow(unsafe_code, reason = "an allocator, and functions with a C interface")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::sync::atomic::{AtomicI64, Ordering};
use veridoku::{VERIDOKU_UNLIMITED, VeridokuStatus, veridoku_constrain, veridoku_minimize, veridoku_solve};
use veridoku_core::SAMPLE_SOLUTION;

/// The variable that tells a child process the number of a call, and of the allocation that fails.
const VARIABLE: &str = "VERIDOKU_FAILING_ALLOCATION";
/// The exit status of a child process in which no allocation failed.
const ENOUGH_MEMORY: i32 = 77;
const SIGABRT: i32 = 6;
/// A puzzle that needs guesses.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Fails after a number of allocations.
struct FailingAllocator;

static ALLOCATIONS_LEFT: AtomicI64 = AtomicI64::new(i64::MAX);

#[global_allocator]
static ALLOCATOR: FailingAllocator = FailingAllocator;

// SAFETY: it returns null, which an allocator may do at any time, or does what `System` does.
unsafe impl GlobalAlloc for FailingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ALLOCATIONS_LEFT.fetch_sub(1, Ordering::Relaxed) <= 0 {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller follows the contract of this function, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the memory comes from `System`, and the caller follows the same contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// A call: changes the text, and returns its status.
type Call = fn(&mut [u8]) -> VeridokuStatus;

const CALLS: [(&str, Call); 3] = [
    (HARD, |text| {
        let (pointer, length) = (text.as_mut_ptr().cast(), text.len());
        let (count, guesses) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: 81 characters can be read and written at the pointer; the others may be null.
        unsafe { veridoku_solve(pointer, length, 2, VERIDOKU_UNLIMITED, count, pointer, guesses) }
    }),
    (HARD, |text| {
        text[0] = b'.';
        // SAFETY: the pointer is valid for this length.
        unsafe { veridoku_constrain(text.as_mut_ptr().cast(), text.len(), 1, VERIDOKU_UNLIMITED) }
    }),
    (SAMPLE_SOLUTION, |text| {
        // SAFETY: the pointer is valid for this length.
        unsafe { veridoku_minimize(text.as_mut_ptr().cast(), text.len(), 0, 1, VERIDOKU_UNLIMITED) }
    }),
];

/// Runs a call in this process, in which an allocation fails.
fn run_call(number: usize, allocation: i64) -> ! {
    let (text, call) = CALLS[number];
    let (mut expected, mut found) = (text.as_bytes().to_vec(), text.as_bytes().to_vec());
    assert_eq!(call(&mut expected), VeridokuStatus::Ok);
    ALLOCATIONS_LEFT.store(allocation, Ordering::Relaxed);
    let status = call(&mut found);
    let left = ALLOCATIONS_LEFT.swap(i64::MAX, Ordering::Relaxed);
    assert!(status == VeridokuStatus::Ok && found == expected, "a wrong result");
    std::process::exit(if left >= 0 { ENOUGH_MEMORY } else { 0 });
}

#[test]
fn a_call_without_memory_aborts() {
    if let Ok(value) = std::env::var(VARIABLE) {
        let (call, allocation) = value.split_once(' ').expect("two numbers");
        run_call(call.parse().expect("a number"), allocation.parse().expect("a number"));
    }
    let program = std::env::current_exe().expect("the test has a path");
    for call in 0..CALLS.len() {
        for allocation in 0.. {
            let mut child = Command::new(&program);
            child.env(VARIABLE, format!("{call} {allocation}"));
            let output = child.output().expect("the test can be started");
            if output.status.code() == Some(ENOUGH_MEMORY) {
                assert!(allocation > 0, "call {call} allocates nothing, so this test shows nothing");
                break;
            }
            assert_eq!(
                output.status.signal(),
                Some(SIGABRT),
                "call {call}, allocation {allocation}: {output:?}"
            );
        }
    }
}
