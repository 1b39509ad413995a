"""The application factory that every site starts from.

    def create_app(config: SiteConfig) -> SiteApp:
        app = create_base_app(SITE, config)
        app.error_messages.update(MESSAGES)
        app.register_blueprint(catalog)
        return app

One application serves one site in one language from one database; nothing is shared between two of them.
"""

from flask import Blueprint

from sites.kit.accounts import accounts
from sites.kit.context import (
    SiteApp,
    SiteConfig,
    current_language,
    get_db,
    release_db,
    site_app,
    transaction,
)
from sites.kit.control import control, hide_from_strangers
from sites.kit.forms import KIT_ERROR_MESSAGES
from sites.kit.localization import get_language
from sites.kit.pages import STATIC_MAX_AGE_S, prepare_responses, prepare_templates
from sites.kit.site import Site
from sites.kit.translation import KIT_FOLDER, LoadedBabel, load_translations

__all__ = [
    "SiteApp",
    "SiteConfig",
    "create_base_app",
    "current_language",
    "get_db",
    "site_app",
    "transaction",
]


KIT_CATALOGUES = (KIT_FOLDER,)
"""Folders whose interface text every site has; a site's own comes after them and wins."""


def create_base_app(site: Site, config: SiteConfig) -> SiteApp:
    """An application with templates, language, accounts, control and error pages, but no pages yet.

    Kit files lie under ``/static/kit/``, the site's own under ``/static/site/``.

    Raises:
        UnknownNameError: no such language.
        ContentError: the interface text of the language is missing.
    """
    app = SiteApp(
        site.name,
        root_path=str(site.folder),
        static_folder="static",
        static_url_path="/static/site",
        template_folder="templates",
    )
    app.site = site
    app.site_config = config
    app.json.sort_keys = False  # type: ignore[attr-defined]  # columns stay in schema order
    app.error_messages = dict(KIT_ERROR_MESSAGES)
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = STATIC_MAX_AGE_S
    _prepare_language(app)
    prepare_templates(app)
    prepare_responses(app)
    app.before_request(hide_from_strangers)
    app.teardown_appcontext(release_db)
    for blueprint in (_kit_blueprint(), accounts, control):
        app.register_blueprint(blueprint)
    return app


def _prepare_language(app: SiteApp) -> None:
    lang = app.site_config.lang
    locale = get_language(lang).locale
    LoadedBabel(app, locale=locale, translations=load_translations((*KIT_CATALOGUES, app.site.folder), lang))


def _kit_blueprint() -> Blueprint:
    """Templates and static files of the kit; a site's own templates of the same name come before them."""
    return Blueprint(
        "kit",
        __name__,
        root_path=str(KIT_FOLDER),
        template_folder="templates",
        static_folder="static",
        static_url_path="/static/kit",
    )
