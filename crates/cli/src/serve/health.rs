//! Asks a running server for its health, so that a container needs no other program for its health check.

use crate::output::{self, ExitOutcome};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// The maximum time to wait for a connection, and for each part of the response.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Checks the server that listens on an address of this machine.
pub(super) fn check(host: &str, port: u16) -> ExitOutcome {
    match request(host, port) {
        Ok(response) if response.starts_with(b"HTTP/1.1 200 ") => ExitOutcome::Success,
        Ok(_) => unhealthy(host, port, "unexpected response"),
        Err(error) => unhealthy(host, port, &error.to_string()),
    }
}

fn unhealthy(host: &str, port: u16, reason: &str) -> ExitOutcome {
    output::message(&format!("veridoku: no healthy server at {host}, port {port}: {reason}"));
    ExitOutcome::Negative
}

fn request(host: &str, port: u16) -> io::Result<Vec<u8>> {
    let mut stream = connect(host, port)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut response = Vec::new();
    stream.take(1 << 12).read_to_end(&mut response)?;
    Ok(response)
}

/// Connects to the first address of a host that answers: `localhost` may have an IPv6 and an IPv4 address.
fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut failed = io::ErrorKind::NotFound.into();
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&reachable(address), TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Returns an address under which this machine reaches a server that listens on `address`.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}
