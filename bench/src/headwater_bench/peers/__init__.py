"""The compared file systems, and the jars and packages of their software."""
