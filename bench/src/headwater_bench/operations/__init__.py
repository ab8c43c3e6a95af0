"""`headwater bench operations`: Headwater and peers on one store, by Hadoop's FileSystem calls."""
