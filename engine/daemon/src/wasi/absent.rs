//! Functions for files, sockets and signals, which do not exist here. They are linked because many programs import them
//! without using them.

use super::{Errno, Guest, MODULE};
use wasmtime::{FuncType, Linker, Val, ValType};

/// Name, parameters (`i` of 32 bits, `I` of 64), result.
const FUNCTIONS: &[(&str, &str, Errno)] = &[
    ("fd_advise", "iIIi", Errno::Badf),
    ("fd_allocate", "iII", Errno::Badf),
    ("fd_datasync", "i", Errno::Badf),
    ("fd_fdstat_set_rights", "iII", Errno::Badf),
    ("fd_filestat_set_size", "iI", Errno::Badf),
    ("fd_filestat_set_times", "iIIi", Errno::Badf),
    ("fd_pread", "iiiIi", Errno::Spipe),
    // A C library requests its preopened folders from descriptor 3 on, until it gets this result.
    ("fd_prestat_dir_name", "iii", Errno::Badf),
    ("fd_prestat_get", "ii", Errno::Badf),
    ("fd_pwrite", "iiiIi", Errno::Spipe),
    ("fd_readdir", "iiiIi", Errno::Badf),
    ("fd_renumber", "ii", Errno::Badf),
    ("fd_sync", "i", Errno::Badf),
    ("path_create_directory", "iii", Errno::Notcapable),
    ("path_filestat_get", "iiiii", Errno::Notcapable),
    ("path_filestat_set_times", "iiiiIIi", Errno::Notcapable),
    ("path_link", "iiiiiii", Errno::Notcapable),
    ("path_open", "iiiiiIIii", Errno::Notcapable),
    ("path_readlink", "iiiiii", Errno::Notcapable),
    ("path_remove_directory", "iii", Errno::Notcapable),
    ("path_rename", "iiiiii", Errno::Notcapable),
    ("path_symlink", "iiiii", Errno::Notcapable),
    ("path_unlink_file", "iii", Errno::Notcapable),
    ("proc_raise", "i", Errno::Nosys),
    ("sock_accept", "iii", Errno::Badf),
    ("sock_recv", "iiiiii", Errno::Badf),
    ("sock_send", "iiiii", Errno::Badf),
    ("sock_shutdown", "ii", Errno::Badf),
];

pub fn has_function(name: &str) -> bool {
    FUNCTIONS.iter().any(|function| function.0 == name)
}

pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    for (name, parameters, errno) in FUNCTIONS {
        let parameters = parameters.chars().map(|parameter| {
            if parameter == 'I' {
                ValType::I64
            } else {
                ValType::I32
            }
        });
        let kind = FuncType::new(linker.engine(), parameters, [ValType::I32]);
        linker.func_new(MODULE, name, kind, |_, _, results| {
            results[0] = Val::I32(*errno as i32);
            Ok(())
        })?;
    }
    Ok(())
}
