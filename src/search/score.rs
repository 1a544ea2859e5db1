//! Scores inside the search: one integer that holds values and wins by distance, and its conversion
//! to what the outside sees.

use super::Score;

/// Beyond every score.
pub(super) const INFINITE: i32 = 32_000;
/// The side to move has won, here and now; a win in n plies is n less.
pub(super) const WIN: i32 = 31_000;
/// Scores from here on are wins by distance, not values.
const PROVEN: i32 = 30_000;
/// The value of a drawn game.
pub(super) const DRAW: i32 = 0;

/// The score of having won `ply` plies below the root.
#[inline(always)]
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The score of having lost `ply` plies below the root.
#[inline(always)]
pub(super) const fn loss_at(ply: usize) -> i32 {
    -win_at(ply)
}

/// Whether a score is a win or a loss by distance.
#[inline(always)]
pub(super) const fn is_proven(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// A score counted from the root as one counted from the node `ply` plies below, for the table.
#[inline(always)]
pub(super) const fn from_root(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score + ply as i32
    } else if score <= -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`from_root`].
#[inline(always)]
pub(super) const fn to_root(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score - ply as i32
    } else if score <= -PROVEN {
        score + ply as i32
    } else {
        score
    }
}

/// A score as the outside sees it.
pub(super) fn public(score: i32) -> Score {
    if score >= PROVEN {
        Score::Win((WIN - score).unsigned_abs())
    } else if score <= -PROVEN {
        Score::Loss((WIN + score).unsigned_abs())
    } else {
        Score::Value(score)
    }
}

/// Where a win is as likely as not, in hundredths of a man. A guess, like [`WDL_SPREAD`], until it
/// can be fitted to games: draughts is drawn far more often than not, and a sound man ahead usually
/// decides.
const WDL_EVEN: f64 = 130.0;
/// How gradually a win becomes likely, in hundredths of a man.
const WDL_SPREAD: f64 = 40.0;

/// Chances of win, draw and loss in thousandths by a logistic model; they sum up to 1000.
pub(super) fn wdl(score: i32) -> [u16; 3] {
    if score >= PROVEN {
        return [1000, 0, 0];
    }
    if score <= -PROVEN {
        return [0, 0, 1000];
    }
    let chance = |value: i32| {
        (1000.0 / (1.0 + ((WDL_EVEN - f64::from(value)) / WDL_SPREAD).exp())).round() as u16
    };
    let (win, loss) = (chance(score), chance(-score));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for score in [WIN - 7, -(WIN - 7), 0, 312, -7900] {
            assert_eq!(to_root(from_root(score, 5), 5), score);
        }
        assert_eq!(public(WIN - 7), Score::Win(7));
        assert_eq!(public(-(WIN - 8)), Score::Loss(8));
        assert_eq!(public(-42), Score::Value(-42));
    }

    #[test]
    fn chances_sum_up_and_mirror() {
        for score in [-8000, -300, -100, -1, 0, 1, 100, 300, 8000, WIN - 3, 3 - WIN] {
            let [win, draw, loss] = wdl(score);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(wdl(-score), [loss, draw, win]);
        }
    }
}
