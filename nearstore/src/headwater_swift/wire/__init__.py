"""Formats and protocols: headers, frames, errors and the engine's socket."""
