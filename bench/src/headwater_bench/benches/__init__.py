"""The benchmarks: each is a module with a `plan`, and its rows as data next to it."""
