"""What `headwater doctor` examines in a store, and in this machine."""
