"""`manage.py casino`: questions about rules, moves, scores and whole games, one JSON object per line in and out."""

import json
import sys
from argparse import RawDescriptionHelpFormatter
from io import TextIOWrapper
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandParser

from games.domain.json_api import handle_request

MAX_LINE_LENGTH = 1_000_000

HELP = """Answers questions about Casino: one JSON object a line on standard input, one a line on standard output.

  {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": "AS 5D", "table": "8D [5S+4C=9@2]", "stock": 24}
      every legal move of the seat to play
  {"op": "check", ..., "move": "4C+5H=9"}
      whether one move is legal, with the code, the rule's number and a sentence when it is not
  {"op": "score", "rules": "casino", "piles": ["AS TD", "2S"], "sweeps": [[4], []], "last_capture": 1, "before": [0, 0]}
      the score sheet of a round
  {"op": "replay", "rules": "casino", "seats": 2, "dealer": 2, "decks": ["..."], "moves": ["9C"]}
      a whole game, or as far as it got; a refused entry is told with its place "at", counted from 0
  {"op": "record", ... as replay ...}   the game as a readable text;   {"op": "record", "text": "..."}   and back

"rules" is the id of a game, or {"preset": id, option: value, ...}. A line that is not understood is answered with
{"error": {"code": "bad-request", "message": "..."}}, and the next one is read."""


class Command(BaseCommand):
    """Answer questions until the input ends."""

    help = HELP
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def handle(self, *_args: Any, **_options: Any) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        answer_lines(sys.stdin, sys.stdout)


def answer_lines(questions: TextIO, answers: TextIO) -> None:
    """Answer every line, in order."""
    for line in questions:
        print(json.dumps(answer_line(line)), file=answers, flush=True)


def answer_line(line: str) -> dict[str, Any]:
    """The answer to one line, even to one that is not JSON."""
    if len(line) > MAX_LINE_LENGTH:
        return {"error": {"code": "bad-request", "message": "The line is too long."}}
    try:
        ask = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": {"code": "bad-request", "message": "The line is not a JSON object."}}
    return handle_request(ask)
