/** Where an export may write: never over a source, a device or what somebody else keeps, whatever the names are. */
import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { withOutput } from '../../src/disk/output.js'
import { exportWacz } from '../../src/export/wacz/export-wacz.js'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { scratch } from '../archive/samples.js'
import { htmlOf, warcOf } from '../portal/build-samples.js'

function codeOf(code: string): (error: unknown) => boolean {
  return error => error instanceof LongtailError && error.code === code
}

function withArchive(t: TestContext): { readonly directory: string; readonly warc: string } {
  const directory = scratch(t)
  const warc = join(directory, 'a.warc')
  writeFileSync(warc, warcOf([1, 2, 3].map(i => ({ url: `http://a.example/${i}`, body: htmlOf(i) }))))
  return { directory, warc }
}

test('a source is never replaced, under whatever name it is given', async t => {
  const { directory, warc } = withArchive(t)
  const before = readFileSync(warc)
  await assert.rejects(exportZim({ sources: [warc], out: warc }), codeOf('E_USAGE'))
  assert.ok(readFileSync(warc).equals(before))
  const wacz = join(directory, 'x.wacz')
  await exportWacz({ sources: [warc], out: wacz })
  const written = readFileSync(wacz)
  await assert.rejects(exportWacz({ sources: [wacz], out: wacz }), codeOf('E_USAGE'))
  // found in a directory, or by another name
  await assert.rejects(exportWacz({ sources: [directory], out: wacz }), codeOf('E_USAGE'))
  const link = join(directory, 'link.wacz')
  symlinkSync(wacz, link)
  await assert.rejects(exportWacz({ sources: [link], out: wacz }), codeOf('E_USAGE'))
  assert.ok(readFileSync(wacz).equals(written))
  // the parts of a divided one have names that nobody typed
  const part = join(directory, 'y-001.wacz')
  cpSync(wacz, part)
  await assert.rejects(
    exportWacz({ sources: [part], out: join(directory, 'y.wacz'), splitBytes: 1e6 }),
    codeOf('E_USAGE'),
  )
  assert.ok(readFileSync(part).equals(written))
  const wet = join(directory, 'a.warc.wet.gz')
  await exportCorpus({ sources: [warc], out: wet })
  const text = readFileSync(wet)
  await assert.rejects(exportCorpus({ sources: [warc, wet], out: wet }))
  assert.ok(readFileSync(wet).equals(text))
})

test('an unfinished export in the directory that is read is no source', async t => {
  const { directory } = withArchive(t)
  const partial = join(directory, 'z.zim.partial', 'portal', 'archives')
  mkdirSync(partial, { recursive: true })
  writeFileSync(join(partial, 'copy.warc'), warcOf([{ url: 'http://copy.example/', body: htmlOf(9) }]))
  const { archives, pages } = await exportWacz({ sources: [directory], out: join(directory, 'x.wacz') })
  assert.deepEqual({ archives, pages }, { archives: 1, pages: 3 })
})

test('a device is no place for an export', async () => {
  await assert.rejects(
    withOutput('/dev/null', async () => {}),
    codeOf('E_USAGE'),
  )
})

test('what somebody else keeps under the name of our scratch directory stays', async t => {
  const directory = scratch(t)
  const home = join(directory, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'letter'), 'precious')
  const out = join(directory, 'x.zim')
  const refused = async (): Promise<void> => {
    await assert.rejects(
      withOutput(out, async () => {}),
      codeOf('E_OUT_DIR'),
    )
  }
  symlinkSync(home, `${out}.partial`)
  await refused()
  assert.equal(readFileSync(join(home, 'letter'), 'utf8'), 'precious')
  renameSync(`${out}.partial`, join(directory, 'link'))
  renameSync(home, `${out}.partial`)
  await refused()
  assert.deepEqual(readdirSync(`${out}.partial`), ['letter'])
})

test('killed between taking the old directory away and putting the new one there, nothing is lost', async t => {
  const directory = scratch(t)
  const out = join(directory, 'corpus')
  // as such a process leaves it
  const old = join(`${out}.partial`, 'corpus.old')
  mkdirSync(old, { recursive: true })
  writeFileSync(join(old, 'good'), 'the last one')
  writeFileSync(join(`${out}.partial`, 'lock'), '999999999 1\n')
  const failing = withOutput(out, async () => {
    assert.equal(readFileSync(join(out, 'good'), 'utf8'), 'the last one')
    throw new Error('no')
  })
  await assert.rejects(failing, /^Error: no$/)
  assert.equal(readFileSync(join(out, 'good'), 'utf8'), 'the last one')
  assert.ok(!existsSync(`${out}.partial`))
})

test('a scratch directory that somebody removed meanwhile hides no error', async t => {
  const out = join(scratch(t), 'x')
  const failing = withOutput(out, async output => {
    renameSync(output.scratch, `${out}.moved`)
    throw new Error('what happened')
  })
  await assert.rejects(failing, /^Error: what happened$/)
})
