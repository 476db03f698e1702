#!/usr/bin/env bash
# Merges the shares that the jobs before have left, signs the whole where TSI_SIGNING_KEY is there, and decides.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/gate.sh"

"$TSI" merge "--out=$REPORT" -- "$REPORT"/partial/*shard-*-of-"$TSI_SHARDS"
code=$?
if [ -n "${TSI_SIGNING_KEY:-}" ] && is_judged "$code"; then
  signing_key
  "$TSI" certify "--key=$KEY_FILE" -- "$REPORT"
  code=$?
fi
gate "$code"
