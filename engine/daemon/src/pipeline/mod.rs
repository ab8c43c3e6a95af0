//! Runs the stages of a request concurrently. Each stage is a separate instance, and pipes in memory connect them.

mod counts;
mod environment;
mod stage;
mod threads;

pub use counts::{Counts, End};
pub use stage::Module;

use crate::cancellation::Cancellation;
use crate::limits::Limiter;
use crate::report::{MetadataSet, Report, Tail};
use crate::sink::{Outlet, Pipe, Sink};
use crate::source::{Source, expect_file, expect_stream};
use crate::wasi::Guest;
use environment::environment;
use headwater_requests::failure::Failure;
use headwater_requests::hash::Hash;
use headwater_requests::limits::Limits;
use headwater_requests::names::Reason;
use headwater_requests::request::{Input, Kind, Resource, Run, Stage};
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use stage::{explain, run_stage};
use std::mem;
use std::os::fd::OwnedFd;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use threads::run_concurrently;

/// The size in bytes of a pipe between two stages. The kernel may grant less.
const PIPE: usize = 1 << 20;

/// A request with its descriptors and limits.
pub struct Job {
    run: Run,
    input: Arc<OwnedFd>,
    resources: Vec<(Arc<OwnedFd>, u64)>,
    /// Its limits.
    pub limits: Limits,
    /// Its cancellation, which says when it must stop.
    pub cancellation: Arc<Cancellation>,
    /// Metadata that its stages set.
    pub metadata: Arc<MetadataSet>,
}

impl Job {
    /// Creates a job. Refuses descriptors that do not match the request.
    pub fn new(
        run: Run,
        descriptors: Vec<OwnedFd>,
        limits: Limits,
        cancellation: Arc<Cancellation>,
    ) -> Result<Self, Failure> {
        let descriptors: Vec<_> = descriptors.into_iter().map(Arc::new).collect();
        let input = descriptors[run.input.descriptor].clone();
        match run.input.kind {
            Kind::File => expect_file(&input, "the input")?,
            Kind::Stream => expect_stream(&input, "the input")?,
        }
        let open = |resource: &Resource| {
            let descriptor = descriptors[resource.descriptor].clone();
            expect_file(&descriptor, "a resource").map(|()| (descriptor, resource.length))
        };
        let resources = run.resources.iter().map(open).collect::<Result<_, _>>()?;
        let metadata = Arc::new(MetadataSet::new(run.stages.len()));
        Ok(Job {
            run,
            input,
            resources,
            limits,
            cancellation,
            metadata,
        })
    }

    /// The request.
    pub fn request(&self) -> &Run {
        &self.run
    }

    /// Run the request into this outlet, with the modules that `find` returns by hash, metered or not. The counts of a
    /// failed request are reported too.
    pub fn run(
        &self,
        find: impl Fn(Hash, bool) -> Result<Module, Failure>,
        outlet: Box<dyn Outlet>,
    ) -> (End, Result<(), Failure>) {
        let begin = Instant::now();
        self.cancellation.start(self.limits.duration());
        let (stages, outcome) = match self.prepare(find, outlet) {
            Ok((modules, guests)) => self.run_all(modules, guests),
            Err(failure) => (vec![Counts::default(); self.run.stages.len()], Err(failure)),
        };
        let end = End::of(stages, begin.elapsed(), self.metadata.union());
        (end, outcome)
    }

    fn prepare(
        &self,
        find: impl Fn(Hash, bool) -> Result<Module, Failure>,
        outlet: Box<dyn Outlet>,
    ) -> Result<(Vec<Module>, Vec<Guest>), Failure> {
        let metered = self.limits.fuel.is_some();
        let modules = self.run.stages.iter().enumerate().map(|(index, stage)| {
            find(stage.module, metered).map_err(|failure| Failure {
                stage: Some(index),
                ..failure
            })
        });
        Ok((modules.collect::<Result<_, _>>()?, self.guests(outlet)?))
    }

