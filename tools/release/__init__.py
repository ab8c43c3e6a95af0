"""The parts of `make dist`."""
