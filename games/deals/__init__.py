"""The same cards for several people, each alone against the same computer: the deal of the day, and two friends."""
