"""Headwater's bundles, one for each line of Spark, in the folder `jars` of this package.

`headwater jar` prints the path of the one for the installed PySpark.
"""
