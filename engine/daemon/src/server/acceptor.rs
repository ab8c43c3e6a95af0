//! The acceptor: one thread that accepts connections, reads their requests, passes them on, and detects clients that
//! disconnect.

use super::connection::{Connection, Progress};
use super::{Engine, Task, Visit};
use crate::cancellation::{Cancellation, timespec};
use crate::failure::{Failure, Reason};
use crate::frames::Kind;
use crate::queue::{Entry, Offer, Place, Refusal};
use crate::request::{self, Request};
use crate::sink;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{SocketFlags, accept_with};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of connections with an incomplete request.
const COMING_MAX: usize = 256;

/// A waiting or running request.
struct Guarded {
    socket: Arc<OwnedFd>,
    cancellation: Arc<Cancellation>,
    lane: Lane,
    place: Place,
}

#[derive(Clone, Copy)]
enum Lane {
    Runs,
    Loads,
}

/// The acceptor, which exists until the engine has stopped.
pub struct Acceptor {
    engine: Arc<Engine>,
    listener: OwnedFd,
    /// Readable when the engine must stop.
    signal: OwnedFd,
    coming: Vec<Connection>,
    guarded: Vec<Guarded>,
    stopping: Option<Instant>,
}

impl Acceptor {
    /// Creates the acceptor of a listening socket. It runs until the signal's descriptor becomes readable.
    pub fn new(engine: Arc<Engine>, listener: OwnedFd, signal: OwnedFd) -> Self {
        Acceptor {
            engine,
            listener,
            signal,
            coming: Vec::new(),
            guarded: Vec::new(),
            stopping: None,
        }
    }

    /// Serve until a signal arrives. Then refuse new requests, and give running ones this much time.
    pub fn serve(mut self, grace: Duration) -> io::Result<()> {
        while !self.stopped() {
            let ready = self.wait()?;
            let [signal, listener, connections @ ..] = &ready[..] else {
                continue;
            };
            let (coming, guarded) = connections.split_at(self.coming.len());
            let (coming, guarded) = (coming.to_vec(), guarded.to_vec());
            self.dismiss(&guarded);
            self.read(&coming);
            if *listener {
                self.accept();
            }
            if *signal && self.stopping.is_none() {
                self.stop(grace);
            }
        }
        Ok(())
    }

    /// Which descriptors need attention: the signal, the listener, incomplete connections, guarded requests.
    fn wait(&self) -> io::Result<Vec<bool>> {
        let signal = if self.stopping.is_none() {
            PollFlags::IN
        } else {
            PollFlags::empty()
        };
        let mut watched = vec![
            PollFd::new(&self.signal, signal),
            PollFd::new(&self.listener, PollFlags::IN),
        ];
        let coming = self
            .coming
            .iter()
            .map(|one| PollFd::new(&*one.socket, PollFlags::IN));
        watched.extend(coming);
        let guarded = self
            .guarded
            .iter()
            .map(|one| PollFd::new(&*one.socket, PollFlags::RDHUP));
        watched.extend(guarded);
        let deadline = self
            .coming
            .iter()
            .map(|one| one.deadline)
            .chain(self.stopping)
            .min();
        let timeout =
            deadline.map(|deadline| timespec(deadline.saturating_duration_since(Instant::now())));
        match poll(&mut watched, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(watched
                .iter()
                .map(|one| !one.revents().is_empty())
                .collect()),
            Err(error) => Err(error.into()),
        }
    }

    fn accept(&mut self) {
        loop {
            match accept_with(&self.listener, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
                Ok(socket) if self.coming.len() < COMING_MAX => {
                    self.coming.push(Connection::new(socket))
                }
                Ok(socket) => self.refuse(&socket, Refusal::Full),
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                Err(Errno::AGAIN) => return,
                Err(error) => {
                    // There is no free descriptor or memory. Requests that end release some.
                    eprintln!("headwater-engine: a connection could not be taken: {error}");
                    std::thread::sleep(Duration::from_millis(50));
                    return;
                }
            }
        }
    }

    fn read(&mut self, ready: &[bool]) {
        let now = Instant::now();
        for (mut connection, ready) in std::mem::take(&mut self.coming).into_iter().zip(ready) {
            match if *ready {
                connection.advance()
            } else {
                Ok(Progress::Waiting)
            } {
                Ok(Progress::Whole) => self.hand_on(connection),
                Ok(Progress::Gone) => {}
                Ok(Progress::Waiting) if connection.deadline > now => self.coming.push(connection),
                Ok(Progress::Waiting) => {
                    self.fail(
                        &connection.socket,
                        &Failure::request("the request did not come in time"),
                    );
                }
                Err(failure) => {
                    connection.drain();
                    self.fail(&connection.socket, &failure);
                }
            }
        }
    }

