"""The fields of a form that carry a player's seed for the shuffle."""

from typing import Any

from django import template

from games.domain.table import NOBODY
from games.log.server_seeds import new_server_seed, to_token

register = template.Library()


@register.inclusion_tag("games/_seed.html")
def seed_fields(commitment: str = "", sealed: bool = True, opens: bool = False, dealer: int = NOBODY) -> dict[str, Any]:
    """Fields for a client seed that is given to this commitment. Where the form `opens` a game, a commitment is made
    for it. `sealed`: the page gives the seed's hash first, so that no other player can choose after seeing the seed."""
    if not opens:
        return {"commitment": commitment, "sealed": sealed}
    seed = new_server_seed(dealer)
    return {"commitment": seed.commitment, "sealed": sealed, "token": to_token(seed)}
