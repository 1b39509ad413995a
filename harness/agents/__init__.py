"""Agents: their protocol, the reference, the baselines, models, and how a specification becomes one."""

from harness.agents.factory import AGENTS, close_agents, make_agent_factory
from harness.agents.protocol import Agent, AgentFactory, Assignment, Reply
from harness.agents.reference import ReferencePathError
from harness.agents.settings import AgentSettings

__all__ = [
    "AGENTS",
    "Agent",
    "AgentFactory",
    "AgentSettings",
    "Assignment",
    "ReferencePathError",
    "Reply",
    "close_agents",
    "make_agent_factory",
]
