"""Asking people to an open table by the name they signed up with: rows beside the log; who comes sits down as always."""
