#!/bin/sh
# Indexes the current folder and searches it as a newcomer would. Usage: demo.sh STEMGUARD
set -eu
stemguard=$1

# Shows a command as it is typed, and runs it.
show() {
    printf '\n\033[1m$ stemguard %s\033[0m\n' "$1"
    eval "\"$stemguard\" $1" || true
}

show 'index .'
show 'search "copy file" --limit 6'
show 'search "copy file" --all --names --limit 6'
show 'search partitioning --limit 5'
show 'search decompressing --limit 5'
show 'search replicated --limit 8'
show 'search get_partit --names --prefix --limit 3'
show "search '\"copying\" file -test path:lib/' --limit 3"
show 'explain partitioning lib/ansible/module_utils/facts/hardware/linux.py:43'
