"""The commands of `headwater`, one file for each command or group."""
