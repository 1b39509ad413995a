"""Figures of runs for people: the table that ends a run, and what ``lowagent report`` prints and writes.

Nothing is computed here that `harness.metrics` computes; this package compares, words and draws. The
figures that the paper published stand in a data file of their own and are never mixed with measured ones.
"""
