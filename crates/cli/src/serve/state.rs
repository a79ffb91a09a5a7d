//! What all requests share.

use super::clients::Clients;
use super::limits::Timeouts;
use super::metrics::Metrics;
use super::site::Site;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::watch;

/// The shared state of the server.
#[derive(Clone)]
pub(super) struct AppState {
    pub(super) clients: Arc<Clients>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) site: Arc<Site>,
    pub(super) timeouts: Timeouts,
    stopping: watch::Sender<bool>,
}

impl AppState {
    pub(super) fn new(site: Site, proxies: Vec<IpAddr>, timeouts: Timeouts) -> AppState {
        AppState {
            clients: Arc::new(Clients::new(proxies)),
            metrics: Arc::default(),
            site: Arc::new(site),
            timeouts,
            stopping: watch::Sender::new(false),
        }
    }

    /// Refuses requests from now on, also those that wait for a worker.
    pub(super) fn stop(&self) {
        self.stopping.send_replace(true);
    }

    pub(super) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until the server stops.
    pub(super) async fn stopped(&self) {
        // The channel cannot be closed, because `self` has a sender.
        let _ = self.stopping.subscribe().wait_for(|&is_stopping| is_stopping).await;
    }
}
