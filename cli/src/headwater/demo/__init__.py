"""The demonstration: the command, the programs that Spark runs, and the checks."""
