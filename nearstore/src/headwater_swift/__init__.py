"""OpenStack Swift middleware that runs storlets beside the objects; paste's entries are in `filters`."""
