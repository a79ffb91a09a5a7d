//! End-to-end tests of `veridoku serve`: a real process, reached over TCP.
#![cfg(feature = "serve")]

use crate::interrupt;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use veridoku_core::SAMPLE;
use veridoku_core::SAMPLE_SOLUTION as SOLVED;

/// A server on a free port, killed at the end of the test.
struct Server {
    child: Child,
    address: String,
    /// What it wrote before its address.
    warning: String,
    /// What it writes afterwards.
    messages: BufReader<ChildStderr>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Server {
        Server::start_with(&[])
    }

    fn start_with(arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_veridoku"));
        command.args(["serve", "--port", "0"]).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = interrupt::spawn(&mut command);
        let messages = BufReader::new(child.stderr.take().unwrap());
        let mut server = Server { child, address: String::new(), warning: String::new(), messages };
        while server.address.is_empty() {
            let mut message = String::new();
            server.messages.read_line(&mut message).unwrap();
            assert!(!message.is_empty(), "no address in {:?}", server.warning);
            match message.split("serving at http://").nth(1).and_then(|rest| rest.split(' ').next()) {
                Some(address) => server.address = address.to_string(),
                None => server.warning.push_str(&message),
            }
        }
        server
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request on a new connection.
    fn send(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may close the connection while the request is still being written.
        let _ = stream.write_all(request);
        Reply::read(&mut BufReader::new(stream))
    }

    fn get(&self, path: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes())
    }

    fn post(&self, operation: &str, body: &str) -> Reply {
        self.send(&post(operation, body))
    }
}

fn post(operation: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST /api/v1/{operation} HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

struct Reply {
    status: u16,
    headers: String,
    body: Vec<u8>,
}

impl Reply {
    fn read(stream: &mut impl BufRead) -> Reply {
        let mut headers = String::new();
        while !headers.ends_with("\r\n\r\n") {
            assert_ne!(
                stream.read_line(&mut headers).expect("headers in time"),
                0,
                "closed after {headers:?}"
            );
        }
        let headers = headers.to_lowercase();
        let length = headers.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let mut body = vec![0; length.map_or(0, |length| length.trim().parse().unwrap())];
        stream.read_exact(&mut body).expect("the whole body");
        Reply { status: headers[9..12].parse().unwrap(), headers, body }
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.headers))
    }
}

#[test]
fn a_request_may_name_its_operation() {
    let server = Server::start();
    let body = format!(r#"{{"operation": "solve", "puzzle": "{SAMPLE}"}}"#);
    let reply = server.post("check", &body);
    assert_eq!(reply.json()["operation"], "check", "the path decides");
}

#[test]
fn the_page_has_a_strict_content_security_policy() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.headers.contains("content-type: text/html"), "{}", page.headers);
    assert!(page.headers.contains("content-security-policy: default-src 'none'; script-src 'self'"));
    assert!(!page.headers.contains("unsafe-inline"));
    assert!(page.headers.contains("frame-src 'self'") && page.headers.contains("frame-ancestors 'none'"));
    let page = String::from_utf8(page.body).unwrap();
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="));
    let tag = server.get("/scripts/main.js").headers;
    let tag = tag.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_string();
    let again = format!(
        "GET /scripts/main.js HTTP/1.1\r\nhost: x\r\nif-none-match: {}\r\n\r\n",
        tag.replace("w/", "W/")
    );
    assert_eq!(server.send(again.as_bytes()).status, 304);
    for missing in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        let reply = server.get(missing);
        assert_eq!((reply.status, &reply.json()["kind"]), (404, &json!("missing")), "{missing}");
    }
}

