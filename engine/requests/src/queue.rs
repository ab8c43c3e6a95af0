//! Requests that wait for a worker, highest priority first. Tenants share the workers' time by their weights. The number
//! of all requests and of each tenant's is limited.

mod entry;
mod shares;

pub use entry::Entry;
pub use shares::{Requests, Shares};

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The place of a waiting request: its priority and its turn.
pub type Place = (Reverse<u8>, u64);

/// The result of offering a request.
pub enum Offer<T> {
    /// It waits. To make room, the lowest waiting request may have been removed.
    Taken(Place, Option<T>),
    /// There is no room.
    Refused(T, Refusal),
}

/// The reason why there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// All places are taken by requests of at least the same priority.
    Full,
    /// The tenant has its maximum number of requests.
    Tenant,
    /// The engine is stopping.
    Stopping,
}

/// The queue of a number of workers.
pub struct Queue<T> {
    state: Mutex<State<T>>,
    more: Condvar,
    workers: usize,
    most: usize,
    /// The maximum number of one tenant's requests at work.
    at_work: usize,
    epoch: Instant,
}

struct State<T> {
    waiting: BTreeMap<Place, Entry<T>>,
    shares: Shares,
    idle: usize,
    turn: u64,
    closed: bool,
    mean_seconds: f64,
}

impl<T> Queue<T> {
    /// A queue with this many workers and waiting places.
    pub fn new(workers: usize, most: usize) -> Self {
        let state = State {
            waiting: BTreeMap::new(),
            shares: Shares::default(),
            idle: workers,
            turn: 0,
            closed: false,
            mean_seconds: 1.0,
        };
        Queue {
            state: Mutex::new(state),
            more: Condvar::new(),
            workers,
            most,
            at_work: workers,
            epoch: Instant::now(),
        }
    }

    /// The same, with at most one request of each tenant at work.
    pub fn one_per_tenant(workers: usize, most: usize) -> Self {
        Queue {
            at_work: 1,
            ..Queue::new(workers, most)
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Offer a request.
    pub fn offer(&self, entry: Entry<T>) -> Offer<T> {
        let mut state = self.state();
        if state.closed {
            return Offer::Refused(entry.item, Refusal::Stopping);
        }
        let has = state.shares.all(&entry.tenant);
        if entry.at_once.is_some_and(|most| has >= most) {
            return Offer::Refused(entry.item, Refusal::Tenant);
        }
        let mut displaced = None;
        if state.waiting.len() >= self.most + state.idle {
            let lowest = state.waiting.last_key_value().map(|(place, _)| *place);
            match lowest {
                Some(place) if place.0.0 < entry.priority => displaced = state.remove(place),
                _ => return Offer::Refused(entry.item, Refusal::Full),
            }
        }
        let place = (Reverse(entry.priority), state.turn);
        state.turn += 1;
        let now = self.epoch.elapsed();
        state.shares.join(&entry.tenant, entry.weight, now);
        state.waiting.insert(place, entry);
        self.more.notify_one();
        Offer::Taken(place, displaced)
    }

    /// Remove a waiting request. `None` if it no longer waits.
    pub fn leave(&self, place: Place) -> Option<T> {
        self.state().remove(place)
    }

    /// Process the next request with this worker. Returns `false` if the queue is closed and empty.
    pub fn work(&self, work: impl FnOnce(T)) -> bool {
        let Some((entry, start)) = self.take() else {
            return false;
        };
        work(entry.item);
        self.give_back(&entry.tenant, start);
        true
    }

    /// Wait for the next request, and return it with its start time. `None` if the queue is closed and empty.
    fn take(&self) -> Option<(Entry<T>, Duration)> {
        let mut state = self.state();
        loop {
            let now = self.epoch.elapsed();
            match state.next(self.at_work, now) {
                Some(entry) => {
                    state.idle -= 1;
                    return Some((entry, now));
                }
                None if state.closed => return None,
                None => {
                    state = self
                        .more
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        }
    }

    /// Make a worker available after a tenant's request, which started at this time.
    fn give_back(&self, tenant: &str, start: Duration) {
        let mut state = self.state();
        let now = self.epoch.elapsed();
        state.idle += 1;
        state.mean_seconds += ((now - start).as_secs_f64() - state.mean_seconds) / 16.0;
        state.shares.end(tenant, start, now);
        // The tenant's next request may have waited only for this one.
        self.more.notify_one();
    }

    /// Accept no more requests, and return those that wait.
    pub fn close(&self) -> Vec<T> {
        let mut state = self.state();
        state.closed = true;
        self.more.notify_all();
        state.shares.clear();
        std::mem::take(&mut state.waiting)
            .into_values()
            .map(|entry| entry.item)
            .collect()
    }

    /// The numbers of busy workers and waiting requests.
    pub fn busy_and_waiting(&self) -> (usize, usize) {
        let state = self.state();
        (self.workers - state.idle, state.waiting.len())
    }

    /// The requests of each tenant that has some, in no order. Those that run when the queue is closed do not count.
    pub fn requests(&self) -> Vec<Requests> {
        self.state().shares.requests()
    }

    /// The estimated seconds until the waiting requests are done, from 1 to 60.
    pub fn retry_after(&self) -> u32 {
        let state = self.state();
        let seconds = state.mean_seconds * (state.waiting.len() + 1) as f64 / self.workers as f64;
        seconds.ceil().clamp(1.0, 60.0) as u32
    }
}

impl<T> State<T> {
    /// The request that a worker takes next: of the highest priority, of the tenant that has had the least time.
    fn next(&mut self, at_work: usize, now: Duration) -> Option<Entry<T>> {
        let ready = self
            .waiting
            .iter()
            .filter(|(_, entry)| self.shares.at_work(&entry.tenant) < at_work)
            .map(|(place, entry)| (*place, self.shares.spent(&entry.tenant, now)));
        let (place, _) = ready.min_by(|((priority, turn), spent), (other, other_spent)| {
            let by_time = spent.total_cmp(other_spent);
            priority
                .cmp(&other.0)
                .then(by_time)
                .then(turn.cmp(&other.1))
        })?;
        let entry = self.waiting.remove(&place)?;
        self.shares.start(&entry.tenant, now);
        Some(entry)
    }

    fn remove(&mut self, place: Place) -> Option<T> {
        let entry = self.waiting.remove(&place)?;
        self.shares.leave(&entry.tenant);
        Some(entry.item)
    }
}
