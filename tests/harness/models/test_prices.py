"""What calls cost."""

import logging
import re

import pytest

from harness.models import read_settings
from harness.models.prices import price_table, warn_of_unknown_price


def test_price_of_a_call_parts_cached_written_and_plain_input():
    price = read_settings("gpt-6-luna").price
    cost = price.cost_usd(
        input_tokens=1_000_000, cached_tokens=600_000, written_tokens=200_000, output_tokens=100_000
    )
    assert cost == pytest.approx(0.2 * 0.10 + 0.6 * 0.01 + 0.2 * 0.125 + 0.1 * 0.50)


def test_closed_models_of_the_paper_have_prices_with_a_date():
    for name in ("gemini-3.1-flash-lite", "gpt-5.6-luna", "gpt-6-luna"):
        price = read_settings(name).price
        assert price.source == price_table().checked
        assert 0 < price.cached_usd < price.input_usd < price.output_usd


def test_table_is_dated_throughout():
    dates = [price_table().checked, *(entry.since for entry in price_table().models.values())]
    assert all(re.fullmatch(r"\d{4}-\d{2}-\d{2}", date) for date in dates)


def test_dated_name_of_a_model_has_its_price():
    assert read_settings("openai/gpt-6-luna-2026-09-22").price == read_settings("openai/gpt-6-luna").price


@pytest.mark.parametrize(
    "spec", ["vllm/x", "vllm/x@http://gpu-7:8000", "hf/x", "openai/x@http://127.0.0.1:1"]
)
def test_own_machine_is_free(spec):
    price = read_settings(spec).price
    assert price.source == "own machine"
    assert price.cost_usd(input_tokens=1000, output_tokens=1000) == 0


@pytest.mark.parametrize("spec", ["openai/gpt-99", "openai/gpt-6-luna@https://example.org/v1"])
def test_model_without_a_known_price_costs_nothing_and_says_so(spec):
    found = read_settings(spec)
    assert found.recorded()["price"] == "unknown"
    assert found.price.cost_usd(input_tokens=10**6, output_tokens=10**6) == 0


def test_unknown_price_is_warned_of_once(caplog):
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            warn_of_unknown_price("openai/never-heard-of")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "price_in=USD" in caplog.text


def test_options_override_the_table():
    price = read_settings("gpt-6-luna", {"price_in": "3", "price_out": "9"}).price
    assert (price.input_usd, price.cached_usd, price.output_usd) == (3, 3, 9)
    assert price.source == "options"
    cached = read_settings("gpt-6-luna", {"price_cached": "0.5"}).price
    assert (cached.input_usd, cached.cached_usd, cached.output_usd) == (0.10, 0.5, 0.50)
