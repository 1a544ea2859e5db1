//! From clocks to a budget: how long to think about one move. It knows neither moves nor threads.

use super::{Clock, Limits};
use std::time::Duration;

/// How many more moves a game is planned for when the rules do not say.
const MOVES_AHEAD: u32 = 30;
/// The part of the increment that is planned to be used, in percent.
const INCREMENT_USED: i64 = 80;
/// A move may take this many times its share before it is cut off...
const STRETCH: i64 = 4;
/// ... but no more than this part of what is left, in percent, unless it is the last before the
/// control.
const MOST_OF_CLOCK: i64 = 40;
/// ... of which this much is used at most.
const NEARLY_ALL: i64 = 90;
/// Clocks are believed up to this, about three years in milliseconds.
const FOREVER_MS: i64 = 100_000_000_000;
/// However little is left, a move may take this long.
const LEAST_MS: i64 = 1;

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// About after this no new iteration is begun; `None`: all the time is to be used.
    pub soft: Option<Duration>,
    /// After this the search ends.
    pub hard: Duration,
}

/// The budget that the limits set; `None` for no limit of time.
pub(super) fn budget(limits: &Limits) -> Option<Budget> {
    if limits.infinite {
        return None;
    }
    let exact = limits.move_time.map(|time| Budget { soft: None, hard: time });
    let planned = limits.clock.map(|clock| plan(clock, limits.overhead));
    match (exact, planned) {
        (Some(a), Some(b)) => Some(Budget { soft: b.soft, hard: a.hard.min(b.hard) }),
        (one, other) => one.or(other),
    }
}

fn plan(clock: Clock, overhead: Duration) -> Budget {
    let overhead = i64::try_from(overhead.as_millis()).unwrap_or(FOREVER_MS).min(FOREVER_MS);
    let increment = clock.increment_ms.clamp(0, FOREVER_MS);
    let left = clock.left_ms.clamp(-FOREVER_MS, FOREVER_MS);
    // What may be used before the flag falls, and what is not the increment of this move.
    let usable = (left + increment - overhead).max(LEAST_MS);
    let saved = (left - overhead).clamp(0, usable);
    let moves = i64::from(clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD));
    let share = saved / moves + (increment * INCREMENT_USED / 100);
    let most = if moves == 1 { usable * NEARLY_ALL / 100 } else { usable * MOST_OF_CLOCK / 100 };
    // An increment that is nearly all there is may be used nearly whole.
    let most = most.max((increment * INCREMENT_USED / 100).min(usable * NEARLY_ALL / 100));
    let most = most.max(LEAST_MS);
    let milliseconds = |ms: i64| Duration::from_millis(ms.clamp(LEAST_MS, most).unsigned_abs());
    Budget { soft: Some(milliseconds(share)), hard: milliseconds(share * STRETCH) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(left_ms: i64, increment_ms: i64, moves_to_go: Option<u32>, overhead: u64) -> Budget {
        let clock = Some(Clock { left_ms, increment_ms, moves_to_go });
        let overhead = Duration::from_millis(overhead);
        budget(&Limits { clock, overhead, ..Limits::default() }).expect("a clock")
    }

    #[test]
    fn odd_clocks_leave_a_little_time_and_never_more_than_there_is() {
        let big = i64::MAX;
        for left in [i64::MIN, -1900, -996, -1, 0, 1, 2, 10, 50, 1_000, 60_000, big] {
            for increment in [i64::MIN, -5, 0, 1, 100, 1_900, big] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 1_000, u64::MAX] {
                        let Budget { soft, hard } = of(left, increment, moves, overhead);
                        let there = left.saturating_add(increment.max(0)).max(1);
                        let soft = soft.expect("a clock has one");
                        assert!(soft <= hard && !soft.is_zero());
                        assert!(hard.as_millis() <= there.unsigned_abs().into());
                    }
                }
            }
        }
    }

    #[test]
    fn a_negative_clock_with_its_increment_coming_is_not_a_lost_one() {
        let Budget { hard, .. } = of(-900, 1_900, None, 10);
        assert!(hard > Duration::from_millis(100) && hard < Duration::from_millis(990));
    }

    #[test]
    fn infinite_never_stops_and_the_tighter_limit_holds() {
        let clock = Some(Clock { left_ms: 60_000, increment_ms: 0, moves_to_go: None });
        let move_time = Some(Duration::from_millis(5));
        let both = Limits { clock, move_time, ..Limits::default() };
        assert_eq!(budget(&both).map(|budget| budget.hard), move_time);
        assert_eq!(budget(&Limits { infinite: true, ..both }), None);
        assert_eq!(budget(&Limits::default()), None);
    }
}
