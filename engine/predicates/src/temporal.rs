//! Dates and timestamps that are exact without historical calendar rules.

use crate::parameter;
use headwater_storlet::{Failure, Parameters};

const MICROS: i64 = 1_000_000;
const DAY: i64 = 86_400;

/// Days since 1970-01-01 of `yyyy-mm-dd`, years 1 to 9999, proleptic Gregorian.
pub fn date(text: &[u8]) -> Option<i64> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text else {
        return None;
    };
    let (year, month, day) = (
        digits(&[y1, y2, y3, y4])?,
        digits(&[m1, m2])?,
        digits(&[d1, d2])?,
    );
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (year > 0 && (1..=length).contains(&day)).then(|| days(year, month, day))
}

/// Days since 1970-01-01, computed with years that begin in March.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month < 3);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

/// Microseconds since 1970-01-01 of `yyyy-mm-dd hh:mm:ss[.ffffff]` (or with `T`), and the zone's text after it.
pub fn date_time(text: &[u8]) -> Option<(i64, &[u8])> {
    let (day, time) = text.split_at_checked(10)?;
    let [b' ' | b'T', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = time else {
        return None;
    };
    let (hour, minute, second) = (
        digits(&[*h1, *h2])?,
        digits(&[*m1, *m2])?,
        digits(&[*s1, *s2])?,
    );
    let (micros, zone) = fraction(rest)?;
    let valid = hour < 24 && minute < 60 && second < 60;
    let seconds = date(day)? * DAY + hour * 3600 + minute * 60 + second;
    valid.then_some((seconds * MICROS + micros, zone))
}

fn fraction(text: &[u8]) -> Option<(i64, &[u8])> {
    let [b'.', rest @ ..] = text else {
        return Some((0, text));
    };
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (fraction, zone) = rest.split_at(length);
    let scale = 10_i64.pow(6_u32.checked_sub(u32::try_from(length).ok()?)?);
    (length > 0).then_some((digits(fraction)? * scale, zone))
}

/// Reads `timeZone`, a zone with a constant offset, in microseconds.
pub fn time_zone(parameters: &Parameters) -> Result<Option<i64>, Failure> {
    let offset = |zone: &str| {
        match zone {
        "UTC" => Ok(0),
        other => offset(other.as_bytes()).ok_or_else(|| {
            Failure::parameters(format!("'timeZone' is '{other}': UTC or an offset like +01:00 is expected; leave out one that changes"))
        }),
    }
    };
    parameters.get(parameter::TIME_ZONE).map(offset).transpose()
}

/// Microseconds east of UTC of `Z`, `+hh:mm` or `-hh:mm`, up to 18 hours.
pub fn offset(text: &[u8]) -> Option<i64> {
    match *text {
        [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (digits(&[h1, h2])?, digits(&[m1, m2])?);
            let seconds = hours * 3600 + minutes * 60;
            let sign = if sign == b'-' { -MICROS } else { MICROS };
            (minutes < 60 && seconds <= 18 * 3600).then_some(sign * seconds)
        }
        _ => None,
    }
}

fn digits(text: &[u8]) -> Option<i64> {
    text.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + i64::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_one_by_one() {
        let mut expected = date(b"0001-01-01").unwrap();
        for year in 1..=9999 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if let Some(days) = date(format!("{year:04}-{month:02}-{day:02}").as_bytes()) {
                        assert_eq!(days, expected, "{year}-{month}-{day}");
                        expected += 1;
                    }
                }
            }
        }
        assert_eq!(
            (
                date(b"1970-01-01"),
                date(b"2000-02-29"),
                date(b"9999-12-31")
            ),
            (Some(0), Some(11_016), Some(2_932_896))
        );
    }

    #[test]
    fn texts_that_are_not_dates_have_no_value() {
        for text in [
            "2015-02-29",
            "1900-02-29",
            "2015-13-01",
            "2015-00-01",
            "2015-01-00",
            "0000-01-01",
            "2015-1-1",
            "15-01-01",
            "2015-01-01 ",
        ] {
            assert_eq!(date(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn timestamps_are_instants() {
        let instant = |text: &str| {
            let (micros, zone) = date_time(text.as_bytes())?;
            Some(micros - offset(zone)?)
        };
        assert_eq!(instant("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(instant("1970-01-01 01:00:00.5+01:00"), Some(500_000));
        assert_eq!(instant("1969-12-31T23:59:59.999999-00:00"), Some(-1));
        for text in [
            "1970-01-01T00:00:00",
            "1970-01-01T24:00:00Z",
            "1970-01-01T00:00:60Z",
            "1970-01-01T00:00:00.Z",
            "1970-01-01",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
        assert_eq!(instant("1970-01-01T00:00:00.1234567Z"), None);
        assert_eq!(instant("1970-01-01T00:00:00+18:01"), None);
    }
}
