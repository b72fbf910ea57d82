"""Analysis of positions, shown to people."""
