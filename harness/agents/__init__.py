"""Agents: the protocol they speak, the reference, the baselines, and how a specification becomes one."""

from harness.agents.factory import AGENTS, make_agent_factory
from harness.agents.protocol import Agent, AgentFactory, Assignment, Reply
from harness.agents.reference import ReferenceError

__all__ = [
    "AGENTS",
    "Agent",
    "AgentFactory",
    "Assignment",
    "ReferenceError",
    "Reply",
    "make_agent_factory",
]