/// The document that runs the user's own solver allows no requests, has no access to the page, and can be
/// embedded by the page only, whether the browser has it already or not.
#[test]
fn the_sandbox_has_its_own_content_security_policy() {
    let server = Server::start();
    let sandbox = server.get("/sandbox.html");
    let policy = |reply: &Reply| {
        let name = "content-security-policy: ";
        reply.headers.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_string()
    };
    assert_eq!((sandbox.status, sandbox.headers.matches("content-security-policy").count()), (200, 1));
    let expected = policy(&sandbox);
    assert!(expected.starts_with("default-src 'none'; script-src 'sha256-"), "{expected}");
    assert!(expected.ends_with("; sandbox allow-scripts; frame-ancestors 'self'"), "{expected}");
    assert!(!expected.contains("'self' ") && !expected.contains("unsafe-inline"), "{expected}");
    let tag = sandbox.headers.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = format!(
        "GET /sandbox.html HTTP/1.1\r\nhost: x\r\nif-none-match: {}\r\n\r\n",
        tag.replace("w/", "W/")
    );
    let again = server.send(again.as_bytes());
    assert_eq!((again.status, policy(&again)), (304, expected));
}

#[test]
fn a_health_check_succeeds_only_while_the_server_answers() {
    let check = |host: &str, port: &str| {
        Command::new(env!("CARGO_BIN_EXE_veridoku"))
            .args(["serve", "--health-check", "--host", host, "--port", port])
            .output()
            .unwrap()
    };
    let server = Server::start();
    let port = server.address.rsplit(':').next().unwrap().to_string();
    for host in ["127.0.0.1", "0.0.0.0", "localhost"] {
        let output = check(host, &port);
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{host}");
    }
    drop(server);
    let output = check("127.0.0.1", &port);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with(&format!("veridoku: no healthy server at 127.0.0.1, port {port}: ")),
        "{message}"
    );
}

#[test]
fn requests_are_answered() {
    let server = Server::start();
    assert_eq!(server.get("/healthz").json(), json!({"status": "ok"}));
    let solved = server.post("solve", &json!({"puzzle": SAMPLE}).to_string()).json();
    assert_eq!((&solved["status"], &solved["solution"]), (&json!("unique"), &json!(SOLVED)));
    let listed = server.get("/api/v1").json();
    for operation in listed["operations"].as_array().unwrap() {
        let operation = operation.as_str().unwrap();
        let field = if operation == "solve-many" { "text" } else { "puzzle" };
        let request = match operation {
            "catalogue" | "code" | "techniques" | "generate" | "extract" => json!({}),
            "practice" => json!({"options": {"technique": "X-Wing"}}),
            "grade" => json!({"puzzle": SAMPLE, "options": {"answer": SOLVED}}),
            "grade-step" => json!({"puzzle": SAMPLE, "options": {"place": ["r5c5=5"]}}),
            _ => json!({field: SAMPLE}),
        };
        let reply = server.post(operation, &request.to_string());
        assert_eq!((reply.status, &reply.json()["operation"]), (200, &json!(operation)));
    }
    let document = server.get("/api/v1/openapi.json").json();
    assert!(document["components"]["responses"]["405"].is_object());
    for operation in listed["operations"].as_array().unwrap() {
        assert!(document["paths"][format!("/api/v1/{}", operation.as_str().unwrap())]["post"].is_object());
    }
}

