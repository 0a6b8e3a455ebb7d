//! What every long computation needs: a stop, a budget of time, turns with others, memory, counters, observers, child processes.

pub mod caught;
pub mod clock;
pub mod group;
pub mod limit;
pub mod memory;
pub mod observe;
pub mod statistics;
pub mod stop;
pub mod threads;
pub mod turns;
