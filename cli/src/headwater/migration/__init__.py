"""The settings of S3A, Stocator and Hadoop's Swift file system, and what they are here."""
