# shellcheck shell=bash
# What judging and joining have in common: where the suite and its report are, and what ends a build. Sourced, never run.
# TSI_GATE is `conformant`, or `regressions` for a service that is not there yet: then only what became worse than TSI_BASELINE counts.

REPORT=conformance-report
HOME_OF_SUITE=${TSI_HOME:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../../.." && pwd)}
TSI=$HOME_OF_SUITE/node_modules/.bin/tsi

is_sharded() { [ -n "${TSI_SHARDS:-}" ]; }
gates_regressions() { [ "${TSI_GATE:-conformant}" = regressions ]; }

# Whether there are verdicts: conformant, not conformant, incomplete. Any other code says that nothing can be compared.
is_judged() { [ "$1" = 0 ] || [ "$1" = 1 ] || [ "$1" = 6 ]; }

# The key that signs a certificate comes as text, and is a file of nobody else for as long as it is needed.
signing_key() {
  if [ -z "${TSI_SIGNING_KEY:-}" ]; then
    echo 'TSI_SIGNING_KEY: expected the private key that signs (made by tsi keygen); it is not set' >&2
    finish 2
  fi
  KEY_FILE=$(mktemp) && trap 'rm -f "$KEY_FILE"' EXIT
  printf '%s\n' "$TSI_SIGNING_KEY" >"$KEY_FILE"
}

gate() {
  local code=$1 regressed
  if [ -z "${TSI_BASELINE:-}" ] || ! is_judged "$code"; then finish "$code"; fi
  if [ ! -e "$TSI_BASELINE" ]; then
    echo 'No baseline yet, so nothing was compared.' | tell
    finish "$code"
  fi
  "$TSI" compare -- "$TSI_BASELINE" "$REPORT" >"$REPORT/comparison.txt"
  regressed=$?
  tell <"$REPORT/comparison.txt"
  if [ "$code" = 0 ] || gates_regressions; then code=$regressed; fi
  finish "$code"
}

# To the log, and as plain text to the summary of a GitHub job.
tell() {
  local line
  printf '\n## Against the baseline\n\n' >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  while IFS= read -r line; do
    printf '%s\n' "$line"
    printf '    %s\n' "$line" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  done
}

finish() {
  local conformant=false
  if [ "$1" = 0 ]; then conformant=true; fi
  printf 'exit-code=%s\nconformant=%s\nreport=%s\n' "$1" "$conformant" "$REPORT" >>"${GITHUB_OUTPUT:-/dev/null}"
  exit "$1"
}
