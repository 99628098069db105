#!/usr/bin/env bash
# Installs the Debian packages that the tests use and that are missing:
#   python3   a second, independent reader of our WARC files (test/fixtures/archive)
#   openssl   a certificate for the HTTPS tests
#   gzip      checks our archives once more
#   zimcheck, kiwix-serve, zimwriterfs, xapian-check  readers and checkers of our ZIM files (test/export)
#   unzip     checks our WACZ files once more
#   redis-server  connects the workers of a crawl (test/partitions)
#   systemd-analyze  checks our units (deploy/systemd)
#   ip        networks that are cut between workers (test/partitions/networks)
#   pdftotext, pdfimages  what a printed lesson holds; zbarimg  reads our QR codes (test/portal)
#   chromium  a real browser for the portal (test/portal/browser), with a font that has Thai and Devanagari
#   chromium-headless-shell  the browser that pages are rendered in (test/render, test/crawl)
# Does nothing when they are there. Elsewhere than on Debian, install them by hand.
set -euo pipefail
missing=()
for tool in python3 openssl gzip unzip redis-server chromium chromium-headless-shell; do
  command -v "$tool" >/dev/null 2>&1 || missing+=("$tool")
done
command -v ip >/dev/null 2>&1 || missing+=(iproute2)
command -v zimcheck >/dev/null 2>&1 || missing+=(zim-tools)
command -v kiwix-serve >/dev/null 2>&1 || missing+=(kiwix-tools)
command -v xapian-check >/dev/null 2>&1 || missing+=(xapian-tools)
command -v pdftotext >/dev/null 2>&1 || missing+=(poppler-utils)
command -v zbarimg >/dev/null 2>&1 || missing+=(zbar-tools)
command -v systemd-analyze >/dev/null 2>&1 || missing+=(systemd)
[ -d /usr/share/fonts/truetype/freefont ] || missing+=(fonts-freefont-ttf)
[ ${#missing[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "the tests need: ${missing[*]}; please install them" >&2
  exit 1
fi
echo "installing Debian packages for the tests: ${missing[*]}"
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)

# Another program may hold one of apt's locks. apt waits for dpkg's lock when told to; for those of its lists and of its archives it
# fails at once, so it is started again until they are free.
wait_s=600
run_apt() {
  local log deadline=$((SECONDS + wait_s))
  log="$(mktemp)"
  until "${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o "DPkg::Lock::Timeout=$wait_s" "$@" 2>&1 | tee "$log"; do
    if ! grep -qE 'Could not get lock|Unable to (lock|acquire)' "$log" || [ "$SECONDS" -ge "$deadline" ]; then
      rm -f "$log"
      return 1
    fi
    sleep 5
  done
  rm -f "$log"
}

update() { run_apt update -q -o APT::Update::Error-Mode=any; }
# a mirror that fails once often answers the next time; with old lists the packages may still be found
update || update || echo "the lists of packages could not be brought up to date; trying with those that are here" >&2
run_apt install -y -q --no-install-recommends "${missing[@]}"
