"""Shared deals: several people play the same cards, each against the same computer. Daily, or for two friends."""
