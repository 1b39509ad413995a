from harness.bench import ROUNDS, measure_database


def test_database_figures_come_from_real_changes():
    changes, reset = measure_database("ministore", "en")
    assert (changes.name, reset.name) == ("changed rows", "reset")
    assert changes.unit == reset.unit == "ms"
    rows = int(changes.detail.split()[-2])
    assert rows > ROUNDS
    assert reset.value > 0
