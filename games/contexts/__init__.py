"""What pages and sockets show, read from the database for one viewer: below `views` and `consumers`, which share it."""
