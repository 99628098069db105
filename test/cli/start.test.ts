/** What a command loads before it does its work, counted by V8's coverage, which lists every script that ran. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'
import { at, pageLine, runLine, writeCrawl } from '../report/made-up-crawl.js'
import { VERSION } from '../../src/version.js'

const directory = temporaryDirectory('start')
const command = join(packageRoot, 'bin', 'longtail.js')
const root = pathToFileURL(packageRoot).href

interface Coverage {
  readonly result: readonly { readonly url: string }[]
}

let runs = 0

function started(...args: string[]): { stdout: string; own: string[]; packages: string[] } {
  const folder = join(directory, `coverage-${runs++}`)
  mkdirSync(folder)
  const stdout = execFileSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
  })
  const [file] = readdirSync(folder)
  const coverage: Coverage = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const urls = coverage.result.map(({ url }) => url).filter(url => url.startsWith(root))
  return {
    stdout,
    own: urls.filter(url => !url.includes('/node_modules/')),
    packages: [...new Set(urls.flatMap(url => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))],
  }
}

test('--version loads commander and hardly anything of ours', () => {
  const { stdout, own, packages } = started('--version')
  assert.equal(stdout, `${VERSION}\n`)
  assert.deepEqual(packages, ['commander'])
  assert.ok(own.some(url => url.endsWith('/cli/main.js')))
  assert.ok(own.length <= 5, own.join('\n'))
})

test('status reads a crawl without the crawler, its network, its languages and its database', () => {
  const crawl = writeCrawl(join(directory, 'crawl'), [
    runLine(['http://a.example/']),
    pageLine(0, 'http://a.example/', { relevant: true }),
    { t: 'stop', at: at(5), reason: 'finished' },
  ])
  const { stdout, own, packages } = started('status', crawl)
  assert.match(stdout, /^1 pages, 1 relevant/m)
  assert.deepEqual(
    packages.filter(name => name !== 'commander' && name !== 'valibot'),
    [],
  )
  assert.ok(own.length <= 43, own.join('\n'))
})

test('--help loads names and flags of the commands, not their code', () => {
  const all = started('--help')
  assert.match(all.stdout, /^ {2}status .*^ {2}simulate /ms)
  for (const { own, packages } of [all, started('crawl', '--help'), started('simulate', '--help')]) {
    assert.deepEqual(packages, ['commander'])
    assert.ok(own.length <= 150, own.join('\n'))
  }
})
