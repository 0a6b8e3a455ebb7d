//! Taking turns: of the threads that work on one answer only so many run at a time, each within its share of the
//! processor's time. Who runs gives way between two questions to a solver, and goes on later where it was.

use crate::clock::thread_time;
use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard},
    time::{Duration, Instant},
};

/// Who runs is left alone for so long.
const SLICE: Duration = Duration::from_millis(50);
/// Who does not give way for so long by the clock on the wall is not waited for: its seat is given to another, too. Not every
/// computation can be cut short.
const PATIENCE: Duration = Duration::from_secs(1);
/// So that a time divided by a share keeps its digits.
const SCALE: u32 = 1_000;

/// A table at which members have places, but not all of them seats. Times are those of the processor.
#[derive(Clone, Debug)]
pub struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    table: Mutex<Table>,
    changed: Condvar,
}

#[derive(Debug)]
struct Table {
    /// How many run at a time.
    seats: usize,
    /// Only the first ones run until this was spent by all, and nobody holds the others back; from then on shares count.
    start: Option<Duration>,
    held: usize,
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    share: Share,
    /// All that it spent, that part of it that counts, and how much this is for its share.
    spent: Duration,
    counted: Duration,
    weighed: Duration,
    state: State,
}

/// A part of the time, relative to that of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// At first.
    pub first: u32,
    /// When it has had so much.
    pub early: Duration,
    /// From then on.
    pub then: u32,
}

impl Share {
    /// One that stays the same.
    pub const fn always(share: u32) -> Self {
        Share { first: share, early: Duration::ZERO, then: share }
    }

