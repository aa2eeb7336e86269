#!/bin/sh
# Indexes the current folder and searches it as a newcomer would. Usage: demo.sh STEMGUARD
set -eu
stemguard=$1

show() {
    printf '\n\033[1m$ stemguard'
    printf ' %s' "$@"
    printf '\033[0m\n'
    "$stemguard" "$@" || true
}

show index .
show search "copy file" --any --limit 6
show search "copy file" --all --names --limit 6
show search partitioning --limit 5
show search decompressing --limit 5
show search replicated --limit 8
show search get_partit --names --prefix --limit 3
show search '"copying" -test path:lib/' --limit 3
show explain partitioning lib/ansible/module_utils/facts/hardware/linux.py:43
