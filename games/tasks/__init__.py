"""Tasks: work that no one waits for."""
