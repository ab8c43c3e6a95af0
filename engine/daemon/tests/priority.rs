//! The priority of the engine's threads.

mod common;

use common::*;
use headwater_engine::limits::NICENESS;
use std::fs;
use std::path::Path;

#[test]
fn storlets_give_way_to_the_servers_beside_the_engine() {
    let daemon = Daemon::start(&[]);
    let own = niceness(Path::new("/proc/self"));
    let tasks = fs::read_dir(format!("/proc/{}/task", daemon.process())).expect("its threads");
    for task in tasks {
        let lowered = niceness(&task.expect("a thread").path());
        assert_eq!(lowered, (own + NICENESS).min(19));
    }
}

/// The niceness of a process or a thread, from 19 fields: see proc_pid_stat(5).
fn niceness(folder: &Path) -> i32 {
    let stat = fs::read_to_string(folder.join("stat")).expect("its fields");
    let (_, fields) = stat.rsplit_once(") ").expect("its name");
    let nice = fields.split(' ').nth(16).expect("the 19th field");
    nice.parse().expect("a number")
}
