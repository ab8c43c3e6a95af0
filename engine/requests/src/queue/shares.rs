//! The workers' time that each tenant has had, by which a worker chooses its next request.
//!
//! A second counts less for a tenant of more weight. Requests at work count too, so that a tenant whose requests never
//! end does not get more workers than its share while others wait. Only tenants with requests are kept. One that comes
//! starts with the least time of the others: it comes soon, but cannot save time for later.

use std::collections::HashMap;
use std::time::Duration;

/// A request counts at least this much, so that tenants with very short ones take turns.
const LEAST: Duration = Duration::from_millis(1);

/// A tenant's requests at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    /// The tenant that owns them.
    pub tenant: String,
    /// Those at work.
    pub running: usize,
    /// Those that wait for a worker.
    pub waiting: usize,
}

/// The tenants with requests, running and waiting.
#[derive(Default)]
pub struct Shares {
    tenants: HashMap<String, Share>,
}

#[derive(Default)]
struct Share {
    weight: f64,
    /// Running and waiting.
    all: usize,
    at_work: usize,
    /// The sum of the start times of requests at work, in seconds.
    starts: f64,
    /// Weighted seconds of ended requests, and of those before the tenant came.
    spent: f64,
}

impl Share {
    fn spent(&self, now: Duration) -> f64 {
        let running = self.at_work as f64 * now.as_secs_f64() - self.starts;
        self.spent + running / self.weight
    }
}

impl Shares {
    /// The number of a tenant's requests, running and waiting.
    pub fn all(&self, tenant: &str) -> usize {
        self.tenants.get(tenant).map_or(0, |share| share.all)
    }

    /// The number of a tenant's requests at work.
    pub fn at_work(&self, tenant: &str) -> usize {
        self.tenants.get(tenant).map_or(0, |share| share.at_work)
    }

    /// The requests of each tenant that has some, in no order.
    pub fn requests(&self) -> Vec<Requests> {
        let tenants = self.tenants.iter();
        tenants
            .map(|(tenant, share)| Requests {
                tenant: tenant.clone(),
                running: share.at_work,
                waiting: share.all - share.at_work,
            })
            .collect()
    }

    /// The weighted seconds of a tenant. The tenant with the least is the next.
    pub fn spent(&self, tenant: &str, now: Duration) -> f64 {
        self.tenants
            .get(tenant)
            .map_or(0.0, |share| share.spent(now))
    }

    /// Add a waiting request. The tenant has the weight of its last request.
    pub fn join(&mut self, tenant: &str, weight: f64, now: Duration) {
        if !self.tenants.contains_key(tenant) {
            let spent = self.tenants.values().map(|share| share.spent(now));
            let share = Share {
                spent: spent.min_by(f64::total_cmp).unwrap_or_default(),
                ..Share::default()
            };
            self.tenants.insert(tenant.into(), share);
        }
        if let Some(share) = self.tenants.get_mut(tenant) {
            share.weight = weight;
            share.all += 1;
        }
    }

    /// Remove a waiting request.
    pub fn leave(&mut self, tenant: &str) {
        if let Some(share) = self.tenants.get_mut(tenant) {
            share.all -= 1;
            if share.all == 0 {
                self.tenants.remove(tenant);
            }
        }
    }

    /// A waiting request is at work.
    pub fn start(&mut self, tenant: &str, now: Duration) {
        if let Some(share) = self.tenants.get_mut(tenant) {
            share.at_work += 1;
            share.starts += now.as_secs_f64();
        }
    }

    /// A request that started at this time has ended.
    pub fn end(&mut self, tenant: &str, start: Duration, now: Duration) {
        if let Some(share) = self.tenants.get_mut(tenant) {
            share.at_work -= 1;
            share.starts -= start.as_secs_f64();
            share.spent += now.saturating_sub(start).max(LEAST).as_secs_f64() / share.weight;
        }
        self.leave(tenant);
    }

    /// Forget all tenants.
    pub fn clear(&mut self) {
        self.tenants.clear();
    }
}
