import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { passage } from '../judge/page-of.js'
import { packageRoot } from '../package-root.js'
import { at, runLine, writeCrawl } from '../report/made-up-crawl.js'

const directory = temporaryDirectory('identifier')
const page = join(directory, 'page.html')
writeFileSync(page, `<meta charset="utf-8"><p>${passage('swh', 800)}</p>`)
const NOTE = /^languages were identified by "ngrams", not by "cld"/m

function judge(identifier: string, ...flags: string[]) {
  const args = [join(packageRoot, 'bin', 'longtail.js'), 'judge', page, '--language', 'swa', ...flags]
  const env = { ...process.env, LONGTAIL_IDENTIFIER: identifier }
  return spawnSync(process.execPath, args, { encoding: 'utf8', env })
}

test('judge names the identifier: in JSON always, in words where it is the second one', () => {
  const { stdout } = judge('ngrams')
  assert.match(stdout, /^relevant .* swa /)
  assert.match(stdout, NOTE)
  const said = JSON.parse(judge('ngrams', '--json').stdout)
  assert.deepEqual([said.identifier, said.pages[0].language, said.pages[0].relevant], ['ngrams', 'swa', true])
})

test('an identifier that does not exist is bad use', () => {
  const { status, stderr } = judge('babel')
  assert.equal(status, 2)
  assert.match(stderr, /^E_LANGUAGE: LONGTAIL_IDENTIFIER=babel: expected cld or ngrams/)
})

test('status names the identifier of the last run', async () => {
  const lines = (identifier?: string) => [
    { ...runLine(['http://a.example/']), ...(identifier === undefined ? {} : { identifier }) },
    { t: 'stop', at: at(5), reason: 'finished' },
  ]
  const [second, best, old] = ['ngrams', 'cld', undefined].map(name =>
    writeCrawl(join(directory, name ?? 'old'), lines(name)),
  )
  assert.match((await runCli('status', second)).stdout, NOTE)
  assert.equal(JSON.parse((await runCli('status', second, '--json')).stdout).identifier, 'ngrams')
  assert.doesNotMatch((await runCli('status', best)).stdout, /identified/)
  assert.equal(JSON.parse((await runCli('status', best, '--json')).stdout).identifier, 'cld')
  assert.ok(!('identifier' in JSON.parse((await runCli('status', old, '--json')).stdout)))
})
