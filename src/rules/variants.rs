//! THE TABLE: one row per rule set, and one row per variant that is played by it.
//!
//! A row of the first table is what the move generator reads; each becomes a zero-sized type whose
//! rules are a constant. A row of the second table is a game that people know by name. Variants
//! that move alike (Russian and poddavki, Brazilian and Filipino) share a rule set, and so the code
//! compiled for it. Sources are named beside each row.

use super::draws::{Balance, By, Count, DrawRule};
use super::ruleset::{DirSet, FarRow, Landing, Priority, Range, Removal, RuleSet, Rules};
use super::setup::Color;
use super::variant::{Corner, Notation, Variant, Visitor};
use crate::board::{Board, Diagonal8, Diagonal10, Diagonal10x8, Diagonal12, Layout, Orthogonal8};
use std::borrow::Cow;

/// Makes each row a type, and the dispatch from a rule-set value to that type.
macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident on $board:ident = $rules:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl $name {
                /// The rules of this row.
                pub const RULES: RuleSet = $rules;
            }

            impl Rules for $name {
                type Board = $board;
                const MAN_TAKES: Option<DirSet> = Some($name::RULES.man_takes);
                #[inline(always)]
                fn get(self) -> RuleSet {
                    const { $rules }
                }
            }
        )*

        /// Runs `visitor` with the type of the row that equals these rules on this board, or hands
        /// it back.
        pub(super) fn visit_family<V: Visitor>(
            layout: Layout,
            rules: &RuleSet,
            visitor: V,
        ) -> Result<V::Out, V> {
            $(
                if layout == <$board as Board>::LAYOUT && *rules == $name.get() {
                    return Ok(visitor.visit($name));
                }
            )*
            Err(visitor)
        }
    };
}

/// FMJD Annex 1, the official rules of international draughts, articles 3 and 4.
const INTERNATIONAL: RuleSet = RuleSet {
    man_moves: DirSet::FORWARD_DIAGONAL,
    man_takes: DirSet::DIAGONAL,
    king_moves: DirSet::DIAGONAL,
    king_takes: DirSet::DIAGONAL,
    king_range: Range::Flying,
    landing: Landing::AnyBehind,
    removal: Removal::EndOfMove,
    reversal: true,
    far_row: FarRow::GoesOnAsMan,
    priority: Priority::MOST,
    man_takes_king: true,
    king_ends: false,
    king_walk_limit: 0,
};

/// FMJD section 64, rule 1.5.
const RUSSIAN: RuleSet =
    RuleSet { far_row: FarRow::GoesOnAsKing, priority: Priority::FREE, ..INTERNATIONAL };

/// WCDF rules 1.1 to 1.32.
const ENGLISH: RuleSet = RuleSet {
    man_takes: DirSet::FORWARD_DIAGONAL,
    king_range: Range::Short,
    far_row: FarRow::StopsThere,
    priority: Priority::FREE,
    ..INTERNATIONAL
};

/// The law of quantity, then of quality (section64port.online).
const SPANISH: RuleSet =
    RuleSet { king_range: Range::Flying, priority: Priority::QUALITY, ..ENGLISH };

/// Wikipedia, mindsports.nl 502 and kish RULES.md; the far row as kish and pydraughts have it.
const TURKISH: RuleSet = RuleSet {
    man_moves: DirSet::FORWARD_AND_SIDEWAYS,
    man_takes: DirSet::FORWARD_AND_SIDEWAYS,
    king_moves: DirSet::ORTHOGONAL,
    king_takes: DirSet::ORTHOGONAL,
    removal: Removal::Immediate,
    reversal: false,
    ..INTERNATIONAL
};

