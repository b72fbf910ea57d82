"""Puzzles: positions with one best move, proved by exact play, for people to find it."""
