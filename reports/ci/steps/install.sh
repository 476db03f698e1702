#!/usr/bin/env bash
# Installs the suite into TSI_HOME, beside the project and not into it. TSI_VERSION is a version, never an address or another package.
set -euo pipefail

if [[ ! ${TSI_VERSION:-} =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]]; then
  printf 'TSI_VERSION: expected a version such as 0.2.0; got %q\n' "${TSI_VERSION:-}" >&2
  exit 2
fi
npm install --prefix "$TSI_HOME" --no-save --no-audit --no-fund --ignore-scripts "tsi-conformance@$TSI_VERSION"
