"""How somebody likes the site: kept for the person, read once a page, shown as attributes of the page."""
