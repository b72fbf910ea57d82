"""Hints at a table: the best move and why, for whoever asks on their turn. That one was asked is shown to all."""
