#!/usr/bin/env bash
# Installs what bench/export measures beside Longtail. It is no part of the package:
# - @harvard-lil/js-wacz from npm, into bench/.peers/export (git-ignored; delete the folder to be rid of it)
# - zim-tools, xapian-tools and python3-xapian from Debian, with apt-get (only when they are missing; wants root or sudo)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
peers="$here/../.peers/export"

if [ ! -d "$peers/node_modules/@harvard-lil/js-wacz" ]; then
  echo "installing @harvard-lil/js-wacz into bench/.peers/export"
  mkdir -p "$peers"
  [ -f "$peers/package.json" ] || printf '{\n  "private": true,\n  "description": "peers of bench/export"\n}\n' > "$peers/package.json"
  npm install --prefix "$peers" --no-audit --no-fund --no-save --no-package-lock --ignore-scripts '@harvard-lil/js-wacz@0.1.6'
fi

missing=()
command -v zimwriterfs > /dev/null || missing+=(zim-tools)
command -v xapian-check > /dev/null || missing+=(xapian-tools)
/usr/bin/python3 -c 'import xapian' 2> /dev/null || missing+=(python3-xapian)
if [ "${#missing[@]}" -gt 0 ]; then
  echo "installing ${missing[*]} with apt-get"
  sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
echo "peers are ready: js-wacz, zimwriterfs, xapian"
