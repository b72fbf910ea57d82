"""Hints at a table: the best move and the reason, for the player to move. Asking for one is visible to all."""
