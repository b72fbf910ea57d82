"""Looking back at a finished game: what each of a seat's moves cost, by what the seat could see. A task works it out;
what it finds is kept."""
