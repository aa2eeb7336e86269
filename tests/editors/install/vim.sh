#!/usr/bin/env bash
# Vim, and ALE for it.
set -euo pipefail

wanted="vim vim-ale"
if ! dpkg -s $wanted >/dev/null 2>&1; then
  apt-get update -qq
  apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $wanted >/dev/null
fi
