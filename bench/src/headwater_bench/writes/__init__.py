"""`headwater bench writes`: writing by Headwater, S3A and Stocator, side by side on one store."""
