//! Runs the stages of a request concurrently. Each stage is a separate instance, and pipes in memory connect them.

use crate::failure::{Failure, Reason};
use crate::limits::{Limiter, Limits, THREAD_STACK};
use crate::modules::Hash;
use crate::report::{Metadata, MetadataSet, Report, Tail};
use crate::request::{Input, Kind, Resource, Run, Stage};
use crate::sink::{Outlet, Pipe, Sink};
use crate::source::{Source, expect_file, expect_stream};
use crate::stage::{explain, run_stage};
use crate::wasi::Guest;
use crate::watch::Watch;
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use serde::Serialize;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use wasmtime::InstancePre;

/// Code that is ready to be instantiated.
pub type Module = InstancePre<Guest>;

/// The size in bytes of a pipe between two stages. The kernel may grant less.
const PIPE: usize = 1 << 20;

/// The payload of a complete answer's `E` frame.
#[derive(Debug, Serialize)]
pub struct End {
    /// The sums over all stages. Bytes and records are those read by the first stage and written by the last.
    #[serde(flatten)]
    pub whole: Counts,
    /// The counts of each stage.
    pub stages: Vec<Counts>,
}

/// The counts of a storlet.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// Bytes of its input that it read.
    pub bytes_in: u64,
    /// Bytes of its answer.
    pub bytes_out: u64,
    /// Seconds of wall-clock time.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Units of fuel, if metered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// Records read, if it reported them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records_in: Option<u64>,
    /// Records written, if it reported them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records_out: Option<u64>,
    /// Metadata that it set.
    pub metadata: Metadata,
    /// The time to create its instance.
    #[serde(skip)]
    pub instantiation: Duration,
    /// The end of its log.
    #[serde(skip)]
    pub log: String,
}

/// A request with its descriptors and limits.
pub struct Job {
    run: Run,
    input: Arc<OwnedFd>,
    resources: Vec<(Arc<OwnedFd>, u64)>,
    /// Its limits.
    pub limits: Limits,
    /// Its watch, which says when it must stop.
    pub watch: Arc<Watch>,
    /// Metadata that its stages set.
    pub metadata: Arc<MetadataSet>,
}

impl Job {
    /// Creates a job. Refuses descriptors that do not match the request.
    pub fn new(
        run: Run,
        descriptors: Vec<OwnedFd>,
        limits: Limits,
        watch: Arc<Watch>,
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
            watch,
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
        self.watch.begin(self.limits.duration());
        let (stages, outcome) = match self.prepare(find, outlet) {
            Ok((modules, guests)) => self.run_all(modules, guests),
            Err(failure) => (vec![Counts::default(); self.run.stages.len()], Err(failure)),
        };
        (
            End {
                whole: self.sum(&stages, begin.elapsed()),
                stages,
            },
            outcome,
        )
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

    fn sum(&self, stages: &[Counts], time: Duration) -> Counts {
        let (first, last) = (&stages[0], &stages[stages.len() - 1]);
        Counts {
            bytes_in: first.bytes_in,
            bytes_out: last.bytes_out,
            seconds: time.as_secs_f64(),
            cpu_seconds: stages.iter().map(|stage| stage.cpu_seconds).sum(),
            fuel: stages.iter().map(|stage| stage.fuel).sum(),
            records_in: first.records_in,
            records_out: last.records_out,
            metadata: self.metadata.union(),
            instantiation: stages.iter().map(|stage| stage.instantiation).sum(),
            log: stages.iter().map(|stage| stage.log.as_str()).collect(),
        }
    }

    /// The stages' guests. Each reads the output of the previous one.
    fn guests(&self, outlet: Box<dyn Outlet>) -> Result<Vec<Guest>, Failure> {
        let mut guests = Vec::new();
        let mut source = self.object();
        let mut outlet = Some(outlet);
        let last = self.run.stages.len() - 1;
        for (index, stage) in self.run.stages.iter().enumerate() {
            let (answer, next) = if index == last {
                (
                    outlet
                        .take()
                        .map(|outlet| Sink::new(outlet, self.limits.output)),
                    None,
                )
            } else {
                let (reader, writer) =
                    joint().map_err(|error| Failure::internal("no pipe between stages", &error))?;
                let pipe = Pipe {
                    descriptor: writer,
                    watch: self.watch.clone(),
                };
                (
                    Some(Sink::new(Box::new(pipe), None)),
                    Some(Source::stream(Arc::new(reader), None)),
                )
            };
            if let Some(answer) = answer {
                guests.push(self.guest(index, stage, source, answer));
            }
            match next {
                Some(next) => source = next,
                None => break,
            }
        }
        Ok(guests)
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
            environment: self
                .environment(index)
                .into_iter()
                .map(String::into_bytes)
                .collect(),
            input,
            answer,
            log: Tail::default(),
            report: Report::new(index, self.metadata.clone()),
            resources: resources.collect(),
            watch: self.watch.clone(),
            limiter: Limiter::new(self.limits.memory),
        }
    }

