"""`headwater bench requests`: the requests of small Spark programs, counted and explained."""
