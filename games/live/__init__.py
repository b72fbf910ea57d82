"""Open pages of tables: who is there, what is pushed to them, and their periodic work."""
