//! Programs that run beside this one, each in a process group of its own: a launcher script is ended together with what it
//! has launched, which would otherwise work on, and hold the pipes open.

use std::{
    io,
    os::unix::process::CommandExt,
    process::{Child, Command},
    sync::{Mutex, MutexGuard, OnceLock},
};

/// Children that are not ours: those of the program that has become this one, such as a shell's `tee` before its `exec`.
static FOREIGN: OnceLock<Vec<libc::pid_t>> = OnceLock::new();
/// The groups that run. There is one process, so there is one list.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A program and all that it has started. It is ended when this is dropped.
pub struct Group(Child);

impl Group {
    /// Starts a program.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        let mut running = running();
        // SAFETY: between the fork and the program only a call of the system is made.
        unsafe { command.pre_exec(end_with_parent) };
        let child = command.process_group(0).spawn()?;
        running.push(child.id());
        Ok(Group(child))
    }

    /// The program itself, for its pipes. Whoever waits for it gives its number away, and the group with it.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Ends all of it; what has ended already is no mistake.
    pub fn end(&mut self) {
        kill(self.0.id());
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
        // While its number is still its own: who waits gives it away.
        running().retain(|&group| group != self.0.id());
        let _ = self.0.wait();
    }
}

/// A program ends with the thread that has started it, even if that is killed and can end nothing. What this program ignores
/// means to the other one what it usually does.
fn end_with_parent() -> io::Result<()> {
    // SAFETY: neither call has preconditions.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
    }
    Ok(())
}

/// Ends all groups, for a process that ends without dropping anything: from now on none can be started, or dropped.
pub fn end_all() {
    let running = running();
    running.iter().for_each(|&group| kill(group));
    std::mem::forget(running);
}

/// From now on processes whose parents have ended become children of this one, so that [`end_adopted`] finds them. Children
/// that there are already are never ended. To be called before there are others.
pub fn adopt() {
    // SAFETY: zeros are a value of the type, and a place to write to.
    let has_children = unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        libc::waitid(libc::P_ALL, 0, &mut info, libc::WEXITED | libc::WNOHANG | libc::WNOWAIT) == 0
    };
    if has_children {
        // The first look counts.
        let _ = FOREIGN.set(children().collect());
    }
    // SAFETY: the call has no preconditions; where it is not known nothing changes.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

/// Ends all children of this process but foreign ones, and theirs, also those that have left their groups. To be called when nobody waits for
/// children any more. Without children it costs one call of the system.
pub fn end_adopted() {
    /// So often it is looked for others, whose parents have ended meanwhile.
    const LOOKS: u32 = 500;
    for _ in 0..LOOKS {
        // SAFETY: no status is asked for.
        match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
            0 => {
                let foreign = FOREIGN.get().map_or(&[][..], Vec::as_slice);
                let mut ours = children().filter(|child| !foreign.contains(child)).peekable();
                if ours.peek().is_none() {
                    return;
                }
                // SAFETY: a child that nobody has waited for keeps its number.
                ours.for_each(|child| _ = unsafe { libc::kill(child, libc::SIGKILL) });
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            ended if ended > 0 => {}
            _ => return,
        }
    }
}

/// The processes whose parent is this one.
fn children() -> impl Iterator<Item = libc::pid_t> {
    let own = std::process::id().to_string();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(move |entry| {
        let child = entry.file_name().to_str()?.parse().ok()?;
        let status = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name, in parentheses, may have any characters; then come the state and the parent.
        let parent = status.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        (parent == own).then_some(child)
    })
}

fn kill(group: u32) {
    if let Ok(group) = libc::pid_t::try_from(group) {
        // SAFETY: `kill` has no preconditions. The number is not another's, since nobody has waited for the leader yet.
        let _ = unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{io::Read, process::Stdio, time::Instant};

    #[test]
    fn what_a_launcher_has_started_ends_with_it() {
        let mut launcher = Command::new("sh");
        launcher.args(["-c", "sleep 100; true"]).stdout(Stdio::piped());
        let started = Instant::now();
        let mut group = Group::spawn(&mut launcher).unwrap();
        let mut pipe = group.leader().stdout.take().unwrap();
        // Long enough for the shell to start its child.
        std::thread::sleep(std::time::Duration::from_millis(300));
        drop(group);
        // The pipe ends only when nobody holds it.
        assert_eq!(pipe.read_to_end(&mut Vec::new()).unwrap(), 0);
        assert!(started.elapsed().as_secs() < 50);
    }
}