    /// Range, length and content type belong to the object. A later stage reads an answer and has none of them.
    fn environment(&self, index: usize) -> Vec<String> {
        let Input {
            start, end, length, ..
        } = self.run.input;
        let object = index == 0;
        let mut environment = vec![format!(
            "HEADWATER_RANGE_START={}",
            if object { start } else { 0 }
        )];
        let told = [
            ("RANGE_END", end.map(|end| end.to_string())),
            ("OBJECT_LENGTH", length.map(|length| length.to_string())),
            ("CONTENT_TYPE", self.run.content_type.clone()),
        ];
        if object {
            let told = told
                .into_iter()
                .filter_map(|(name, value)| Some(format!("HEADWATER_{name}={}", value?)));
            environment.extend(told);
        }
        let upper = |name: &str| name.to_uppercase().replace('-', "_");
        environment.extend(
            self.run
                .metadata
                .iter()
                .map(|(name, value)| format!("HEADWATER_META_{}={value}", upper(name))),
        );
        environment
    }

    /// The first failure is reported and ends the other stages.
    fn run_all(
        &self,
        modules: Vec<Module>,
        guests: Vec<Guest>,
    ) -> (Vec<Counts>, Result<(), Failure>) {
        let failed = OnceLock::new();
        let run_one = |(index, (module, guest)): (usize, (Module, Guest))| {
            let (store, counts, outcome) = run_stage(&module, guest, self.limits.fuel);
            if let Err(error) = outcome {
                let failure = explain(&error, store.data(), &self.run.stages[index].storlet);
                // Later failures are consequences of the first.
                let _ = failed.set(Failure {
                    stage: Some(index),
                    ..failure
                });
                // Before the store and its pipes are closed. A reader of the pipes must not take their end for the end
                // of the answer.
                self.watch.cancel();
            }
            Counts {
                metadata: self.metadata.of(index),
                ..counts
            }
        };
        let counts = self.on_threads(
            modules.into_iter().zip(guests).enumerate().collect(),
            &run_one,
        );
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

    /// Runs the last stage on this thread and each other stage on a separate thread. `None` for a thread that could not
    /// be created, or panicked.
    fn on_threads<S: Send>(
        &self,
        mut stages: Vec<S>,
        run: &(impl Fn(S) -> Counts + Sync),
    ) -> Vec<Option<Counts>> {
        let Some(last) = stages.pop() else {
            return Vec::new();
        };
        let guarded = |stage| {
            let counts = catch_unwind(AssertUnwindSafe(|| run(stage)));
            counts.inspect_err(|_| self.watch.cancel()).ok()
        };
        let guarded = &guarded;
        thread::scope(|scope| {
            let spawn = |stage| {
                let builder = thread::Builder::new().stack_size(THREAD_STACK);
                builder
                    .spawn_scoped(scope, move || guarded(stage))
                    .inspect_err(|_| self.watch.cancel())
                    .ok()
            };
            let threads: Vec<_> = stages.into_iter().map(spawn).collect();
            let last = guarded(last);
            let others = threads
                .into_iter()
                .map(|thread| thread?.join().ok().flatten());
            others.chain([last]).collect()
        })
    }
}

fn joint() -> std::io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
    // The kernel limits a user's total pipe size. A smaller pipe is slower but correct.
    let _ = fcntl_setpipe_size(&writer, PIPE);
    Ok((reader, writer))
}
