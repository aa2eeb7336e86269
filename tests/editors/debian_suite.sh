#!/usr/bin/env bash
# debian_suite.sh SUITE FOLDER: makes FOLDER/apt.conf, by which apt-get downloads from another suite of
# the archive that this machine uses. The machine's own sources stay as they are.
set -euo pipefail
suite=$1 folder=$2
mkdir -p "$folder/lists/partial" "$folder/archives/partial"

archive() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1
}
uri=$(archive)
[ -n "$uri" ] || { apt-get update -qq && uri=$(archive); }

keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] $uri $suite main" >"$folder/sources.list"
cat >"$folder/apt.conf" <<END
Dir::Etc::SourceList "$folder/sources.list";
Dir::Etc::SourceParts "-";
Dir::State::Lists "$folder/lists";
Dir::Cache "$folder";
APT::Sandbox::User "root";
END
APT_CONFIG=$folder/apt.conf apt-get -qq update
