#!/bin/bash
# Backs a folder up.

set -e

# Where the copies are.
readonly TARGET=/srv/copies
declare -r LIMIT=3
export LANG=C # for sorting
plain=1

# Says what went wrong.
#
# It ends the script.
fail() {
  local message=$1
  echo "$message" >&2
  exit 1
}

function copy {
  cp -r "$1" "$TARGET"
}

# Not about clean, as a line is empty between them.

function clean() (
  inner() {
    rm -r "$1"
  }
  inner "$TARGET"
)

if [ -n "$VERBOSE" ]; then
  # Says more.
  say-more() { echo "$@"; }
  export LOUD=1
fi

# Lists everything.
alias ll='ls -l'
alias la=ls

copy "$1"
