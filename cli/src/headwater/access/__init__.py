"""How programs and commands reach a store."""
