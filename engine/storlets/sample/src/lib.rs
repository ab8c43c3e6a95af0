//! Selects a sample of an object's lines.

use headwater_storlet::{Failure, Parameters, Records, Request, Separator};
use std::io::{Read, Write};

/// Writes the chosen lines of `input`, each followed by `\n`. Returns the numbers of lines read and chosen.
pub fn sample(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), Failure> {
    let choice = Choice::of(&request.parameters)?;
    if let Choice::Every(_) = choice {
        request.whole_object()?; // a split does not know how many lines precede it
    }
    let mut lines = Records::open(input, request.split, Separator::Line)?;
    let (mut read, mut chosen) = (0, 0);
    while !choice.is_over(read) {
        let Some((start, line)) = lines.next_at()? else {
            break;
        };
        if choice.takes(read, start) {
            output.write_all(line)?;
            output.write_all(b"\n")?;
            chosen += 1;
        }
        read += 1;
    }
    Ok((read, chosen))
}

/// The chosen lines.
#[derive(Debug, PartialEq)]
enum Choice {
    /// The first line, and every line at this distance from the previous one.
    Every(u64),
    /// Each line independently, if the hash of its position in the object and of the seed is below the threshold, out
    /// of 2^64.
    Fraction { threshold: u128, seed: u64 },
    /// This many lines at the beginning.
    First(u64),
}

impl Choice {
    fn of(parameters: &Parameters) -> Result<Self, Failure> {
        parameters.only(&["every", "fraction", "seed", "first"])?;
        let every = parameters.parsed("every")?.map(Self::every).transpose()?;
        let first = parameters.parsed("first")?.map(Self::First);
        let seed = parameters.parsed("seed")?;
        let fraction = parameters.parsed("fraction")?;
        if seed.is_some() && fraction.is_none() {
            return Err(Failure::parameters(
                "'seed' needs 'fraction', which is missing",
            ));
        }
        let fraction = fraction
            .map(|fraction| Self::fraction(fraction, seed.unwrap_or(0)))
            .transpose()?;
        let mut given = [every, fraction, first].into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(choice), None) => Ok(choice),
            _ => Err(Failure::parameters(
                "give one of 'every' (every n-th line), 'fraction' (between 0 and 1) and 'first' (a number of lines)",
            )),
        }
    }

    fn every(step: u64) -> Result<Self, Failure> {
        match step {
            0 => Err(Failure::parameters("'every' is 0: it must be at least 1")),
            _ => Ok(Self::Every(step)),
        }
    }

    fn fraction(fraction: f64, seed: u64) -> Result<Self, Failure> {
        if !(0.0..=1.0).contains(&fraction) {
            return Err(Failure::parameters(format!(
                "'fraction' is {fraction}: it must be between 0 and 1"
            )));
        }
        let threshold = (fraction * 2f64.powi(64)) as u128;
        Ok(Self::Fraction { threshold, seed })
    }

    /// Whether no line after the first `read` ones can be chosen.
    fn is_over(&self, read: u64) -> bool {
        matches!(self, Self::First(first) if read >= *first)
    }

    /// Whether the line with number `index` (from 0), which begins at byte `start` of the object, is chosen.
    fn takes(&self, index: u64, start: u64) -> bool {
        match *self {
            Self::Every(step) => index.is_multiple_of(step),
            Self::Fraction { threshold, seed } => u128::from(mix(start ^ mix(seed))) < threshold,
            Self::First(_) => true,
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014). Results for adjacent inputs are practically independent.
fn mix(value: u64) -> u64 {
    let mut mixed = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests;
