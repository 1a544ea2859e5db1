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
use super::quiet::{Step, each_dir, far_row};
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
    /// A complete capture of so many pieces and of the given worth ends here. Tells what that cost,
    /// in jumps; see [`MOST_JUMPS`].
    fn found(&mut self, mv: Move<W>, pieces: u32, worth: u64) -> u32;
    /// Whether anything could be taken from a state that need not be walked through again.
    #[inline(always)]
    fn recall(&self, _state: &State<W>) -> Option<bool> {
        None
    }
    /// The answer to [`Self::recall`] from now on.
    #[inline(always)]
    fn remember(&mut self, _state: State<W>, _goes_on: bool) {}
}

/// Where a walk has come to: what it finds from here on depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State<W> {
    from: W,
    at: W,
    taken: W,
    order: u32,
    /// The direction of the last jump, and whether it goes on as a man, as a king, or as a king that
    /// may go straight on.
    way: u8,
}

/// The most jumps that a walk makes in one position: some hundredths of a second. The games that
/// people play need fewer (no crowd with kings of 6000 random ones for each came to this bound), but rules can be made up, with kings that fly and take in eight directions and
/// captures free to choose, by which a crowd has more ways through it than anybody could wait for.
pub(super) const MOST_JUMPS: u32 = 1 << 20;
/// The most captures that are kept of one position, for the same reason.
const MOST_CAPTURES: usize = 4096;
/// How many moves are looked through in the time of a jump.
const LOOKS_A_JUMP: usize = 16;

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
    fn found(&mut self, mv: Move<W>, pieces: u32, worth: u64) -> u32 {
        (**self).found(mv, pieces, worth)
    }
    #[inline(always)]
    fn recall(&self, state: &State<W>) -> Option<bool> {
        (**self).recall(state)
    }
    #[inline(always)]
    fn remember(&mut self, state: State<W>, goes_on: bool) {
        (**self).remember(state, goes_on);
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
    fn found(&mut self, mv: Move<W>, pieces: u32, worth: u64) -> u32 {
        if worth < self.worth {
            return 0;
        }
        if worth > self.worth {
            self.worth = worth;
            self.list.clear();
        }
        let cost = (self.list.len() / LOOKS_A_JUMP) as u32;
        if pieces >= self.smallest_ring && self.list.contains(&mv) {
            return cost;
        }
        self.list.push(mv);
        if self.list.len() < MOST_CAPTURES { cost } else { MOST_JUMPS }
    }
}

/// Where men can jump: for each direction the squares from which one could, whoever stands there.
pub(super) struct Springs<W> {
    /// What men can take.
    pub(super) prey: W,
    by_dir: [W; 8],
    /// The squares of all directions.
    all: W,
}

/// The captures of men as far as their first jumps tell.
pub(super) struct FirstJumps {
    /// How many jumps there are.
    pub(super) count: u32,
    /// A jump may go on, or not all are worth the same: the captures must be walked.
    pub(super) hard: bool,
}

