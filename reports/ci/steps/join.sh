#!/usr/bin/env bash
# Merges the shares that the jobs before have left, and decides.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/gate.sh"

"$TSI" merge "--out=$REPORT" -- "$REPORT"/partial/*shard-*-of-"$TSI_SHARDS"
gate $?
