"""A plugin of pytest for ``--headed`` without a display: no window is shown, all else is the same.

It tells when a person is waited for, so that a test may act just then; to be used with ``-s``.
"""

from harness.browsers import chromium
from harness.browsers.overlay import Stage

WAITING = "windowless: waiting for an act"


def pytest_configure():
    """Launch without a window, and tell when an act is waited for."""
    launch, evaluate = chromium.launch_chromium, Stage._evaluate

    def launch_without_window(playwright, **given):
        return launch(playwright, **{**given, "headed": False})

    def evaluate_aloud(self, expression):
        if expression == "lowagent.nextAct()":
            print(WAITING, flush=True)
        return evaluate(self, expression)

    chromium.launch_chromium = launch_without_window
    Stage._evaluate = evaluate_aloud
