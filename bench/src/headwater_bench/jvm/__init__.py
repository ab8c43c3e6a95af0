"""JVMs with Spark or Hadoop that Python drives."""
