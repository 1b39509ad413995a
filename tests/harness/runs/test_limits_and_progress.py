"""When a run begins no more episodes, and how far it says it is."""

import io

import pytest

from harness.plugin.live import behind_cursor
from harness.records import RunRecorder
from harness.runs.limits import LimitWatch
from harness.runs.live import LiveLine
from harness.runs.progress import PACE_S, EpisodeEnd, Progress, duration
from harness.runs.request import RunLimits
from tests.episode_records import make_record


class Clock:
    """Seconds that grow when they are told to."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def recorder(tmp_path):
    return RunRecorder(tmp_path / "run")


def test_money_is_that_of_every_attempt_of_all_workers(recorder, clock):
    watch = LimitWatch(RunLimits(cost_usd=0.5), recorder.run_dir, started=clock(), clock=clock)
    assert watch.reached() is None
    recorder.write_episode(make_record(1, "error", cost_usd=0.25), [])
    recorder.write_episode(make_record(1, "solved", attempt=2, cost_usd=0.125), [])
    assert watch.reached() is None
    with (recorder.run_dir / "episodes.jsonl").open("a") as file:
        file.write('{"cost_usd": 9')  # by a writer that was killed
    assert watch.reached() is None
    recorder.write_episode(make_record(2, "solved", cost_usd=0.125), [])
    assert watch.reached() == "$0.5000 of $0.5 are spent (--budget-usd)"


def test_time_is_counted_from_the_start(recorder, clock):
    watch = LimitWatch(RunLimits(seconds=60), recorder.run_dir, started=clock(), clock=clock)
    clock.now += 59
    assert watch.reached() is None
    clock.now += 1
    assert watch.reached() == "the run has lasted 60 s (--run-seconds)"


def test_without_limits_none_is_reached(recorder, clock):
    recorder.write_episode(make_record(1, "solved", cost_usd=1e6), [])
    assert LimitWatch(RunLimits(), recorder.run_dir, started=0, clock=clock).reached() is None


def test_progress_tells_rate_cost_and_time_left(clock):
    kept = [EpisodeEnd("solved", 0.5, False), EpisodeEnd("solved", 0.5, True)]
    progress = Progress(4, kept, spent_usd=1.0, clock=clock)
    assert progress.text() == "2/6 episodes, solved 1/1 100.0% (20.7-100.0%), $1.00"
    clock.now += 30
    progress.add(EpisodeEnd("unsolved", 0.25, False))
    assert progress.text() == "3/6 episodes, 1:30 left, solved 1/2 50.0% (9.5-90.5%), $1.25"
    clock.now += 30
    progress.add(EpisodeEnd("error", 0.0, False))
    assert progress.text() == "4/6 episodes, 1:00 left, solved 1/2 50.0% (9.5-90.5%), 1 error, $1.25"
    for _ in range(2):
        progress.add(EpisodeEnd("limit", 0.0, False))
    assert progress.text() == "6/6 episodes, solved 1/4 25.0% (4.6-69.9%), 1 error, $1.25"


def test_before_anything_has_ended_nothing_is_promised(clock):
    assert Progress(3, clock=clock).text() == "0/3 episodes"
    assert Progress(1, clock=clock).text() == "0/1 episode"


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.4, "0:00"), (59.6, "1:00"), (3599, "59:59"), (3661, "1:01:01")]
)
def test_durations_are_short(seconds, told):
    assert duration(seconds) == told


def test_a_log_gets_a_line_once_a_minute_at_most(clock):
    progress, stream = Progress(9, clock=clock), io.StringIO()
    line = LiveLine(stream, progress, 80)
    for _ in range(3):
        clock.now += PACE_S / 2
        progress.add(EpisodeEnd("solved", 0.0, False))
        line.show()
    line.say("ministore-001-ur ERROR gone")
    line.hide()
    assert stream.getvalue().splitlines() == [
        "2/9 episodes, 3:30 left, solved 2/2 100.0% (34.2-100.0%)",
        "ministore-001-ur ERROR gone",
    ]


class Screen:
    """A terminal of one line: what stands on it after all that was written."""

    def __init__(self, columns):
        self.columns, self.cells, self.cursor = columns, {}, 0

    def write(self, text):
        position = 0
        while position < len(text):
            if text.startswith("\033[", position):
                end = next(at for at in range(position + 2, len(text)) if text[at].isalpha())
                self._control(text[position + 2 : end], text[end])
                position = end + 1
                continue
            if text[position] == "\r":
                self.cursor = 0
            else:
                assert self.cursor < self.columns, "the line broke"
                self.cells[self.cursor] = text[position]
                self.cursor += 1
            position += 1

    def _control(self, number, letter):
        if letter == "K":
            self.cells = {at: cell for at, cell in self.cells.items() if at < self.cursor}
        elif letter == "D":
            self.cursor -= int(number)
        else:
            assert letter == "m"

    def __str__(self):
        return "".join(self.cells.get(at, " ") for at in range(max(self.cells, default=-1) + 1))


@pytest.mark.parametrize("written", ["", "SSuL", "x" * 56])
def test_behind_the_cursor_text_is_shown_and_written_over(written):
    screen = Screen(columns=80)
    screen.write(written + behind_cursor("12/75 episodes, solved 5/11 45.5% (21.3-72.0%)", 80 - len(written)))
    assert str(screen).startswith(f"{written}  12/75 episodes, sol")
    screen.write("u" + behind_cursor("13/75 episodes", 80 - len(written) - 1))
    assert str(screen) == f"{written}u  13/75 episodes"


def test_without_room_nothing_is_shown_behind_the_cursor():
    screen = Screen(columns=80)
    screen.write("x" * 78 + behind_cursor("12/75 episodes", 2))
    assert str(screen) == "x" * 78
