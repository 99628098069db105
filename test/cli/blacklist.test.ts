import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('blacklist-cli')
after(() => rmSync(directory, { recursive: true, force: true }))

function file(name: string, content: string): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const one = file('one.txt', '# slow\nb.example\na.example # 2025-01-01 ads\n')
const two = file('two.txt', '!a.example # 2025-02-01\n*/cart/*\tshops\n')

test('blacklist merge writes one sorted list and says what is in it', async () => {
  const out = join(directory, 'three.txt')
  const { code, stdout, stderr } = await runCli('blacklist', 'merge', one, two, '--out', out)
  assert.equal(code, 0, stderr)
  assert.equal(stdout, `${out}: 3 entries, 1 of them exceptions (!), from 4 in 2 files\n`)
  const lines = readFileSync(out, 'utf8').split('\n')
  assert.deepEqual(lines.slice(2), ['*/cart/* # shops', '!a.example # 2025-02-01', '# slow', 'b.example', ''])
  assert.ok(!existsSync(`${out}.partial`))
  // into itself, and again: nothing changes
  const again = await runCli('blacklist', 'merge', out, one, '--out', out)
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual(readFileSync(out, 'utf8').split('\n'), lines)
})

test('without --out the list goes to standard output', async () => {
  const { code, stdout } = await runCli('blacklist', 'merge', two)
  assert.equal(code, 0)
  assert.match(stdout, /^# .*\n\n\*\/cart\/\* # shops\n!a\.example # 2025-02-01\n$/)
})

test('files that are missing or no blacklists are refused, and nobody else’s file is replaced', async () => {
  const mine = file('mine.txt', 'Dear diary, today I went shopping\n')
  const cases: [string[], number, RegExp][] = [
    [['merge', join(directory, 'nowhere.txt')], 2, /E_USAGE: .*nowhere\.txt: cannot be read/],
    [['merge', mine], 2, /E_CAMPAIGN: .*mine\.txt:1: .*contains a space/],
    [['merge', one, '--out', mine], 1, /E_OUT_DIR: .*exists and is not a blacklist/],
    [['merge', one, '--out', directory], 1, /E_OUT_DIR: .*is not a file/],
    [['merge'], 2, /missing required argument/],
  ]
  for (const [args, expected, message] of cases) {
    const { code, stderr } = await runCli('blacklist', ...args)
    assert.equal(code, expected, `${args.join(' ')}: ${stderr}`)
    assert.match(stderr, message)
  }
  assert.match(readFileSync(mine, 'utf8'), /^Dear diary/)
})
