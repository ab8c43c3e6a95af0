"""The costs and savings of a storlet, compared with a plain GET and with the same native program."""
