"""Commands of ``lowagent``, and how their errors reach a person.

Each command imports what it needs when called: ``lowagent doctor`` has to work where half of the rest is
missing.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.cli.images import images_app
from harness.cli.run_options import with_run_options
from harness.control_characters import with_seen_controls
from harness.errors import ConfigError, RecordError
from sites.kit.errors import LoWAgentError, UnknownNameError

EXIT_FAILED = 1
EXIT_MISUSED = 2

app = typer.Typer(
    name="lowagent",
    help="A benchmark for web agents in low-resource languages. `pytest --lang … --model …` runs agents too.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
tasks_app = typer.Typer(help="Tasks.", no_args_is_help=True)
site_app = typer.Typer(help="Sites.", no_args_is_help=True)
app.add_typer(tasks_app, name="tasks")
app.add_typer(site_app, name="site")
app.add_typer(images_app, name="images")

Lang = Annotated[str, typer.Option("--lang", metavar="CODE", help="Language code.")]
Kind = Annotated[
    str | None, typer.Option(metavar="text|visual", help="Only tasks of this kind. Default: both.")
]


def main() -> None:
    """Run a command; a problem is one line, with exit code 2 where something else has to be typed, else 1."""
    try:
        app()
    except (LoWAgentError, OSError) as error:
        print(f"lowagent: {with_seen_controls(str(error))}", file=sys.stderr)
        is_misuse = isinstance(error, (UnknownNameError, ConfigError, RecordError))
        raise SystemExit(EXIT_MISUSED if is_misuse else EXIT_FAILED) from None


@app.command()
@with_run_options
def run(given: Mapping[str, Any]) -> None:
    """Run an agent: as pytest does it, but without pytest, and on many machines with --ray."""
    from harness.cli.running import run_agents

    code = run_agents(given)
    if code:
        raise typer.Exit(code)


@app.command()
def serve(
    lang: Lang = "en",
    site: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Site; repeatable. Default: all.")
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the first site; the next sites follow.")
    ] = 8000,
) -> None:
    """Serve sites for a person's browser until Ctrl-C. What you change is gone at the next start."""
    from harness.cli.serving import serve_until_interrupted

    serve_until_interrupted(lang, site, port, typer.echo)


