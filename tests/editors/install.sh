#!/usr/bin/env bash
# Installs the editors below EDITORS and makes what their users install in PACKAGES.
# Each script beside this one does so for one editor; what is there already stays.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" "$2"
for script in "$here"/install/*.sh; do
  echo "== $(basename "$script" .sh)"
  "$script" "$(realpath "$1")" "$(realpath "$2")"
done
