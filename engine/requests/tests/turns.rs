//! The queue between tenants: whose request a worker takes next.

use headwater_requests::queue::{Entry, Offer, Queue, Requests};

fn offer(queue: &Queue<&'static str>, tenant: &str, item: &'static str) {
    let entry = Entry {
        tenant: tenant.into(),
        priority: 0,
        weight: 1.0,
        at_once: None,
        item,
    };
    assert!(matches!(queue.offer(entry), Offer::Taken(_, None)));
}

#[test]
fn tenants_take_turns() {
    for queue in [Queue::new(2, 8), Queue::one_per_tenant(2, 8)] {
        for item in ["a1", "a2", "a3"] {
            offer(&queue, "a", item);
        }
        offer(&queue, "b", "b1");
        let mut order = Vec::new();
        for _ in 0..4 {
            queue.work(|item| order.push(item));
        }
        assert_eq!(order, ["a1", "b1", "a2", "a3"]);
    }
}

#[test]
fn a_tenant_at_work_comes_after_the_others() {
    let queue = Queue::new(2, 8);
    for item in ["a1", "a2", "a3"] {
        offer(&queue, "a", item);
    }
    let mut order = Vec::new();
    queue.work(|first| {
        order.push(first);
        offer(&queue, "b", "b1");
        queue.work(|second| order.push(second));
    });
    assert_eq!(order, ["a1", "b1"]);
}

#[test]
fn a_tenant_has_one_request_at_work() {
    let queue = Queue::one_per_tenant(2, 8);
    offer(&queue, "a", "a1");
    offer(&queue, "a", "a2");
    let mut order = Vec::new();
    queue.work(|first| {
        order.push(first);
        offer(&queue, "b", "b1");
        queue.work(|second| order.push(second));
    });
    queue.work(|third| order.push(third));
    assert_eq!(order, ["a1", "b1", "a2"]);
}

#[test]
fn requests_of_each_tenant_are_known_while_they_run_and_wait() {
    let queue = Queue::new(1, 8);
    for (tenant, item) in [("a", "a1"), ("b", "b1"), ("b", "b2")] {
        offer(&queue, tenant, item);
    }
    let requests = |tenant: &str, running, waiting| Requests {
        tenant: tenant.into(),
        running,
        waiting,
    };
    let known = || {
        let mut known = queue.requests();
        known.sort_by(|one, other| one.tenant.cmp(&other.tenant));
        known
    };
    assert_eq!(known(), [requests("a", 0, 1), requests("b", 0, 2)]);
    queue.work(|_| assert_eq!(known(), [requests("a", 1, 0), requests("b", 0, 2)]));
    assert_eq!(known(), [requests("b", 0, 2)]);
    queue.work(|_| assert_eq!(known(), [requests("b", 1, 1)]));
    queue.work(|_| ());
    assert_eq!(known(), []);
}
