//! The acceptor: one thread that accepts connections, reads their requests, queues them, and detects clients that
//! disconnect.

use super::connection::{Connection, Progress};
use super::pending::{Lane, PendingRequest};
use super::readiness::{Descriptors, Readiness};
use super::{ClientTask, Engine, Task};
use crate::cancellation::Cancellation;
use crate::log;
use headwater_requests::failure::Failure;
use headwater_requests::queue::{Offer, Refusal};
use headwater_requests::request::{self, Request};
use rustix::io::Errno;
use rustix::net::{Shutdown, SocketFlags, accept_with, shutdown};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of connections with an incomplete request.
const INCOMING_MAX: usize = 256;

/// The acceptor, which exists until the engine has stopped.
pub struct Acceptor {
    engine: Arc<Engine>,
    listener: OwnedFd,
    /// Readable when the engine must stop.
    signal: OwnedFd,
    incoming: Vec<Connection>,
    pending: Vec<PendingRequest>,
    stopping: Option<Instant>,
}

impl Acceptor {
    /// Creates the acceptor of a listening socket. It runs until the signal's descriptor becomes readable.
    pub fn new(engine: Arc<Engine>, listener: OwnedFd, signal: OwnedFd) -> Self {
        Acceptor {
            engine,
            listener,
            signal,
            incoming: Vec::new(),
            pending: Vec::new(),
            stopping: None,
        }
    }

    /// Serve until a signal arrives. Then refuse new requests, and give running ones this much time.
    pub fn serve(mut self, grace: Duration) -> io::Result<()> {
        while !self.stopped() {
            let ready = self.wait()?;
            self.cancel_disconnected(&ready.pending);
            self.read(&ready.incoming);
            if ready.listener {
                self.accept();
            }
            if ready.signal {
                self.stop(grace);
            }
        }
        self.refuse_unread();
        Ok(())
    }

    /// Refuse what has arrived and was not read. The socket accepts nothing more.
    fn refuse_unread(&mut self) {
        let _ = shutdown(&self.listener, Shutdown::Both);
        self.accept();
        for connection in std::mem::take(&mut self.incoming) {
            connection.drain();
            self.engine
                .refuse(&connection.socket, "", Refusal::Stopping, Lane::Runs);
        }
    }

    fn wait(&self) -> io::Result<Readiness> {
        let deadlines = self.incoming.iter().map(|client| client.deadline);
        let descriptors = Descriptors {
            signal: self.stopping.is_none().then_some(&self.signal),
            listener: &self.listener,
            incoming: self.incoming.iter().map(|client| &*client.socket).collect(),
            pending: self.pending.iter().map(|client| &*client.socket).collect(),
        };
        descriptors.wait(deadlines.chain(self.stopping).min())
    }

    fn accept(&mut self) {
        loop {
            match accept_with(&self.listener, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
                Ok(socket) if self.incoming.len() < INCOMING_MAX => {
                    self.incoming.push(Connection::new(socket))
                }
                Ok(socket) => self.engine.refuse(&socket, "", Refusal::Full, Lane::Runs),
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                Err(Errno::AGAIN | Errno::INVAL) => return,
                Err(error) => {
                    // There is no free descriptor or memory. Requests that end release some.
                    log::line(format_args!("a connection could not be accepted: {error}"));
                    std::thread::sleep(Duration::from_millis(50));
                    return;
                }
            }
        }
    }

    fn read(&mut self, ready: &[bool]) {
        let now = Instant::now();
        for (mut connection, ready) in std::mem::take(&mut self.incoming).into_iter().zip(ready) {
            let progress = match ready {
                true => connection.advance(),
                false => Ok(Progress::Waiting),
            };
            match progress {
                Ok(progress) => self.follow(connection, progress, now),
                Err(failure) => {
                    connection.drain();
                    self.engine.fail(&connection.socket, "", &failure);
                }
            }
        }
    }

    fn follow(&mut self, connection: Connection, progress: Progress, now: Instant) {
        match progress {
            Progress::Complete => self.dispatch(connection),
            Progress::Disconnected => {}
            Progress::Waiting if connection.deadline > now => self.incoming.push(connection),
            Progress::Waiting => self.engine.fail(
                &connection.socket,
                "",
                &Failure::request("the request did not arrive in time"),
            ),
        }
    }

    fn dispatch(&mut self, connection: Connection) {
        let (socket, json, descriptors) = connection.into_request();
        let parsed = request::parse(&json, descriptors.len());
        let id = parsed.as_ref().map(Request::id).map(str::to_string);
        let _scope = log::Scope::of(&id.unwrap_or_else(|_| request::id(&json)));
        let outcome = parsed.and_then(|request| match request {
            Request::Status => self.engine.answer(&socket, &self.engine.status()),
            Request::Count(count) => {
                self.engine.metrics.count(count)?;
                self.engine.answer(&socket, &serde_json::json!({}))
            }
            request => self.queue(&socket, request, descriptors),
        });
        if let Err(failure) = outcome {
            self.engine.fail(&socket, "", &failure);
        }
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
        let entry = entry.map(|work| ClientTask {
            socket: socket.clone(),
            work,
        });
        match self.engine.lane(lane).offer(entry) {
            Offer::Taken(place, displaced) => {
                self.pending.push(PendingRequest {
                    socket: socket.clone(),
                    cancellation,
                    lane,
                    place,
                });
                if let Some(task) = displaced {
                    self.dismiss(&task, Refusal::Full, lane);
                }
            }
            Offer::Refused(task, refusal) => {
                self.engine
                    .refuse(&task.socket, task.work.tenant(), refusal, lane);
            }
        }
        Ok(())
    }

    /// Refuses a task that was waiting.
    fn dismiss(&mut self, task: &ClientTask<Task>, refusal: Refusal, lane: Lane) {
        let _scope = log::Scope::of(task.work.id());
        self.engine
            .refuse(&task.socket, task.work.tenant(), refusal, lane);
        self.remove(&task.socket);
    }

    fn remove(&mut self, socket: &Arc<OwnedFd>) {
        self.pending
            .retain(|client| !Arc::ptr_eq(&client.socket, socket));
    }

    /// A pending client that hung up has disconnected, or its worker is done and has hung up.
    fn cancel_disconnected(&mut self, gone: &[bool]) {
        for (pending, gone) in std::mem::take(&mut self.pending).into_iter().zip(gone) {
            if *gone {
                pending.cancellation.cancel();
                if let Some(task) = self.engine.lane(pending.lane).leave(pending.place) {
                    let _scope = log::Scope::of(task.work.id());
                    log::line("cancelled: the client disconnected while the request waited");
                }
            } else {
                self.pending.push(pending);
            }
        }
    }

    fn stop(&mut self, grace: Duration) {
        let seconds = grace.as_secs();
        log::line(format_args!("stopping: running requests have {seconds} s"));
        self.stopping = Some(Instant::now() + grace);
        for lane in [Lane::Runs, Lane::Loads] {
            for task in self.engine.lane(lane).close() {
                self.dismiss(&task, Refusal::Stopping, lane);
            }
        }
    }

    fn stopped(&mut self) -> bool {
        let Some(end) = self.stopping else {
            return false;
        };
        if Instant::now() >= end {
            self.pending
                .iter()
                .for_each(|request| request.cancellation.cancel());
            return true;
        }
        self.pending.is_empty()
    }
}
