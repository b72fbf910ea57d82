"""A person's preferences: stored with the person, read once a page, shown as attributes of the page."""
