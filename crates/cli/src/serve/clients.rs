//! What clients use of the server: connections, bytes and workers.
//!
//! ```text
//! address ──▶ Client ── acquire(resource, amount) ──▶ Permit
//!             its own quota, and that of all clients     returns both when dropped
//! ```
//!
//! Every unit counts twice: for the address, so that no client can lock out the others, and for all clients
//! together, so that the server stays within its memory. The layers of tower count requests of one service;
//! they know neither addresses nor bytes.

use super::limits::{Resource, quotas};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The units that are left of each resource, by the index of the resource.
type Quota = [Arc<Semaphore>; Resource::ALL.len()];

/// All clients.
pub(super) struct Clients {
    all: Quota,
    by_address: Mutex<HashMap<IpAddr, Weak<Client>>>,
    /// Addresses of reverse proxies. Their connections belong to many clients.
    proxies: Vec<IpAddr>,
}

/// A client: everybody at one address.
#[derive(Debug)]
pub(super) struct Client {
    own: Quota,
    all: Quota,
}

/// Units of a resource, which are returned when the permit is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    own: OwnedSemaphorePermit,
    all: OwnedSemaphorePermit,
    /// Keeps the quota of the client while it is in use.
    _client: Arc<Client>,
}

/// Who has used up a resource.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    ByThisClient,
    ByAllClients,
}

impl Clients {
    pub(super) fn new(proxies: Vec<IpAddr>) -> Clients {
        let all = Resource::ALL.map(|resource| Arc::new(Semaphore::new(quotas(resource)[0])));
        Clients { all, by_address: Mutex::default(), proxies }
    }

    pub(super) fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.contains(&address.to_canonical())
    }

    /// Returns the client at an address.
    pub(super) fn at(&self, address: IpAddr) -> Arc<Client> {
        let share = usize::from(!self.is_proxy(address));
        let address = if share == 0 { address.to_canonical() } else { network(address) };
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = by_address.get(&address).and_then(Weak::upgrade) {
            return client;
        }
        if by_address.len() == by_address.capacity() {
            by_address.retain(|_, client| client.strong_count() > 0);
        }
        let own = Resource::ALL.map(|resource| Arc::new(Semaphore::new(quotas(resource)[share])));
        let client = Arc::new(Client { own, all: self.all.clone() });
        by_address.insert(address, Arc::downgrade(&client));
        client
    }

    /// Returns how many units of a resource are in use.
    pub(super) fn in_use(&self, resource: Resource) -> usize {
        quotas(resource)[0] - self.all[resource as usize].available_permits()
    }
}

impl Client {
    /// Takes units of a resource if they are available.
    pub(super) fn try_acquire(
        self: &Arc<Client>,
        resource: Resource,
        amount: usize,
    ) -> Result<Permit, Exhausted> {
        let acquire =
            |quota: &Quota| Arc::clone(&quota[resource as usize]).try_acquire_many_owned(amount as u32);
        let own = acquire(&self.own).map_err(|_| Exhausted::ByThisClient)?;
        let all = acquire(&self.all).map_err(|_| Exhausted::ByAllClients)?;
        Ok(Permit { own, all, _client: Arc::clone(self) })
    }

    /// Waits until units of a resource are available, and takes them.
    pub(super) async fn acquire(self: &Arc<Client>, resource: Resource, amount: usize) -> Permit {
        let acquire = |quota: &Quota| Arc::clone(&quota[resource as usize]).acquire_many_owned(amount as u32);
        // A client waits for its own units first, so that few of its requests wait together with others.
        let own = acquire(&self.own).await.expect("no quota is ever closed");
        let all = acquire(&self.all).await.expect("no quota is ever closed");
        Permit { own, all, _client: Arc::clone(self) }
    }
}

impl Permit {
    /// Adds the units of another permit of the same client and resource.
    pub(super) fn merge(&mut self, other: Permit) {
        self.own.merge(other.own);
        self.all.merge(other.all);
    }

    /// Returns all but this many units.
    pub(super) fn shrink_to(&mut self, amount: usize) {
        for permit in [&mut self.own, &mut self.all] {
            drop(permit.split(permit.num_permits().saturating_sub(amount)));
        }
    }
}

/// Returns the address that stands for a client: an IPv6 customer has a whole network of 2^64 addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !0 << 64))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_client_cannot_use_the_share_of_others() {
        let clients = Clients::new(Vec::new());
        let [all, own] = quotas(Resource::BodyBytes);
        let acquire = |address, amount| clients.at(address).try_acquire(Resource::BodyBytes, amount);
        let mut first = acquire(HERE, own).unwrap();
        assert_eq!(acquire(HERE, 1).unwrap_err(), Exhausted::ByThisClient);
        let others: Vec<Permit> =
            (1..all / own).map(|i| acquire(address(&format!("10.0.0.{i}")), own).unwrap()).collect();
        assert_eq!(acquire(address("10.0.1.1"), 1).unwrap_err(), Exhausted::ByAllClients);
        assert_eq!(clients.in_use(Resource::BodyBytes), all);
        first.shrink_to(own - 1);
        first.merge(acquire(HERE, 1).unwrap());
        drop((first, others));
        assert_eq!(clients.in_use(Resource::BodyBytes), 0);
        assert!(acquire(HERE, own).is_ok());
    }

    #[test]
    fn a_network_of_ipv6_addresses_is_one_client() {
        let clients = Clients::new(Vec::new());
        let client = clients.at(address("2001:db8::1"));
        assert!(Arc::ptr_eq(&client, &clients.at(address("2001:db8::2:3:4:5"))));
        assert!(!Arc::ptr_eq(&client, &clients.at(address("2001:db8:0:1::1"))));
        let client = clients.at(HERE);
        assert!(Arc::ptr_eq(&client, &clients.at(address("::ffff:127.0.0.1"))));
    }

    #[test]
    fn a_proxy_may_open_all_connections() {
        let clients = Clients::new(vec![HERE]);
        let [all, own] = quotas(Resource::Connections);
        assert!(clients.at(HERE).try_acquire(Resource::Connections, all).is_ok());
        assert!(clients.at(address("10.0.0.1")).try_acquire(Resource::Connections, own + 1).is_err());
    }

    #[test]
    fn clients_that_have_left_are_forgotten() {
        let clients = Clients::new(Vec::new());
        for number in 0..10_000_u32 {
            clients.at(IpAddr::V4(number.into()));
        }
        assert!(clients.by_address.lock().unwrap().len() < 100);
    }
}
