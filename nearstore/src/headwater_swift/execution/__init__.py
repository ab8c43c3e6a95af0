"""Runs storlets: plans, modules, streams of frames and stored answers."""
