"""Checks that a finished game of Casino was dealt as promised. It needs Python 3.8 or newer and nothing else.

    python3 verify_deal.py game.json [note ...]

game.json is the game's JSON record. A note is anything you wrote down before the first deal: the commitment, or the
seed that you gave. Each note has to be part of the deal.

"Canonical" is a JSON list in UTF-8 with sorted keys and without blanks. Every game has a server seed of 32 bytes,
"seed" in its record. Most games ("fairness": 3) are dealt from it and from a seed of each player ("words"):

1. The commitment is the SHA-256 of canonical ["casino/commitment/3", the server seed in hexadecimal, the game's id, the
   seat that deals first]. The last is 0 where the dealer is drawn. All of this is fixed before a player gives a seed.
2. A player's seed may be promised by its SHA-256 ("hashes") before anyone shows theirs. For a seat whose player gave
   none, one is derived: the first 16 digits of the SHA-256 of canonical ["casino/word/2", the server seed in
   hexadecimal, the game's id, the seat].
3. The seed of the shuffle is the SHA-256 of canonical ["casino/seed/2", the server seed in hexadecimal, the game's id,
   [the players' seeds, by seat]].

The record claims a protection. "everyone": every seat gave a seed that was promised before, so not even the operator
together with players could choose the cards. "operator": at least one player gave a seed, so the operator alone could
not. "none": the deal rests on trust in the operator.

In deals that several people play, and in games begun from the home page, no player gives a seed: the server seed is
itself the seed of the shuffle, and the commitment its SHA-256. All games:

4. First dealer: SHA-256(seed + "casino/dealer/" + counter), counter in decimal from 0, is read as a big-endian
   number; one at or above the largest multiple of the number of seats below 2 to the 256 is passed over for the next
   counter. The rest of its division by the number of seats, plus 1, is the seat that deals. (When a game is played
   again, the deal passes on instead.)
5. The pack of each round: the cards by rank, then by suit, shuffled by Fisher and Yates from the last place down. For
   place i (from 0) a number below i + 1 comes from a stream of bytes: SHA-256(seed + "casino/round/" + round number +
   counter), counter in 8 bytes, big-endian, from 0, block after block. A byte at or above the largest multiple of
   i + 1 below 256 is passed over; else its rest of the division by i + 1 is the number.
"""

import json
import sys
from hashlib import sha256
from itertools import count


def pack_of(ranks, suits, without=()):
    return [rank + suit for rank in ranks for suit in suits if rank + suit not in without]


PACKS = {
    "standard": pack_of("A23456789TJQK", "SHDC"),
    "no_faces": pack_of("A23456789T", "SHDC"),
    "five_handed": pack_of("A23456789TJQK", "SHDC", ("2H", "2D", "2C")),
    "rook": pack_of("123456789T", "BRGY"),
}


def dealer_of(seed, seats):
    labels = (b"casino/dealer/" + str(counter).encode() for counter in count())
    draws = (int.from_bytes(sha256(seed + label).digest(), "big") for label in labels)
    return next(drawn for drawn in draws if drawn < 2**256 - 2**256 % seats) % seats + 1


def stream_of(seed, number):
    for counter in count():
        label = b"casino/round/" + str(number).encode()
        yield from sha256(seed + label + counter.to_bytes(8, "big")).digest()


def shuffled(seed, number, cards):
    cards, stream = list(cards), stream_of(seed, number)
    for place in range(len(cards) - 1, 0, -1):
        limit = place + 1
        other = next(byte for byte in stream if byte < 256 - 256 % limit) % limit
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def canonical(*parts):
    return json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment_of(game, secret):
    if not with_words(game):
        return sha256(secret).hexdigest()
    dealer = 0 if game["dealer_drawn"] else game["dealer"]
    return sha256(canonical("casino/commitment/3", secret.hex(), game["game"], dealer)).hexdigest()


def word_of(game, secret, seat):
    return sha256(canonical("casino/word/2", secret.hex(), game["game"], seat)).hexdigest()[:16]


def seed_of(game, secret):
    if not with_words(game):
        return secret
    return sha256(canonical("casino/seed/2", secret.hex(), game["game"], game["words"])).digest()


def with_words(game):
    way = game.get("fairness", 1)
    if way not in (1, 3):
        raise ValueError(f"this program does not know fairness {way!r}")
    return way != 1


def words_of(game):
    return game["words"] if with_words(game) else []


def given_seeds(game):
    return [word for seat, word in enumerate(words_of(game)) if game["given"][seat]]


def words_checked(game, secret):
    seats = range(1, game["seats"] + 1)
    yield "every seat has a seed", len(game["words"]) == len(game["given"]) == len(seats)
    for seat in seats:
        derived = game["words"][seat - 1] == word_of(game, secret, seat)
        if game["given"][seat - 1]:
            yield f"the seed of seat {seat} was given by its player, not derived", not derived
        else:
            yield f"the seed of seat {seat} is the one derived", derived
    yield from hashes_checked(game)


def hashes_checked(game):
    """The promises of players, and the protection that follows from them."""
    hashes, given, claimed = game["hashes"], game["given"], game["protection"]
    all_promised = all(hashes) and all(given)
    for seat in range(game["seats"]):
        if hashes[seat] and given[seat]:
            kept = sha256(game["words"][seat].encode()).hexdigest() == hashes[seat]
            yield f"the seed of seat {seat + 1} is the one promised", kept
    if claimed == "none":
        kept = not any(given)
    else:
        kept = any(given) and (claimed == "operator" or (claimed == "everyone" and all_promised))
    yield f"the protection can be {claimed!r}", kept


def checks_of(game, notes):
    """Yield each check, in words, and whether it holds."""
    secret = bytes.fromhex(game["seed"])
    yield "the secret has 32 bytes", len(secret) == 32
    yield "the commitment is that of the secret", commitment_of(game, secret) == game["commitment"]
    for note in notes:
        yield "your note is part of the deal: " + note, note.lower() == game["commitment"] or note in given_seeds(game)
    if with_words(game):
        yield from words_checked(game, secret)
    seed = seed_of(game, secret)
    if game["dealer_drawn"]:
        yield "the first dealer is the one drawn", dealer_of(seed, game["seats"]) == game["dealer"]
    yield "there is a pack", bool(game["decks"])
    for number, deck in enumerate(game["decks"], 1):
        yield f"the pack of round {number} is the seed's", deck.split() == shuffled(seed, number, PACKS[game["pack"]])


def main(arguments):
    if not arguments:
        sys.stdout.write(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            told = json.load(file)
        words, checked = words_of(told), list(checks_of(told, arguments[1:]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as wrong:
        sys.stdout.write(f"This is no record that can be checked: {wrong!r}\n")
        return 2
    for seat, word in enumerate(words, 1):
        sys.stdout.write(f"       seed of seat {seat}: {json.dumps(word)}\n")
    sys.stdout.write(f"       protection: {told.get('protection', 'none')}\n")
    for what, right in checked:
        sys.stdout.write(f"{'ok   ' if right else 'WRONG'}  {what}\n")
    fair = all(right for _, right in checked)
    sys.stdout.write("Dealt as promised.\n" if fair else "NOT dealt as promised.\n")
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
