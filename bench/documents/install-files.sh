#!/usr/bin/env bash
# Fetches the PDF files that bench/documents reads: those of Debian packages, which are downloaded and unpacked, not installed, into
# bench/.documents (git-ignored; delete the folder to be rid of it). Tools to compare with: poppler-utils, python3-pypdf. chromium prints
# what no package has. With "two-columns": the papers of two-columns.ts, too, with their sources (a package of 213 MB).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
files="$here/../.documents"
packages=(
  debian-edu-doc-ja debian-edu-doc-zh-cn debian-faq-de debian-faq-ja debian-faq-ko debian-faq-ru debian-refcard
  debian-reference-id debian-reference-ja debian-reference-pt debian-reference-zh-cn developers-reference-ja
  developers-reference-ru eyes17-manuals-ml live-manual-pdf maint-guide-ca maint-guide-de maint-guide-es maint-guide-fr
  maint-guide-it maint-guide-ja maint-guide-ru maint-guide-vi maint-guide-zh-cn maint-guide-zh-tw texlive-lang-arabic
  texlive-lang-chinese texlive-lang-cjk texlive-lang-cyrillic texlive-lang-czechslovak texlive-lang-greek
  texlive-lang-italian texlive-lang-korean texlive-lang-other texlive-lang-polish texlive-lang-portuguese
  texlive-lang-spanish texlive-publishers ubuntu-packaging-guide-pdf-pt-br ubuntu-packaging-guide-pdf-ru
  ubuntu-packaging-guide-pdf-uk
)

[ "${1:-}" = two-columns ] && packages+=(texlive-publishers-doc)

missing=()
command -v pdftotext > /dev/null || missing+=(poppler-utils)
command -v chromium > /dev/null || missing+=(chromium)
[ -n "$(fc-list :lang=km)" ] || missing+=(fonts-khmeros)
[ -n "$(fc-list :lang=my)" ] || missing+=(fonts-sil-padauk)
[ -n "$(fc-list :lang=lo)" ] || missing+=(fonts-lao)
/usr/bin/python3 -c 'import pypdf' 2> /dev/null || missing+=(python3-pypdf)
if [ "${#missing[@]}" -gt 0 ]; then
  sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

mkdir -p "$files"
for package in "${packages[@]}"; do
  [ -d "$files/$package" ] && continue
  download="$(mktemp -d)"
  (cd "$download" && apt-get download -q "$package")
  mkdir "$download/files"
  dpkg-deb --fsys-tarfile "$download"/*.deb | tar x -C "$download/files" --wildcards '*.pdf' '*.pdf.gz' '*.tex' '*.tex.gz' 2> /dev/null || true
  find "$download/files" -type f -name '*.gz' -exec gunzip -f {} +
  mv "$download/files" "$files/$package"
  rm -r "$download"
done
echo "files are ready: $(find "$files" -type f -name '*.pdf' | wc -l)"
