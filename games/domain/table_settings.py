"""The settings of a table: what its players agree on in addition to the rules of the card game."""

from typing import Literal, NamedTuple

type ClockKind = Literal["none", "live", "turn", "bank"]
type Timeout = Literal["lose", "computer", "card"]
type DaysOff = Literal["none", "nights", "weekends", "both"]

DAY = 24 * 3600

CORRESPONDENCE_CLOCKS = ("turn", "bank")
"""The clocks that run over days."""


class TableSettings(NamedTuple):
    """The settings of a table.

    `clock` is "none", the players' own pace; "live": `time` seconds for the whole game, `increment` after each turn,
    `reserve` when the time is used up; "turn": `time` seconds for each turn; "bank": as "live" without a reserve, over
    days. `timeout` is the consequence when time runs out: the game is lost, the computer takes the seat, or one card is
    played. `days_off`: the hours in which no clock runs; `time_zone` is for seats whose player has none ("": that of
    the site). `show_left_behind`: cards that could have been taken are pointed out to all (4.10).
    """

    public: bool = False
    rated: bool = False
    clock: ClockKind = "none"
    time: int = 0
    increment: int = 0
    reserve: int = 0
    timeout: Timeout = "lose"
    vacations: bool = True
    days_off: DaysOff = "none"
    chat: Literal["off", "phrases", "free"] = "free"
    spectators: bool = True
    takebacks: bool = True
    hints: bool = False
    show_left_behind: bool = True
    bot_speed: Literal["at_once", "natural", "slow"] = "natural"
    time_zone: str = ""

    @property
    def live(self) -> bool:
        """True if the players promise to sit at the table together. All other games may go over days."""
        return self.clock == "live"

    @property
    def correspondence(self) -> bool:
        """True if a clock runs over days, which may stop on nights, weekends and holidays."""
        return self.clock in CORRESPONDENCE_CLOCKS
