#!/usr/bin/env bash
# Installs the suite into TSI_HOME, beside the project and not into it. TSI_VERSION is a version, never an address or another package.
# Without one, the package that these steps are of is the suite: where it was installed already, nothing is installed again.
set -euo pipefail

own=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
if [ -z "${TSI_VERSION:-}" ] && [ -x "$own/../.bin/tsi" ]; then
  TSI_HOME=$(cd "$own/../.." && pwd)
else
  TSI_VERSION=${TSI_VERSION:-$(node --print 'require(process.argv[1]).version' "$own/package.json")}
  if [[ ! $TSI_VERSION =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]]; then
    printf 'TSI_VERSION: expected a version such as 0.2.0; got %q\n' "$TSI_VERSION" >&2
    exit 2
  fi
  npm install --prefix "$TSI_HOME" --no-save --no-audit --no-fund --ignore-scripts "tsi-conformance@$TSI_VERSION"
fi
printf 'home=%s\n' "$TSI_HOME" >>"${GITHUB_OUTPUT:-/dev/null}"
