//! Deterministic meter readings with ten columns. One line in a thousand begins with `2015-01-07`, a prefix to select
//! by.

const PLACES: [&str; 4] = [
    "Rotterdam,NLD,11,51.9633,4.4997",
    "Mazoba,ESP,39,43.4167,-3.5833",
    "Paris,FRA,75,48.8534,2.3488",
    "Lisboa,PRT,14,38.7167,-9.1333",
];

/// At most `bytes` of complete lines. The first is a header.
pub fn readings(bytes: usize) -> Vec<u8> {
    let mut lines = b"date,index,sumHC,sumHP,vid,city,state,state_abbr,lat,long\n".to_vec();
    let mut random = 42_u64;
    for number in 0.. {
        let line = reading(number, &mut random);
        if lines.len() + line.len() > bytes {
            break;
        }
        lines.extend(line.as_bytes());
    }
    lines
}

fn reading(number: u64, random: &mut u64) -> String {
    let day = if number % 1000 == 7 {
        7
    } else {
        1 + number % 6
    };
    let index = f64::from(next(random)) / 6_700_000.0;
    let place = PLACES[next(random) as usize % PLACES.len()];
    format!(
        "2015-01-{day:02}T{:02}:00:00+01:00,{index:.13},{:.16},0,METER{:06},{place}\n",
        number / 6 % 24,
        index / 1000.0,
        number % 1_000_000
    )
}

/// Knuth's linear congruential generator.
fn next(random: &mut u64) -> u32 {
    *random = random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*random >> 32) as u32
}
