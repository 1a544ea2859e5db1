//! Captures: which pieces can take, and the walk through every complete capture of each.
//!
//! One walk serves all variants. It follows jumps depth first with the set of captured pieces as
//! its memory; the rule set decides directions, range, landing squares, when pieces come off, what
//! the far row does, and which ends are worth keeping. What is found goes to a [`Sink`]: a list
//! that keeps the best, or a record of every way round for notation.
//!
//! Two jumps in a row along one line need care. A flying king that lands behind its first victim
//! meets the same second victim from every landing square of that line, so going straight on is
//! tried from the first landing only, unless the sink wants every landing told apart.

use super::list::MoveList;
use super::position::{Move, Position};
use super::priority;
use super::quiet::{each_dir, far_row};
use super::ruleset::{BitsOf, FarRow, Key, Landing, Range, Removal, RuleSet, Rules};
use crate::board::{Board, Dir, Word, bits};

/// Takes the captures that a walk finds.
pub(super) trait Sink<W> {
    /// Whether ways that differ only in a landing square on one line are wanted.
    const EVERY_LANDING: bool;
    /// A jump over the piece `over` to `land` was made.
    fn enter(&mut self, over: W, land: W);
    /// The last jump was taken back.
    fn leave(&mut self);
    /// A complete capture of the given worth ends here.
    fn found(&mut self, mv: Move<W>, worth: u64);
}

impl<W, S: Sink<W>> Sink<W> for &mut S {
    const EVERY_LANDING: bool = S::EVERY_LANDING;
    #[inline(always)]
    fn enter(&mut self, over: W, land: W) {
        (**self).enter(over, land);
    }
    #[inline(always)]
    fn leave(&mut self) {
        (**self).leave();
    }
    #[inline(always)]
    fn found(&mut self, mv: Move<W>, worth: u64) {
        (**self).found(mv, worth);
    }
}

/// Keeps the captures of the greatest worth.
pub(super) struct Best<'a, W> {
    list: &'a mut MoveList<W>,
    worth: u64,
    smallest_ring: u32,
}

impl<'a, W: Word> Best<'a, W> {
    /// Fills `list`, which must be empty, dropping moves that are there already.
    #[inline(always)]
    pub(super) fn new(rule: &RuleSet, list: &'a mut MoveList<W>) -> Self {
        Best { list, worth: 0, smallest_ring: smallest_ring(rule) }
    }

    /// The same, but captures that differ in the order of their jumps are listed apart.
    pub(super) fn told_apart(list: &'a mut MoveList<W>) -> Self {
        Best { list, worth: 0, smallest_ring: u32::MAX }
    }
}

/// The fewest captured pieces for which two ways round can take the same pieces and end on the same
/// square. On diagonals alone, or on rows and columns alone, such a ring has four corners. Mixed
/// directions, also a man's and those of the king that it becomes on the way, make triangles. Two
/// pieces do not: the lines from behind each to the other cross between the two, and so nowhere
/// beyond. But a piece that may turn back over squares just cleared can take what lies on either
/// side of it in either order.
#[inline(always)]
fn smallest_ring(rule: &RuleSet) -> u32 {
    let turns_back = rule.removal == Removal::Immediate && rule.reversal;
    let mixed = rule.man_takes.union(rule.king_takes).is_mixed();
    if turns_back {
        2
    } else if mixed {
        3
    } else {
        4
    }
}

impl<W: Word> Sink<W> for Best<'_, W> {
    const EVERY_LANDING: bool = false;
    #[inline(always)]
    fn enter(&mut self, _over: W, _land: W) {}
    #[inline(always)]
    fn leave(&mut self) {}
    #[inline(always)]
    fn found(&mut self, mv: Move<W>, worth: u64) {
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            self.worth = worth;
            self.list.clear();
        }
        if mv.captured.count() >= self.smallest_ring && self.list.contains(&mv) {
            return;
        }
        self.list.push(mv);
    }
}

/// The first jumps of men, all at once: for each direction the squares they land on.
pub(super) struct FirstJumps<W> {
    /// Landing squares by direction; a bit stands for one man's jump.
    land: [W; 8],
    /// How many jumps there are.
    pub(super) count: u32,
    /// A jump may go on, or not all are worth the same: the captures must be walked.
    pub(super) hard: bool,
}

