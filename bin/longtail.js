#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'

const main = new URL('../dist/src/cli/main.js', import.meta.url)
if (existsSync(main)) {
  // Node 22.1 and newer keep what they compiled. Beside the code, not in a folder for all users: what lies there is run.
  module.enableCompileCache?.(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)))
  await import(main.href)
} else {
  console.error('longtail: dist/ is missing; run "npm run prepare" in the folder of the checkout to build it')
  process.exitCode = 1
}
