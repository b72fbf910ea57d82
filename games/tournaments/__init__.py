"""Tournaments: rounds of ordinary games, with their pairings and standings."""
