"""Pictures from published data sets, for those who hold them: an overlay of a site's pictures.

An import reads a data set and writes a folder of the user's; nothing of the data lies in the project, and
the project's own files are never touched.
"""

from images.importers.abo import import_abo
from images.importers.cars import import_cars
from images.importers.listings import SourceError

__all__ = ["SourceError", "import_abo", "import_cars"]
