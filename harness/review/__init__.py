"""Review pages: a run as static pages that open from a folder, without a server or a network.

They read only the record, so they can be written again at any time, also of a run that was killed.
"""

from harness.review.site import write_review

__all__ = ["write_review"]
