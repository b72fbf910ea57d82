"""Template tag for the form fields of a player's client seed."""

from typing import Any

from django import template

from games.domain.table import NO_SEAT
from games.log.shuffling import new_server_seed, to_token

register = template.Library()


@register.inclusion_tag("games/open_table/_client_seed.html")
def seed_fields(
    commitment: str = "", sealed: bool = True, opens: bool = False, dealer: int = NO_SEAT, typed: bool = True
) -> dict[str, Any]:
    """The fields for a client seed given for this commitment; without one, for its hash alone.

    If the form `opens` a game, a commitment is made for it. `sealed`: the page sends the seed's hash first, so that no
    other player can choose theirs after seeing the seed. `typed`: without JavaScript there is a field to type one.
    """
    fields = {"commitment": commitment, "sealed": sealed, "typed": typed}
    if not opens:
        return fields
    seed = new_server_seed(dealer)
    return fields | {"commitment": seed.commitment, "token": to_token(seed)}