/// What `men` can take with one jump. No branches: a loop over many positions runs in vector lanes.
///
/// A jump back over the piece just taken ends where the man started, and that square is not in
/// `empty`, so plain occupancy answers whether any *other* jump follows.
#[inline(always)]
pub(super) fn first_jumps<R: Rules, const WHITE: bool>(
    rules: R,
    men: BitsOf<R>,
    empty: BitsOf<R>,
    foes: BitsOf<R>,
    kings: BitsOf<R>,
) -> FirstJumps<BitsOf<R>> {
    let rule = rules.get();
    let prey = prey_of_men(&rule, foes, kings);
    let none = BitsOf::<R>::EMPTY;
    let (mut land, mut landings, mut springs, mut count) = ([none; 8], none, none, 0);
    each_dir!(|DIR| {
        if rule.man_takes.has_for::<WHITE>(DIR) {
            let here = R::Board::step(R::Board::step(men, DIR) & prey, DIR) & empty;
            land[DIR as usize] = here;
            landings |= here;
            count += here.count();
            springs |= springs_of::<R>(DIR, prey, empty);
        }
    });
    springs |= when(rule.far_row == FarRow::GoesOnAsKing, far_row::<R, WHITE>());
    let special = when(rule.priority.tells_kings_apart(), kings);
    let hard = (landings & springs).any() | (landings.any() & (prey & special).any());
    FirstJumps { land, count, hard }
}

/// The squares from which a man can jump in `dir`.
#[inline(always)]
pub(super) fn springs_of<R: Rules>(dir: Dir, prey: BitsOf<R>, empty: BitsOf<R>) -> BitsOf<R> {
    let over = R::Board::step(empty, dir.opposite()) & prey;
    R::Board::step(over, dir.opposite())
}

impl<W: Word> FirstJumps<W> {
    /// Calls `found` with every jump as a whole capture; right only if they are not `hard`.
    #[inline(always)]
    pub(super) fn each<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &self,
        rules: R,
        mut found: impl FnMut(Move<W>),
    ) {
        let rule = rules.get();
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) {
                for land in bits(self.land[DIR as usize]) {
                    let over = R::Board::step(land, DIR.opposite());
                    found(Move {
                        captured: over,
                        from: R::Board::step(over, DIR.opposite()).index(),
                        to: land.index(),
                        promotes: (land & far_row::<R, WHITE>()).any(),
                    });
                }
            }
        });
    }
}

/// The men of the side to move that can take something.
#[inline(always)]
pub(super) fn taking_men<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> BitsOf<R> {
    let rule = rules.get();
    let (own, foes) = sides::<R, WHITE>(position);
    let empty = R::Board::SQUARES & !(own | foes);
    let prey = prey_of_men(&rule, foes, position.kings);
    let mut springs = BitsOf::<R>::EMPTY;
    each_dir!(|DIR| {
        if rule.man_takes.has_for::<WHITE>(DIR) {
            springs |= springs_of::<R>(DIR, prey, empty);
        }
    });
    springs & own & !position.kings
}

/// Whether any king of the side to move can take something: all kings slide at once.
#[inline(always)]
pub(super) fn kings_can_take<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> bool {
    let rule = rules.get();
    let (own, foes) = sides::<R, WHITE>(position);
    let kings = own & position.kings;
    let empty = R::Board::SQUARES & !(own | foes);
    let mut found = BitsOf::<R>::EMPTY;
    each_dir!(|DIR| {
        if rule.king_takes.has_for::<WHITE>(DIR) {
            let exposed = R::Board::step(empty, DIR.opposite()) & foes;
            let mut reach = R::Board::step(kings, DIR);
            found |= reach & exposed;
            if rule.king_range == Range::Flying {
                reach &= empty;
                while reach.any() {
                    reach = R::Board::step(reach, DIR);
                    found |= reach & exposed;
                    reach &= empty;
                }
            }
        }
    });
    found.any()
}

#[inline(always)]
fn sides<R: Rules, const WHITE: bool>(position: &Position<BitsOf<R>>) -> (BitsOf<R>, BitsOf<R>) {
    (position.sides[usize::from(!WHITE)], position.sides[usize::from(WHITE)])
}

#[inline(always)]
pub(super) fn prey_of_men<W: Word>(rule: &RuleSet, foes: W, kings: W) -> W {
    foes & !when(!rule.man_takes_king, kings)
}

/// The set if the condition holds, else nothing: in a loop over many positions a condition on
/// run-time rules becomes a mask made once.
#[inline(always)]
pub(super) fn when<W: Word>(condition: bool, set: W) -> W {
    set & if condition { !W::EMPTY } else { W::EMPTY }
}

