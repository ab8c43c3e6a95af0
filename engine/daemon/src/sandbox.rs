//! The sandbox of the process: it limits the process even if a storlet escapes from WebAssembly.
//!
//! - No new privileges.
//! - Landlock: no file outside the cache folder, no TCP, no signal or abstract socket to another process.
//! - seccomp: a list of system calls, without those that create or connect sockets, run programs, create processes or
//!   inspect other processes.

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;
use std::os::fd::AsFd;

const ABI_KNOWN: ABI = ABI::V6;

/// The reason why the sandbox could not be entered.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// Landlock refused the rules.
    #[error("landlock")]
    Landlock(#[from] RulesetError),
    /// The system call filter could not be built.
    #[error("seccomp")]
    Filter(#[from] seccompiler::BackendError),
    /// The kernel refused the filter.
    #[error("seccomp")]
    Seccomp(#[from] seccompiler::Error),
}

/// Enter the sandbox permanently, for this thread and all threads that it creates later. Returns how much this kernel's
/// Landlock enforces.
pub fn enter(cache: impl AsFd) -> Result<RulesetStatus, SandboxError> {
    let folder = PathBeneath::new(
        cache,
        AccessFs::ReadFile
            | AccessFs::ReadDir
            | AccessFs::WriteFile
            | AccessFs::Truncate
            | AccessFs::MakeReg
            | AccessFs::RemoveFile,
    );
    let landlock = no_files()?.add_rule(folder)?.restrict_self()?;
    seccompiler::apply_filter(&filter(rules()?)?)?;
    Ok(landlock.ruleset)
}

/// Enter the sandbox of a process that starts compilations: no files, but child processes and sockets to the engine.
pub fn enter_with_children() -> Result<(), SandboxError> {
    no_files()?.restrict_self()?;
    let mut rules = rules()?;
    rules.extend(CALLS_FOR_CHILDREN.iter().map(|call| (*call, Vec::new())));
    let unix = libc::AF_UNIX as u64;
    rules.insert(
        libc::SYS_socketpair,
        vec![only(SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, unix)?],
    );
    seccompiler::apply_filter(&filter(rules)?)?;
    Ok(())
}

/// Enter the sandbox of these children: neither files nor children.
pub fn enter_as_child() -> Result<(), SandboxError> {
    seccompiler::apply_filter(&filter(rules()?)?)?;
    Ok(())
}

fn no_files() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(ABI_KNOWN))?
        .handle_access(AccessNet::from_all(ABI_KNOWN))?
        .scope(Scope::from_all(ABI_KNOWN))?
        .create()
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn rules() -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = CALLS.iter().map(|call| (*call, Vec::new())).collect();
    let own = u64::from(std::process::id());
    rules.insert(
        libc::SYS_tgkill,
        vec![only(SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, own)?],
    );
    let thread = (libc::CLONE_THREAD | libc::CLONE_VM) as u64;
    rules.insert(
        libc::SYS_clone,
        vec![only(
            SeccompCmpArgLen::Qword,
            SeccompCmpOp::MaskedEq(thread),
            thread,
        )?],
    );
    rules.insert(
        libc::SYS_prctl,
        vec![only(
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Eq,
            libc::PR_SET_NAME as u64,
        )?],
    );
    Ok(rules)
}

/// System calls that are not listed return "not implemented". glibc therefore falls back from `clone3`, whose flags no
/// filter can see, to `clone`.
fn filter(rules: Rules) -> Result<BpfProgram, seccompiler::BackendError> {
    let absent = SeccompAction::Errno(libc::ENOSYS as u32);
    SeccompFilter::new(rules, absent, SeccompAction::Allow, ARCHITECTURE)?.try_into()
}

/// The call only with this first argument.
fn only(
    length: SeccompCmpArgLen,
    how: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(0, length, how, value)?])
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: TargetArch = TargetArch::x86_64;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: TargetArch = TargetArch::aarch64;

/// Creating, waiting for and killing a child, and what the child does before it enters its own sandbox.
const CALLS_FOR_CHILDREN: &[i64] = &[
    libc::SYS_clone,
    libc::SYS_wait4,
    libc::SYS_kill,
    libc::SYS_prlimit64,
    libc::SYS_getpriority,
    libc::SYS_setpriority,
    libc::SYS_setitimer,
    libc::SYS_prctl,
    libc::SYS_seccomp,
];

const CALLS: &[i64] = &[
    // Bytes, through descriptors that it has.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_recvmsg,
    libc::SYS_recvfrom,
    libc::SYS_accept4,
    libc::SYS_shutdown,
    libc::SYS_getpeername,
    libc::SYS_getsockname,
    libc::SYS_setsockopt,
    libc::SYS_getsockopt,
    libc::SYS_close,
    libc::SYS_dup,
    libc::SYS_fcntl,
    libc::SYS_lseek,
    libc::SYS_ppoll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    // Files of the cache folder. Landlock enforces this.
    libc::SYS_openat,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_getdents64,
    libc::SYS_utimensat,
    libc::SYS_ftruncate,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_memfd_create,
    libc::SYS_membarrier,
    // Threads, signals, time.
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_geteuid,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_getrandom,
    libc::SYS_exit,
    libc::SYS_exit_group,
];