    /// The stages' guests. Each reads the output of the previous one.
    fn guests(&self, outlet: Box<dyn Outlet>) -> Result<Vec<Guest>, Failure> {
        let mut guests = Vec::new();
        let mut source = self.object();
        let last = self.run.stages.len() - 1;
        for (index, stage) in self.run.stages[..last].iter().enumerate() {
            let (answer, next) = self.pipe()?;
            guests.push(self.guest(index, stage, mem::replace(&mut source, next), answer));
        }
        let answer = Sink::new(outlet, self.limits.output);
        guests.push(self.guest(last, &self.run.stages[last], source, answer));
        Ok(guests)
    }

    /// The two ends of a pipe between stages.
    fn pipe(&self) -> Result<(Sink, Source), Failure> {
        let (reader, descriptor) = pipe_between_stages()
            .map_err(|error| Failure::internal("no pipe between stages", &error))?;
        let pipe = Pipe {
            descriptor,
            cancellation: self.cancellation.clone(),
        };
        Ok((
            Sink::new(Box::new(pipe), None),
            Source::stream(Arc::new(reader), None),
        ))
    }

    fn object(&self) -> Source {
        let Input {
            kind,
            length,
            start,
            ..
        } = self.run.input;
        match kind {
            Kind::File => Source::file(self.input.clone(), start, length.unwrap_or_default()),
            Kind::Stream => Source::stream(
                self.input.clone(),
                length.map(|length| length.saturating_sub(start)),
            ),
        }
    }

    fn guest(&self, index: usize, stage: &Stage, input: Source, answer: Sink) -> Guest {
        let parameters = stage
            .parameters
            .iter()
            .map(|(key, value)| format!("{key}={value}").into_bytes());
        let resources = self
            .resources
            .iter()
            .map(|(descriptor, length)| Source::file(descriptor.clone(), 0, *length));
        Guest {
            arguments: std::iter::once(stage.storlet.clone().into_bytes())
                .chain(parameters)
                .collect(),
            environment: environment(&self.run, index),
            input,
            answer,
            log: Tail::default(),
            report: Report::new(index, self.metadata.clone()),
            resources: resources.collect(),
            cancellation: self.cancellation.clone(),
            limiter: Limiter::new(self.limits.memory),
        }
    }

    /// The first failure is reported and ends the other stages.
    fn run_all(
        &self,
        modules: Vec<Module>,
        guests: Vec<Guest>,
    ) -> (Vec<Counts>, Result<(), Failure>) {
        let failed = OnceLock::new();
        let run_one = |(index, (module, guest)): (usize, (Module, Guest))| {
            self.run_one(index, &module, guest, &failed)
        };
        let stages = modules.into_iter().zip(guests).enumerate().collect();
        let counts = run_concurrently(stages, &self.cancellation, &run_one);
        let whole = counts.iter().all(Option::is_some);
        let outcome = match failed.into_inner() {
            Some(failure) => Err(failure),
            None if !whole => Err(Failure::new(
                Reason::Internal,
                "the thread of a stage failed",
            )),
            None => Ok(()),
        };
        (
            counts.into_iter().map(Option::unwrap_or_default).collect(),
            outcome,
        )
    }

    fn run_one(
        &self,
        index: usize,
        module: &Module,
        guest: Guest,
        failed: &OnceLock<Failure>,
    ) -> Counts {
        let (store, counts, outcome) = run_stage(module, guest, self.limits.fuel);
        if let Err(error) = outcome {
            let failure = explain(&error, store.data(), &self.run.stages[index].storlet);
            // Later failures are consequences of the first.
            let _ = failed.set(Failure {
                stage: Some(index),
                ..failure
            });
            // Before the store and its pipes are closed. A reader of the pipes must not take their end for the end of
            // the answer.
            self.cancellation.cancel();
        }
        Counts {
            metadata: self.metadata.of(index),
            ..counts
        }
    }
}

fn pipe_between_stages() -> std::io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
    // The kernel limits a user's total pipe size. A smaller pipe is slower but correct.
    let _ = fcntl_setpipe_size(&writer, PIPE);
    Ok((reader, writer))
}
