"""Static files under hashed names, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_GLOB, _MODULE_IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the relative imports of our own ES modules, below js/ only.

    Django's own switch for this rewrites every script, third-party ones included, and stumbles over an `import(…)`
    in a comment of htmx's extensions. The patterns need one import a line, each closed by a semicolon
    (tests/test_static_files.py sees to it).
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _MODULE_IMPORTS))
