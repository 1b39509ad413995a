"""``lowagent serve``: the sites for a person's own browser."""

import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from harness.errors import ConfigError
from harness.pictures import catalogue_pictures
from sites import SITE_NAMES, get_site
from sites.kit.errors import ServerError
from sites.kit.server import serve_for_people


def serve_until_interrupted(
    lang: str, sites: Sequence[str] | None, port: int, say: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C or SIGTERM, also where a shell started it in the background with Ctrl-C ignored.

    Args:
        lang: language of all sites.
        sites: names; None for all.
        port: port of the first site; each next site has the next port.
        say: is told the addresses and how to log in.

    Raises:
        LoWAgentError: a name is unknown, a site can't be made, or a port is taken.
    """
    names, pictures = tuple(sites or SITE_NAMES), catalogue_pictures()
    with ExitStack() as stack:
        try:
            addresses = stack.enter_context(serve_for_people(names, lang, port=port, pictures=pictures))
        except ServerError as error:
            raise ConfigError(f"{error} with --port N: site after site takes the next one") from error
        for name, address in addresses.items():
            account = get_site(name).account
            say(f"{name}: {address} (log in as {account.username}, {account.password})")
        stopped = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
        say("Stop with Ctrl-C; what you changed is gone then.")
        stopped.wait()
        say("")