/// Walks through every capture of the men in `men` and of all kings.
#[inline(always)]
pub(super) fn each_capture<R: Rules, S: Sink<BitsOf<R>>, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    men: BitsOf<R>,
    sink: &mut S,
) {
    let (own, foes) = sides::<R, WHITE>(position);
    let empty = R::Board::SQUARES & !(own | foes);
    let rule = rules.get();
    let mut walk = Walk::<R, S, WHITE> {
        rules,
        foes,
        prey: prey_of_men(&rule, foes, position.kings),
        foe_kings: foes & position.kings,
        from: BitsOf::<R>::EMPTY,
        empty,
        springs: [BitsOf::<R>::EMPTY; 8],
        onward: [BitsOf::<R>::EMPTY; 8],
        by_king: false,
        sink,
    };
    walk.look_ahead(men);
    for man in bits(men) {
        walk.from = man;
        walk.empty = empty | man;
        walk.man(Jumps::start(man));
    }
    walk.by_king = true;
    for king in bits(own & position.kings) {
        walk.from = king;
        walk.empty = empty | king;
        walk.king(Jumps::start(king), true);
    }
}

/// Where a capture has come to.
#[derive(Clone, Copy)]
struct Jumps<W> {
    /// The square reached.
    at: W,
    /// The pieces taken.
    taken: W,
    /// The direction of the last jump.
    came: Option<Dir>,
    /// A bit for each king taken, the first jump highest: see [`priority::worth`].
    order: u32,
}

impl<W: Word> Jumps<W> {
    #[inline(always)]
    fn start(at: W) -> Self {
        Jumps { at, taken: W::EMPTY, came: None, order: 0 }
    }
}

/// What stays the same through the captures of one piece.
struct Walk<'a, R: Rules, S, const WHITE: bool> {
    rules: R,
    /// The enemy's pieces, and those that a man may take.
    foes: BitsOf<R>,
    prey: BitsOf<R>,
    foe_kings: BitsOf<R>,
    /// The square that the piece came from, and the squares that are empty without it.
    from: BitsOf<R>,
    empty: BitsOf<R>,
    /// For each direction, the squares from which a man may be able to jump in it, and those from
    /// which one that came in it may be able to jump on.
    springs: [BitsOf<R>; 8],
    onward: [BitsOf<R>; 8],
    by_king: bool,
    sink: &'a mut S,
}

