"""Agents: the protocol they speak, the reference, the baselines, and how a specification becomes one."""
