#!/usr/bin/env bash
# Emacs as Debian has it, Emacs 30 beside it, and the package that a user installs.
set -euo pipefail
editors=$1 packages=$2
source=$(cd "$(dirname "$0")/../../../editors/emacs" && pwd)

wanted="emacs-nox elpa-eglot elpa-vertico libtree-sitter0 tmux"
if ! dpkg -s $wanted >/dev/null 2>&1; then
  apt-get update -qq
  apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $wanted >/dev/null
fi

# Starts what was unpacked, which looks for its files where it would be installed.
write_starter() {
  cat >"$editors/emacs30/emacs" <<'END'
#!/bin/sh
usr=$(dirname "$(realpath "$0")")/usr
programs=$(echo "$usr"/libexec/emacs/30.*/*)
shared=$(echo "$usr"/share/emacs/30.*)
export EMACSLOADPATH="$shared/lisp" EMACSDATA="$shared/etc" EMACSDOC="$shared/etc" EMACSPATH="$programs"
exec "$usr/bin/emacs-nox" --dump-file="$(echo "$programs"/*.pdmp)" "$@"
END
  chmod +x "$editors/emacs30/emacs"
}

# Unpacked and not installed, so that both are there. A newer Debian has it as its Emacs.
if [ ! -e "$editors/emacs30/emacs" ] && [ "$(emacs -Q --batch --eval '(princ emacs-major-version)')" -lt 30 ]; then
  from=$editors/emacs30/debian
  "$(dirname "$0")/../debian_suite.sh" bookworm-backports "$from"
  (cd "$from" && APT_CONFIG=$from/apt.conf apt-get -qq download emacs-nox emacs-bin-common emacs-common)
  for archive in "$from"/*.deb; do dpkg -x "$archive" "$editors/emacs30"; done
  rm -r "$from"
  write_starter
fi

version=$(sed -n 's/^;; Version: //p' "$source/stemguard.el")
folder=stemguard-$version
build=$(mktemp -d)
trap 'rm -r "$build"' EXIT
mkdir "$build/$folder"
cp "$source"/*.el "$build/$folder"
echo ";; -*- no-byte-compile: t; lexical-binding: t; -*-
(define-package \"stemguard\" \"$version\" \"Ranked search of a project, live\" '((emacs \"28.1\")))" \
  >"$build/$folder/stemguard-pkg.el"
tar --sort=name --owner=0 --group=0 -C "$build" -cf "$packages/$folder.tar" "$folder"
