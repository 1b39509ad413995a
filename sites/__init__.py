"""The sites, and the kit they are built from. Knows nothing of agents, tasks or browsers."""

from sites.registry import SITE_NAMES, get_site

__all__ = ["SITE_NAMES", "get_site"]
