"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.self_test.pages import Problem

FAMILIES = {
    "selftest-*": {"selftest-post", "selftest-picture", "selftest-die", "selftest-private"},
    "selftest-problem-*": {f"selftest-problem-{each.value}" for each in Problem},
}
