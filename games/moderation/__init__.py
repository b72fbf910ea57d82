"""The director's moderation: viewing disputed moves and ruling on them, with every action recorded in the staff log."""
