"""``lowagent serve``: the sites for a person's own browser."""

import threading
from collections.abc import Callable, Sequence

from sites import SITE_NAMES, get_site
from sites.kit.server import serve_for_people


def serve_until_interrupted(
    lang: str, sites: Sequence[str] | None, port: int, say: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C.

    Args:
        lang: language of all sites.
        sites: names; None for all.
        port: port of the first site; each next site has the next port.
        say: is told the addresses and how to log in.

    Raises:
        LoWAgentError: a name is unknown, a site can't be made, or a port is taken.
    """
    with serve_for_people(tuple(sites or SITE_NAMES), lang, port=port) as addresses:
        for name, address in addresses.items():
            account = get_site(name).account
            say(f"{name}: {address} (log in as {account.username}, {account.password})")
        say("Stop with Ctrl-C; what you changed is gone then.")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            say("")
