//! Draw rules in a rule file: a list of tables, `[[draws]]`, each a repetition or a count.

use super::keys;
use super::names::Named;
use super::value::{self, did_you_mean, quoted};
use crate::notation::variant_named;
use crate::rules::draws::{Balance, By, Count, DrawRule};
use std::borrow::Cow;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Faults with their places in the text, where one is known.
pub(super) type Faults = Vec<(Option<usize>, String)>;

/// The most moves a count may ask for.
const MOST_MOVES: u16 = 1000;

/// Reads any form of the key: the list, `"none"`, or the name of the variant whose draw rules hold.
pub(super) fn read_any(value: &DeValue<'_>) -> Result<Vec<DrawRule>, String> {
    match value {
        DeValue::String(name) if name == "none" => Ok(Vec::new()),
        DeValue::String(name) => variant_named(name)
            .map(|row| row.draws.to_vec())
            .map_err(|why| format!("expected none, a list, or the name of a variant: {why}")),
        list => read(list).map_err(|faults| {
            faults.into_iter().map(|(_, message)| message).collect::<Vec<_>>().join("; ")
        }),
    }
}

/// Reads the list.
pub(super) fn read(value: &DeValue<'_>) -> Result<Vec<DrawRule>, Faults> {
    let Some(list) = value.as_array() else {
        return Err(vec![(None, "expected a list of draw rules, a variant's name or none".into())]);
    };
    let mut rules = Vec::new();
    let mut faults = Faults::new();
    for item in list {
        let Some(table) = item.get_ref().as_table() else {
            faults.push((Some(item.span().start), "draws: expected a table for each rule".into()));
            continue;
        };
        match rule(table) {
            Ok(rule) => rules.push(rule),
            Err(found) => {
                let place = |(at, message): (Option<usize>, String)| {
                    (at.or(Some(item.span().start)), format!("draws: {message}"))
                };
                faults.extend(found.into_iter().map(place));
            }
        }
    }
    if faults.is_empty() { Ok(rules) } else { Err(faults) }
}

/// The kinds of draw rules.
const KINDS: [(&str, Kind); 2] = [("repetition", Kind::Repetition), ("count", Kind::Count)];

#[derive(Clone, Copy)]
enum Kind {
    Repetition,
    Count,
}

fn rule(table: &DeTable<'_>) -> Result<DrawRule, Faults> {
    let mut fields = Fields { rest: BTreeMap::new(), faults: Faults::new() };
    for (name, value) in table {
        fields.rest.insert(name.get_ref(), (name.span().start, value));
    }
    let kind = fields.take("rule", |value| value::choice(value::text(value)?, &KINDS));
    let rule = match kind {
        Some(Kind::Repetition) => fields.repetition(),
        Some(Kind::Count) => fields.count(),
        None => {
            if fields.faults.is_empty() {
                fields.faults.push((None, "a rule needs rule = repetition or count".into()));
            }
            return Err(fields.faults);
        }
    };
    fields.leftovers(kind);
    match rule {
        Some(rule) if fields.faults.is_empty() => Ok(rule),
        _ => Err(fields.faults),
    }
}

/// The fields of one rule that have not been read yet.
struct Fields<'a, 't> {
    rest: BTreeMap<&'a str, (usize, &'a Spanned<DeValue<'t>>)>,
    faults: Faults,
}

const REPETITION_FIELDS: &[&str] = &["rule", "times", "claimed", "article"];
const COUNT_FIELDS: &[&str] = &[
    "rule",
    "moves",
    "by",
    "reset-by-capture",
    "reset-by-man",
    "reset-by-promotion",
    "claimed",
    "article",
    "total",
    "no-men",
    "both-have-kings",
    "lone-king",
    "other",
    "other-kings",
    "main-road",
    "one-each",
];

