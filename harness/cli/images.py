"""Commands of ``lowagent images``."""

from pathlib import Path
from typing import Annotated

import typer

from sites.kit.errors import LoWAgentError

EXIT_FAILED = 1

images_app = typer.Typer(help="Pictures of the sites.", no_args_is_help=True)

SiteName = Annotated[str, typer.Option("--site", metavar="NAME", help="Site.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", metavar="KIND", help="Kind of products; repeatable. Default: all."),
]


@images_app.command("build")
def build(
    *,
    site: SiteName = "ministore",
    kind: Kinds = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many pictures.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0: one a processor.")] = 0,
    again: Annotated[
        bool, typer.Option("--again", help="Also make pictures that are there already.")
    ] = False,
    list_only: Annotated[
        bool, typer.Option("--list-only", help="Only write the list of reference pictures that tasks read.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="For trials: put pictures there, write no list.")
    ] = None,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Size of trials.")] = None,
) -> None:
    """Make the pictures of a site that are missing or outdated. Goes on where it was stopped."""
    from harness.cli.picturing import make_pictures, make_trials, write_list

    if out is None and size is not None:
        raise LoWAgentError("--size is for trials: name a folder for them with --out")
    if out is not None and (again or list_only):
        raise LoWAgentError("--again and --list-only are for the project's own pictures: leave out --out")
    if out is None:
        write_list(site)
        good = list_only or make_pictures(
            site, kinds=kind, limit=limit, workers=jobs, again=again, say=typer.echo
        )
    else:
        good = make_trials(site, out, size, kinds=kind, limit=limit, workers=jobs, say=typer.echo)
    if not good:
        raise typer.Exit(EXIT_FAILED)


import_app = typer.Typer(help="Pictures from data sets that you hold.", no_args_is_help=True)
images_app.add_typer(import_app, name="import")


@import_app.command("abo")
def import_abo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Amazon Berkeley Objects, unpacked.")],
    *,
    out: Annotated[Path, typer.Option(metavar="OVERLAY", help="Folder to write.")] = Path("pictures-abo"),
    site: SiteName = "ministore",
) -> None:
    """Write an overlay of a shop with photographs. Goes on where it was stopped."""
    from harness.cli.importing import import_products

    import_products(folder, out, site, say=typer.echo)


@import_app.command("3drealcar")
def import_3drealcar(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="3DRealCar, a folder a car.")],
    *,
    out: Annotated[Path, typer.Option(metavar="OVERLAY", help="Folder to write.")] = Path(
        "pictures-3drealcar"
    ),
) -> None:
    """Write an overlay of the site of cars, which is not built yet. Goes on where it was stopped."""
    from harness.cli.importing import import_cars

    import_cars(folder, out, say=typer.echo)


@images_app.command("check")
def check(
    *,
    site: SiteName = "ministore",
    rerender: Annotated[int, typer.Option(min=0, help="Make so many again, and compare.")] = 0,
) -> None:
    """Tell what is wrong with the pictures of a site: a problem a line, exit code 1."""
    from harness.cli.picturing import check_pictures

    if not check_pictures(site, rerender=rerender, say=typer.echo):
        raise typer.Exit(EXIT_FAILED)


@images_app.command("sheet")
def sheet(
    *,
    out: Annotated[Path, typer.Option(help="File to write: .webp or .png.")],
    site: SiteName = "ministore",
    kind: Kinds = None,
    references: Annotated[
        bool, typer.Option("--references", help="Reference pictures in place of the catalogue's.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="At most so many pictures a kind.")] = 12,
    columns: Annotated[int, typer.Option(min=1, help="Pictures a row.")] = 12,
    labels: Annotated[bool, typer.Option("--labels", help="Write the names of the files below.")] = False,
) -> None:
    """Put pictures that were made on one sheet, kind by kind."""
    from harness.cli.picturing import write_sheet

    write_sheet(site, out, kinds=kind, references=references, limit=limit, columns=columns, labels=labels)
    typer.echo(out)
