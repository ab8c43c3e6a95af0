"""The embedded store: a complete object store on loopback, in one data folder, without root or containers.

It is the extra `store` of the package, since it needs OpenStack Swift.
"""
