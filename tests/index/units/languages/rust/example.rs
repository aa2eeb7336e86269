//! What a Rust file can define.
//!
//! It draws nothing.

use std::fmt;

/// Most corners that a shape may have.
pub const LIMIT: usize = 64;
static mut DRAWN: u32 = 0;

/// Any number of metres.
pub type Metres = f64;

/// A place on the map.
///
/// It never moves.
#[derive(Debug, Clone)]
pub struct Point<T = f64> {
    /// To the east.
    pub x: T,
    y: T, // Not shown.
}

struct Pair(u8, u8);
pub struct Nothing;

/** What can go wrong. */
#[derive(Debug)]
pub enum Error {
    /// No such file.
    Missing,
    Broken(String),
    At { line: usize },
    Code = 7,
}

#[repr(C)]
union Value {
    number: u32,
    share: f32,
}

/// What can be drawn.
pub trait Shape: fmt::Debug {
    /// What a place is.
    type Place;
    const CORNERS: usize = 0;

    /// In square metres.
    fn area(&self) -> Metres;
    fn close(&mut self) {}
}

pub const fn zero() -> u8 { 0 }

impl<T: Copy> Point<T> {
    const ORIGIN: u8 = 0;

    /// Makes a point.
    #[must_use]
    pub fn new(x: T, y: T) -> Self {
        const UNSEEN: u8 = 1;
        fn helper() {}
        Point { x, y }
    }
}

impl Shape for Point {
    type Place = u8;

    fn area(&self) -> Metres {
        0.0
    }
}

impl<'a, T> From<&'a Point<T>> for Vec<T> {
    fn from(point: &'a Point<T>) -> Self {
        vec![]
    }
}

impl fmt::Display for crate::shapes::Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

impl Shape for &Pair {
    fn area(&self) -> Metres {
        0.0
    }
}

/// Adds one.
///
/// ```
/// assert_eq!(add(1), 2);
/// ```
#[inline]
pub async fn add(n: u32) -> u32 {
    n + 1
}

pub(crate) unsafe extern "C" fn outside() {}

extern "C" {
    /// Theirs.
    fn theirs(n: i32) -> i32;
    static THEIR_LIMIT: i32;
}

/// Makes a vector.
#[macro_export]
macro_rules! vector {
    ($($x:expr),*) => { vec![$($x),*] };
}

// Not about deep, as a line is empty between them.

/// Holds more.
pub mod deep {
    //! From the inside.

    pub mod deeper {
        pub fn innermost() {}
    }
    pub(super) struct r#type {}
}

mod elsewhere;

#[cfg(test)]
mod tests {
    use super::*;

    /// It adds.
    #[test]
    fn adds_one() {
        assert_eq!(1, 1);
    }

    #[tokio::test]
    // As there is nothing to add.
    #[should_panic(expected = "nothing")]
    async fn adds_nothing() {
        fn helps() {}
    }

    #[cfg(test)]
    fn help() {}
}