impl<W: Word> Springs<W> {
    /// The squares from which a jump leads over one of the `foes` to one of the `empty` squares.
    #[inline(always)]
    pub(super) fn new<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        rules: R,
        foes: W,
        kings: W,
        empty: W,
    ) -> Self {
        let rule = rules.get();
        let prey = foes & !when(!rule.man_takes_king, kings);
        let (mut by_dir, mut all) = ([W::EMPTY; 8], W::EMPTY);
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) {
                let over = R::Board::step(empty, DIR.opposite()) & prey;
                by_dir[DIR as usize] = R::Board::step(over, DIR.opposite());
                all |= by_dir[DIR as usize];
            }
        });
        Springs { prey, by_dir, all }
    }

    /// [`Self::new`] for the side to move.
    #[inline(always)]
    pub(super) fn of<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        rules: R,
        position: &Position<W>,
    ) -> Self {
        let (own, foes) = sides::<R, WHITE>(position);
        let empty = R::Board::SQUARES & !(own | foes);
        Springs::new::<R, WHITE>(rules, foes, position.kings, empty)
    }

    /// The squares from which a man can jump in `dir`.
    #[inline(always)]
    pub(super) fn towards(&self, dir: Dir) -> W {
        self.by_dir[dir as usize]
    }

    /// Which of the men can take something.
    #[inline(always)]
    pub(super) fn takers(&self, men: W) -> W {
        men & self.all
    }

    /// Where those of the men land that can jump in `dir`; a bit stands for one man's jump.
    #[inline(always)]
    fn land<R: Rules<Board: Board<Bits = W>>>(&self, men: W, dir: Dir) -> W {
        R::Board::step(R::Board::step(men & self.by_dir[dir as usize], dir), dir)
    }

    /// What the men can take with one jump. No branches: a loop over many positions runs in vector
    /// lanes.
    ///
    /// A jump back over the piece just taken ends where the man started, and that square was not
    /// empty, so plain occupancy answers whether any *other* jump follows. A jump to one of the
    /// squares `crowning` may go on as a king's: see [`crowning`].
    #[inline(always)]
    pub(super) fn first_jumps<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &self,
        rules: R,
        men: W,
        kings: W,
        crowning: W,
    ) -> FirstJumps {
        let rule = rules.get();
        let (mut landings, mut count) = (W::EMPTY, 0);
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) {
                let here = self.land::<R>(men, DIR);
                landings |= here;
                count += here.count();
            }
        });
        let special = when(rule.priority.tells_kings_apart(), kings);
        let goes_on = landings & (self.all | crowning);
        let hard = goes_on.any() | (landings.any() & (self.prey & special).any());
        FirstJumps { count, hard }
    }

    /// Calls `found` with every jump of the men as a whole capture, and the piece taken; right only
    /// if they are not `hard`.
    #[inline(always)]
    pub(super) fn each_jump<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &self,
        rules: R,
        men: W,
        mut found: impl FnMut(Step<W>, W),
    ) {
        let rule = rules.get();
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) {
                for to in bits(self.land::<R>(men, DIR)) {
                    let over = R::Board::step(to, DIR.opposite());
                    let from = R::Board::step(over, DIR.opposite());
                    let promotes = (to & far_row::<R, WHITE>()).any();
                    found(Step { from, to, by_king: false, promotes }, over);
                }
            }
        });
    }
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

/// Where a man that lands goes on as a king: the far row, if the rules say so.
#[inline(always)]
pub(super) fn crowning<R: Rules, const WHITE: bool>(rules: R) -> BitsOf<R> {
    when(rules.get().far_row == FarRow::GoesOnAsKing, far_row::<R, WHITE>())
}

/// The set if the condition holds, else nothing: in a loop over many positions a condition on
/// run-time rules becomes a mask made once.
#[inline(always)]
pub(super) fn when<W: Word>(condition: bool, set: W) -> W {
    set & if condition { !W::EMPTY } else { W::EMPTY }
}

/// Walks through every capture of the men in `men` and of all kings; tells whether that came to its
/// end within so many jumps. If not, what was found stands, and is not all.
#[inline(always)]
pub(super) fn each_capture<R: Rules, S: Sink<BitsOf<R>>, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    men: BitsOf<R>,
    most_jumps: u32,
    sink: &mut S,
) -> bool {
    let (own, foes) = sides::<R, WHITE>(position);
    let empty = R::Board::SQUARES & !(own | foes);
    let mut walk = Walk::<R, S, WHITE> {
        rules,
        foes,
        foe_kings: foes & position.kings,
        from: BitsOf::<R>::EMPTY,
        empty,
        // The squares of all men that can take count as empty, and what a man takes is still there:
        // it can land on no square that it cleared, as jumps and half jumps lead to different ones.
        springs: Springs::new::<R, WHITE>(rules, foes, position.kings, empty | men),
        onward: [BitsOf::<R>::EMPTY; 8],
        by_king: false,
        men_only: !((own | foes) & position.kings).any(),
        jumps_left: most_jumps,
        sink,
    };
    walk.look_ahead();
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
    walk.jumps_left > 0
}

/// Where a capture has come to.
#[derive(Clone, Copy)]
struct Jumps<W> {
    /// The square reached.
    at: W,
    /// The pieces taken, and how many they are.
    taken: W,
    pieces: u32,
    /// The direction of the last jump.
    came: Option<Dir>,
    /// A bit for each king taken, the first jump highest: see [`priority::worth`].
    order: u32,
}

impl<W: Word> Jumps<W> {
    #[inline(always)]
    fn start(at: W) -> Self {
        Jumps { at, taken: W::EMPTY, pieces: 0, came: None, order: 0 }
    }
}

