//! The queue in which tenants take turns.

use headwater_requests::queue::{Entry, Offer, Queue};

fn offer(queue: &Queue<&'static str>, tenant: &str, item: &'static str) {
    let entry = Entry {
        tenant: tenant.into(),
        priority: 0,
        at_once: None,
        item,
    };
    assert!(matches!(queue.offer(entry), Offer::Taken(_, None)));
}

#[test]
fn tenants_take_turns() {
    let queue = Queue::taking_turns(2, 8);
    for item in ["a1", "a2", "a3"] {
        offer(&queue, "a", item);
    }
    offer(&queue, "b", "b1");
    offer(&queue, "b", "b2");
    let mut order = Vec::new();
    for _ in 0..5 {
        queue.work(|item| order.push(item));
    }
    assert_eq!(order, ["a1", "b1", "a2", "b2", "a3"]);
}

#[test]
fn a_tenant_has_one_running_request() {
    let queue = Queue::taking_turns(2, 8);
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
