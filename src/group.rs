//! Programs that run beside this one, each in a process group of its own: a launcher script is ended together with what it
//! has launched, which would otherwise work on, and hold the pipes open.

use std::{
    io,
    os::unix::process::CommandExt,
    process::{Child, Command},
    sync::{Mutex, MutexGuard},
};

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

/// Ends all groups, for a process that ends without dropping anything: from now on none can be started, or dropped.
pub fn end_all() {
    let running = running();
    running.iter().for_each(|&group| kill(group));
    std::mem::forget(running);
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
