"""Players who follow each other, and announcements of the site's staff to everyone."""
