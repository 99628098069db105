/** docs/api.md is what the types say, and its examples run. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as library from '../../src/index.js'
import { packageRoot } from '../package-root.js'

const page = readFileSync(join(packageRoot, 'docs/api.md'), 'utf8')

test('docs/api.md is made from the types', () => {
  const made = execFileSync(process.execPath, [join(packageRoot, 'scripts/build-api.mjs'), '--print'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  assert.equal(page, made, 'build, then run "node scripts/build-api.mjs"')
})

test('it has every function of the library, each with a comment', () => {
  for (const name of Object.keys(library)) {
    const described = new RegExp(`^### ${name}\n\n(?!\`\`\`)\\S`, 'm')
    // the error is a class: it stands among the types
    if (name !== 'LongtailError') assert.match(page, described, name)
  }
  assert.doesNotMatch(page, /import\("|undefined\b.*###|\/work\/|node_modules/)
})

test('its examples run', () => {
  const examples = readdirSync(join(packageRoot, 'examples/api')).filter(name => name.endsWith('.ts'))
  const said: Record<string, RegExp> = {
    'crawl.ts': /^30 pages, \d+ relevant: the limit of pages was reached\ntha http/,
    'judge.ts': /^relevant tha \d+ % of the text is Thai/,
    'simulate.ts': /^breadth-first 2000 0\.\d{3}\nlswc:s=3,t=5 2000 0\.\d{3}\n$/,
  }
  assert.deepEqual(examples, Object.keys(said))
  for (const name of examples) {
    const file = join(packageRoot, 'dist/examples/api', name.replace('.ts', '.js'))
    assert.match(
      execFileSync(process.execPath, [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      said[name],
      name,
    )
    const code = readFileSync(join(packageRoot, 'examples/api', name), 'utf8').replace(/^\/\*\*.*\n/, '')
    assert.ok(page.includes(code.trim()), `${name} stands on the page`)
  }
})
