#!/usr/bin/env bash
# Runs the built tests under another Node, which the npm packages node-<platform>-<arch> bring:
#   npm run build && scripts/test-node.sh 24                 all of them
#   npm run build && scripts/test-node.sh 22 page/ cli/      those with one of these in their path
# The binary is kept in node_modules/.cache. Native packages need no rebuild: they use Node-API, which is the same for all versions.
set -euo pipefail
cd "$(dirname "$0")/.."
version="${1:?name a major version of Node, such as 24}"
shift
folder="$PWD/node_modules/.cache/node-$version"
package="node-$(node -p 'process.platform + "-" + process.arch')"
binaries="$folder/node_modules/$package/bin"
if ! "$binaries/node" -e 0 2>/dev/null; then
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-package-lock --ignore-scripts "$package@$version"
fi
# first in PATH: what tests start by the name "node" is this one, too
export PATH="$binaries:$PATH"
echo "Node $(node -v)"
exec node --test-reporter="${TEST_REPORTER:-spec}" dist/test/all.js "$@"
