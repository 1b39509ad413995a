"""Chromium starts, is steady, and reaches nothing outside."""

import pytest
from playwright.sync_api import Browser, Error

from harness.browsers.launch import ChromiumExecutable, find_chromium, host_rules_for
from harness.errors import ConfigError

pytestmark = pytest.mark.browser


def test_starts_and_renders(chromium: Browser):
    page = chromium.new_page()
    page.set_content("<title>x</title><p>পাতা</p>")
    assert page.inner_text("p") == "পাতা"
    page.close()


def test_other_hosts_do_not_exist(chromium: Browser):
    page = chromium.new_page()
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto("http://example.com/")
    page.close()


def test_rules_map_every_site_to_the_port():
    assert host_rules_for(8123) == "MAP *.localhost 127.0.0.1:8123, MAP * ~NOTFOUND"


def test_the_environment_variable_wins(playwright, monkeypatch, tmp_path):
    program = tmp_path / "my-chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("LOWAGENT_CHROMIUM", str(program))
    assert find_chromium(playwright) == ChromiumExecutable(program, "environment")


def test_a_wrong_environment_variable_is_named(playwright, monkeypatch):
    monkeypatch.setenv("LOWAGENT_CHROMIUM", "/no/such/program")
    with pytest.raises(ConfigError, match="LOWAGENT_CHROMIUM=/no/such/program"):
        find_chromium(playwright)