#[test]
fn bad_requests_get_json_errors() {
    let server = Server::start();
    let deep = "[".repeat(100_000);
    for (operation, body, status, kind) in [
        ("solve", "{", 400, "malformed"),
        ("solve", "", 400, "malformed"),
        ("solve", "[1]", 400, "malformed"),
        ("solve", deep.as_str(), 400, "malformed"),
        ("solve", r#"{"puzzle": 5}"#, 400, "malformed"),
        ("solve", r#"{"puzzle": "1", "options": {"colour": 1}}"#, 400, "malformed"),
        ("generate", r#"{"count": 100000000, "level": "nightmare"}"#, 400, "malformed"),
        ("techniques", r#"{"puzzle": "1"}"#, 400, "malformed"),
        ("catalogue", r#"{"puzzle": "1"}"#, 400, "malformed"),
        ("dance", "{}", 404, "missing"),
        ("solve", r#"{"puzzle": "hello"}"#, 422, "unreadable"),
        ("trace", &json!({"puzzle": SAMPLE, "options": {"algorithm": "luck"}}).to_string(), 422, "unknown"),
    ] {
        let reply = server.post(operation, body);
        let error = reply.json();
        assert_eq!((reply.status, error["kind"].as_str().unwrap()), (status, kind), "{error}");
        assert!(error["operation"] == "error" && error["error"].is_string());
    }
    for (method, path, allowed) in [
        ("GET", "/api/v1/solve", "post"),
        ("POST", "/api/v1", "get, head"),
        ("DELETE", "/healthz", "get, head"),
        ("DELETE", "/", "get, head"),
    ] {
        let reply = server.send(format!("{method} {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes());
        assert_eq!((reply.status, &reply.json()["kind"]), (405, &json!("method")), "{method} {path}");
        assert!(reply.headers.contains(&format!("allow: {allowed}\r\n")), "{}", reply.headers);
    }
    assert_eq!(server.get("/healthz").status, 200, "the server is still running");
}

#[test]
fn large_bodies_are_refused() {
    let server = Server::start();
    let announced =
        server.send(b"POST /api/v1/solve HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n{");
    assert_eq!((announced.status, &announced.json()["kind"]), (413, &json!("too-large")));
    // A chunked body of 100 MB, without an announced length.
    let mut stream = server.connect();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    stream
        .write_all(b"POST /api/v1/solve HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
        .unwrap();
    let chunk = [b"10000\r\n".as_slice(), &vec![b' '; 0x10000], b"\r\n"].concat();
    let sent = (0..1600).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 1600, "the server read the whole body");
    let mut answer = String::new();
    if reader.read_line(&mut answer).is_ok_and(|length| length > 0) {
        assert!(answer.contains("413"), "{answer}");
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn hard_requests_are_bounded() {
    let server = Server::start();
    let empty = ".".repeat(81);
    let answer = |operation: &str, puzzle: &str, options: Value| {
        let reply = server.post(operation, &json!({"puzzle": puzzle, "options": options}).to_string());
        assert_eq!(reply.status, 200, "{operation}: {}", reply.json());
        reply.json()
    };
    let most = json!({"limit": u64::MAX, "budget": u64::MAX});
    assert_eq!(answer("count", &empty, most.clone())["budget_reached"], true);
    assert_eq!(answer("solutions", &empty, most)["solutions"].as_array().unwrap().len(), 10_000);
    let options = json!({"algorithm": "brute-force", "limit": 10_000_000, "budget": u64::MAX});
    let traced = answer("trace", SAMPLE, options);
    assert_eq!(traced["events"].as_array().unwrap().len(), 100_000);
    assert_eq!(traced["ending"], "out of budget");
    let compared = answer("compare", SAMPLE, json!({"budget": u64::MAX}));
    assert_eq!(compared["results"][0]["finished"], false);
    for operation in ["solve", "check", "hint", "steps", "path", "rate"] {
        answer(operation, &empty, json!({}));
    }
    let ones = "1".repeat(81);
    for (operation, request) in [
        ("solve-many", json!({"text": format!("{empty}\n{ones}\n").repeat(10_000)})),
        ("canon", json!({"puzzle": ones})),
        (
            "minimize",
            json!({"puzzle": SOLVED, "options": {"all": true, "limit": u64::MAX, "budget": u64::MAX}}),
        ),
        ("neighbours", json!({"puzzle": SAMPLE, "options": {"remove": 3, "add": 3, "budget": u64::MAX}})),
        ("generate", json!({"options": {"clues": "18", "attempts": u64::MAX}})),
    ] {
        let reply = server.post(operation, &request.to_string());
        assert!([200, 422].contains(&reply.status), "{operation}: {} {}", reply.status, reply.headers);
    }
}

#[test]
fn cross_origin_requests_are_refused() {
    let server = Server::start();
    let body = json!({"puzzle": SAMPLE}).to_string();
    let send = |host: &str, origin: &str| {
        let length = body.len();
        let head =
            format!("host: {host}\r\norigin: {origin}\r\ncontent-length: {length}\r\nconnection: close");
        server.send(format!("POST /api/v1/solve HTTP/1.1\r\n{head}\r\n\r\n{body}").as_bytes()).status
    };
    let ours = server.address.as_str();
    assert_eq!(send(ours, &format!("http://{ours}")), 200);
    assert_eq!(send("localhost:7", "http://localhost:7"), 200);
    assert_eq!(send(ours, "https://example.com"), 403);
    assert_eq!(send(ours, "null"), 403);
    // A foreign host name that points to this server.
    assert_eq!(send("example.com:7", "http://example.com:7"), 403);
}

#[test]
fn sixty_four_connections_send_ten_thousand_requests() {
    let server = Server::start();
    let request = post("solve", &json!({"puzzle": SAMPLE}).to_string());
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| {
                let mut stream = server.connect();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                for _ in 0..157 {
                    stream.write_all(&request).unwrap();
                    let reply = Reply::read(&mut reader);
                    assert_eq!((reply.status, &reply.json()["solution"]), (200, &json!(SOLVED)));
                }
            });
        }
    });
}

#[test]
fn an_interrupt_stops_the_server() {
    let mut server = Server::start();
    let idle = server.connect();
    interrupt::interrupt(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0), "an idle connection does not delay it");
    drop(idle);
}

/// Windows has no such signal.
#[test]
#[cfg(unix)]
fn sigterm_stops_the_server() {
    let mut server = Server::start();
    let sent = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

/// Each of these gets an error or is cut off, and the server lives on.
#[test]
fn hostile_requests_are_refused() {
    let server = Server::start();
    let post = "POST /api/v1/solve HTTP/1.1\r\nhost: x\r\n";
    let long = "x".repeat(100_000);
    for request in [
        "\0\0\0\0\r\n\r\n".to_string(),
        "GET\r\n\r\n".to_string(),
        "GET / HTTP/9.9\r\nhost: x\r\n\r\n".to_string(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_string(),
        "GET / HTTP/1.1\r\nhost : x\r\n\r\n".to_string(),
        "GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n".to_string(),
        format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: x\r\nlong: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(1000)),
        format!("{post}content-length: -1\r\n\r\n"),
        format!("{post}content-length: 1\r\ncontent-length: 2\r\n\r\n{{}}"),
        format!("{post}transfer-encoding: gzip\r\n\r\n{{}}"),
        format!("{post}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n"),
        format!("{post}transfer-encoding: chunked\r\n\r\n-5\r\n"),
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut status = String::new();
        let shown = &request[..request.len().min(80)];
        if BufReader::new(stream).read_line(&mut status).is_ok_and(|length| length > 0) {
            assert!(status.starts_with("HTTP/1.1 4"), "{shown:?}: {status}");
        }
        assert_eq!(server.get("/healthz").status, 200, "after {shown:?}");
    }
}

#[test]
fn errors_are_json_whatever_is_wrong() {
    let server = Server::start();
    for (request, status, kind) in [
        ("GET / HTTP/1.1\r\n\r\n", 400, "malformed"),
        ("GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n", 400, "malformed"),
        ("GET /%ff HTTP/1.1\r\nhost: x\r\n\r\n", 404, "missing"),
        ("POST /api/v1/%ff HTTP/1.1\r\nhost: x\r\n\r\n", 404, "missing"),
        ("POST /api/v1/solve/more HTTP/1.1\r\nhost: x\r\n\r\n", 405, "method"),
        ("TRACE / HTTP/1.1\r\nhost: x\r\n\r\n", 405, "method"),
        ("CONNECT x:80 HTTP/1.1\r\nhost: x\r\n\r\n", 405, "method"),
    ] {
        let reply = server.send(request.as_bytes());
        let error = reply.json();
        assert_eq!((reply.status, &error["kind"]), (status, &json!(kind)), "{request:?}: {error}");
        assert!(reply.headers.contains("x-request-id: "), "{}", reply.headers);
    }
    assert_eq!(server.send(b"GET / HTTP/1.0\r\n\r\n").status, 200, "HTTP/1.0 needs no host");
    for (operation, body) in [
        ("solve", r#"{"puzzle": "1", "puzzle": "2"}"#),
        ("count", r#"{"puzzle": "1", "options": {"limit": 1, "limit": 2}}"#),
        ("solve", r#"["1"]"#),
    ] {
        assert_eq!(server.post(operation, body).status, 400, "{body}");
    }
}

#[test]
fn operators_see_metrics() {
    let server = Server::start();
    server.post("solve", &json!({"puzzle": SAMPLE}).to_string());
    server.post("solve", "{");
    assert_eq!(server.get("/readyz").json(), json!({"status": "ready"}));
    let reply = server.get("/metrics");
    assert!(reply.headers.contains("content-type: text/plain; version=0.0.4"), "{}", reply.headers);
    let metrics = String::from_utf8(reply.body).unwrap();
    for line in [
        "veridoku_requests_total{operation=\"solve\",status=\"200\"} 1",
        "veridoku_requests_total{operation=\"solve\",status=\"400\"} 1",
        "veridoku_request_seconds_count{operation=\"solve\"} 2",
    ] {
        assert!(metrics.lines().any(|other| other == line), "{line} in {metrics}");
    }
}

#[test]
fn the_log_has_a_line_per_request() {
    let mut server = Server::start_with(&["--log", "json"]);
    let id = server.post("solve", "{").headers;
    let id = id.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().to_string();
    let mut line = String::new();
    server.messages.read_line(&mut line).unwrap();
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["level"], "INFO");
    for (field, value) in [
        ("id", json!(id)),
        ("operation", json!("solve")),
        ("status", json!(400)),
        ("address", json!("127.0.0.1")),
        ("error", json!("invalid JSON: EOF while parsing an object at line 1 column 1")),
    ] {
        assert_eq!(line[field], value, "{line}");
    }
    assert!(line["milliseconds"].is_u64() && line["bytes"].as_u64() > Some(0), "{line}");
}

#[test]
fn a_log_that_nobody_reads_delays_no_request() {
    let mut server = Server::start_with(&["--log", "json"]);
    let mut stream = BufReader::new(server.connect());
    // More than the pipe and the queue hold.
    for _ in 0..4000 {
        stream.get_mut().write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        assert_eq!(Reply::read(&mut stream).status, 200);
    }
    let mut dropped = None;
    while dropped.is_none() {
        let mut line = String::new();
        server.messages.read_line(&mut line).unwrap();
        dropped = serde_json::from_str::<Value>(&line).unwrap()["dropped"].as_u64();
    }
    assert!(dropped > Some(0));
}

#[test]
fn a_server_on_the_network_without_a_name_warns() {
    let warning = |arguments: &[&str]| Server::start_with(arguments).warning.clone();
    assert!(warning(&["--host", "0.0.0.0"]).contains("--public-url"));
    assert_eq!(warning(&["--host", "0.0.0.0", "--public-url", "https://sudoku.example.org"]), "");
    assert_eq!(warning(&["--host", "0.0.0.0", "--allow-host", "sudoku.example.org"]), "");
    assert_eq!(warning(&[]), "");
    let line: Value = serde_json::from_str(&warning(&["--host", "0.0.0.0", "--log", "json"])).unwrap();
    assert_eq!(line["level"], "WARN");
}
