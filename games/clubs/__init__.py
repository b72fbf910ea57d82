"""Clubs: a home for a family or a card club, with its members, tables, news, talk and dates."""
