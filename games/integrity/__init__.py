"""Verification of data outside the logs: seats, disputes, ratings, and missing games (`manage.py verify`)."""
