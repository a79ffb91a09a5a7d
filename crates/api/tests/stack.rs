//! Every operation and every engine works on a small stack, even if it is compiled without optimization.
//! tools/package-check runs this test without optimization.

use serde_json::{Value, json};
use std::thread;
use veridoku_api::{OPERATIONS, Request, answer, openapi};
use veridoku_core::batch;
use veridoku_core::solve::{Backend, Limits, Solver};
use veridoku_core::{Grid, Puzzle, SAMPLE};

/// The size that `veridoku-core` documents. The default is 2 MiB for threads of the standard library, but
/// only 512 KiB for other threads on macOS.
const STACK_SIZE: usize = 256 << 10;

/// Needs chains.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn on_a_small_stack(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).expect("a thread");
    });
}

#[test]
fn operations_need_little_stack() {
    let document: Value = serde_json::from_str(openapi::TEXT).expect("valid JSON");
    let about =
        |operation: &str, options: Value| json!({"operation": operation, "puzzle": HARD, "options": options});
    let mut requests: Vec<Value> = OPERATIONS
        .iter()
        .map(|name| {
            let body = &document["paths"][format!("/api/v1/{name}")]["post"]["requestBody"];
            let mut request = body["content"]["application/json"]["example"].clone();
            request["operation"] = json!(name);
            request
        })
        .collect();
    requests.extend([
        about("hint", json!({})),
        about("rate", json!({"budget": 200})),
        about("compare", json!({"budget": 1000})),
        about("true-candidates", json!({})),
    ]);
    for request in requests {
        let name = request["operation"].to_string();
        let request: Request = serde_json::from_value(request).expect("a valid request");
        on_a_small_stack(|| {
            let response = serde_json::to_value(answer(request)).expect("a serializable response");
            assert_eq!(response["operation"].to_string(), name);
        });
    }
}

#[test]
fn engines_need_little_stack() {
    let grids: Vec<Grid> = [SAMPLE, HARD].map(|text| text.parse().expect("a grid")).repeat(300);
    let candidates: Vec<_> = grids.iter().map(|&grid| Puzzle::from(grid).candidates()).collect();
    for backend in Backend::ALL {
        on_a_small_stack(|| {
            if let Some(mut solver) = Solver::with_backend(backend) {
                assert_eq!(solver.search(&grids[1], Limits::UNIQUE).count, 1);
                assert_eq!(solver.search(&candidates[1], Limits::UNIQUE).count, 1);
            }
            if let Some(solver) = batch::Solver::with_backend(backend) {
                let (mut solver, mut answers) = (solver.with_min_batch_size(0), Vec::new());
                solver.solve(&grids, Limits::UNIQUE, &mut answers);
                assert!(answers.iter().all(|answer| answer.count == 1));
                solver.solve_candidates(&candidates, Limits::UNIQUE, &mut answers);
                assert!(answers.iter().all(|answer| answer.count == 1));
            }
        });
    }
}
