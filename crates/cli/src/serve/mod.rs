//! `veridoku serve`: the web page and the HTTP API.
//!
//! ```text
//! connection ──▶ observe ──▶ router ──▶ /                     web page, from the binary      assets.rs
//!  within the     log,                  /healthz, /readyz     health checks                  router.rs
//!  limits of      metrics               /metrics              counts for Prometheus          metrics.rs
//!  clients.rs                           /api/v1               list of operations             requests.rs
//!                                       /api/v1/{operation}   veridoku-api, on a worker      requests.rs
//!                                       /api/v1/openapi.json  OpenAPI description            openapi.rs
//! ```
//!
//! With `--health-check`, the command is a client of `/healthz` instead (`health.rs`).
//!
//! The server keeps no state: a game is stored in the browser, and a request contains its whole puzzle. Every
//! request has a maximum size, a budget and a timeout ([`limits`]).

mod api_error;
mod assets;
#[cfg(all(test, target_os = "linux"))]
mod attacks;
mod browser;
mod clients;
mod connections;
#[cfg(feature = "fuzzing")]
mod fuzzing;
mod health;
mod limits;
mod log;
mod metrics;
mod minimum_rate;
mod observe;
mod requests;
mod router;
mod site;
mod state;

pub(crate) use assets::find as file;
#[cfg(feature = "fuzzing")]
pub use fuzzing::respond;

use crate::output::{self, ExitOutcome};
use anyhow::Context;
use clap::Args;
use limits::Timeouts;
use log::{Log, LogFormat};
use site::{AllowedHost, Site};
use state::AppState;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0 accepts connections from the network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,

    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 8729)]
    port: u16,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// Address of the site for browsers, if a reverse proxy on this machine forwards it to the server
    ///
    /// Browsers may then send requests from this site. Limits per client use the address in the header
    /// X-Forwarded-For, which the proxy must set.
    #[arg(long, value_name = "URL", value_parser = site::public_host)]
    public_url: Option<AllowedHost>,

    /// Host name under which browsers may send requests, on any port unless one is named; can be repeated
    #[arg(long, value_name = "HOST", value_parser = site::allowed_host)]
    allow_host: Vec<AllowedHost>,

    /// Address of a reverse proxy on another machine, which sets X-Forwarded-For; can be repeated
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,

    /// Write a line about each request to standard error
    #[arg(long, value_name = "FORMAT")]
    log: Option<LogFormat>,

    /// Check the server that runs at this address and port, instead of starting one
    ///
    /// The exit status is 0 if it answers and 1 if not.
    #[arg(long, conflicts_with = "open")]
    health_check: bool,
}

/// Runs the server until the process receives a signal to stop, or checks one that is running.
pub(crate) fn run(options: &ServeArgs) -> anyhow::Result<ExitOutcome> {
    if options.health_check {
        return Ok(health::check(&options.host, options.port));
    }
    let log = options.log.map(Log::start).transpose().context("cannot start the log")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server threads")?;
    let outcome = runtime.block_on(serve(options));
    // The process does not wait for requests that are still running.
    runtime.shutdown_background();
    if let Some(log) = log {
        log.finish();
    }
    outcome
}

async fn serve(options: &ServeArgs) -> anyhow::Result<ExitOutcome> {
    let (host, port) = (options.host.as_str(), options.port);
    let listener = connections::listen((host, port)).await.map_err(|error| {
        let advice = match error.kind() {
            io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => {
                "; use --port 0 to pick a free port"
            }
            _ => "",
        };
        anyhow::Error::from(error).context(format!("cannot listen on {host}, port {port}{advice}"))
    })?;
    let bound = listener.local_addr()?;
    let site = options.site(bound.ip());
    if site.is_open {
        let warning = "sites of any name may use this server through browsers; name its own with \
                       --public-url or --allow-host";
        match options.log {
            Some(LogFormat::Json) => tracing::warn!("{warning}"),
            _ => output::message(&format!("veridoku: warning: {warning}")),
        }
    }
    let address = format!("http://{bound}");
    let stop = stop_signal().context("cannot install the signal handler")?;
    let text = format!("serving at {address} (press Ctrl-C to stop)");
    match options.log {
        // All lines are JSON, for programs that collect them.
        Some(LogFormat::Json) => tracing::info!("{text}"),
        _ => output::message(&format!("veridoku: {text}")),
    }
    if options.open {
        browser::open(&address);
    }
    let state = AppState::new(site, options.proxies(), Timeouts::default());
    connections::accept(&listener, state, stop).await;
    Ok(ExitOutcome::Success)
}

impl ServeArgs {
    /// Returns the names of the server, which listens on this address.
    fn site(&self, bound: IpAddr) -> Site {
        let hosts: Vec<AllowedHost> = self.public_url.iter().chain(&self.allow_host).cloned().collect();
        Site { is_open: hosts.is_empty() && !bound.is_loopback(), hosts }
    }

    /// Returns the addresses of reverse proxies.
    fn proxies(&self) -> Vec<IpAddr> {
        let here: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        let here = self.public_url.iter().flat_map(|_| here);
        here.chain(self.proxy.iter().map(IpAddr::to_canonical)).collect()
    }
}

/// Returns a future that is ready on Ctrl-C or SIGTERM. The handlers are installed by this call, not by the
/// first poll, so that no signal is missed once the address has been printed.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns a future that is ready on Ctrl-C or Ctrl-Break, or if the console window is closed.
#[cfg(windows)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close};
    let (mut interrupt, mut stop, mut close) = (ctrl_c()?, ctrl_break()?, ctrl_close()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = stop.recv() => {}
            _ = close.recv() => {}
        }
    })
}
