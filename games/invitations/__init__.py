"""Asking people to an open table by the name they signed up with. Kept beside the log: who comes just sits down."""
