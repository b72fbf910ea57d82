"""Formats of dates and times where Django's own do not suit, a package for each language."""
