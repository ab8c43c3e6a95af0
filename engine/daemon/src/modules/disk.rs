//! Modules and their native code on disk, by content hash.
//!
//! `HASH.wasm` is a module; `HASH.KEY.code` its native code for one setting of one version of wasmtime, behind its SHA-256. Code
//! that is not as it was written is thrown away and made again. Whoever can write here as the engine's user could make the engine
//! run what he likes: so the folder must be the user's own and closed to all others.

use crate::modules::Hash;
use rustix::fs::{OFlags, Timespec, Timestamps, UTIME_NOW};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder.
pub struct Disk {
    folder: PathBuf,
    bytes_max: u64,
}

impl Disk {
    /// Open it, or make it. It keeps at most so many bytes, those that were used last.
    pub fn open(folder: &Path, bytes_max: u64) -> io::Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        let metadata = fs::symlink_metadata(folder)?;
        let own = metadata.uid() == rustix::process::geteuid().as_raw();
        if !metadata.is_dir() || !own || metadata.permissions().mode() & 0o077 != 0 {
            let message = format!(
                "{} must be a folder of the engine's user, of mode 0700",
                folder.display()
            );
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(Disk {
            folder: folder.canonicalize()?,
            bytes_max,
        })
    }

    /// A module that was kept.
    pub fn module(&self, hash: Hash) -> Option<Vec<u8>> {
        self.read(&format!("{hash}.wasm"), |bytes| {
            (Hash::of(&bytes) == hash).then_some(bytes)
        })
    }

    /// Keep a module.
    pub fn keep_module(&self, hash: Hash, module: &[u8]) -> io::Result<()> {
        self.write(&format!("{hash}.wasm"), &[module])
    }

    /// Native code that was kept, as it was written.
    pub fn code(&self, hash: Hash, key: &str) -> Option<Vec<u8>> {
        self.read(&format!("{hash}.{key}.code"), |mut bytes| {
            let code = bytes.split_off(bytes.len().min(Hash::LENGTH));
            (Hash::of(&code).0[..] == bytes).then_some(code)
        })
    }

    /// Keep native code.
    pub fn keep_code(&self, hash: Hash, key: &str, code: &[u8]) -> io::Result<()> {
        self.write(&format!("{hash}.{key}.code"), &[&Hash::of(code).0, code])
    }

    fn read(&self, name: &str, sound: impl Fn(Vec<u8>) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let path = self.folder.join(name);
        match read_own(&path) {
            Ok(bytes) => {
                let sound = sound(bytes);
                if sound.is_none() {
                    self.discard(&path, "it is damaged");
                }
                sound
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.discard(&path, &error.to_string());
                None
            }
        }
    }

    fn discard(&self, path: &Path, why: &str) {
        eprintln!("headwater-engine: {} is not used: {why}", path.display());
        if let Err(error) = fs::remove_file(path) {
            eprintln!(
                "headwater-engine: {} cannot be removed: {error}",
                path.display()
            );
        }
    }

    fn write(&self, name: &str, parts: &[&[u8]]) -> io::Result<()> {
        let temporary = self
            .folder
            .join(format!(".{name}.{:?}", std::thread::current().id()));
        let written = (|| {
            let mut file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .mode(0o600)
                .open(&temporary)?;
            parts.iter().try_for_each(|part| file.write_all(part))?;
            fs::rename(&temporary, self.folder.join(name))
        })();
        if written.is_err() {
            // What is left of it; the error that counts is the first.
            let _ = fs::remove_file(&temporary);
        }
        written.and_then(|()| self.shrink())
    }

    /// Remove what was not used for longest, until it fits.
    fn shrink(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let metadata = entry.metadata()?;
            files.push((metadata.modified()?, metadata.len(), entry.path()));
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if total <= self.bytes_max {
                break;
            }
            fs::remove_file(path)?;
            total -= length;
        }
        Ok(())
    }
}

/// The bytes of a regular file of this user; its time of use is now.
fn read_own(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::options()
        .read(true)
        .custom_flags(OFlags::NOFOLLOW.bits() as i32)
        .open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "it is no regular file of the engine's user",
        ));
    }
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: UTIME_NOW,
    };
    rustix::fs::futimens(
        &file,
        &Timestamps {
            last_access: now,
            last_modification: now,
        },
    )?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
