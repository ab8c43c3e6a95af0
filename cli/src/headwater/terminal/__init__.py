"""Output for a terminal: steps, errors, tables and safe text."""
