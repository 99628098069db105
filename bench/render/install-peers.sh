#!/usr/bin/env bash
# Installs what bench/render measures beside Longtail, into bench/.peers/render (git-ignored; delete the folder to be rid of it):
# @crawlee/playwright and playwright from npm, without the browsers that playwright would download. Chromium comes from the system.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
peers="$here/../.peers/render"

if [ ! -d "$peers/node_modules/@crawlee/playwright" ] || [ ! -d "$peers/node_modules/playwright" ]; then
  echo "installing @crawlee/playwright into bench/.peers/render"
  mkdir -p "$peers"
  printf '{\n  "private": true,\n  "description": "peers of bench/render"\n}\n' > "$peers/package.json"
  npm install --prefix "$peers" --no-audit --no-fund --no-save --no-package-lock --ignore-scripts '@crawlee/playwright@3.18.1' 'playwright@1.65.0'
fi
command -v chromium > /dev/null || echo 'install Chromium, too: "apt install chromium"'
echo "peers are ready: crawlee"
