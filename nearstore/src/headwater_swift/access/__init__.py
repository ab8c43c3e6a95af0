"""Access rules: identities, rights, policies, and the guard that enforces them."""
