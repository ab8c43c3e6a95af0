"""The commands for storlets and their policies: `headwater filters` and `headwater policy`."""
