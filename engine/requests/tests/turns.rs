//! The queue between tenants: whose request a worker takes next.

use headwater_requests::queue::{Entry, Offer, Queue};

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
