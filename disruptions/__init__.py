"""Disruptions: WSGI middleware that puts a cookie notice and an advertisement before a site's pages."""
