"""Time stands still but for the order of what is written; ids follow the seed."""

from sites.kit.clock import next_id, now, today
from sites.kit.database import WorkingCopy


def test_rows_are_a_second_apart_and_a_reset_starts_again(copy: WorkingCopy) -> None:
    connection = copy.connect()
    assert today() == "2026-03-16"
    for _ in range(2):
        assert [now(connection), now(connection)] == ["2026-03-16T09:00:01", "2026-03-16T09:00:02"]
        copy.reset()
    connection.close()


def test_ids_follow_the_seed_and_are_counted_apart(copy: WorkingCopy) -> None:
    connection = copy.connect()
    assert [next_id(connection, "jottings"), next_id(connection, "new"), next_id(connection, "jottings")] == [
        41,
        1,
        42,
    ]
    connection.close()
    assert copy.changes() == ()
