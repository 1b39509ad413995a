"""What tasks ask in English, for readers of records who can't read the language of a task."""

from contextlib import closing
from functools import cache

from sites import get_site
from tasks.instantiation import instantiate
from tasks.loading import open_database
from tasks.models import TaskInstance
from tasks.templates import Intent, Template, intent_of, read_intents, read_templates

ENGLISH = "en"


def english_intent(task: TaskInstance, seed: int = 0) -> str:
    """The sentence of a task in English, with the names and amounts of the site in English.

    Args:
        task: the task, in any language.
        seed: what drew its slots.

    Returns:
        The sentence; "" for a task that is made from no template.

    Raises:
        TaskError: the template can't be filled in English.
        LoWAgentError: the site's database in English can't be built.
    """
    template, intent = _templates(task.site).get(task.id, (None, None))
    if template is None or intent is None:
        return ""
    site = get_site(task.site)
    with closing(open_database(site, ENGLISH, [template])) as connection:
        made = instantiate(template, intent, site=task.site, lang=ENGLISH, connection=connection, seed=seed)
    return made.intent


@cache
def _templates(site: str) -> dict[str, tuple[Template, Intent | None]]:
    """Id -> template and English sentence of every task of a site, twins included."""
    intents = read_intents(site, ENGLISH)
    return {template.id: (template, intent_of(template, intents)) for template in read_templates(site)}
