"""Runs tasks: browsers, observations, actions, agents, the episode loop, evaluation, records, reports."""
