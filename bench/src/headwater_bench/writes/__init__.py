"""`headwater bench writes`: compares writing by Headwater, S3A and Stocator on one store."""
