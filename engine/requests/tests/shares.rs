//! The workers' time of tenants, by a clock of the test.

use headwater_requests::queue::Shares;
use std::collections::HashMap;
use std::time::Duration;

/// One worker serves tenants that always have requests, each of these seconds. Returns the seconds of each tenant.
fn serve(tenants: &[(&'static str, f64, u64)], total: u64) -> HashMap<&'static str, u64> {
    let mut shares = Shares::default();
    let mut served = HashMap::new();
    for (tenant, weight, _) in tenants {
        shares.join(tenant, *weight, Duration::ZERO);
    }
    let mut second = 0;
    while second < total {
        let now = Duration::from_secs(second);
        let spent = |tenant: &str| shares.spent(tenant, now);
        let next = tenants
            .iter()
            .min_by(|one, other| spent(one.0).total_cmp(&spent(other.0)));
        let (tenant, weight, seconds) = next.expect("a tenant");
        shares.join(tenant, *weight, now);
        shares.start(tenant, now);
        second += seconds;
        shares.end(tenant, now, Duration::from_secs(second));
        *served.entry(*tenant).or_default() += seconds;
    }
    served
}

#[test]
fn tenants_have_equal_time_however_long_their_requests_are() {
    let served = serve(&[("short", 1.0, 1), ("long", 1.0, 20)], 2000);
    assert_eq!(served, HashMap::from([("short", 1000), ("long", 1000)]));
}

#[test]
fn weights_divide_the_time() {
    let served = serve(&[("a", 3.0, 2), ("b", 1.0, 2), ("c", 0.5, 2)], 9000);
    for (tenant, seconds) in [("a", 6000), ("b", 2000), ("c", 1000)] {
        assert!(served[tenant].abs_diff(seconds) <= 6, "{served:?}");
    }
}

#[test]
fn a_request_counts_while_it_is_at_work() {
    let mut shares = Shares::default();
    shares.join("endless", 1.0, Duration::ZERO);
    shares.start("endless", Duration::ZERO);
    let now = Duration::from_secs(100);
    shares.join("new", 1.0, now);
    assert_eq!(shares.spent("endless", now), 100.0);
    assert_eq!(
        shares.spent("new", now),
        100.0,
        "no time is saved for later"
    );
    assert!(shares.spent("endless", 2 * now) > shares.spent("new", 2 * now));
}

#[test]
fn a_tenant_without_requests_is_forgotten() {
    let mut shares = Shares::default();
    shares.join("a", 1.0, Duration::ZERO);
    shares.start("a", Duration::ZERO);
    shares.end("a", Duration::ZERO, Duration::from_secs(9));
    assert_eq!(
        (shares.all("a"), shares.spent("a", Duration::ZERO)),
        (0, 0.0)
    );
}