    fn hand_on(&mut self, connection: Connection) {
        let (socket, json, descriptors) = connection.into_request();
        let outcome = request::parse(&json, descriptors.len()).and_then(|request| match request {
            Request::Status => self.answer(&socket, &self.engine.status()),
            Request::Count(count) => {
                self.engine.metrics.count(count)?;
                self.answer(&socket, &serde_json::json!({}))
            }
            request => self.queue(&socket, request, descriptors),
        });
        if let Err(failure) = outcome {
            self.fail(&socket, &failure);
        }
    }

    /// Send a small answer immediately. It fits into the socket's empty buffer.
    fn answer(&self, socket: &OwnedFd, document: &impl serde::Serialize) -> Result<(), Failure> {
        let tell = |error| Failure::internal("the answer could not be sent", &error);
        let cancellation = Cancellation::new()
            .map_err(|error| Failure::internal("no event descriptor", &error))?;
        cancellation.start(Duration::from_millis(100));
        let payload = sink::json(document).map_err(tell)?;
        sink::send_frame(socket, &cancellation, Kind::End, &payload).map_err(tell)
    }

    fn queue(
        &mut self,
        socket: &Arc<OwnedFd>,
        request: Request,
        descriptors: Vec<OwnedFd>,
    ) -> Result<(), Failure> {
        let cancellation = Cancellation::new()
            .map_err(|error| Failure::internal("no event descriptor", &error))?;
        let cancellation = Arc::new(cancellation);
        let (lane, entry) = self
            .engine
            .entry(request, descriptors, cancellation.clone())?;
        let lane = if lane { Lane::Runs } else { Lane::Loads };
        let Entry {
            tenant,
            priority,
            at_once,
            item,
        } = entry;
        let item = Visit {
            socket: socket.clone(),
            task: item,
        };
        match self.lane(lane).offer(Entry {
            tenant,
            priority,
            at_once,
            item,
        }) {
            Offer::Taken(place, displaced) => {
                self.guarded.push(Guarded {
                    socket: socket.clone(),
                    cancellation,
                    lane,
                    place,
                });
                if let Some(displaced) = displaced {
                    self.refuse(&displaced.socket, Refusal::Full);
                    self.forget(&displaced.socket);
                }
            }
            Offer::Refused(visit, refusal) => self.refuse(&visit.socket, refusal),
        }
        Ok(())
    }

    fn lane(&self, lane: Lane) -> &crate::queue::Queue<Visit<Task>> {
        match lane {
            Lane::Runs => &self.engine.runs,
            Lane::Loads => &self.engine.loads,
        }
    }

    fn forget(&mut self, socket: &Arc<OwnedFd>) {
        self.guarded.retain(|one| !Arc::ptr_eq(&one.socket, socket));
    }

    /// A guarded client that hung up has disconnected, or its worker is done and has hung up.
    fn dismiss(&mut self, gone: &[bool]) {
        for (guarded, gone) in std::mem::take(&mut self.guarded).into_iter().zip(gone) {
            if *gone {
                guarded.cancellation.cancel();
                self.lane(guarded.lane).leave(guarded.place);
            } else {
                self.guarded.push(guarded);
            }
        }
    }

    fn refuse(&self, socket: &OwnedFd, refusal: Refusal) {
        let message = match refusal {
            Refusal::Full => "all workers are busy, and others wait",
            Refusal::Tenant => "the tenant has as many requests at once as it may",
            Refusal::Stopping => "the engine is stopping",
        };
        let retry_after = Some(self.engine.runs.retry_after());
        self.fail(
            socket,
            &Failure {
                retry_after,
                ..Failure::new(Reason::Busy, message)
            },
        );
    }

    fn fail(&self, socket: &OwnedFd, failure: &Failure) {
        self.engine.metrics.refused(failure.error);
        sink::fail(socket, failure);
    }

    fn stop(&mut self, grace: Duration) {
        eprintln!(
            "headwater-engine: stopping; what runs has {} s",
            grace.as_secs()
        );
        self.stopping = Some(Instant::now() + grace);
        let waiting = [self.engine.runs.close(), self.engine.loads.close()];
        for visit in waiting.into_iter().flatten() {
            self.refuse(&visit.socket, Refusal::Stopping);
            self.forget(&visit.socket);
        }
    }

    fn stopped(&mut self) -> bool {
        let Some(end) = self.stopping else {
            return false;
        };
        if Instant::now() >= end {
            self.guarded
                .iter()
                .for_each(|one| one.cancellation.cancel());
            return true;
        }
        self.guarded.is_empty()
    }
}
