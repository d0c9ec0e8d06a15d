"""How the site is built: ``poe site``."""

import sys
from pathlib import Path
from tomllib import loads

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(Path(__file__).parent))  # for signatures.py beside this file

PROJECT = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "toolfold"
author = "toolfold contributors"
version = release = PROJECT["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "signatures"]
exclude_patterns = ["_build"]

# -- pages: Markdown that reads well without the site too, so the extensions of MyST are few

myst_enable_extensions = ["linkify"]
myst_linkify_fuzzy_links = False  # only what begins with https:// is one
myst_heading_anchors = 3  # links such as one-idea.md#why-seals-are-graded, which GitHub understands as well

# -- the reference: docstrings as they are, in the order of the page

add_module_names = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 100
python_use_unqualified_type_names = True

ELSEWHERE = (  # other people's names: a link to their sites would need the network at every build
    "Annotated Any Callable Counter Iterable Iterator Literal Mapping",
    "NamedTuple Path PathLike Self Sequence TextIO TypeVar",
    "Failure Result Success PMap PVector SearchStrategy Table Transcoding",
)
PASSED_ON = "CallT Format"  # a type variable, and the format of a wire's messages
nitpick_ignore_regex = [("py:.*", rf"(.*\.)?({'|'.join(' '.join((*ELSEWHERE, PASSED_ON)).split())})")]

# -- the look

html_theme = "furo"
html_title = "toolfold"
html_static_path = ["_static"]
html_favicon = "_static/fold.svg"
html_css_files = ["site.css"]
html_copy_source = False
html_domain_indices = False  # the general index holds the modules too
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
