import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { scratch } from '../archive/samples.js'
import { runCli } from '../crawl/run-cli.js'
import { textOf } from '../portal/build-samples.js'
import { writeArchive } from '../portal/small-archive.js'
import { article, linesOf } from './corpus-samples.js'

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

function archiveOf(directory: string, count: number, name = 'pages.warc'): string {
  const path = join(directory, name)
  writeArchive(
    path,
    Array.from({ length: count }, (_, i) => article(String(i), [`Page ${i}: ${textOf(i)}`])),
  )
  return path
}

test('an export that is stopped leaves the one before as it was, and the same command starts again', async t => {
  const directory = scratch(t)
  const out = join(directory, 'corpus')
  await exportCorpus({ sources: [archiveOf(directory, 3, 'old.warc')], out, compress: 'none' })
  const before = readFileSync(join(out, 'corpus.jsonl'), 'utf8')
  const archive = archiveOf(directory, 300)
  for (const dedupe of ['none', 'near'] as const) {
    const stop = new AbortController()
    const onProgress = ({ stage, done }: { stage: string; done: number }): void => {
      if (stage === 'reading pages' && done > 60) stop.abort()
    }
    const options = { sources: [archive], out, compress: 'none', dedupe } as const
    await assert.rejects(exportCorpus({ ...options, signal: stop.signal, onProgress }), { name: 'AbortError' })
    assert.equal(readFileSync(join(out, 'corpus.jsonl'), 'utf8'), before)
    assert.deepEqual(readdirSync(directory).sort(), ['corpus', 'old.warc', 'pages.warc'])
  }
  await exportCorpus({ sources: [archive], out, compress: 'none' })
  assert.equal(linesOf(readFileSync(join(out, 'corpus.jsonl'), 'utf8')).length, 300)
})

test('forms that are not asked for any more go with the export before', async t => {
  const directory = scratch(t)
  const archive = archiveOf(directory, 3)
  const out = join(directory, 'corpus')
  mkdirSync(out)
  await exportCorpus({ sources: [archive], out, forms: ['jsonl', 'parquet', 'wet'] })
  assert.deepEqual(readdirSync(out).sort(), [
    'DATASHEET.md',
    'README.md',
    'corpus.jsonl.zst',
    'corpus.parquet',
    'corpus.warc.wet.gz',
    'datasheet.json',
  ])
  const { files } = await exportCorpus({ sources: [archive], out, forms: ['jsonl'], compress: 'gzip' })
  assert.deepEqual(readdirSync(out).sort(), ['DATASHEET.md', 'README.md', 'corpus.jsonl.gz', 'datasheet.json'])
  assert.deepEqual(
    files,
    ['corpus.jsonl.gz', 'DATASHEET.md', 'datasheet.json', 'README.md'].map(name => join(out, name)),
  )
})

test('what belongs to somebody else is not replaced', async t => {
  const directory = scratch(t)
  const archive = archiveOf(directory, 1)
  const out = join(directory, 'mine')
  mkdirSync(out)
  writeFileSync(join(out, 'thesis.txt'), 'years of work')
  const refused = { code: 'E_OUT_DIR' }
  await assert.rejects(exportCorpus({ sources: [archive], out }), refused)
  await assert.rejects(exportCorpus({ sources: [archive], out: archive }), refused)
  const corpus = join(directory, 'corpus')
  await exportCorpus({ sources: [archive], out: corpus })
  writeFileSync(join(corpus, 'notes.txt'), 'about it')
  await assert.rejects(exportCorpus({ sources: [archive], out: corpus }), refused)
  assert.deepEqual([existsSync(join(out, 'thesis.txt')), existsSync(join(corpus, 'notes.txt'))], [true, true])
})

test('nothing to export is an error that says why', async t => {
  const directory = scratch(t)
  const archive = archiveOf(directory, 2)
  const out = join(directory, 'a.jsonl')
  await assert.rejects(exportCorpus({ sources: [archive], out, languages: ['tha'] }), {
    code: 'E_EXPORT',
    message: /2 language/,
  })
  const empty = join(directory, 'empty.warc')
  writeArchive(empty, [{ url: 'http://a.example/x.png', type: 'image/png', body: 'x' }])
  await assert.rejects(exportCorpus({ sources: [empty], out }), { code: 'E_EXPORT' })
  assert.deepEqual(readdirSync(directory).sort(), ['empty.warc', 'pages.warc'])
})

test('the command line writes what the name of the file says', async t => {
  const directory = scratch(t)
  const archive = archiveOf(directory, 3)
  const out = join(directory, 'text.jsonl')
  const done = await runCli('export', 'corpus', archive, '--out', out, '--language', 'en', '--json')
  assert.equal(done.code, 0, done.stderr)
  const summary: unknown = JSON.parse(done.stdout)
  assert.ok(typeof summary === 'object' && summary !== null && 'pages' in summary)
  assert.equal(summary.pages, linesOf(readFileSync(out, 'utf8')).length)
  assert.deepEqual(readdirSync(directory).sort(), [
    'pages.warc',
    'text.jsonl',
    'text.jsonl.README.md',
    'text.jsonl.datasheet.json',
    'text.jsonl.datasheet.md',
  ])
  const wrong = await runCli('export', 'corpus', archive, '--out', out, '--language', 'klingonese')
  assert.equal(wrong.code, 2, wrong.stderr)
})

test('a name that says one form and flags that say another are refused', async t => {
  const directory = scratch(t)
  const sources = [archiveOf(directory, 1)]
  const refused = { code: 'E_USAGE' }
  await assert.rejects(exportCorpus({ sources, out: join(directory, 'a.jsonl'), forms: ['parquet'] }), refused)
  await assert.rejects(exportCorpus({ sources, out: join(directory, 'a.parquet'), forms: ['parquet', 'wet'] }), refused)
  await assert.rejects(exportCorpus({ sources, out: join(directory, 'a.jsonl.zst'), compress: 'gzip' }), refused)
  await assert.rejects(exportCorpus({ sources, out: join(directory, 'no', 'such', 'a.jsonl') }), refused)
  assert.deepEqual(readdirSync(directory), ['pages.warc'])
})

/** A file system of 1 MB, for this process and its children alone. */
const SMALL_DISK =
  'mount -t tmpfs -o size=1m tmpfs "$0" && cp -r "$1" "$0/corpus" && shift && "$@"; code=$?; ls "$0"; cat "$0/corpus/corpus.jsonl"; exit $code'
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt']).status === 0

test('a full disk is said, and the last export stays', { skip: !canMount }, async t => {
  const directory = scratch(t)
  const last = join(directory, 'last')
  await exportCorpus({ sources: [archiveOf(directory, 1, 'old.warc')], out: last, compress: 'none' })
  const disk = join(directory, 'disk')
  mkdirSync(disk)
  const archive = join(directory, 'large.warc')
  writeArchive(
    archive,
    Array.from({ length: 90 }, (_, i) =>
      article(
        String(i),
        Array.from({ length: 60 }, (_, k) => `Part ${k}: ${textOf(i * 60 + k)}`),
      ),
    ),
  )
  const command = [
    process.execPath,
    MAIN,
    'export',
    'corpus',
    archive,
    '--out',
    `${disk}/corpus`,
    '--compress',
    'none',
    '--force',
  ]
  const { status, stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', SMALL_DISK, disk, last, ...command], {
    encoding: 'utf8',
  })
  assert.equal(status, 1, stderr)
  assert.match(stderr, /E_DISK.*free some space/)
  assert.equal(stdout, `corpus\n${readFileSync(join(last, 'corpus.jsonl'), 'utf8')}`)
})
