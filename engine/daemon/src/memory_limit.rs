//! Whether the service's limit of memory is enough for its settings.

use std::fs::read_to_string;
use std::path::Path;

/// A warning if the control groups of this process allow less memory than these bytes.
pub fn warning(needed: u64) -> Option<String> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let allowed = allowed(&groups, Path::new("/sys/fs/cgroup"))?;
    text(needed, allowed)
}

fn text(needed: u64, allowed: u64) -> Option<String> {
    (allowed <= needed).then(|| {
        format!(
            "storlets and compilations may use {} MiB, and the engine has a limit of {} MiB, beyond which Linux ends \
             its processes: raise the limit (MemoryMax of its unit), or set fewer --workers",
            needed >> 20,
            allowed >> 20
        )
    })
}

/// The bytes that the groups below `root` allow: the least limit of the process's own group and of those above it.
/// `groups` is a `/proc/PID/cgroup`. None without version 2 of control groups, or without a limit.
fn allowed(groups: &str, root: &Path) -> Option<u64> {
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let folder = root.join(own);
    let above = folder.ancestors().take_while(|each| each.starts_with(root));
    let limits = above.filter_map(|each| read_to_string(each.join("memory.max")).ok());
    limits.filter_map(|limit| limit.trim().parse().ok()).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, write};
    use tempfile::{TempDir, tempdir};

    const GROUPS: &str = "1:name=systemd:/other\n0::/system.slice/engine.service\n";

    fn limits(slice: &str, service: &str) -> TempDir {
        let root = tempdir().expect("a folder");
        let group = root.path().join("system.slice/engine.service");
        create_dir_all(&group).expect("folders");
        write(group.join("../memory.max"), slice).expect("a limit");
        write(group.join("memory.max"), service).expect("a limit");
        root
    }

    #[test]
    fn the_least_limit_counts() {
        for (slice, service, least) in [
            ("max\n", "4294967296\n", Some(4 << 30)),
            ("1048576\n", "4294967296\n", Some(1 << 20)),
            ("max\n", "max\n", None),
        ] {
            assert_eq!(allowed(GROUPS, limits(slice, service).path()), least);
        }
    }

    #[test]
    fn a_container_sees_its_own_group_as_the_root() {
        let root = tempdir().expect("a folder");
        write(root.path().join("memory.max"), "4096\n").expect("a limit");
        assert_eq!(allowed("0::/\n", root.path()), Some(4096));
    }

    #[test]
    fn version_1_of_control_groups_has_no_known_limit() {
        assert_eq!(
            allowed("4:memory:/engine\n", Path::new("/sys/fs/cgroup")),
            None
        );
    }

    #[test]
    fn a_limit_that_is_not_higher_has_a_warning() {
        assert_eq!(text(4 << 30, (4 << 30) + 1), None);
        for allowed in [4 << 30, 1 << 30] {
            let text = text(4 << 30, allowed).expect("a warning");
            let limit = format!("a limit of {} MiB", allowed >> 20);
            assert!(
                text.contains("may use 4096 MiB") && text.contains(&limit),
                "{text}"
            );
        }
    }
}
