//! Requests that wait for a worker, highest priority first. The total and each tenant's share are limited.
//!
//! If tenants take turns, workers take one request of each tenant at a time. A tenant's n-th request comes after the
//! others' (n-1)-th.

mod entry;

pub use entry::Entry;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The position of a waiting request: priority, then round, then turn.
pub type Place = (Reverse<u8>, usize, u64);

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
    taking_turns: bool,
}

/// A tenant's requests.
#[derive(Default)]
struct Share {
    /// Running and waiting.
    all: usize,
    at_work: usize,
}

struct State<T> {
    waiting: BTreeMap<Place, Entry<T>>,
    tenants: HashMap<String, Share>,
    idle: usize,
    turn: u64,
    closed: bool,
    mean_seconds: f64,
}

impl<T> Queue<T> {
    /// A queue with this many workers and waiting places.
    pub fn new(workers: usize, most: usize) -> Self {
        let (waiting, tenants) = (BTreeMap::new(), HashMap::new());
        let state = State {
            waiting,
            tenants,
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
            taking_turns: false,
        }
    }

    /// The same, with tenants that take turns.
    pub fn taking_turns(workers: usize, most: usize) -> Self {
        Queue {
            taking_turns: true,
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
        let has = state
            .tenants
            .get(&entry.tenant)
            .map_or(0, |share| share.all);
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
        let round = if self.taking_turns { has } else { 0 };
        let place = (Reverse(entry.priority), round, state.turn);
        state.turn += 1;
        state.tenants.entry(entry.tenant.clone()).or_default().all += 1;
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
        let Some(entry) = self.take() else {
            return false;
        };
        let begin = Instant::now();
        work(entry.item);
        self.give_back(&entry.tenant, begin.elapsed());
        true
    }

    /// Wait for the next request. `None` if the queue is closed and empty.
    fn take(&self) -> Option<Entry<T>> {
        let mut state = self.state();
        loop {
            match state.next(self.taking_turns) {
                Some(entry) => {
                    state.idle -= 1;
                    return Some(entry);
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

    /// Make a worker available after a tenant's request, which took this long.
    fn give_back(&self, tenant: &str, took: Duration) {
        let mut state = self.state();
        state.idle += 1;
        state.mean_seconds += (took.as_secs_f64() - state.mean_seconds) / 16.0;
        if let Some(share) = state.tenants.get_mut(tenant) {
            share.at_work -= 1;
        }
        state.release(tenant);
        // The tenant's next request may have waited only for this one.
        self.more.notify_one();
    }

    /// Accept no more requests, and return those that wait.
    pub fn close(&self) -> Vec<T> {
        let mut state = self.state();
        state.closed = true;
        self.more.notify_all();
        state.tenants.clear();
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

    /// The estimated seconds until the waiting requests are done, from 1 to 60.
    pub fn retry_after(&self) -> u32 {
        let state = self.state();
        let seconds = state.mean_seconds * (state.waiting.len() + 1) as f64 / self.workers as f64;
        seconds.ceil().clamp(1.0, 60.0) as u32
    }
}

impl<T> State<T> {
    /// The request that a worker takes next.
    fn next(&mut self, taking_turns: bool) -> Option<Entry<T>> {
        let at_work = |entry: &Entry<T>| self.tenants.get(&entry.tenant).map_or(0, |it| it.at_work);
        let (place, _) = self
            .waiting
            .iter()
            .find(|(_, entry)| !taking_turns || at_work(entry) == 0)?;
        let entry = self.waiting.remove(&place.clone())?;
        self.tenants
            .entry(entry.tenant.clone())
            .or_default()
            .at_work += 1;
        Some(entry)
    }

    fn remove(&mut self, place: Place) -> Option<T> {
        let entry = self.waiting.remove(&place)?;
        self.release(&entry.tenant);
        Some(entry.item)
    }

    fn release(&mut self, tenant: &str) {
        if let Some(share) = self.tenants.get_mut(tenant) {
            share.all -= 1;
            if share.all == 0 {
                self.tenants.remove(tenant);
            }
        }
    }
}
