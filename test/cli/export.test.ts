import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, describe, test } from 'node:test'
import { many } from '../../src/cli/many.js'
import { runCli, startCli, temporaryDirectory } from '../crawl/run-cli.js'
import { pageOf, writeArchive } from '../portal/small-archive.js'

const TEXT = 'A sentence that is long enough to be text, and that says nothing in particular.'
const KINDS = [
  ['wacz', 'x.wacz'],
  ['zim', 'x.zim'],
  ['corpus', 'x'],
] as const

describe('the three exports on the command line', () => {
  const directory = temporaryDirectory('cli-export')
  const few = join(directory, 'few.warc')
  const lots = join(directory, 'lots.warc')
  before(() => {
    const page = (i: number) => ({ url: `http://a.example/${i}`, body: pageOf(`Page ${i}`, [`${TEXT} Number ${i}.`]) })
    writeArchive(few, [page(1), page(2)])
    writeArchive(
      lots,
      Array.from({ length: 3_000 }, (_, i) => page(i)),
    )
  })

  for (const [kind, name] of KINDS) {
    test(`${kind}: --json is one object on one line, and nothing else is on standard output`, async () => {
      const out = join(directory, name)
      const { code, stdout } = await runCli('export', kind, few, '--out', out, '--json')
      assert.equal(code, 0)
      const { files, pages, bytes } = JSON.parse(stdout)
      assert.equal(stdout.trimEnd().split('\n').length, 1)
      assert.equal(pages, 2)
      assert.ok(bytes > 0)
      for (const file of files) assert.ok(existsSync(file), file)
    })

    test(`${kind}: wrong flags end with 2, wrong names with 1, and both say what to do`, async () => {
      const out = join(directory, `no-${name}`)
      const flag = await runCli('export', kind, few, '--out', out, '--no-such-flag')
      assert.deepEqual([flag.code, flag.stdout], [2, ''])
      assert.match(flag.stderr, /--help/)
      const source = await runCli('export', kind, join(directory, 'nowhere'), '--out', out)
      assert.deepEqual([source.code, source.stdout], [1, ''])
      assert.match(source.stderr, /^E_SOURCE: .*nowhere does not exist: give a crawl, a portal or an archive$/m)
    })

    test(`${kind}: Ctrl-C ends with 130, leaves nothing, and says so to programs`, async () => {
      const out = join(directory, `stopped-${name}`)
      const { child, result } = startCli(['export', kind, lots, '--out', out, '--json'])
      while (!existsSync(`${out}.partial`) && child.exitCode === null) await sleep(5)
      child.kill('SIGINT')
      const { code, stdout, stderr } = await result
      assert.equal(code, 130, stderr)
      assert.deepEqual(JSON.parse(stdout), { stopped: 'interrupted', files: [] })
      assert.match(stderr, /interrupted: nothing was written; an earlier export is unchanged/)
      const left = readdirSync(directory).filter(file => file.startsWith(`stopped-${name}`))
      assert.deepEqual(left, [])
    })

    test(`${kind}: what is there already is overwritten only with --force`, async () => {
      const out = join(directory, `twice-${name}`)
      const args = ['export', kind, few, '--out', out] as const
      assert.equal((await runCli(...args)).code, 0)
      const again = await runCli(...args)
      assert.equal(again.code, 2)
      assert.match(again.stderr, /exists: choose another --out, or overwrite it with --force/)
      const forced = await runCli(...args, '--force', '--json')
      assert.equal(forced.code, 0, forced.stderr)
      assert.equal(JSON.parse(forced.stdout).pages, 2)
    })
  }

  test('an archive without pages is told from a crawl that found nothing relevant', async () => {
    const picture = join(directory, 'picture.warc')
    writeArchive(picture, [{ url: 'http://a.example/x.png', body: 'no page', type: 'image/png' }])
    const wacz = await runCli('export', 'wacz', picture, '--out', join(directory, 'p.wacz'))
    assert.equal(wacz.code, 0)
    assert.match(wacz.stderr, /no response is a page/)
    const corpus = await runCli('export', 'corpus', picture, '--out', join(directory, 'p'))
    assert.equal(corpus.code, 1)
    assert.match(corpus.stderr, /holds no pages to export: check the names/)
  })

  test('lessons that are asked for and not there are a warning', async () => {
    const { code, stderr } = await runCli('export', 'zim', few, '--out', join(directory, 'l.zim'), '--lessons')
    assert.equal(code, 0)
    assert.match(stderr, /warning: --lessons: no portal/)
  })
})

test('numbers for people have commas', () => {
  assert.deepEqual([many(1, 'word'), many(1_934_651, 'word')], ['1 word', '1,934,651 words'])
})
