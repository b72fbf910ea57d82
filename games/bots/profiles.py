"""The profiles of the levels that make human errors, weakest first."""

from games.bots.attention import Oversights
from games.bots.human import Profile

PROFILES = {
    "beginner": Profile(
        Oversights(
            pair=0.1,
            build=0.3,
            sum_of_two=0.4,
            longer_sum=0.8,
            several_groups=0.75,
            simple_build=0.9,
            larger_build=1.0,
        ),
        memory=0.0,
        caution=0.0,
        foresight=0.0,
        misjudgment=0.8,
        hurry=1.4,
    ),
    "easy": Profile(
        Oversights(
            pair=0.03,
            build=0.1,
            sum_of_two=0.24,
            longer_sum=0.5,
            several_groups=0.4,
            simple_build=0.6,
            larger_build=0.97,
        ),
        memory=0.1,
        caution=0.05,
        foresight=0.1,
        misjudgment=0.65,
        hurry=1.4,
    ),
    "casual": Profile(
        Oversights(
            build=0.03, sum_of_two=0.06, longer_sum=0.25, several_groups=0.2, simple_build=0.3, larger_build=0.8
        ),
        memory=0.3,
        caution=0.15,
        foresight=0.2,
        misjudgment=0.5,
        hurry=1.3,
    ),
    "careful": Profile(
        Oversights(longer_sum=0.06, several_groups=0.05, sum_of_two=0.01, simple_build=0.1, larger_build=0.4),
        memory=0.6,
        caution=0.6,
        foresight=0.3,
        misjudgment=0.2,
        hurry=1.2,
    ),
}
