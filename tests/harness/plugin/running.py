"""How these tests begin runs, and what they read of them."""

from pathlib import Path

from harness.records import read_run

RUN = ("--model=reference", "--lang=ur", "--run-dir=run")
STAND_INS = Path(__file__).with_name("stand_ins.py").read_text("utf-8")


def outcomes(pytester):
    """Instance -> outcome, of the run in the folder ``run``."""
    return {one.instance_id: one.outcome for one in read_run(pytester.path / "run").episodes}


def collected(result):
    """What stands after the site in the name of each item that was collected."""
    return [line.rpartition("::ministore-")[2] for line in result.outlines if "::" in line]
