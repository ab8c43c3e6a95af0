"""`headwater bench operations`: Headwater and others on one store, by Hadoop's FileSystem calls."""
