"""The terms of a table: its players' agreements in addition to the rules of the card game."""

from typing import NamedTuple

DAY = 24 * 3600

OVER_DAYS = ("turn", "bank")
"""The clocks of correspondence games."""


class Terms(NamedTuple):
    """The terms of a table.

    `clock` is "none"; "live": `time` seconds for the whole game, `increment` after each turn, `reserve` when the time
    is used up; "turn": `time` seconds for each turn; "bank": as "live" without a reserve, over days. `timeout` is the
    consequence when time runs out: "lose", "computer" (it takes the seat) or "card" (one is played). `rest`, when no
    clock runs: "none", "nights", "weekends" or "both", by the hours of the time zone `zone` ("": that of the site).
    `chat`: "off", "phrases" or "free". `pace` of the computers: "at_once", "natural" or "slow". `left_behind`: whether
    cards that could have been taken are pointed out to all (4.10).
    """

    public: bool = False
    rated: bool = False
    clock: str = "none"
    time: int = 0
    increment: int = 0
    reserve: int = 0
    timeout: str = "lose"
    holidays: bool = True
    rest: str = "none"
    chat: str = "free"
    spectators: bool = True
    takebacks: bool = True
    hints: bool = False
    left_behind: bool = True
    pace: str = "natural"
    zone: str = ""

    @property
    def over_days(self) -> bool:
        """True for a correspondence game, whose clocks may stop on nights, weekends and holidays."""
        return self.clock in OVER_DAYS


CHOICES = {
    "clock": ("none", "live", "turn", "bank"),
    "timeout": ("lose", "computer", "card"),
    "rest": ("none", "nights", "weekends", "both"),
    "chat": ("off", "phrases", "free"),
    "pace": ("at_once", "natural", "slow"),
}
