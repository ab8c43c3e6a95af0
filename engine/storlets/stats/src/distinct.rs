//! Estimates the number of distinct values.

/// The number of hash bits that select a register. 2^12 registers of one byte give a standard error of 1.6%.
const PRECISION: u32 = 12;
const REGISTERS: usize = 1 << PRECISION;
/// The other bits, whose leading zeros are counted.
const BITS: usize = 64 - PRECISION as usize;

/// An estimate of the number of distinct values: HyperLogLog (Flajolet and others, 2007).
pub struct Distinct(Box<[u8; REGISTERS]>);

impl Default for Distinct {
    fn default() -> Self {
        Self(Box::new([0; REGISTERS]))
    }
}

impl Distinct {
    /// Adds a value by its hash.
    pub fn add(&mut self, hash: u64) {
        let register = &mut self.0[(hash >> BITS) as usize];
        let zeros = (hash << PRECISION).leading_zeros().min(BITS as u32);
        *register = (*register).max(zeros as u8 + 1);
    }

    /// The estimated number of distinct values. The estimator is that of Ertl (2017), which needs no corrections for
    /// small or large numbers.
    pub fn estimate(&self) -> u64 {
        let mut counts = [0.0; BITS + 2];
        for &register in self.0.iter() {
            counts[usize::from(register)] += 1.0;
        }
        let registers = REGISTERS as f64;
        let mut sum = registers * tau(1.0 - counts[BITS + 1] / registers);
        for count in counts[1..=BITS].iter().rev() {
            sum = 0.5 * (sum + count);
        }
        sum += registers * sigma(counts[0] / registers);
        (registers * registers / (2.0 * std::f64::consts::LN_2 * sum)).round() as u64
    }
}

/// x + the sum of x^(2^k) 2^(k-1) over k from 1, for registers that are still 0.
fn sigma(mut x: f64) -> f64 {
    if x == 1.0 {
        return f64::INFINITY;
    }
    let (mut weight, mut sum, mut before) = (1.0, x, f64::NAN);
    while sum != before {
        before = sum;
        x *= x;
        sum += x * weight;
        weight += weight;
    }
    sum
}

/// A third of 1 - x - the sum of (1 - x^(2^-k))^2 2^-k over k from 1, for registers that are full.
fn tau(mut x: f64) -> f64 {
    if x == 0.0 || x == 1.0 {
        return 0.0;
    }
    let (mut weight, mut sum, mut before) = (1.0, 1.0 - x, f64::NAN);
    while sum != before {
        before = sum;
        x = x.sqrt();
        weight *= 0.5;
        sum -= (1.0 - x).powi(2) * weight;
    }
    sum / 3.0
}
