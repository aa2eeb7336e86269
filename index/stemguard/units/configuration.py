"""The readers of configuration, data, and what says how something is built or defined.

They are our own, by the lines and brackets of a format: for some there is no grammar that is kept
up, and where there is one it takes longer, and calls what a template is made of broken.
"""

from __future__ import annotations

from collections.abc import Mapping

from stemguard.units.cmake import cmake_outline
from stemguard.units.dockerfile import dockerfile_outline
from stemguard.units.graphql import graphql_outline
from stemguard.units.hcl import hcl_outline
from stemguard.units.ini import ini_outline, properties_outline
from stemguard.units.json import json_outline
from stemguard.units.makefile import makefile_outline
from stemguard.units.outline import Extractor
from stemguard.units.protobuf import protobuf_outline
from stemguard.units.toml import toml_outline
from stemguard.units.yaml import yaml_outline

#: By LSP identifier.
CONFIGURATION: Mapping[str, Extractor] = {
    "cmake": cmake_outline,
    "dockerfile": dockerfile_outline,
    "graphql": graphql_outline,
    "hcl": hcl_outline,
    "ini": ini_outline,
    "json": json_outline,
    "json5": json_outline,
    "jsonc": json_outline,
    "makefile": makefile_outline,
    "properties": properties_outline,
    "proto": protobuf_outline,
    "terraform": hcl_outline,
    "toml": toml_outline,
    "yaml": yaml_outline,
}
