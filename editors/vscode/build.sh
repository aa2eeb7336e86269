#!/usr/bin/env bash
# Builds OUT_DIR/stemguard.vsix with the node and npm in NODE_BIN: checks, tests, bundles, packages.
# Nothing is done where nothing has changed since. PYTHON makes the wheel that comes along.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
PATH="$(realpath "$1"):$PATH"
vsix=$(realpath -m "$2/stemguard.vsix")
python=${PYTHON:-$root/.venv/bin/python}

cd "$root"
inputs=(editors/vscode index server pyproject.toml README.md LICENSE)
made=(-name node_modules -o -name dist -o -name __pycache__ -o -path editors/vscode/server -o -path editors/vscode/LICENSE)
if [ -e "$vsix" ] && [ -z "$(find "${inputs[@]}" \( "${made[@]}" \) -prune -o -type f -newer "$vsix" -print -quit)" ]; then
  exit 0
fi

cd "$here"
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  touch node_modules/.package-lock.json
fi
npm run --silent check
npm run --silent test
npm run --silent bundle
cp "$root/LICENSE" LICENSE
rm -f server/*.whl
"$python" -m pip wheel -q --no-deps --wheel-dir server "$root"
mkdir -p "$(dirname "$vsix")"
node_modules/.bin/vsce package --no-dependencies --allow-missing-repository --out "$vsix" >/dev/null
echo "$vsix"
