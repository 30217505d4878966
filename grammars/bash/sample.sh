#!/usr/bin/env bash
# Deploys a release.
set -euo pipefail
source ./lib/common.sh
. "$(dirname "$0")/lib/log.sh"

readonly RELEASES_DIR=/srv/releases
export DEPLOY_ENV="${1:-staging}"
alias ll='ls -l'
declare -A hosts=([web]=10.0.0.1)

usage() {
  cat <<EOF
usage: deploy
EOF
}

function build_release {
  local version=$1
  make_archive "$version" > "$RELEASES_DIR/$version.tar"
  if ! checksum "$version"; then
    die "bad checksum"
  fi
}

main() {
  for host in "${!hosts[@]}"; do
    build_release "$(current_version)" | upload "$host"
  done
  trap cleanup EXIT
}

main "$@"
