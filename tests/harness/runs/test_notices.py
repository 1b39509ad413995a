"""Warnings of models, while a run goes on."""

import logging

from harness.runs.notices import notices_told


def test_a_warning_of_a_model_is_one_line_on_standard_error_that_steers_nothing(capsys):
    log = logging.getLogger("harness.models.client")
    with notices_told():
        log.warning("no\n%s", "\x1b[2Jserver")
        log.info("again")
    log.warning("later")
    assert capsys.readouterr().err == "no ␛[2Jserver\n"
