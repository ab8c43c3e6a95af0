"""`headwater bench growth`: how a job's requests and time grow with its parts, bytes, objects, partitions."""
