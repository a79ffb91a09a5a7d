//! Attacks on the server. Hostile clients are at 127.0.0.2, honest ones at 127.0.0.1; other systems than Linux
//! have only the latter.

use super::connections;
use super::limits::{Resource, Timeouts, quotas};
use super::site::Site;
use super::state::AppState;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use veridoku_core::SAMPLE;

const HONEST: Ipv4Addr = Ipv4Addr::LOCALHOST;
const HOSTILE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

const SHORT: Timeouts = Timeouts {
    header: Duration::from_secs(1),
    body: Duration::from_secs(2),
    request: Duration::from_secs(30),
    write: Duration::from_secs(1),
    shutdown: Duration::from_secs(2),
};

/// How long a test waits for something that should take at most a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server in this process.
struct Target {
    address: SocketAddr,
    state: AppState,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

impl Target {
    async fn start() -> Target {
        let listener = connections::listen((HONEST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = AppState::new(Site::default(), Vec::new(), SHORT);
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn({
            let state = state.clone();
            async move {
                connections::accept(&listener, state, async move { stopped.await.unwrap_or(()) }).await;
            }
        });
        Target { address, state, stop: Some(stop), serving }
    }

    async fn connect(&self, from: Ipv4Addr) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// Sends the start of a request, or a whole one.
    async fn send(&self, from: Ipv4Addr, request: &[u8]) -> TcpStream {
        let mut stream = self.connect(from).await;
        // The server may refuse the connection while the request is still being written.
        let _ = stream.write_all(request).await;
        stream
    }

    /// Sends a request and returns the whole response, or what there is of it.
    async fn ask(&self, from: Ipv4Addr, request: &[u8]) -> String {
        let mut stream = self.send(from, request).await;
        let mut response = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut response)).await;
        assert!(ended.is_ok(), "no response in time");
        String::from_utf8(response).unwrap()
    }

