//! Modules and their native code on disk, by content hash.
//!
//! `HASH.wasm` is a module. `HASH.KEY.code` is its native code, after the code's SHA-256, for one setting of one
//! version of wasmtime. Code with a wrong checksum is discarded and compiled again. Anyone who can write here as the
//! engine's user can make the engine run arbitrary code. The folder must therefore belong to the user and be closed to
//! all others.

use crate::log;
use headwater_requests::hash::Hash;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, Timespec, Timestamps, UTIME_NOW,
};
use rustix::fs::{fstat, futimens, mkdirat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

/// The folder, which is accessed only through its descriptor.
pub struct Disk {
    folder: OwnedFd,
    bytes_max: u64,
}

/// Open the folder, or create it in an existing parent.
pub fn open_folder(path: &Path) -> io::Result<OwnedFd> {
    match mkdirat(CWD, path, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(CWD, path, flags, Mode::empty())?)
}

impl Disk {
    /// Creates the cache in this folder. It keeps at most this many bytes, the most recently used ones.
    pub fn new(folder: OwnedFd, bytes_max: u64) -> io::Result<Self> {
        let stat = fstat(&folder)?;
        if !is_own(&stat) || stat.st_mode & 0o077 != 0 {
            let message = "the cache must be a folder of the engine's user, of mode 0700";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(Disk { folder, bytes_max })
    }

    /// A cached module.
    pub fn module(&self, hash: Hash) -> Option<Vec<u8>> {
        self.read(&format!("{hash}.wasm"), |bytes| {
            (Hash::of(&bytes) == hash).then_some(bytes)
        })
    }

    /// Store a module.
    pub fn store_module(&self, hash: Hash, module: &[u8]) -> io::Result<()> {
        self.write(&format!("{hash}.wasm"), &[module])
    }

    /// Cached native code with a correct checksum.
    pub fn code(&self, hash: Hash, key: &str) -> Option<Vec<u8>> {
        self.read(&format!("{hash}.{key}.code"), |mut bytes| {
            let code = bytes.split_off(bytes.len().min(Hash::LENGTH));
            (Hash::of(&code).0[..] == bytes).then_some(code)
        })
    }

    /// Store native code.
    pub fn store_code(&self, hash: Hash, key: &str, code: &[u8]) -> io::Result<()> {
        self.write(&format!("{hash}.{key}.code"), &[&Hash::of(code).0, code])
    }

    fn read(&self, name: &str, sound: impl Fn(Vec<u8>) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        match self.read_own(name) {
            Ok(bytes) => {
                let sound = sound(bytes);
                if sound.is_none() {
                    self.discard(name, "it is damaged");
                }
                sound
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.discard(name, &error.to_string());
                None
            }
        }
    }

    /// Read a regular file of this user and update its time of use.
    fn read_own(&self, name: &str) -> io::Result<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut file = File::from(openat(&self.folder, name, flags, Mode::empty())?);
        let stat = fstat(&file)?;
        if !is_own(&stat) || FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            let message = "it is not a regular file of the engine's user";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: UTIME_NOW,
        };
        futimens(
            &file,
            &Timestamps {
                last_access: now,
                last_modification: now,
            },
        )?;
        let mut bytes = Vec::with_capacity(usize::try_from(stat.st_size).unwrap_or_default());
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn discard(&self, name: &str, why: &str) {
        log::line(format_args!("{name} of the cache is not used: {why}"));
        if let Err(error) = unlinkat(&self.folder, name, AtFlags::empty()) {
            log::line(format_args!(
                "{name} of the cache cannot be removed: {error}"
            ));
        }
    }

    /// Write a file. If the disk is full, the least recently used files are removed.
    fn write(&self, name: &str, parts: &[&[u8]]) -> io::Result<()> {
        let temporary = format!(".{name}.{}", rustix::thread::gettid());
        loop {
            let written = self
                .write_new(&temporary, parts)
                .and_then(|()| Ok(renameat(&self.folder, &temporary, &self.folder, name)?));
            let Err(error) = written else {
                return self.shrink();
            };
            // Remove the incomplete file, if any. The first error is the one reported.
            let _ = unlinkat(&self.folder, &temporary, AtFlags::empty());
            if !is_full(&error) || !self.evict_oldest()? {
                return Err(error);
            }
        }
    }

    fn write_new(&self, name: &str, parts: &[&[u8]]) -> io::Result<()> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(openat(&self.folder, name, flags, Mode::RUSR | Mode::WUSR)?);
        parts.iter().try_for_each(|part| file.write_all(part))
    }

    /// Remove the least recently used files until the rest fits.
    fn shrink(&self) -> io::Result<()> {
        let files = self.files()?;
        let mut total: u64 = files.iter().map(|file| file.length).sum();
        for file in files {
            if total <= self.bytes_max {
                break;
            }
            self.evict(&file)?;
            total -= file.length;
        }
        Ok(())
    }

    /// Remove the oldest file, and return whether there was one. Files that another thread is writing stay.
    fn evict_oldest(&self) -> io::Result<bool> {
        let files = self.files()?;
        let oldest = files
            .iter()
            .find(|file| !file.name.as_bytes().starts_with(b"."));
        oldest.map_or(Ok(false), |file| self.evict(file).map(|()| true))
    }

    fn evict(&self, file: &CachedFile) -> io::Result<()> {
        match unlinkat(&self.folder, &file.name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The folder's files, least recently used first.
    fn files(&self) -> io::Result<Vec<CachedFile>> {
        let mut files = Vec::new();
        for entry in Dir::read_from(&self.folder)? {
            let name = entry?.file_name().to_owned();
            let stat = match statat(&self.folder, &name, AtFlags::SYMLINK_NOFOLLOW) {
                // Another thread has renamed it to its final name, or removed it.
                Err(Errno::NOENT) => continue,
                other => other?,
            };
            if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile {
                files.push(CachedFile {
                    used: (stat.st_mtime, stat.st_mtime_nsec as i64),
                    length: u64::try_from(stat.st_size).unwrap_or_default(),
                    name,
                });
            }
        }
        files.sort();
        Ok(files)
    }
}

/// A file of the folder, ordered by last use.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CachedFile {
    used: (i64, i64),
    length: u64,
    name: CString,
}

/// Whether a write failed for lack of space.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

impl AsFd for Disk {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.folder.as_fd()
    }
}

fn is_own(stat: &Stat) -> bool {
    stat.st_uid == rustix::process::geteuid().as_raw()
}