rule_sets! {
    /// 10x10, most pieces.
    International on Diagonal10 = INTERNATIONAL;
    /// International on 8x8.
    Brazilian on Diagonal8 = INTERNATIONAL;
    /// International on 12x12.
    Canadian on Diagonal12 = INTERNATIONAL;
    /// Free choice, crowned in passing.
    Russian on Diagonal8 = RUSSIAN;
    /// Free choice, not crowned in passing (APCA rules 14 to 20).
    Pool on Diagonal8 = RuleSet { priority: Priority::FREE, ..INTERNATIONAL };
    /// Short kings, men take forward.
    English on Diagonal8 = ENGLISH;
    /// Short kings, four majority keys, a king is safe from men (FID, capo I, 5 and 6).
    Italian on Diagonal8 =
        RuleSet { priority: Priority::ITALIAN, man_takes_king: false, ..ENGLISH };
    /// Rows and columns, captured pieces come off at once.
    Turkish on Orthogonal8 = TURKISH;
    /// A king that takes a king last must stop directly behind it (mindsports.nl, Scan, dctl).
    Killer on Diagonal10 = RuleSet { landing: Landing::KillerEnd, ..INTERNATIONAL };
    /// The first king wins (Scan's readme, lidraughts).
    Breakthrough on Diagonal10 = RuleSet { king_ends: true, ..INTERNATIONAL };
    /// Straight captures, value before number, three king moves (rules of 2011, art. 9 to 17).
    Frisian on Diagonal10 = RuleSet {
        man_takes: DirSet::ALL,
        king_takes: DirSet::ALL,
        priority: Priority::FRISIAN,
        king_walk_limit: 3,
        ..INTERNATIONAL
    };
    /// Russian on 10 files and 8 ranks (PDN `GameType` 41, hcheckers).
    Spantsiretti on Diagonal10x8 = RUSSIAN;
    /// The law of quantity, then of quality.
    Spanish on Diagonal8 = SPANISH;
    /// A king takes before a man; else free (fmjd.org, Czech draughts, short rules in full).
    Czech on Diagonal8 = RuleSet { priority: Priority::KING_BEFORE_MAN, ..SPANISH };
    /// Kings land directly behind, pieces come off at once (mindsports.nl, dctl).
    Thai on Diagonal8 = RuleSet {
        landing: Landing::DirectlyBehind,
        removal: Removal::Immediate,
        priority: Priority::FREE,
        ..SPANISH
    };
    /// Men also step diagonally forward, kings move like queens; captures are Turkish.
    Armenian on Orthogonal8 =
        RuleSet { man_moves: DirSet::FORWARD_HALF, king_moves: DirSet::ALL, ..TURKISH };
}

/// Third repetition, as nearly every code of rules has it.
const fn repetition(article: &'static str) -> DrawRule {
    DrawRule::Repetition { times: 3, claimed: false, article: Cow::Borrowed(article) }
}

/// `moves` by each side from the moment the material arises; nothing inside resets it.
const fn ending(balance: Balance, moves: u16, article: &'static str) -> Count {
    Count {
        balance,
        reset_by_capture: false,
        reset_by_man: false,
        reset_by_promotion: false,
        by: By::Each,
        plies: 2 * moves,
        claimed: false,
        article: Cow::Borrowed(article),
    }
}

/// `moves` by each side with kings only and nothing taken.
const fn king_moves(moves: u16, article: &'static str) -> Count {
    let mut count = ending(Balance::ANY, moves, article);
    count.reset_by_capture = true;
    count.reset_by_man = true;
    count
}

/// `moves` of the side that has to win against a lone king.
const fn to_be_won(balance: Balance, moves: u16, article: &'static str) -> Count {
    let mut count = ending(balance, moves, article);
    count.by = By::Stronger;
    count.plies = moves;
    count
}

/// Both sides have kings, the number of pieces is `from` to `to`, and no capture or promotion
/// changes the balance.
const fn both_kings(from: u8, to: u8, moves: u16, article: &'static str) -> Count {
    let balance = Balance { total: (from, to), both_have_kings: true, ..Balance::ANY };
    let mut count = ending(balance, moves, article);
    count.reset_by_capture = true;
    count.reset_by_promotion = true;
    count
}

/// A draw that a player has to claim.
const fn claimed(mut count: Count) -> Count {
    count.claimed = true;
    count
}

/// Three kings or more, and nothing else, against a lone king.
const THREE_KINGS: Balance = Balance { no_men: true, ..Balance::lone_king(3, u8::MAX, 3) };

static FMJD: [DrawRule; 4] = [
    repetition("FMJD Annex 1, 6.1"),
    DrawRule::Count(king_moves(25, "FMJD Annex 1, 6.2")),
    DrawRule::Count(ending(Balance::lone_king(3, 3, 1), 16, "FMJD Annex 1, 6.3")),
    DrawRule::Count(ending(Balance::lone_king(1, 2, 1), 5, "FMJD Annex 1, 6.4")),
];

/// "His 15th move" and "his 5th move" (7.2.4, 7.2.7) are moves of the stronger side alone.
static FMJD_64: [DrawRule; 7] = [
    repetition("FMJD-64 7.2.3"),
    DrawRule::Count(to_be_won(THREE_KINGS, 15, "FMJD-64 7.2.4")),
    DrawRule::Count(king_moves(15, "FMJD-64 7.2.5")),
    DrawRule::Count(both_kings(4, 5, 30, "FMJD-64 7.2.6, 4 and 5 pieces")),
    DrawRule::Count(both_kings(6, 7, 60, "FMJD-64 7.2.6, 6 and 7 pieces")),
    DrawRule::Count(to_be_won(
        Balance { main_road: true, ..Balance::lone_king(3, 3, 1) },
        5,
        "FMJD-64 7.2.7",
    )),
    DrawRule::Count(ending(Balance::lone_king(1, 2, 1), 5, "FMJD-64 7.2.8")),
];

