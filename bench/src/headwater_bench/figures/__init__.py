"""`headwater bench figures`: what README.md and the docs tell of results is taken from them."""
