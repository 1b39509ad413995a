import pytest

from tasks.errors import TaskError
from tasks.templates import Intent, intent_of, read_intents, read_templates

TEMPLATE = """
- id: "shop-001"
  type: "{type}"
  split: "train"
  difficulty: "easy"
  category: "shopping"
  budget: {budget}
  {extra}
  reference: {reference}
"""


def _write(tmp_path, text, name="templates.yaml"):
    folder = tmp_path / "shop"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return tmp_path


def _template(
    type_="info", budget=30, extra="answers: [{type: number, expected: ['1']}]", reference="[{stop: '1'}]"
):
    return TEMPLATE.format(type=type_, budget=budget, extra=extra, reference=reference)


def _twin(extra="twin_of: 'shop-001'\n  answers: [{type: number, expected: ['1']}]", type_="info"):
    return _template(type_=type_, extra=extra).replace("shop-001", "shop-001t", 1)


def test_a_whole_template_is_read(tmp_path):
    (template,) = read_templates("shop", _write(tmp_path, _template()))
    assert (template.id, template.budget, template.start) == ("shop-001", 30, "/")


def _visual(extra="pictures: ['{picture}']", number="v01"):
    answers = "answers: [{type: number, expected: ['1']}]"
    return _template(extra=f"kind: 'visual'\n  {answers}\n  {extra}").replace("shop-001", f"shop-{number}")


def test_visual_tasks_stand_in_a_file_of_their_own(tmp_path):
    folder = _write(_write(tmp_path, _template()), _visual(), "visual.yaml")
    assert [one.id for one in read_templates("shop", folder)] == ["shop-001", "shop-v01"]
    assert [one.id for one in read_templates("shop", folder, "text")] == ["shop-001"]
    (visual,) = read_templates("shop", folder, "visual")
    assert (visual.kind, visual.pictures) == ("visual", ("{picture}",))


def test_a_site_may_do_without_visual_tasks(tmp_path):
    folder = _write(_write(tmp_path, _template()), "'shop-001': {intent: 'Buy.'}", "intents.ur.yaml")
    assert read_templates("shop", folder, "visual") == ()
    assert read_intents("shop", "ur", folder, "visual") == {}
    assert set(read_intents("shop", "ur", folder)) == {"shop-001"}


def test_visual_tasks_need_intents_of_their_own(tmp_path):
    folder = _write(_write(tmp_path, _visual(), "visual.yaml"), "{}", "intents.ur.yaml")
    assert read_intents("shop", "ur", folder, "text") == {}
    with pytest.raises(TaskError, match=r"visual_intents\.ur\.yaml: no such file"):
        read_intents("shop", "ur", folder)
    _write(tmp_path, "'shop-v01': {intent: 'Buy it.'}", "visual_intents.ur.yaml")
    assert set(read_intents("shop", "ur", folder)) == {"shop-v01"}


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("visual.yaml", _visual(extra=""), "needs one or two pictures, got 0"),
        ("visual.yaml", _visual(extra="pictures: ['a', 'b', 'c']"), "needs one or two pictures, got 3"),
        ("visual.yaml", _visual(number="002"), "a v before the number, got shop-002"),
        ("visual.yaml", _template(), "shop-001 is a text task: only visual tasks stand here"),
        ("templates.yaml", _visual(), "shop-v01 is a visual task: only text tasks stand here"),
        ("templates.yaml", _template().replace("shop-001", "shop-v01"), "got shop-v01"),
        ("templates.yaml", _template() + "  pictures: ['a']\n", "belong to visual tasks"),
    ],
)
def test_pictures_belong_to_visual_tasks(tmp_path, name, text, complaint):
    folder = _write(_write(tmp_path, _template()), text, name)
    with pytest.raises(TaskError, match=complaint):
        read_templates("shop", folder)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            _template(type_="riddle"),
            "shop-001: type: expected 'info', 'state' or 'unachievable'; got 'riddle'",
        ),
        (_template(budget=31), "shop-001: budget: expected 30 or 40; got 31"),
        (_template(extra="answer: []"), "answer: there is no such field, did you mean answers?"),
        (_template(extra=""), "needs at least one answer"),
        (_template(type_="state"), "needs at least one row check"),
        (_template(type_="unachievable", extra=""), "needs its proof"),
        (_template(reference="[{goto: '/'}]"), "must end with a stop step"),
        (_template(reference="[{jump: '/'}]"), "reference.0: expected a step: goto, .*; got {'jump': '/'}$"),
        (_template(extra="answers: ['7']"), "answers.0: expected a mapping; got '7'"),
        ("- 'shop-001'", r"templates\.yaml: 0: expected a mapping with fields of id, .*; got 'shop-001'"),
        (_template() + _template(), "ids used twice: shop-001"),
        (_template().replace("shop-001", "forum-001"), "must begin with shop-"),
        (_template().replace('split: "train"', 'split: "train"\n  split: "test"'), "stands twice"),
        (_template().replace("shop-001", "shop-001t"), "twin_of must be 'shop-001'"),
        (
            _template(extra="twin_of: 'shop-000'\n  answers: [{type: number, expected: ['1']}]"),
            "twin_of must be None",
        ),
        (_twin(), "there is no unachievable task shop-001"),
        (_template() + _twin(), "there is no unachievable task shop-001"),
        (_twin("twin_of: 'shop-001'\n  proof: 'E_X'", "unachievable"), "a twin must be achievable"),
        ("id: [", r"templates\.yaml:2: not valid YAML: while parsing a flow"),
        ("a: 'b", r"templates\.yaml:1: not valid YAML: while scanning a quoted scalar"),
        ("a: \x07", r"templates\.yaml: not valid YAML: control characters|special characters"),
        ("{}", "expected a list"),
    ],
)
def test_a_malformed_file_says_what_is_wrong_and_where(tmp_path, text, complaint):
    with pytest.raises(TaskError, match=complaint) as caught:
        read_templates("shop", _write(tmp_path, text))
    assert "templates.yaml" in str(caught.value)


def test_a_twin_is_asked_as_its_task_unless_it_has_a_sentence_of_its_own(tmp_path):
    task = _template(type_="unachievable", extra="proof: 'E_X'", reference="[{stop: 'N/A'}]")
    task, twin = read_templates("shop", _write(tmp_path, task + _twin()))
    asked, own = Intent(intent="Which?"), Intent(intent="Which one?")
    assert twin.twin_of == task.id
    assert intent_of(twin, {task.id: asked}) == asked
    assert intent_of(twin, {task.id: asked, twin.id: own}) == own
    assert intent_of(task, {twin.id: own}) is None


def test_a_missing_intents_file_is_an_error(tmp_path):
    with pytest.raises(TaskError, match=r"intents\.ur\.yaml: no such file"):
        read_intents("shop", "ur", _write(tmp_path, _template()))


def test_an_intent_without_a_sentence_is_an_error(tmp_path):
    folder = _write(tmp_path, '"shop-001": {texts: {a: "b"}}', "intents.ur.yaml")
    with pytest.raises(TaskError, match=r"shop-001: intent: the field is missing"):
        read_intents("shop", "ur", folder)
