/** Runs every test in one process: importing a file registers its tests. Name parts of paths as arguments to run a few. */
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const wanted = process.argv.slice(2)
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.js'))
  .filter(file => wanted.length === 0 || wanted.some(part => relative(here, join(here, file)).includes(part)))
  .sort()
if (files.length === 0) throw new Error(`no test file matches ${wanted.join(', ')}`)
for (const file of files) await import(pathToFileURL(join(here, file)).href)
