"""Replaying recorded episodes: the same actions on a fresh state, compared with the record step by step.

A replay proves that an episode can be had again, finds the step from which it can't, and leads to any step of
it, from where somebody else may go on.
"""
