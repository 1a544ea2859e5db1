//! The machine words that hold one bit a square. It knows no geometry.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word of bits, one a square: `u64` for boards up to 64 bits, [`Pair`] for 12x12.
pub trait Word:
    Copy
    + Default
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// The width in bits: 64 or 128.
    const WIDTH: u32;
    /// The set with the one bit `index`, which must be below [`Self::WIDTH`].
    fn bit(index: u8) -> Self;
    /// The index of the lowest bit; [`Self::WIDTH`] for the empty set.
    fn index(self) -> u8;
    /// The lowest bit alone.
    #[must_use]
    fn lowest(self) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// Whether any bit is set.
    fn any(self) -> bool;
    /// Whether two or more bits are set.
    fn many(self) -> bool;
    /// Widened to 128 bits.
    fn wide(self) -> u128;
    /// The low bits of a wide word.
    fn narrow(wide: u128) -> Self;
    /// A well mixed 64-bit digest of three words and a salt (see `rules::position`).
    fn mix(a: Self, b: Self, c: Self, salt: u64) -> u64;
}

/// Multiplies to 128 bits and folds the halves together: a strong, cheap mixing step (the "mum" of
/// wyhash by Wang Yi).
#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let wide = (a as u128).wrapping_mul(b as u128);
    (wide as u64) ^ ((wide >> 64) as u64)
}

/// Odd constants without structure: the first digits of pi in binary.
const PI: [u64; 4] =
    [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345, 0xA409_3822_299F_31D1, 0x082E_FA98_EC4E_6C89];

impl Word for u64 {
    const EMPTY: Self = 0;
    const WIDTH: u32 = 64;
    #[inline(always)]
    fn bit(index: u8) -> Self {
        1 << index
    }
    #[inline(always)]
    fn index(self) -> u8 {
        self.trailing_zeros() as u8
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        self & self.wrapping_neg()
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn any(self) -> bool {
        self != 0
    }
    #[inline(always)]
    fn many(self) -> bool {
        self & self.wrapping_sub(1) != 0
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        u128::from(self)
    }
    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        wide as u64
    }
    #[inline(always)]
    fn mix(a: Self, b: Self, c: Self, salt: u64) -> u64 {
        let first = fold(a ^ PI[0], b ^ PI[1]);
        fold(first ^ c ^ PI[2], salt ^ a.rotate_left(32) ^ PI[3]) ^ first
    }
}

/// 128 bits as two halves: the compiler makes vector code of 64-bit words, and none of `u128`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    low: u64,
    high: u64,
}

impl Pair {
    /// The halves of a wide word.
    #[inline(always)]
    #[must_use]
    pub const fn new(wide: u128) -> Self {
        Pair { low: wide as u64, high: (wide >> 64) as u64 }
    }
}

macro_rules! halves {
    ($($op:ident::$call:ident, $assign_op:ident::$assign:ident;)*) => { $(
        impl $op for Pair {
            type Output = Self;
            #[inline(always)]
            fn $call(self, other: Self) -> Self {
                Pair { low: self.low.$call(other.low), high: self.high.$call(other.high) }
            }
        }
        impl $assign_op for Pair {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                self.low.$assign(other.low);
                self.high.$assign(other.high);
            }
        }
    )* };
}

halves! {
    BitAnd::bitand, BitAndAssign::bitand_assign;
    BitOr::bitor, BitOrAssign::bitor_assign;
    BitXor::bitxor, BitXorAssign::bitxor_assign;
}

impl Not for Pair {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Pair { low: !self.low, high: !self.high }
    }
}

/// By 1 to 63 bits.
impl Shl<u32> for Pair {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Pair { low: self.low << by, high: self.high << by | self.low >> (64 - by) }
    }
}

/// By 1 to 63 bits.
impl Shr<u32> for Pair {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Pair { low: self.low >> by | self.high << (64 - by), high: self.high >> by }
    }
}

impl Word for Pair {
    const EMPTY: Self = Pair { low: 0, high: 0 };
    const WIDTH: u32 = 128;
    #[inline(always)]
    fn bit(index: u8) -> Self {
        Pair::new(1 << index)
    }
    #[inline(always)]
    fn index(self) -> u8 {
        self.wide().trailing_zeros() as u8
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        Pair::new(self.wide() & self.wide().wrapping_neg())
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.low | self.high != 0
    }
    #[inline(always)]
    fn many(self) -> bool {
        self.wide() & self.wide().wrapping_sub(1) != 0
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        Pair::new(wide)
    }
    #[inline(always)]
    fn mix(a: Self, b: Self, c: Self, salt: u64) -> u64 {
        let low = u64::mix(a.low, b.low, c.low, salt);
        u64::mix(a.high, b.high, c.high, low)
    }
}

/// Walks through the single bits of a set, lowest first.
#[inline(always)]
pub fn bits<W: Word>(mut set: W) -> impl Iterator<Item = W> {
    std::iter::from_fn(move || {
        if !set.any() {
            return None;
        }
        let bit = set.lowest();
        set ^= bit;
        Some(bit)
    })
}
