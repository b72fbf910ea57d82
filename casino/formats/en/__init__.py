"""American English."""
