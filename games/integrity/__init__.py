"""What stands beside the logs, checked: seats, disputes, ratings, and that no game has gone (`manage.py verify`)."""