    /// Checks that honest clients are served.
    async fn assert_available(&self) {
        let health = self.ask(HONEST, b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
        assert!(health.starts_with("HTTP/1.1 200"), "{health}");
        let solved = self.ask(HONEST, &post("solve", &json!({"puzzle": SAMPLE}))).await;
        assert!(solved.starts_with("HTTP/1.1 200"), "{solved}");
    }

    /// Waits until the use of a resource satisfies a condition.
    async fn wait_for(&self, resource: Resource, condition: impl Fn(usize) -> bool) {
        let reached = async {
            while !condition(self.state.clients.in_use(resource)) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let in_time = tokio::time::timeout(PATIENCE, reached).await;
        assert!(in_time.is_ok(), "{}: {} in use", resource.name(), self.state.clients.in_use(resource));
    }
}

fn post(operation: &str, request: &Value) -> Vec<u8> {
    let (body, head) = (request.to_string(), "host: x\r\nconnection: close");
    let length = body.len();
    format!("POST /api/v1/{operation} HTTP/1.1\r\n{head}\r\ncontent-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// A request with an answer of several megabytes, more than the system buffers.
fn large_request() -> Vec<u8> {
    let options = json!({"algorithm": "brute-force", "limit": 100_000});
    post("trace", &json!({"puzzle": SAMPLE, "options": options}))
}

/// A request that takes several seconds unless it is stopped.
fn long_request() -> Vec<u8> {
    let puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    post("rate", &json!({"puzzle": puzzle, "options": {"only": "er"}}))
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_count_until_they_are_sent_and_slow_readers_are_cut() {
    let target = Target::start().await;
    let mut readers = Vec::new();
    for _ in 0..4 {
        readers.push(target.send(HOSTILE, &large_request()).await);
    }
    target.wait_for(Resource::AnswerBytes, |bytes| bytes > 0).await;
    target.assert_available().await;
    target.wait_for(Resource::LongWork, |running| running == 0).await;
    assert!(target.state.clients.in_use(Resource::AnswerBytes) <= quotas(Resource::AnswerBytes)[1]);
    target.wait_for(Resource::AnswerBytes, |bytes| bytes == 0).await;
    drop(readers);
    // A client that reads a little now and then is cut as well.
    let mut trickle = target.send(HOSTILE, &large_request()).await;
    let mut buffer = [0; 100];
    let cut = async {
        while !matches!(trickle.read(&mut buffer).await, Ok(0) | Err(_)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if target.state.clients.in_use(Resource::Connections) == 0 {
                break;
            }
        }
    };
    assert!(tokio::time::timeout(PATIENCE, cut).await.is_ok());
}

/// If the queue is full, the system ignores a new client, which tries again after a second or longer.
#[tokio::test(flavor = "multi_thread")]
async fn many_connections_may_wait_to_be_accepted() {
    use rustix::process::{Resource as Limit, getrlimit, setrlimit};
    let limit = getrlimit(Limit::Nofile);
    setrlimit(Limit::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit }).unwrap();
    let allowed = std::fs::read_to_string("/proc/sys/net/core/somaxconn").unwrap();
    let count = allowed.trim().parse().unwrap_or(usize::MAX).min(1500);
    let listener = connections::listen((HONEST, 0)).await.unwrap();
    let mut waiting = Vec::new();
    for _ in 0..count {
        let connecting = TcpStream::connect(listener.local_addr().unwrap());
        let connected = tokio::time::timeout(PATIENCE, connecting).await;
        waiting.push(connected.unwrap_or_else(|_| panic!("only {} connections", waiting.len())).unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_lock_out_only_their_own_address() {
    let target = Target::start().await;
    let mut idle = Vec::new();
    for _ in 0..300 {
        idle.push(target.connect(HOSTILE).await);
    }
    target.assert_available().await;
    assert!(target.state.clients.in_use(Resource::Connections) <= quotas(Resource::Connections)[1] + 2);
    target.wait_for(Resource::Connections, |open| open == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn health_checks_are_answered_when_there_are_too_many_connections() {
    let target = Target::start().await;
    let busy = target.state.clients.at(HOSTILE.into());
    let _all = busy.try_acquire(Resource::Connections, quotas(Resource::Connections)[1]).unwrap();
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").into_bytes();
    for path in ["/healthz", "/readyz", "/metrics"] {
        let response = target.ask(HOSTILE, &request(path)).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }
    let response = target.ask(HOSTILE, &request("/")).await;
    assert!(response.starts_with("HTTP/1.1 503") && response.contains("\"kind\":\"busy\""), "{response}");
    assert!(response.contains("retry-after: "), "{response}");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_headers_time_out() {
    let target = Target::start().await;
    let mut slow = target.send(HOSTILE, b"GET /healthz HTTP/1.1\r\nx-slow: ").await;
    let dripping = async {
        while slow.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, dripping).await.is_ok(), "the connection stays open");
    target.assert_available().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_bodies_block_only_their_own_address() {
    let target = Target::start().await;
    let length = 4 << 20;
    let head = format!("POST /api/v1/solve-many HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n");
    let unfinished = [head.as_bytes(), &vec![b' '; length - 1]].concat();
    let mut waiting = Vec::new();
    for _ in 0..8 {
        waiting.push(target.send(HOSTILE, &unfinished).await);
    }
    target.wait_for(Resource::BodyBytes, |bytes| bytes > 8 << 20).await;
    assert!(target.state.clients.in_use(Resource::BodyBytes) <= quotas(Resource::BodyBytes)[1]);
    target.assert_available().await;
    target.wait_for(Resource::BodyBytes, |bytes| bytes == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_work_stops() {
    let target = Target::start().await;
    let mut clients = Vec::new();
    for _ in 0..30 {
        clients.push(target.send(HOSTILE, &long_request()).await);
    }
    target.wait_for(Resource::LongWork, |running| running > 0).await;
    target.assert_available().await;
    drop(clients);
    for resource in [Resource::LongWork, Resource::AnswerBytes, Resource::Connections] {
        target.wait_for(resource, |used| used == 0).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn quick_operations_do_not_wait_for_the_answers_of_long_ones() {
    let target = Target::start().await;
    let mut waiting = Vec::new();
    // More than all answers together may have.
    for last in 2..=7 {
        for _ in 0..2 {
            waiting.push(target.send(Ipv4Addr::new(127, 0, 0, last), &long_request()).await);
        }
    }
    target.wait_for(Resource::AnswerBytes, |bytes| bytes > 100 << 20).await;
    target.assert_available().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_requests_are_refused_when_the_server_stops() {
    let mut target = Target::start().await;
    let running = target.send(HONEST, &long_request()).await;
    target.wait_for(Resource::LongWork, |running| running > 0).await;
    let all = quotas(Resource::LongWork)[1];
    let mut waiting = Vec::new();
    for _ in 0..all {
        waiting.push(target.send(HONEST, &long_request()).await);
    }
    target.wait_for(Resource::AnswerBytes, |bytes| bytes > 24 << 20).await;
    target.stop.take().unwrap().send(()).unwrap();
    let mut response = String::new();
    waiting.last_mut().unwrap().read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 503") && response.contains("stopping"), "{response}");
    let ready = target.ask(HONEST, b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
    assert!(tokio::time::timeout(PATIENCE, &mut target.serving).await.is_ok(), "the server still runs");
    drop(running);
}
