//! The sandbox of the process: system calls and files that it refuses.

mod common;

use common::*;
use headwater_engine::sandbox;
use landlock::RulesetStatus;
use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "HEADWATER_SANDBOX_FOLDER";

/// The sandbox cannot be left, so the probe below runs in a separate process.
#[test]
fn the_process_sandbox_has_no_files_sockets_or_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("cache")).expect("a folder");
    fs::write(folder.path().join("secret"), "secret").expect("a file");
    let program = std::env::current_exe().expect("this program");
    let probe = Command::new(program)
        .args(["--exact", "--ignored", "probe"])
        .env(FOLDER, folder.path())
        .output();
    let probe = probe.expect("the probe");
    assert!(
        probe.status.success(),
        "{}",
        String::from_utf8_lossy(&probe.stdout)
    );
    assert!(
        String::from_utf8_lossy(&probe.stdout).contains("1 passed"),
        "it ran"
    );
}

#[test]
#[ignore = "run by the test above, in a process of its own"]
fn probe() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("run by the test above"));
    let cache = folder.join("cache");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let status = sandbox::enter(fs::File::open(&cache).expect("a folder")).expect("a sandbox");
    if status == RulesetStatus::FullyEnforced {
        files_are_those_of_the_cache(&folder, &cache);
    } else {
        println!("this kernel's Landlock is old or off: files were not probed");
    }
    let denied =
        |act: &str, outcome: io::Result<()>| assert!(outcome.is_err(), "{act} was possible");
    denied("a connection", TcpStream::connect(address).map(drop));
    denied("a listener", TcpListener::bind("127.0.0.1:0").map(drop));
    denied("a Unix socket", UnixStream::pair().map(drop));
    denied("a program", Command::new("/bin/true").spawn().map(drop));
    // SAFETY: system calls with plain numbers only. A child, if one were created, ends immediately.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::_exit(0);
        }
        assert_eq!(child, -1, "another process was possible");
        assert_eq!(libc::kill(libc::getppid(), 0), -1, "a signal was possible");
        assert_eq!(
            libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0),
            -1,
            "tracing was possible"
        );
        assert_eq!(
            libc::unshare(libc::CLONE_NEWUSER),
            -1,
            "a namespace was possible"
        );
        assert_eq!(
            libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0),
            -1,
            "prctl was possible"
        );
    }
    assert!(
        std::thread::spawn(|| 7)
            .join()
            .is_ok_and(|seven| seven == 7),
        "threads are still to be had"
    );
}

fn files_are_those_of_the_cache(folder: &Path, cache: &Path) {
    for path in [
        folder.join("secret"),
        "/etc/passwd".into(),
        "/proc/self/mem".into(),
        "/dev/null".into(),
    ] {
        assert!(fs::read(&path).is_err(), "{} was read", path.display());
    }
    assert!(fs::read_dir("/").is_err(), "the root was listed");
    assert!(
        fs::write(folder.join("other"), "x").is_err(),
        "a file was made outside the cache"
    );
    assert!(
        fs::rename(folder.join("secret"), cache.join("secret")).is_err(),
        "a file was moved into the cache"
    );
    assert!(
        std::os::unix::fs::symlink("/etc/passwd", cache.join("link")).is_err(),
        "a link was made"
    );
    fs::write(cache.join("file"), "x").expect("a file of the cache");
    assert_eq!(
        fs::read(cache.join("file")).expect("a file of the cache"),
        b"x"
    );
}

#[test]
fn the_daemon_and_its_compilers_run_without_privileges() {
    let daemon = Daemon::start(&[]);
    daemon.serves_a_neighbour();
    let tasks = fs::read_dir(format!("/proc/{}/task", daemon.process())).expect("its threads");
    for task in tasks {
        has_no_privileges(&task.expect("a thread").path());
    }
    let compilers = compilers(&daemon);
    assert_eq!(compilers.len(), 3);
    for compiler in compilers {
        let folder = PathBuf::from(format!("/proc/{compiler}"));
        until(|| status(&folder, "Seccomp") == ["2"]);
        has_no_privileges(&folder);
    }
}

#[test]
fn the_compilers_end_with_the_daemon() {
    let daemon = Daemon::start(&[]);
    let compilers = compilers(&daemon);
    assert_eq!(compilers.len(), 3);
    daemon.signal(rustix::process::Signal::KILL);
    for compiler in compilers {
        let folder = PathBuf::from(format!("/proc/{compiler}"));
        until(|| !folder.exists() || status(&folder, "State")[0] == "Z");
    }
}

fn status(folder: &Path, name: &str) -> Vec<String> {
    let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
    let line = status
        .lines()
        .find(|line| line.starts_with(&format!("{name}:")));
    let values = line.unwrap_or_default().split_whitespace().skip(1);
    values.map(str::to_string).collect()
}

fn has_no_privileges(folder: &Path) {
    assert_eq!(status(folder, "NoNewPrivs"), ["1"]);
    assert_eq!(status(folder, "Seccomp"), ["2"]);
    assert!(status(folder, "Uid").iter().all(|user| user != "0"));
    assert_eq!(status(folder, "CapEff"), ["0000000000000000"]);
}

#[test]
fn root_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (socket, cache) = (folder.path().join("socket"), folder.path().join("cache"));
    let arguments = |command: &mut Command| {
        command
            .arg("serve")
            .arg("--socket")
            .arg(&socket)
            .arg("--cache")
            .arg(&cache);
    };
    let root = rustix::process::geteuid().is_root();
    for (user, message) in [
        (None, "give --user NAME"),
        (Some("root"), "root"),
        (Some("no-such-user"), "user"),
    ] {
        if user.is_none() && !root {
            continue;
        }
        let mut command = Command::new(PROGRAM);
        arguments(&mut command);
        command.args(user.map(|user| ["--user", user]).into_iter().flatten());
        let ended = command.output().expect("the engine starts");
        assert_eq!(ended.status.code(), Some(1));
        assert!(
            String::from_utf8_lossy(&ended.stderr).contains(message),
            "{ended:?}"
        );
    }
}
