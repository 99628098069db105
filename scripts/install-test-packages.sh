#!/usr/bin/env bash
# Installs the Debian packages that the tests use and that are missing:
#   python3   a second, independent reader of our WARC files (test/fixtures/archive)
#   openssl   a certificate for the HTTPS tests
#   gzip      checks our archives once more
#   zimcheck, kiwix-serve, zimwriterfs, xapian-check  readers and checkers of our ZIM files (test/export)
#   unzip     checks our WACZ files once more
#   chromium  a real browser for the portal (test/portal/browser), with a font that has Thai and Devanagari
# Does nothing when they are there. Elsewhere than on Debian, install them by hand.
set -euo pipefail
missing=()
for tool in python3 openssl gzip unzip chromium; do
  command -v "$tool" >/dev/null 2>&1 || missing+=("$tool")
done
command -v zimcheck >/dev/null 2>&1 || missing+=(zim-tools)
command -v kiwix-serve >/dev/null 2>&1 || missing+=(kiwix-tools)
command -v xapian-check >/dev/null 2>&1 || missing+=(xapian-tools)
[ -d /usr/share/fonts/truetype/freefont ] || missing+=(fonts-freefont-ttf)
[ ${#missing[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "the tests need: ${missing[*]}; please install them" >&2
  exit 1
fi
echo "installing Debian packages for the tests: ${missing[*]}"
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
