"""Measures what MapReduce's reducers wait for in the file system while their output grows."""
