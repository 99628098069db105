#!/usr/bin/env bash
# Installs the crawlers that bench/crawl measures beside Longtail. They are no part of the package:
# - @crawlee/cheerio from npm, into bench/.peers (git-ignored; delete the folder to be rid of it)
# - python3-scrapy and wget from Debian, with apt-get (only when they are missing; wants root or sudo)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
peers="$here/../.peers"

if [ ! -d "$peers/node_modules/@crawlee/cheerio" ]; then
  echo "installing @crawlee/cheerio into bench/.peers"
  mkdir -p "$peers"
  printf '{\n  "private": true,\n  "description": "peers of bench/crawl"\n}\n' > "$peers/package.json"
  npm install --prefix "$peers" --no-audit --no-fund --no-save --no-package-lock --ignore-scripts '@crawlee/cheerio@3.18.1'
fi

missing=()
command -v wget > /dev/null || missing+=(wget)
# Debian's Scrapy belongs to Debian's Python, whatever other Python comes first in PATH
/usr/bin/python3 -c 'import scrapy' 2> /dev/null || missing+=(python3-scrapy)
if [ "${#missing[@]}" -gt 0 ]; then
  echo "installing ${missing[*]} with apt-get"
  sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
echo "peers are ready: crawlee, scrapy, wget"
