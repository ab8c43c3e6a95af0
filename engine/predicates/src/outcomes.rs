//! The possible outcomes of a predicate.

use std::ops::{BitAnd, BitOr, Not};

#[cfg(test)]
mod golden;

/// The set of outcomes in SQL's three-valued logic that a predicate may have on a row. An unknown outcome is the set of
/// all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes(u8);

impl Outcomes {
    /// Certainly true.
    pub const TRUE: Self = Self(1);
    /// Certainly false.
    pub const FALSE: Self = Self(2);
    /// Certainly null.
    pub const NULL: Self = Self(4);
    /// Unknown.
    pub const ANY: Self = Self(7);

    /// Whether a row with these outcomes must be kept.
    pub fn may_be_true(self) -> bool {
        self.has(Self::TRUE)
    }

    /// The names of the outcomes: `true`, `false`, `null`.
    pub fn names(self) -> Vec<&'static str> {
        let all = [
            (Self::TRUE, "true"),
            (Self::FALSE, "false"),
            (Self::NULL, "null"),
        ];
        all.into_iter()
            .filter(|(outcome, _)| self.has(*outcome))
            .map(|(_, name)| name)
            .collect()
    }

    fn has(self, outcome: Self) -> bool {
        self.0 & outcome.0 != 0
    }

    fn when(self, condition: bool) -> u8 {
        if condition { self.0 } else { 0 }
    }
}

impl From<bool> for Outcomes {
    fn from(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }
}

impl Not for Outcomes {
    type Output = Self;

    fn not(self) -> Self {
        Self(
            Self::TRUE.when(self.has(Self::FALSE))
                | Self::FALSE.when(self.has(Self::TRUE))
                | self.0 & Self::NULL.0,
        )
    }
}

impl BitAnd for Outcomes {
    type Output = Self;

    /// The outcomes of AND for every pair of outcomes of `self` and `other`.
    fn bitand(self, other: Self) -> Self {
        let not_false = Self(Self::TRUE.0 | Self::NULL.0);
        let null = self.has(Self::NULL) && other.has(not_false)
            || other.has(Self::NULL) && self.has(not_false);
        Self(
            Self::TRUE.when(self.has(Self::TRUE) && other.has(Self::TRUE))
                | Self::FALSE.when(self.has(Self::FALSE) || other.has(Self::FALSE))
                | Self::NULL.when(null),
        )
    }
}

impl BitOr for Outcomes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(outcomes: Outcomes) -> Vec<Option<bool>> {
        let all = [
            (Outcomes::TRUE, Some(true)),
            (Outcomes::FALSE, Some(false)),
            (Outcomes::NULL, None),
        ];
        all.into_iter()
            .filter(|(outcome, _)| outcomes.has(*outcome))
            .map(|(_, value)| value)
            .collect()
    }

    /// SQL's AND of single values.
    fn and(left: Option<bool>, right: Option<bool>) -> Option<bool> {
        match (left, right) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    fn union(values: impl Iterator<Item = Option<bool>>) -> Outcomes {
        Outcomes(values.fold(0, |set, value| {
            set | value.map_or(Outcomes::NULL, Outcomes::from).0
        }))
    }

    #[test]
    fn sets_combine_as_all_their_members_do() {
        for left in 1..8 {
            let left = Outcomes(left);
            assert_eq!(
                !left,
                union(
                    singles(left)
                        .into_iter()
                        .map(|value| value.map(|value| !value))
                )
            );
            for right in 1..8 {
                let right = Outcomes(right);
                let pairs = || {
                    singles(left)
                        .into_iter()
                        .flat_map(|l| singles(right).into_iter().map(move |r| (l, r)))
                };
                assert_eq!(
                    left & right,
                    union(pairs().map(|(l, r)| and(l, r))),
                    "{left:?} and {right:?}"
                );
                let or = |l: Option<bool>, r: Option<bool>| {
                    and(l.map(|l| !l), r.map(|r| !r)).map(|value| !value)
                };
                assert_eq!(
                    left | right,
                    union(pairs().map(|(l, r)| or(l, r))),
                    "{left:?} or {right:?}"
                );
            }
        }
    }
}
