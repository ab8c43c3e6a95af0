"""Measurement of any kind: turns, samples, results and their figures."""
