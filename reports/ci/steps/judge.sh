#!/usr/bin/env bash
# Judges a service, or with TSI_SHARDS one share of it; a client; or a service for a certificate, as TSI_COMMAND says. Every input is a
# variable of the environment (../README.md lists them), every argument an element of an array, and nothing is evaluated here: TSI_EXEC
# alone is a command, since that is what a client under test is. What a command does not know it refuses by itself.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/gate.sh"

# A certificate of shares is signed when they are joined.
COMMAND=${TSI_COMMAND:-run}
if [ "$COMMAND" = certify ] && is_sharded; then COMMAND=run; fi
case $COMMAND in
  run) arguments=(run) ;;
  client) arguments=(client run) ;;
  certify) signing_key && arguments=(certify "--key=$KEY_FILE") ;;
  *)
    printf 'TSI_COMMAND: expected run, client or certify; got %q\n' "$COMMAND" >&2
    finish 2
    ;;
esac

option() { if [ -n "$2" ]; then arguments+=("--$1=$2"); fi; }
options() { while IFS= read -r line; do option "$1" "$line"; done <<<"$2"; }

option profile "${TSI_PROFILE:-}"
option exec "${TSI_EXEC:-}"
option base-url "${TSI_BASE_URL:-}"
option allow-trading-on "${TSI_ALLOW_TRADING_ON:-}"
option catalogue "${TSI_CATALOGUE:-}"
option effort "${TSI_EFFORT:-}"
option level "${TSI_LEVEL:-}"
option waivers "${TSI_WAIVERS:-}"
options section "${TSI_SECTIONS:-}"
options suites "${TSI_SUITES:-}"
if is_sharded; then option shard auto; else arguments+=("--out=$REPORT") && option seed "${TSI_SEED:-}"; fi
arguments+=(--)
while IFS= read -r selector; do
  if [ -n "$selector" ]; then arguments+=("$selector"); fi
done <<<"${TSI_SELECTION:-}"

# What an earlier build left here would be merged.
rm -rf "$REPORT"
if is_sharded; then
  # The joined report tells the failures, once.
  env -u GITHUB_ACTIONS -u GITHUB_STEP_SUMMARY -u TF_BUILD "$TSI" "${arguments[@]}"
  code=$?
  if gates_regressions && is_judged "$code"; then code=0; fi
  finish "$code"
else
  "$TSI" "${arguments[@]}"
  gate $?
fi