static REPETITION_ONLY: [DrawRule; 1] = [repetition("lidraughts: third repetition only")];

static POOL: [DrawRule; 3] = [
    repetition("APCA rule 26"),
    DrawRule::Count(ending(THREE_KINGS, 13, "APCA: three kings against one")),
    DrawRule::Count(king_moves(15, "APCA rule 26: 30 plies without progress")),
];

static WCDF: [DrawRule; 2] = [
    DrawRule::Repetition { times: 3, claimed: true, article: Cow::Borrowed("WCDF 1.32.1") },
    DrawRule::Count(claimed(king_moves(40, "WCDF 1.32.2"))),
];

static FID: [DrawRule; 2] = [
    DrawRule::Repetition { times: 4, claimed: false, article: Cow::Borrowed("FID 9.3") },
    DrawRule::Count(claimed(king_moves(40, "FID 10.4"))),
];

static TURKISH_DRAWS: [DrawRule; 2] = [
    repetition("Turkish draughts, common tournament practice: third repetition"),
    DrawRule::Count(ending(
        Balance { one_each: true, ..Balance::ANY },
        0,
        "Turkish draughts, kish RULES.md: one piece each",
    )),
];

/// The third repetition, or 20 king moves each without a capture (section64port.online).
static SPANISH_DRAWS: [DrawRule; 2] = [
    repetition("Spanish draughts: third repetition"),
    DrawRule::Count(king_moves(20, "Spanish draughts: 40 successive king moves")),
];

static CZECH_DRAWS: [DrawRule; 2] = [
    repetition("Czech draughts, short rules: third repetition"),
    DrawRule::Count(king_moves(
        15,
        "Czech draughts, short rules: 15 moves without a capture or a man's move",
    )),
];

static FRISIAN_DRAWS: [DrawRule; 2] = [
    DrawRule::Count(ending(Balance::lone_king(2, 2, 2), 7, "Frisian rules of 2011, art. 18")),
    DrawRule::Count(ending(Balance::lone_king(1, 1, 1), 2, "Frisian rules of 2011, art. 21")),
];

/// No official text was found; players agree on this much.
static THAI_DRAWS: [DrawRule; 1] = [repetition("Thai draughts, common practice: third repetition")];

/// Numbers from the upper left corner, `x` between the squares.
const NUMERIC: Notation = Notation {
    game_type: 20,
    algebraic: false,
    first_square: Corner::TopLeft,
    a1: Corner::BottomLeft,
    separator: 'x',
    points: false,
};

/// `a1` names; numbers, where a host sends them, from the upper left corner.
const ALGEBRAIC: Notation = Notation { game_type: 25, algebraic: true, ..NUMERIC };

/// Games without a number of their own in PDN 3.0: "from position".
const NO_GAME_TYPE: u8 = 99;

const INTERNATIONAL_ROW: Variant = Variant {
    name: Cow::Borrowed("international"),
    aliases: &["normal", "standard", "10x10", "polish", "fmjd"],
    title: Cow::Borrowed("International draughts on 10x10 (FMJD Annex 1)"),
    layout: Layout::Diagonal10,
    mirrored: false,
    rules: INTERNATIONAL,
    giveaway: false,
    rows: 4,
    back_rows: 0,
    start: None,
    first: Color::White,
    draws: Cow::Borrowed(&FMJD),
    notation: Notation { points: true, ..NUMERIC },
};

const RUSSIAN_ROW: Variant = Variant {
    name: Cow::Borrowed("russian"),
    aliases: &["shashki", "russian64"],
    title: Cow::Borrowed("Russian draughts on 8x8 (FMJD section 64)"),
    layout: Layout::Diagonal8,
    rules: RUSSIAN,
    rows: 3,
    draws: Cow::Borrowed(&FMJD_64),
    notation: Notation { separator: ':', ..ALGEBRAIC },
    ..INTERNATIONAL_ROW
};