@tasks_app.command("list")
def list_tasks(
    site: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Site; repeatable. Default: all.")
    ] = None,
    kind: Kind = None,
    subset: Annotated[
        str | None, typer.Option(metavar="lite", help="Only a fixed part of the tasks.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """List the tasks."""
    from harness.cli.listing import task_rows, task_table

    rows = task_rows(site, kind, subset)
    typer.echo(json.dumps(rows, indent=2) if as_json else task_table(rows))


@tasks_app.command("lint")
def lint(
    *,
    site: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Site; repeatable. Default: all.")
    ] = None,
    lang: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Language; repeatable. Default: all.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "--taskset-seed", help="Draws the values in tasks.")] = 0,
    kind: Kind = None,
    task: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Task, with its twin; repeatable.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that share the languages.")] = 1,
    run: Annotated[bool, typer.Option("--run/--no-run", help="Also the rules that run the tasks.")] = True,
) -> None:
    """Run every task, and tell which promises it breaks: a problem a line, exit code 1."""
    from harness.cli.linting import lint_tasks

    if not lint_tasks(site, lang, seed=seed, kind=kind, tasks=task, jobs=jobs, run=run, say=typer.echo):
        raise typer.Exit(EXIT_FAILED)


@tasks_app.command("export")
def export(
    *,
    out: Annotated[Path, typer.Option(help="File to write.")],
    lang: Lang = "en",
    site: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Site; repeatable. Default: all.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "--taskset-seed", help="Draws the values in tasks.")] = 0,
    kind: Kind = None,
    twins: Annotated[bool, typer.Option("--twins", help="Also the twins of unachievable tasks.")] = False,
) -> None:
    """Write the tasks of a language as JSON lines, each with the version and the hash of the set."""
    from harness.cli.linting import export_tasks

    export_tasks(site, lang, seed=seed, kind=kind, twins=twins, out=out, say=typer.echo)


@tasks_app.command("draft")
def draft(
    episode: Annotated[str, typer.Argument(metavar="RUN_DIR#EPISODE", help="A recorded episode.")],
) -> None:
    """Print what an episode has done as the reference of a task; values stand as they were, without slots."""
    from harness.cli.drafting import draft_lines

    for line in draft_lines(episode):
        typer.echo(line)


@site_app.command("build")
def build(
    name: Annotated[str, typer.Argument(metavar="SITE")],
    lang: Lang = "en",
) -> None:
    """Build the database of a site in a language, unless it is there already, and print its path."""
    from sites import get_site
    from sites.kit.database import build_database
    from sites.kit.localization import get_language

    typer.echo(build_database(get_site(name), get_language(lang).code))


@app.command()
def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Install what is missing.")] = False,
) -> None:
    """Tell what this machine has, what is missing, and the command that mends it."""
    from harness.cli.doctoring import report_on_machine

    if not report_on_machine(fix=fix, say=typer.echo):
        raise typer.Exit(EXIT_FAILED)


@app.command()
def mark(
    target: Annotated[str, typer.Argument(metavar="URL_OR_FILE", help="Any page.")],
    out: Annotated[Path, typer.Option(help="Marked full-page screenshot, a .png.")] = Path("marked.png"),
    marks_json: Annotated[
        Path, typer.Option("--json", help="The marks: id, kind, bbox, boxes, label.")
    ] = Path("marks.json"),
) -> None:
    """Mark the links and forms of any page."""
    if out.suffix.lower() != ".png":
        raise typer.BadParameter(f"--out: expected a file that ends in .png, got {out}")
    from harness.foreign_pages import mark_target

    mark_target(target, out, marks_json)
    typer.echo(f"{out}\n{marks_json}")


@app.command()
def review(
    *,
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run; for --gif RUN_DIR#EPISODE.")],
    against: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Compare it with this run: who solved what.")
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the pages, and load them again while the run goes on.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of 127.0.0.1 for --serve; 0 for any.")
    ] = 8900,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="Show them in a browser.")] = True,
    gif: Annotated[
        bool, typer.Option("--gif", help="Write one episode as an animated picture instead.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For --gif: a .webp (default) or .gif.")
    ] = None,
) -> None:
    """Write the review pages of a run, print where they are, and show them (docs/review.md)."""
    from harness.cli.reviewing import animate_episode, review_run

    if gif or out is not None:
        if not gif or serve or against is not None:
            raise typer.BadParameter("--gif and --out go together, without --serve and --against")
        animate_episode(str(run), out, typer.echo)
        return
    review_run(run, against=against, serve=serve, port=port, opens=opens, say=typer.echo)


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs.")],
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write every figure to this file too.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a page, Markdown, LaTeX and CSV there (docs/report.md)."),
    ] = None,
) -> None:
    """Tell the figures of runs, why episodes failed, and what disruptions cost (docs/metrics.md)."""
    from harness.cli.reporting import make_console, report_on_runs

    report_on_runs(runs, make_console(), json_file, out)


@app.command()
def rescore(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Find out the verdicts of a run again from its record, and tell what differs: exit code 1."""
    from harness.cli.rescoring import rescore_run

    if not rescore_run(run, typer.echo, as_json=as_json):
        raise typer.Exit(EXIT_FAILED)


@app.command()
def bench(
    site: Annotated[str, typer.Option(metavar="NAME", help="Site to measure.")] = "ministore",
    lang: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Language; repeatable. Default: all.")
    ] = None,
) -> None:
    """Time resets, changed rows, steps, observations and episodes on this machine."""
    from harness.bench import print_benchmark

    print_benchmark(site, lang or (), typer.echo)
