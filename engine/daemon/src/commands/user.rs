//! The daemon's user, which is never root.

use nix::unistd::{Gid, Uid, User, geteuid, initgroups, setresgid, setresuid};
use std::ffi::CString;
use std::os::fd::BorrowedFd;

/// Refuse to run as root, before anything is changed.
pub fn refuse_root(name: Option<&str>) -> Result<(), String> {
    match (name, geteuid().is_root()) {
        (None, true) => Err(
            "the engine runs other users' programs and must not run as root: give --user NAME"
                .into(),
        ),
        (Some(name), false) => Err(format!("--user {name}: only root can become another user")),
        _ => Ok(()),
    }
}

/// Switch to this user permanently, if one is named, and make it the owner of the cache folder.
pub fn become_user(name: Option<&str>, cache: BorrowedFd<'_>) -> Result<(), String> {
    name.map_or(Ok(()), |name| drop_to(name, cache))
}

fn drop_to(name: &str, cache: BorrowedFd<'_>) -> Result<(), String> {
    let describe = |step: &str, error: nix::Error| format!("--user {name}: {step}: {error}");
    let user = User::from_name(name).map_err(|error| describe("the user's entry", error))?;
    let user = user.ok_or_else(|| format!("--user {name}: there is no such user"))?;
    if user.uid.is_root() {
        return Err(format!("--user {name}: this user is root"));
    }
    let given = std::os::unix::fs::fchown(cache, Some(user.uid.as_raw()), Some(user.gid.as_raw()));
    given.map_err(|error| format!("--user {name}: the cache folder: {error}"))?;
    let groups = CString::new(name).map_err(|error| error.to_string())?;
    initgroups(&groups, user.gid).map_err(|error| describe("groups", error))?;
    become_ids(user.uid, user.gid).map_err(|error| describe("user and group", error))
}

fn become_ids(user: Uid, group: Gid) -> nix::Result<()> {
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}