    /// How much a time is for it, of which `before` was had already.
    fn weigh(&self, before: Duration, used: Duration) -> Duration {
        let early = self.early.saturating_sub(before).min(used);
        SCALE * early / self.first.max(1) + SCALE * (used - early) / self.then.max(1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    /// Since a point on the clock of its thread, and on that on the wall.
    Running(Duration, Instant),
    Gone,
}

/// A member's place. All its methods are for the thread that does the member's work.
#[derive(Clone, Debug)]
pub struct Turn {
    turns: Turns,
    member: usize,
}

impl Turns {
    /// So many members run at a time: only the first ones until `start` was spent, since easy work needs nobody else.
    pub fn new(seats: usize, start: Duration) -> Self {
        let start = Some(start).filter(|start| !start.is_zero());
        let table = Table { seats, start, held: 0, members: Vec::new() };
        Turns(Arc::new(Shared { table: Mutex::new(table), changed: Condvar::new() }))
    }

    /// A place, with a share of the time relative to that of others.
    pub fn join(&self, share: Share) -> Turn {
        let mut table = self.table();
        let [spent, counted, weighed] = [Duration::ZERO; 3];
        table.members.push(Member { share, spent, counted, weighed, state: State::Waiting });
        Turn { turns: self.clone(), member: table.members.len() - 1 }
    }

    /// Lets all who wait look whether there is still something to wait for.
    pub fn wake(&self) {
        // Who has just found that there is must have begun to wait.
        drop(self.table());
        self.0.changed.notify_all();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Turn {
    /// Gives way to others if it is their turn, and waits for the next one. Who has none yet waits for it. Nobody waits once
    /// the work `is_over`.
    pub fn pass(&self, is_over: impl Fn() -> bool) {
        let now = thread_time();
        let mut table = self.turns.table();
        if let State::Running(since, _) = table.members[self.member].state {
            let used = now.saturating_sub(since);
            if used < SLICE {
                return;
            }
            table.charge(self.member, used);
            table.members[self.member].state = State::Waiting;
            if table.next() != Some(self.member) {
                self.turns.0.changed.notify_all();
            }
        }
        while table.next() != Some(self.member) && !is_over() {
            let waited = self.turns.0.changed.wait_timeout(table, PATIENCE);
            table = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
        table.members[self.member].state = State::Running(thread_time(), Instant::now());
        // There may be a seat for another one.
        self.turns.0.changed.notify_all();
    }

    /// Holds those back who have not started yet, as long as it lives: what is done meanwhile is for them, too.
    pub fn hold(&self) -> Hold {
        self.turns.table().held += 1;
        Hold(self.turns.clone())
    }

    /// As [`Turns::wake`].
    pub fn wake(&self) {
        self.turns.wake();
    }

    /// Leaves the table for good. Gives the time that was spent.
    pub fn leave(&self) -> Duration {
        let member = &mut self.turns.table().members[self.member];
        if let State::Running(since, _) = member.state {
            member.spent += thread_time().saturating_sub(since);
        }
        member.state = State::Gone;
        self.turns.0.changed.notify_all();
        member.spent
    }
}

/// Holds others back.
#[derive(Debug)]
pub struct Hold(Turns);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.table().held -= 1;
    }
}

impl Table {
    /// Counts what a member used.
    fn charge(&mut self, member: usize, used: Duration) {
        let Member { share, spent, counted, weighed, .. } = &mut self.members[member];
        *weighed += share.weigh(*counted, used);
        *counted += used;
        *spent += used;
        let spent = self.members.iter().map(|member| member.spent).sum();
        if self.start.take_if(|start| *start <= spent && self.held == 0).is_some() {
            for Member { counted, weighed, .. } in &mut self.members {
                [*counted, *weighed] = [Duration::ZERO; 2];
            }
        }
    }

    /// Who runs next, if there is a seat: who has had the least for its share.
    fn next(&self) -> Option<usize> {
        let running = self.members.iter().filter_map(|member| match member.state {
            State::Running(_, since) => Some(since.elapsed()),
            State::Waiting | State::Gone => None,
        });
        let (late, in_time): (Vec<Duration>, Vec<Duration>) = running.partition(|time| *time >= PATIENCE);
        let first = if self.start.is_some() && late.is_empty() { self.seats } else { usize::MAX };
        let here = self.members.iter().enumerate().filter(|(_, member)| member.state != State::Gone);
        let waiting = here.take(first).filter(|(_, member)| member.state == State::Waiting);
        let free = in_time.len() < self.seats;
        waiting.min_by_key(|(_, member)| member.weighed).map(|(at, _)| at).filter(|_| free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
        thread,
    };

    /// What members spend until somebody has spent a time, and the most that ran at once.
    fn run(turns: &Turns, shares: &[Share], until: Duration) -> (Vec<Duration>, usize) {
        let (over, running, most) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
        let spent = thread::scope(|scope| {
            let members: Vec<Turn> = shares.iter().map(|&share| turns.join(share)).collect();
            let work = |turn: Turn| {
                let is_over = || over.load(SeqCst);
                turn.pass(is_over);
                let start = thread_time();
                while !is_over() {
                    most.fetch_max(running.fetch_add(1, SeqCst) + 1, SeqCst);
                    let step = thread_time();
                    while thread_time() - step < Duration::from_millis(3) {}
                    running.fetch_sub(1, SeqCst);
                    if thread_time() - start >= until {
                        over.store(true, SeqCst);
                        turn.wake();
                    }
                    turn.pass(is_over);
                }
                turn.leave();
                thread_time() - start
            };
            let threads: Vec<_> = members.into_iter().map(|turn| scope.spawn(move || work(turn))).collect();
            threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
        });
        (spent, most.into_inner())
    }

    #[test]
    fn one_at_a_time_runs_within_its_share() {
        let shares = [4, 2, 1].map(Share::always);
        let (spent, most) = run(&Turns::new(1, Duration::ZERO), &shares, Duration::from_millis(1200));
        assert_eq!(most, 1);
        let near = |time: Duration, milliseconds: i128| (time.as_millis() as i128 - milliseconds).abs() <= 120;
        assert!(near(spent[0], 1200) && near(spent[1], 600) && near(spent[2], 300), "{spent:?}");
    }

    #[test]
    fn who_has_had_its_early_time_has_another_share() {
        let early = Share { first: 2, early: Duration::from_millis(600), then: 1 };
        let shares = [Share::always(2), early];
        let (spent, _) = run(&Turns::new(1, Duration::ZERO), &shares, Duration::from_millis(1400));
        let near = Duration::from_millis(880)..Duration::from_millis(1120);
        assert!(near.contains(&spent[1]), "{spent:?}");
    }

    #[test]
    fn others_start_late_and_what_was_spent_before_does_not_count() {
        let turns = Turns::new(1, Duration::from_millis(300));
        let (spent, _) = run(&turns, &[1, 1].map(Share::always), Duration::from_millis(200));
        assert!(spent[1] < Duration::from_millis(10), "{spent:?}");
        let turns = Turns::new(1, Duration::from_millis(300));
        let (spent, _) = run(&turns, &[1, 1].map(Share::always), Duration::from_millis(600));
        let near = Duration::from_millis(200)..Duration::from_millis(400);
        assert!(near.contains(&spent[1]), "{spent:?}");
    }

    #[test]
    fn others_wait_for_what_is_done_for_them() {
        let turns = Turns::new(1, Duration::from_millis(1));
        let [first, second] = [turns.join(Share::always(1)), turns.join(Share::always(1))];
        first.pass(|| false);
        let held = first.hold();
        let spend = || {
            let start = thread_time();
            while thread_time() - start < SLICE {}
            first.pass(|| true);
        };
        spend();
        assert_eq!(turns.table().start, Some(Duration::from_millis(1)));
        drop(held);
        spend();
        assert_eq!(turns.table().start, None);
        second.leave();
    }

    #[test]
    fn two_seats_are_for_two_from_the_start() {
        let (spent, most) =
            run(&Turns::new(2, Duration::from_secs(100)), &[1, 1, 1].map(Share::always), Duration::from_millis(300));
        assert!(most == 2 && spent[2] < Duration::from_millis(10), "{spent:?}, {most} at once");
    }

    #[test]
    fn who_does_not_give_way_is_not_waited_for() {
        let turns = Turns::new(1, Duration::from_secs(100));
        let [first, second] = [turns.join(Share::always(1)), turns.join(Share::always(1))];
        first.pass(|| false);
        let start = Instant::now();
        thread::scope(|scope| _ = scope.spawn(|| second.pass(|| false)));
        assert!(start.elapsed() >= PATIENCE / 2 && start.elapsed() < 20 * PATIENCE, "{:?}", start.elapsed());
    }

    #[test]
    fn who_leaves_makes_room_and_who_waits_is_woken() {
        let turns = Turns::new(1, Duration::from_secs(100));
        let [first, second] = [turns.join(Share::always(1)), turns.join(Share::always(1))];
        first.pass(|| false);
        thread::scope(|scope| {
            let waits = scope.spawn(|| second.pass(|| false));
            thread::sleep(Duration::from_millis(30));
            assert!(!waits.is_finished());
            first.leave();
        });
        let (third, over, start) = (turns.join(Share::always(1)), AtomicBool::new(false), Instant::now());
        thread::scope(|scope| {
            scope.spawn(|| third.pass(|| over.load(SeqCst)));
            thread::sleep(Duration::from_millis(30));
            over.store(true, SeqCst);
            turns.wake();
        });
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
