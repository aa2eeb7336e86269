#!/usr/bin/env bash
# Helix. The one of a newer Debian runs beside an older one with the C library that it came with.
set -euo pipefail
helix=$1/helix
[ ! -e "$helix/hx" ] || exit 0

from=$helix/debian
"$(dirname "$0")/../debian_suite.sh" trixie "$from"
(cd "$from" && APT_CONFIG=$from/apt.conf apt-get -qq download hx/trixie libc6/trixie libgcc-s1/trixie)
for archive in "$from"/*.deb; do dpkg -x "$archive" "$helix"; done
rm -r "$from"

cat >"$helix/hx" <<'END'
#!/bin/sh
usr=$(dirname "$(realpath "$0")")/usr
libraries=$(echo "$usr"/lib/*-linux-gnu*)
exec "$libraries"/ld-linux-*.so.* --library-path "$libraries" "$usr/lib/hx/hx" "$@"
END
chmod +x "$helix/hx"
