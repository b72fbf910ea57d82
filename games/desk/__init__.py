"""The director's desk: disputed moves laid out, ruled on, and everything done there on record."""
