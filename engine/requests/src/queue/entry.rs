//! A request in the queue.

/// A request with what the queue needs to know.
pub struct Entry<T> {
    /// The tenant that owns it.
    pub tenant: String,
    /// 0 to 9, 9 first.
    pub priority: u8,
    /// The tenant's part of the workers' time, beside those of others.
    pub weight: f64,
    /// The maximum number of the tenant's requests, running and waiting.
    pub at_once: Option<usize>,
    /// The request.
    pub item: T,
}

impl<T> Entry<T> {
    /// The entry with another item.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Entry<U> {
        Entry {
            tenant: self.tenant,
            priority: self.priority,
            weight: self.weight,
            at_once: self.at_once,
            item: change(self.item),
        }
    }
}