/// What stays the same through the captures of one piece.
struct Walk<'a, R: Rules, S, const WHITE: bool> {
    rules: R,
    /// The enemy's pieces.
    foes: BitsOf<R>,
    foe_kings: BitsOf<R>,
    /// The square that the piece came from, and the squares that are empty without it.
    from: BitsOf<R>,
    empty: BitsOf<R>,
    /// Where a man may be able to jump.
    springs: Springs<BitsOf<R>>,
    /// For each direction, the squares from which a man that came in it may be able to jump on.
    onward: [BitsOf<R>; 8],
    by_king: bool,
    /// There are no kings: of the keys of a majority rule, only numbers make a difference.
    men_only: bool,
    /// Once there are none left, no jump is possible and nothing is found.
    jumps_left: u32,
    sink: &'a mut S,
}

impl<R: Rules, S: Sink<BitsOf<R>>, const WHITE: bool> Walk<'_, R, S, WHITE> {
    #[inline(always)]
    fn look_ahead(&mut self) {
        let rule = self.rules.get();
        each_dir!(|CAME| {
            each_dir!(|DIR| {
                let both =
                    rule.man_takes.has_for::<WHITE>(CAME) && rule.man_takes.has_for::<WHITE>(DIR);
                if both && CAME as u8 != DIR.opposite() as u8 {
                    self.onward[CAME as usize] |= self.springs.towards(DIR);
                }
            });
        });
    }

    /// Goes on as a man; tells whether anything could be taken.
    fn man(&mut self, jumps: Jumps<BitsOf<R>>) -> bool {
        let state = self.state(&jumps, 0);
        if let Some(known) = self.sink.recall(&state) {
            return known;
        }
        let rule = self.rules.get();
        let mut any = false;
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR)
                && (jumps.at & self.springs.towards(DIR)).any()
                && self.may_turn(&jumps, DIR)
            {
                any |= self.man_jump(&jumps, DIR);
            }
        });
        self.sink.remember(state, any);
        any
    }

    /// The state that a walk with `jumps` is in; `how` tells apart a man, a king that may not go
    /// straight on, and one that may: 0 to 2.
    #[inline(always)]
    fn state(&self, jumps: &Jumps<BitsOf<R>>, how: u8) -> State<BitsOf<R>> {
        // Where the piece came from matters only to what asks for it.
        let asked = how == 1 || self.rules.get().removal == Removal::Immediate;
        let came = jumps.came.filter(|_| asked).map_or(8, |dir| dir as u8);
        let (at, taken, order) = (jumps.at, jumps.taken, jumps.order);
        State { from: self.from, at, taken, order, way: how << 4 | came }
    }

    #[inline(always)]
    fn man_jump(&mut self, jumps: &Jumps<BitsOf<R>>, dir: Dir) -> bool {
        let rule = self.rules.get();
        let over = R::Board::step(jumps.at, dir) & self.springs.prey & !jumps.taken;
        let land = R::Board::step(over, dir) & self.empty_after(jumps.taken);
        if !land.any() || !self.spend(1) {
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
        let state = self.state(&jumps, 1 + u8::from(straight));
        if let Some(known) = self.sink.recall(&state) {
            return known;
        }
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
        self.sink.remember(state, any);
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
        if !first.any() || !self.spend(1) {
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
        let mut next = Jumps {
            at: land,
            taken: jumps.taken | over,
            pieces: jumps.pieces + 1,
            came: Some(dir),
            order: jumps.order,
        };
        if self.rules.get().priority.has(Key::KingFirst) && (over & self.foe_kings).any() {
            next.order |= 1 << 31 >> jumps.pieces.min(31);
        }
        next
    }

    #[inline(always)]
    fn end(&mut self, jumps: &Jumps<BitsOf<R>>, land: BitsOf<R>, promotes: bool) {
        if self.jumps_left == 0 {
            return;
        }
        let mv =
            Move { captured: jumps.taken, from: self.from.index(), to: land.index(), promotes };
        let kings = jumps.taken & self.foe_kings;
        let rule = self.rules.get();
        let worth = if self.men_only {
            if rule.priority.prefers_many() { u64::from(jumps.pieces) } else { 0 }
        } else {
            priority::worth(&rule, jumps.pieces, kings, self.by_king, jumps.order)
        };
        let cost = self.sink.found(mv, jumps.pieces, worth);
        self.spend(cost);
    }

    /// Takes from the jumps left; tells whether any are.
    #[inline(always)]
    fn spend(&mut self, jumps: u32) -> bool {
        self.jumps_left = self.jumps_left.saturating_sub(jumps);
        self.jumps_left > 0
    }
}
