#!/usr/bin/env bash
# `npm test`: builds, then runs the short suite, with lint beside both. Arguments go to the tests (docs/testing.md).
set -euo pipefail
cd "$(dirname "$0")/.."
lint_log="$(mktemp)"
npm run --silent lint >"$lint_log" 2>&1 &
lint=$!
trap 'kill "$lint" 2>/dev/null || true; rm -f "$lint_log"' EXIT
npm run --silent build
status=0
node dist/test/all.js "$@" || status=$?
if ! wait "$lint"; then
  echo 'lint failed:'
  cat "$lint_log"
  status=1
fi
exit "$status"