impl<'t> Fields<'_, 't> {
    fn take<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&DeValue<'t>) -> Result<T, String>,
    ) -> Option<T> {
        let (at, value) = self.rest.remove(name)?;
        match read(value.get_ref()) {
            Ok(value) => Some(value),
            Err(why) => {
                self.faults.push((Some(at), format!("{name}: {why}")));
                None
            }
        }
    }

    fn needed<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&DeValue<'t>) -> Result<T, String>,
    ) -> Option<T> {
        if !self.rest.contains_key(name) {
            self.faults.push((None, format!("the rule needs {name}")));
        }
        self.take(name, read)
    }

    fn truth(&mut self, name: &str) -> bool {
        self.take(name, value::truth).unwrap_or(false)
    }

    fn article(&mut self) -> Cow<'static, str> {
        self.take("article", value::line).unwrap_or(Cow::Borrowed("agreed by the players"))
    }

    fn repetition(&mut self) -> Option<DrawRule> {
        let times = self.needed("times", |value| value::small(value, 2..=100));
        let (claimed, article) = (self.truth("claimed"), self.article());
        Some(DrawRule::Repetition { times: times?, claimed, article })
    }

    fn count(&mut self) -> Option<DrawRule> {
        let moves = self.needed("moves", |value| value::number(value, 0..=MOST_MOVES));
        let by = self.take("by", |value| value::choice(value::text(value)?, By::NAMES));
        let by = by.unwrap_or(By::Each);
        let mut count = Count {
            reset_by_capture: self.truth("reset-by-capture"),
            reset_by_man: self.truth("reset-by-man"),
            reset_by_promotion: self.truth("reset-by-promotion"),
            claimed: self.truth("claimed"),
            article: self.article(),
            balance: self.balance(),
            by,
            plies: 0,
        };
        count.plies = match by {
            By::Each => 2 * moves?,
            By::Stronger => moves?,
        };
        Some(DrawRule::Count(count))
    }

    fn balance(&mut self) -> Balance {
        let lone_king = self.truth("lone-king");
        for name in ["other", "other-kings", "main-road"] {
            if let Some((at, _)) = self.rest.get(name)
                && !lone_king
            {
                self.faults.push((Some(*at), format!("{name} needs lone-king = true")));
            }
        }
        Balance {
            total: self.take("total", value::span).unwrap_or(Balance::ANY.total),
            no_men: self.truth("no-men"),
            both_have_kings: self.truth("both-have-kings"),
            lone_king,
            other: self.take("other", value::span).unwrap_or(Balance::ANY.other),
            other_kings: self
                .take("other-kings", |value| value::small(value, 0..=u8::MAX))
                .unwrap_or(0),
            main_road: self.truth("main-road"),
            one_each: self.truth("one-each"),
        }
    }

    fn leftovers(&mut self, kind: Option<Kind>) {
        let known = match kind {
            Some(Kind::Repetition) => REPETITION_FIELDS,
            _ => COUNT_FIELDS,
        };
        for (name, (at, _)) in std::mem::take(&mut self.rest) {
            let help = did_you_mean(name, known.iter().copied());
            self.faults.push((Some(at), format!("the rule has no field \"{name}\"{help}")));
        }
    }
}

/// Above the list in a written file.
const HEADING: &str = "When a game is drawn. A rule is a repetition (times) or a count (moves, by \
    each side or by the stronger one). reset-by-capture, reset-by-man and reset-by-promotion say \
    what starts a count anew; total, no-men, both-have-kings, lone-king, other, other-kings, \
    main-road and one-each say with which material it runs. claimed: whether a player has to \
    claim it.";

/// Writes the list: one table a rule, fields that say nothing left out.
pub(super) fn write(rules: &[DrawRule], text: &mut String) {
    if rules.is_empty() {
        return;
    }
    text.push('\n');
    keys::comment(HEADING, text);
    for rule in rules {
        text.push('\n');
        keys::comment(&format!("{}.", capitalised(&rule.to_string())), text);
        text.push_str("[[draws]]\n");
        for (name, value) in fields(rule) {
            text.extend([name, " = ", &value, "\n"]);
        }
    }
}

/// The fields of a rule that say something, with their values in TOML.
fn fields(rule: &DrawRule) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    let (claimed, article) = match rule {
        DrawRule::Repetition { times, claimed, article } => {
            fields.push(("rule", quoted("repetition")));
            fields.push(("times", times.to_string()));
            (*claimed, article)
        }
        DrawRule::Count(count) => {
            fields.push(("rule", quoted("count")));
            fields.push(("moves", count.moves().to_string()));
            fields.push(("by", quoted(count.by.name())));
            let truths = [
                ("reset-by-capture", count.reset_by_capture),
                ("reset-by-man", count.reset_by_man),
                ("reset-by-promotion", count.reset_by_promotion),
            ];
            push_truths(&mut fields, &truths);
            balance_fields(&count.balance, &mut fields);
            (count.claimed, &count.article)
        }
    };
    push_truths(&mut fields, &[("claimed", claimed)]);
    fields.push(("article", quoted(article)));
    fields
}

fn balance_fields(balance: &Balance, fields: &mut Vec<(&'static str, String)>) {
    let span = |(from, to): (u8, u8)| format!("[{from}, {to}]");
    if balance.total != Balance::ANY.total {
        fields.push(("total", span(balance.total)));
    }
    let truths = [
        ("no-men", balance.no_men),
        ("both-have-kings", balance.both_have_kings),
        ("lone-king", balance.lone_king),
    ];
    push_truths(fields, &truths);
    if balance.other != Balance::ANY.other {
        fields.push(("other", span(balance.other)));
    }
    if balance.other_kings > 0 {
        fields.push(("other-kings", balance.other_kings.to_string()));
    }
    push_truths(fields, &[("main-road", balance.main_road), ("one-each", balance.one_each)]);
}

fn push_truths(fields: &mut Vec<(&'static str, String)>, truths: &[(&'static str, bool)]) {
    let holding = truths.iter().filter(|(_, holds)| *holds);
    fields.extend(holding.map(|(name, _)| (*name, "true".to_owned())));
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