impl<R: Rules, S: Sink<BitsOf<R>>, const WHITE: bool> Walk<'_, R, S, WHITE> {
    /// Fills the sets of squares from which the men in `men` may be able to jump. The squares of
    /// all of them count as empty, and what a man takes is still there: a man can land on no square
    /// that it cleared, as jumps and half jumps lead to different squares.
    #[inline(always)]
    fn look_ahead(&mut self, men: BitsOf<R>) {
        if !men.any() {
            return;
        }
        let rule = self.rules.get();
        let empty = self.empty | men;
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) {
                let springs = springs_of::<R>(DIR, self.prey, empty);
                self.springs[DIR as usize] = springs;
                each_dir!(|CAME| {
                    if rule.man_takes.has_for::<WHITE>(CAME) && CAME as u8 != DIR.opposite() as u8 {
                        self.onward[CAME as usize] |= springs;
                    }
                });
            }
        });
    }

    /// Goes on as a man; tells whether anything could be taken.
    fn man(&mut self, jumps: Jumps<BitsOf<R>>) -> bool {
        let rule = self.rules.get();
        let mut any = false;
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR)
                && (jumps.at & self.springs[DIR as usize]).any()
                && self.may_turn(&jumps, DIR)
            {
                any |= self.man_jump(&jumps, DIR);
            }
        });
        any
    }

    #[inline(always)]
    fn man_jump(&mut self, jumps: &Jumps<BitsOf<R>>, dir: Dir) -> bool {
        let rule = self.rules.get();
        let over = R::Board::step(jumps.at, dir) & self.prey & !jumps.taken;
        let land = R::Board::step(over, dir) & self.empty_after(jumps.taken);
        if !land.any() {
            return false;
        }
        let next = self.jumped(jumps, over, land, dir);
        self.sink.enter(over, land);
        let crowned = (land & far_row::<R, WHITE>()).any();
        let goes_on = if crowned && rule.far_row != FarRow::GoesOnAsMan {
            rule.far_row == FarRow::GoesOnAsKing && self.king(next, true)
        } else {
            (land & self.onward[dir as usize]).any() && self.man(next)
        };
        if !goes_on {
            self.end(&next, land, crowned);
        }
        self.sink.leave();
        true
    }

    /// Goes on as a king; tells whether anything could be taken. `straight` allows going on in the
    /// direction of the last jump.
    fn king(&mut self, jumps: Jumps<BitsOf<R>>, straight: bool) -> bool {
        let rule = self.rules.get();
        let mut any = false;
        each_dir!(|DIR| {
            if rule.king_takes.has_for::<WHITE>(DIR)
                && self.may_turn(&jumps, DIR)
                && (straight || jumps.came != Some(DIR))
            {
                any |= self.king_jump(&jumps, DIR);
            }
        });
        any
    }

    #[inline(always)]
    fn king_jump(&mut self, jumps: &Jumps<BitsOf<R>>, dir: Dir) -> bool {
        let rule = self.rules.get();
        let flying = rule.king_range == Range::Flying;
        let empty = self.empty_after(jumps.taken);
        let mut reach = R::Board::step(jumps.at, dir);
        if flying {
            while (reach & empty).any() {
                reach = R::Board::step(reach, dir);
            }
        }
        let over = reach & self.foes & !jumps.taken;
        let first = R::Board::step(over, dir) & self.empty_after(jumps.taken | over);
        if !first.any() {
            return false;
        }
        let many = flying && rule.landing != Landing::DirectlyBehind;
        let next = self.jumped(jumps, over, first, dir);
        let mut goes_on = false;
        let mut land = first;
        while land.any() {
            self.sink.enter(over, land);
            let straight = S::EVERY_LANDING || land == first;
            goes_on |= self.king(Jumps { at: land, ..next }, straight);
            self.sink.leave();
            land = if many { R::Board::step(land, dir) & empty } else { BitsOf::<R>::EMPTY };
        }
        if !goes_on {
            let ends_directly = rule.landing == Landing::KillerEnd && (over & self.foe_kings).any();
            self.end_on_line(&next, over, first, dir, many && !ends_directly);
        }
        true
    }

    /// The capture ends behind the last victim: on the first square, or on any of the line.
    #[inline(always)]
    fn end_on_line(
        &mut self,
        next: &Jumps<BitsOf<R>>,
        over: BitsOf<R>,
        first: BitsOf<R>,
        dir: Dir,
        many: bool,
    ) {
        let empty = self.empty_after(next.taken);
        let mut land = first;
        while land.any() {
            self.sink.enter(over, land);
            self.end(next, land, !self.by_king);
            self.sink.leave();
            land = if many { R::Board::step(land, dir) & empty } else { BitsOf::<R>::EMPTY };
        }
    }

    /// The squares that are empty for this piece once it has taken `taken`.
    #[inline(always)]
    fn empty_after(&self, taken: BitsOf<R>) -> BitsOf<R> {
        match self.rules.get().removal {
            Removal::EndOfMove => self.empty,
            Removal::Immediate => self.empty | taken,
        }
    }

    /// Whether the next jump may go in `dir`: see [`RuleSet::reversal`]. While captured pieces stay
    /// on the board the one just taken bars the way back by itself.
    #[inline(always)]
    fn may_turn(&self, jumps: &Jumps<BitsOf<R>>, dir: Dir) -> bool {
        let rule = self.rules.get();
        rule.removal == Removal::EndOfMove || rule.reversal || jumps.came != Some(dir.opposite())
    }

    #[inline(always)]
    fn jumped(
        &self,
        jumps: &Jumps<BitsOf<R>>,
        over: BitsOf<R>,
        land: BitsOf<R>,
        dir: Dir,
    ) -> Jumps<BitsOf<R>> {
        let mut next = Jumps { at: land, taken: jumps.taken | over, came: Some(dir), ..*jumps };
        if self.rules.get().priority.has(Key::KingFirst) && (over & self.foe_kings).any() {
            next.order |= 1 << 31 >> jumps.taken.count().min(31);
        }
        next
    }

    #[inline(always)]
    fn end(&mut self, jumps: &Jumps<BitsOf<R>>, land: BitsOf<R>, promotes: bool) {
        let mv =
            Move { captured: jumps.taken, from: self.from.index(), to: land.index(), promotes };
        let kings = jumps.taken & self.foe_kings;
        let rule = self.rules.get();
        let worth = priority::worth(&rule, jumps.taken, kings, self.by_king, jumps.order);
        self.sink.found(mv, worth);
    }
}
