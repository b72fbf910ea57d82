"""The log of a game: stored, encrypted, verified, moved, and the shuffles it holds."""
