#!/bin/sh
# Runs the command from anywhere; the data stays beside this file.
cd "$(dirname "$0")" || exit 1
exec python3 -m stock --file stock.db "$@"
