#!/usr/bin/env bash
# The shells and fzf as Debian has them.
set -euo pipefail
wanted="zsh fish fzf"
if ! dpkg -s $wanted >/dev/null 2>&1; then
  apt-get update -qq
  apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $wanted >/dev/null
fi
