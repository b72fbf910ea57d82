"""The sizes at which the table is one screen, and the scenes in which it is looked at."""

SIZES = [
    *((360, 640), (360, 740), (390, 844), (740, 360), (820, 1180), (1024, 768)),
    *((1366, 650), (1440, 900), (1920, 1080), (2560, 1440), (720, 450)),
]
"""Width and height; the last is a window of 1440 by 900 at 200 percent."""

SCENES = [
    *("just_dealt", "three_friends", "twelve_items", "crowded", "built_by_another", "six_seats", "partners"),
    *("wide_builds", "bottom_shown", "rook_deck", "round_over", "over"),
]
"""Functions of `tests.browser.scenes`."""
