"""Measures how long MapReduce's reducers wait for the file system as their output grows."""
