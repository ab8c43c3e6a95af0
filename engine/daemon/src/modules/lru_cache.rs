//! A cache of recently used values.

use std::collections::HashMap;
use std::hash::Hash;

/// A bounded number of values. The least recently used one is evicted first.
pub struct LruCache<K, V> {
    most: usize,
    uses: u64,
    values: HashMap<K, (u64, V)>,
}

impl<K: Hash + Eq + Clone, V: Clone> LruCache<K, V> {
    pub fn new(most: usize) -> Self {
        LruCache {
            most: most.max(1),
            uses: 0,
            values: HashMap::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn get(&mut self, key: &K) -> Option<V> {
        self.uses += 1;
        let (used, value) = self.values.get_mut(key)?;
        *used = self.uses;
        Some(value.clone())
    }

    pub fn put(&mut self, key: K, value: V) {
        self.uses += 1;
        self.values.insert(key, (self.uses, value));
        if self.values.len() > self.most {
            let oldest = self
                .values
                .iter()
                .min_by_key(|(_, (used, _))| *used)
                .map(|(key, _)| key.clone());
            oldest.and_then(|key| self.values.remove(&key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LruCache;

    #[test]
    fn the_least_recently_used_value_is_evicted() {
        let mut recent = LruCache::new(2);
        recent.put("a", 1);
        recent.put("b", 2);
        assert_eq!(recent.get(&"a"), Some(1));
        recent.put("c", 3);
        assert_eq!(
            (recent.get(&"a"), recent.get(&"b"), recent.get(&"c")),
            (Some(1), None, Some(3))
        );
        assert_eq!(recent.len(), 2);
    }
}
