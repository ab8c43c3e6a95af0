"""`headwater bench reads`: compares reading by Headwater, S3A and Stocator on one store."""