const TURKISH_ROW: Variant = Variant {
    name: Cow::Borrowed("turkish"),
    aliases: &["dama", "turk", "turkce-dama"],
    title: Cow::Borrowed("Turkish draughts (dama) on all 64 squares"),
    layout: Layout::Orthogonal8,
    rules: Turkish::RULES,
    rows: 2,
    back_rows: 1,
    draws: Cow::Borrowed(&TURKISH_DRAWS),
    notation: Notation { game_type: 30, first_square: Corner::BottomLeft, ..ALGEBRAIC },
    ..INTERNATIONAL_ROW
};

const FRISIAN_ROW: Variant = Variant {
    name: Cow::Borrowed("frisian"),
    aliases: &["fries", "frisian-draughts"],
    title: Cow::Borrowed("Frisian draughts on 10x10 (official rules of 2011)"),
    rules: Frisian::RULES,
    draws: Cow::Borrowed(&FRISIAN_DRAWS),
    notation: Notation { game_type: 40, ..NUMERIC },
    ..INTERNATIONAL_ROW
};

/// Every built-in variant. The first is the default.
pub static VARIANTS: [Variant; 23] = [
    INTERNATIONAL_ROW,
    Variant {
        name: Cow::Borrowed("english"),
        aliases: &["american", "checkers", "anglo-american", "acf", "wcdf"],
        title: Cow::Borrowed("English draughts, American checkers on 8x8 (WCDF)"),
        layout: Layout::Diagonal8,
        rules: English::RULES,
        rows: 3,
        first: Color::Black,
        draws: Cow::Borrowed(&WCDF),
        notation: Notation { game_type: 21, ..NUMERIC },
        ..INTERNATIONAL_ROW
    },
    RUSSIAN_ROW,
    Variant {
        name: Cow::Borrowed("brazilian"),
        aliases: &["brasileiro", "brazil", "damas"],
        title: Cow::Borrowed("Brazilian draughts: international rules on 8x8"),
        rules: Brazilian::RULES,
        notation: Notation { game_type: 26, ..ALGEBRAIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("pool"),
        aliases: &["american-pool", "apca", "pool-checkers"],
        title: Cow::Borrowed("American pool checkers on 8x8 (APCA)"),
        rules: Pool::RULES,
        first: Color::Black,
        draws: Cow::Borrowed(&POOL),
        notation: Notation { game_type: 23, ..NUMERIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("italian"),
        aliases: &["italiana", "fid", "dama-italiana"],
        title: Cow::Borrowed("Italian draughts on 8x8, dark right (FID)"),
        mirrored: true,
        rules: Italian::RULES,
        draws: Cow::Borrowed(&FID),
        notation: Notation { game_type: 22, ..NUMERIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("canadian"),
        aliases: &["12x12"],
        title: Cow::Borrowed("Canadian draughts: international rules on 12x12"),
        layout: Layout::Diagonal12,
        rules: Canadian::RULES,
        rows: 5,
        notation: Notation { game_type: 27, points: true, ..NUMERIC },
        ..INTERNATIONAL_ROW
    },
    TURKISH_ROW,
    Variant {
        name: Cow::Borrowed("poddavki"),
        aliases: &["giveaway", "russian-giveaway", "suicide", "anti-russian"],
        title: Cow::Borrowed("Poddavki: Russian moves, who cannot move wins"),
        giveaway: true,
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("antidraughts"),
        aliases: &["losing", "international-giveaway", "anti"],
        title: Cow::Borrowed("Antidraughts: international moves, who cannot move wins"),
        giveaway: true,
        draws: Cow::Borrowed(&REPETITION_ONLY),
        notation: Notation { game_type: 98, points: false, ..NUMERIC },
        ..INTERNATIONAL_ROW
    },
    Variant {
        name: Cow::Borrowed("killer"),
        aliases: &["killer-draughts"],
        title: Cow::Borrowed(
            "Killer draughts: a king taken last stops the taker directly behind it",
        ),
        rules: Killer::RULES,
        notation: Notation { game_type: 45, points: false, ..NUMERIC },
        ..INTERNATIONAL_ROW
    },
    Variant {
        name: Cow::Borrowed("breakthrough"),
        aliases: &["bt"],
        title: Cow::Borrowed("Breakthrough: international moves, the first king wins"),
        rules: Breakthrough::RULES,
        draws: Cow::Borrowed(&[]),
        notation: Notation { game_type: 96, ..NUMERIC },
        ..INTERNATIONAL_ROW
    },
    FRISIAN_ROW,
    Variant {
        name: Cow::Borrowed("frysk"),
        aliases: &["frysk!"],
        title: Cow::Borrowed("Frysk!: Frisian draughts with five men each"),
        rows: 1,
        notation: Notation { game_type: 97, ..NUMERIC },
        ..FRISIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("spanish"),
        aliases: &["espanola", "damas-espanolas"],
        title: Cow::Borrowed("Spanish draughts on 8x8, dark right: quantity, then quality"),
        mirrored: true,
        rules: Spanish::RULES,
        draws: Cow::Borrowed(&SPANISH_DRAWS),
        notation: Notation { game_type: 24, first_square: Corner::BottomRight, ..NUMERIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("portuguese"),
        aliases: &["portuguesa", "classic-portuguese"],
        title: Cow::Borrowed("Portuguese draughts: the Spanish game"),
        mirrored: true,
        rules: Spanish::RULES,
        draws: Cow::Borrowed(&SPANISH_DRAWS),
        notation: Notation { game_type: 28, first_square: Corner::BottomRight, ..NUMERIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("czech"),
        aliases: &["ceska", "czech-draughts"],
        title: Cow::Borrowed("Czech draughts on 8x8: a king takes before a man"),
        rules: Czech::RULES,
        draws: Cow::Borrowed(&CZECH_DRAWS),
        notation: Notation { game_type: 29, ..ALGEBRAIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("thai"),
        aliases: &["makhos", "mak-hos", "makhot"],
        title: Cow::Borrowed("Thai draughts (makhos) on 8x8, eight men each"),
        rules: Thai::RULES,
        rows: 2,
        first: Color::Black,
        draws: Cow::Borrowed(&THAI_DRAWS),
        notation: Notation { game_type: 31, first_square: Corner::BottomRight, ..NUMERIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("filipino"),
        aliases: &["philippine", "filipina"],
        title: Cow::Borrowed("Filipino draughts: international rules on 8x8, dark right"),
        mirrored: true,
        rules: Brazilian::RULES,
        notation: Notation { game_type: NO_GAME_TYPE, ..NUMERIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("jamaican"),
        aliases: &["jamaica"],
        title: Cow::Borrowed("Jamaican draughts: pool rules, dark right"),
        mirrored: true,
        rules: Pool::RULES,
        first: Color::Black,
        draws: Cow::Borrowed(&POOL),
        notation: Notation {
            game_type: 23,
            first_square: Corner::BottomRight,
            a1: Corner::BottomRight,
            ..ALGEBRAIC
        },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("srilankan"),
        aliases: &["sri-lankan", "srilanka"],
        title: Cow::Borrowed("Sri Lankan draughts: Canadian rules, dark right"),
        mirrored: true,
        layout: Layout::Diagonal12,
        rules: Canadian::RULES,
        rows: 5,
        notation: Notation { game_type: NO_GAME_TYPE, ..NUMERIC },
        ..INTERNATIONAL_ROW
    },
    Variant {
        name: Cow::Borrowed("spantsiretti"),
        aliases: &["spancirety", "russian-10x8"],
        title: Cow::Borrowed("Spantsiretti: Russian draughts on 10 files by 8 ranks"),
        layout: Layout::Diagonal10x8,
        rules: Spantsiretti::RULES,
        notation: Notation { game_type: 41, separator: ':', ..ALGEBRAIC },
        ..RUSSIAN_ROW
    },
    Variant {
        name: Cow::Borrowed("armenian"),
        aliases: &["tama"],
        title: Cow::Borrowed("Armenian draughts (tama) on all 64 squares"),
        rules: Armenian::RULES,
        notation: Notation { game_type: 44, ..TURKISH_ROW.notation },
        ..TURKISH_ROW
    },
];

/// The variant of a name or alias, in any case; blanks and underscores count as hyphens.
#[must_use]
pub fn find(name: &str) -> Option<&'static Variant> {
    let wanted: String = name
        .trim()
        .chars()
        .map(|c| if c == ' ' || c == '_' { '-' } else { c.to_ascii_lowercase() })
        .collect();
    VARIANTS.iter().find(|row| row.name == wanted || row.aliases.contains(&wanted.as_str()))
}

/// The names of all built-in variants, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().map(|row| &*row.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_name_is_taken_twice() {
        let mut seen = HashSet::new();
        for row in &VARIANTS {
            for name in std::iter::once(&*row.name).chain(row.aliases.iter().copied()) {
                assert!(seen.insert(name.to_owned()), "{name} stands for two variants");
                assert_eq!(find(&name.to_uppercase()).map(|found| &found.name), Some(&row.name));
            }
        }
    }

    #[test]
    fn start_positions_have_their_men() {
        for row in &VARIANTS {
            let start = row.start();
            let men = u32::from(row.rows) * u32::from(row.layout.row_len());
            assert_eq!((start.white.len(), start.black.len()), (men, men), "{}", row.name);
        }
    }
}
