"""The control endpoints: arming, disarming, what they tell, and to whom."""

import pytest

from tests.disruptions.conftest import PREFIX, TOKEN, is_of_site, links_of


def test_without_the_token_it_is_an_address_like_any_other(visitor):
    answer = visitor.control("POST", token="wrong", json={"mode": "once", "seed": 1})
    assert (answer.status_code, answer.text) == (404, "no page")
    visitor.arm()
    for token in ("wrong", "", "তালা".encode().decode("latin-1")):
        assert len(links_of(visitor.control("DELETE", token=token))) == 1
    assert len(links_of(visitor.control("POST", "reset", token="wrong"))) == 1
    assert visitor.site.resets == 0


def test_the_sites_own_endpoints_work_while_one_is_active(visitor):
    visitor.arm()
    visitor.get("/")
    assert visitor.control("POST", "reset").text == "reset"
    assert visitor.site.resets == 1


def test_a_reset_disarms(visitor):
    visitor.arm()
    visitor.control("POST", "reset")
    assert is_of_site(visitor.get("/"))
    assert visitor.state()["mode"] is None


def test_disarming(visitor):
    visitor.arm()
    assert visitor.control("DELETE").json == {"mode": None, "interruptions": []}
    assert is_of_site(visitor.get("/"))


def test_the_state_tells_no_link(visitor):
    visitor.arm()
    visitor.open(links_of(visitor.get("/"))[0])
    install, decline = links_of(visitor.get("/list"))
    told = visitor.control("GET").text
    assert install.strip("/") not in told
    assert decline.strip("/") not in told
    assert visitor.state()["seed"] == 1


@pytest.mark.parametrize(
    "order", [{"mode": "often", "seed": 1}, {"mode": "once"}, {"mode": "once", "seed": "1"}, []]
)
def test_a_wrong_order_is_refused(visitor, order):
    answer = visitor.control("POST", json=order)
    assert answer.status_code == 400
    assert "once, every-click" in answer.json["error"]
    assert is_of_site(visitor.get("/"))


def test_other_methods_are_refused(visitor):
    assert visitor.control("PUT").status_code == 405


def test_the_control_token_is_compared_in_constant_time(visitor, monkeypatch):
    compared = []
    monkeypatch.setattr("disruptions.middleware.hmac.compare_digest", lambda *pair: compared.append(pair))
    assert visitor.get(f"{PREFIX}/disruptions").status_code == 404
    assert compared == [(b"", TOKEN.encode())]
