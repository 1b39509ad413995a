"""The two browsers behind one protocol: `http` reads markup over loopback, `chromium` renders it."""

from harness.browsers.gateway import Gateway
from harness.browsers.protocol import Browser

__all__ = ["Browser", "Gateway"]
