//! `run`: runs a storlet on this machine as the store does.

use super::check::Local;
use super::describe;
use super::settings::{LimitSettings, ModuleSettings};
use clap::Args;
use headwater_engine::cancellation::Cancellation;
use headwater_engine::modules::engine::Runtime;
use headwater_engine::pipeline::{End, Job};
use headwater_engine::sink::Pipe;
use headwater_requests::failure::Failure;
use headwater_requests::hash::Hash;
use headwater_requests::request::{Input, Kind, LimitOverrides, Resource, Run as Request, Stage};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Run a module on a file or on standard input, as the store does. Writes the output to standard output.
///
/// The storlet's log goes to standard error. With --counts, the values of the store's end frame go there, too.
/// The exit code is the storlet's, or 1.
#[derive(Args)]
pub struct Run {
    /// The module, a .wasm file.
    module: PathBuf,
    /// The object. Default: standard input, which must be a pipe.
    file: Option<PathBuf>,
    /// A parameter, may be repeated. The order is kept.
    #[arg(short, long = "parameter", value_name = "KEY=VALUE", value_parser = pair)]
    parameters: Vec<(String, String)>,
    /// The split: A-B (B inclusive), A- or -N (the last N bytes).
    #[arg(long, value_name = "A-B", value_parser = Range::parse, allow_hyphen_values = true)]
    range: Option<Range>,
    /// A further object, on descriptors 4, 5, ...
    #[arg(long = "resource", value_name = "FILE")]
    resources: Vec<PathBuf>,
    /// User metadata of the object.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    metadata: Vec<(String, String)>,
    /// The object's content type.
    #[arg(long, value_name = "TYPE")]
    content_type: Option<String>,
    /// Print the counts, as JSON.
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    limits: LimitSettings,
    #[command(flatten)]
    modules: ModuleSettings,
}

#[derive(Clone, Copy)]
enum Range {
    From(u64, Option<u64>),
    Last(u64),
}

impl Range {
    fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            text.parse::<u64>()
                .map_err(|error| format!("{text:?}: {error}"))
        };
        match text.split_once('-') {
            Some(("", last)) => Ok(Range::Last(number(last)?)),
            Some((from, "")) => Ok(Range::From(number(from)?, None)),
            Some((from, to)) => Ok(Range::From(
                number(from)?,
                Some(number(to)?.saturating_add(1)),
            )),
            None => Err("a range is A-B, A- or -N".into()),
        }
    }

    fn of(self, length: Option<u64>) -> Result<(u64, Option<u64>), String> {
        match (self, length) {
            (Range::From(start, end), _) => Ok((start, end)),
            (Range::Last(count), Some(length)) => Ok((length.saturating_sub(count), None)),
            (Range::Last(_), None) => {
                Err("the last bytes of a stream cannot be read: its length is unknown".into())
            }
        }
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("KEY=VALUE is expected")?;
    Ok((key.into(), value.into()))
}

impl Run {
    pub fn run(self) -> Result<ExitCode, String> {
        let limits = self.limits.limits(None);
        let local = Local::load(&self.module, &limits, &self.modules, limits.fuel.is_some())?;
        Runtime::tick([&local.runtime]).map_err(|error| describe("the clock's thread", error))?;
        let (request, descriptors) = self.request(local.description.module)?;
        let cancellation =
            Arc::new(Cancellation::new().map_err(|error| describe("no event descriptor", error))?);
        let outlet =
            stdout(cancellation.clone()).map_err(|error| describe("standard output", error))?;
        let job = Job::new(request, descriptors, limits, cancellation)
            .map_err(|failure| failure.message)?;
        let (end, outcome) = job.run(|_, _| Ok(local.module.clone()), Box::new(outlet));
        eprint!("{}", end.whole.log);
        match outcome {
            Ok(()) => self.print_counts(&end),
            Err(failure) => Ok(failed(&failure)),
        }
    }

    fn print_counts(&self, end: &End) -> Result<ExitCode, String> {
        if self.counts {
            eprintln!(
                "{}",
                serde_json::to_string(end).map_err(|error| error.to_string())?
            );
        }
        Ok(ExitCode::SUCCESS)
    }

    fn request(&self, module: Hash) -> Result<(Request, Vec<OwnedFd>), String> {
        let (descriptor, input) = self.input()?;
        let mut descriptors = vec![descriptor];
        let mut resources = Vec::new();
        for path in &self.resources {
            let (file, length) = open(path)?;
            resources.push(Resource {
                descriptor: descriptors.len(),
                length,
            });
            descriptors.push(file);
        }
        let request = Request {
            request: String::new(),
            tenant: "local".into(),
            priority: 0,
            weight: 1.0,
            stages: vec![self.stage(module)],
            input,
            resources,
            content_type: self.content_type.clone(),
            metadata: self.metadata.iter().cloned().collect::<BTreeMap<_, _>>(),
            limits: LimitOverrides::default(),
        };
        Ok((request, descriptors))
    }

    /// The file or the standard input, as the first descriptor.
    fn input(&self) -> Result<(OwnedFd, Input), String> {
        let (descriptor, length) = match &self.file {
            Some(path) => open(path).map(|(file, length)| (file, Some(length)))?,
            None => {
                let input = io::stdin().as_fd().try_clone_to_owned();
                (
                    input.map_err(|error| describe("standard input", error))?,
                    None,
                )
            }
        };
        let (start, end) = self.range.map_or(Ok((0, None)), |range| range.of(length))?;
        let kind = match self.file {
            Some(_) => Kind::File,
            None => Kind::Stream,
        };
        let input = Input {
            descriptor: 0,
            kind,
            length,
            start,
            end,
        };
        Ok((descriptor, input))
    }

    fn stage(&self, module: Hash) -> Stage {
        let name = self.module.file_stem().unwrap_or_default();
        Stage {
            storlet: name.to_string_lossy().into_owned(),
            module,
            parameters: self.parameters.clone(),
        }
    }
}

fn open(path: &Path) -> Result<(OwnedFd, u64), String> {
    let opened = File::open(path).and_then(|file| {
        file.metadata()
            .map(|metadata| (file.into(), metadata.len()))
    });
    opened.map_err(|error| describe(&path.display().to_string(), error))
}

fn stdout(cancellation: Arc<Cancellation>) -> io::Result<Pipe> {
    Ok(Pipe {
        descriptor: io::stdout().as_fd().try_clone_to_owned()?,
        cancellation,
    })
}

fn failed(failure: &Failure) -> ExitCode {
    eprintln!(
        "headwater-engine: {}: {}",
        failure.error.name(),
        failure.message
    );
    let exit = failure
        .exit
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(1);
    ExitCode::from(exit)
}
