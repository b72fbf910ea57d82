"""Tournaments: ordinary games with a plan of who plays whom."""
