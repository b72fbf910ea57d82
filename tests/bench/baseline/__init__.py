"""Baseline for the site: the least that Django can do for a move. It authenticates, checks the token, inserts the same
rows, answers with a page of the same size and pushes one to the others; it knows no game."""
