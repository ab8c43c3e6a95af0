"""`headwater bench scale`: a job of many tasks on a public cloud, simulated from measured unit costs."""
