"""Runs: which episodes, in which order, by whom, and what survives when something dies.

pytest's plugin (`harness.plugin`) and ``lowagent run`` are two fronts of this. A front reads options
(`options`, `request`), begins the record (`start`), and lets a `Worker` run episodes. Nothing is imported
here, because plain tests import the table of options.
"""
