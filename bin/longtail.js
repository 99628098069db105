#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/src/cli/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  console.error('longtail: dist/ is missing; run "npm run prepare" in the folder of the checkout to build it')
  process.exitCode = 1
}
