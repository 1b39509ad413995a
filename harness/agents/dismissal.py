"""Finding an interruption's links as a reader does: by what they say, never by how a page was made.

A cookie notice is a page whose only link closes it; an advertisement has two, of which the second refuses.
What such links say stands in the public wordings of the page's language.
"""

from functools import cache

from disruptions import load_wordings
from harness.observation import Observation

NOTICE_LINKS = 1
ADVERTISEMENT_LINKS = 2


def dismissing_link(observation: Observation, lang: str) -> int | None:
    """Number of the link that dismisses an interruption; None where the page is none.

    Args:
        observation: the page.
        lang: language of the site.
    """
    links = observation.links
    if observation.forms or len(links) not in (NOTICE_LINKS, ADVERTISEMENT_LINKS):
        return None
    closes, declines = _words(lang)
    wanted = closes if len(links) == NOTICE_LINKS else declines
    return links[-1].index if links[-1].text in wanted else None


@cache
def _words(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """What links that close a notice say, and links that refuse an offer."""
    wordings = load_wordings(lang)
    closes = frozenset(notice.close for notice in wordings.cookie_notices)
    return closes, frozenset(offer.decline for offer in wordings.advertisements)
