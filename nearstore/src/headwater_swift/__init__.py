"""OpenStack Swift middleware that runs storlets next to the objects. Paste's entries are in `filters`."""
