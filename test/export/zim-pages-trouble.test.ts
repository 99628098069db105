import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Parser } from 'htmlparser2'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { ArchiveMaker, HTML, type ArchivedSite } from '../portal/archived-site.js'
import { hostilePages } from '../portal/hostile-pages.js'
import { hostileTricks } from '../portal/hostile-tricks.js'
import { assertChecked } from './zim-file-tools.js'
import { pathsIn, schoolSite, textAt } from './zim-pages-site.js'

const directory = temporaryDirectory('zim-trouble')
const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const DATE = '2026-02-03'
let site: ArchivedSite
before(async () => {
  site = await schoolSite()
})
after(() => site.close())

test('an export that is stopped leaves the last one and nothing else, and comes to the same file when it is begun again', async () => {
  const whole = join(directory, 'whole.zim')
  await exportZim({ sources: [site.warc], out: whole, date: DATE })
  const out = join(directory, 'stopped.zim')
  writeFileSync(out, 'the last one')
  const controller = new AbortController()
  const onProgress = ({ stage }: { stage: string }): void => {
    if (stage.startsWith('writing')) controller.abort()
  }
  await assert.rejects(exportZim({ sources: [site.warc], out, date: DATE, signal: controller.signal, onProgress }))
  assert.equal(readFileSync(out, 'utf8'), 'the last one')
  assert.ok(!existsSync(`${out}.partial`))
  await exportZim({ sources: [site.warc], out, date: DATE })
  assert.ok(readFileSync(out).equals(readFileSync(whole)))
  assert.ok(!existsSync(`${out}.partial`))
})

/** A file system of 400 KB, for this process and its children alone. */
const SMALL_DISK =
  'mount -t tmpfs -o size=400k tmpfs "$0" && cp "$1" "$0/last.zim" && shift && "$@"; code=$?; cat "$0/last.zim"; exit $code'
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt']).status === 0

test('a full disk is said, and the last export stays', { skip: !canMount }, () => {
  const disk = join(directory, 'disk')
  const last = join(directory, 'last.zim')
  mkdirSync(disk)
  writeFileSync(last, 'the last one')
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [
      '-rm',
      'sh',
      '-c',
      SMALL_DISK,
      disk,
      last,
      process.execPath,
      MAIN,
      'export',
      'zim',
      site.warc,
      '--out',
      `${disk}/last.zim`,
      '--force',
    ],
    { encoding: 'utf8' },
  )
  assert.equal(status, 1, stderr)
  assert.match(stderr, /^E_DISK: .*free some space/m)
  assert.equal(stdout, 'the last one')
})

test('an archive that lost its end costs what was there, and links to it find a note', async () => {
  const cut = await schoolSite()
  // the portal knows of records that the archive has no longer
  truncateSync(cut.warc, Math.floor(statSync(cut.warc).size / 4))
  const out = join(directory, 'cut.zim')
  const warnings: string[] = []
  const summary = await exportZim({ sources: [cut.portal], out, date: DATE, onWarning: text => warnings.push(text) })
  cut.close()
  assert.ok(summary.unreadable > 0 && summary.pages > 0)
  assert.match(warnings[0], /^\d+ pages or images could not be read, among them http/)
  assert.match(await textAt(out, 'other.example/same'), /could not be read from the archive/)
  assert.match(await textAt(out, 'school.example/'), /Volcanoes/)
})

test('a portal without its archives says so', async () => {
  const gone = await schoolSite()
  rmSync(gone.warc)
  await assert.rejects(exportZim({ sources: [gone.portal], out: join(directory, 'gone.zim'), date: DATE }), {
    code: 'E_EXPORT',
    message: /no page of .* can be read .*: put the archives back/,
  })
  gone.close()
})

test('nothing in a ZIM of hostile pages runs, or loads anything from outside', async () => {
  const evil = 'http://evil.example'
  const maker = new ArchiveMaker()
  const pages = [...hostilePages(evil, 'http://kiwix.example'), ...hostileTricks(evil, 'http://kiwix.example')]
  maker.add(
    'http://_longtail/home',
    HTML,
    '<title>Not the front page</title><p>This page has the name of our own folder.',
  )
  maker.add('http://loop.example/a', HTML, refresh('http://loop.example/b'))
  maker.add('http://loop.example/b', HTML, refresh('http://loop.example/a'))
  for (const { path, headers, body } of pages) maker.add(`http://site.example${path}`, headers, body)
  const hostile = await maker.build()
  const out = join(directory, 'hostile.zim')
  await exportZim({ sources: [hostile.warc], out, date: DATE })
  hostile.close()
  await assertChecked(out)
  const paths = await pathsIn(out)
  assert.ok(paths.includes('_longtail:80/home'))
  assert.ok(paths.includes('_longtail/home'))
  let seen = 0
  for (const path of paths.filter(one => one.startsWith('site.example/'))) {
    const text = await textAt(out, path)
    if (!/<meta charset="utf-8">/.test(text)) continue
    seen++
    assert.deepEqual(harmIn(text), [], path)
  }
  assert.ok(seen > 30, String(seen))
})

function refresh(to: string): string {
  return `<title>Round</title><meta http-equiv=refresh content="0; url=${to}"><p>This page goes round and round for ever.`
}

const RUNS = new Set(['script', 'base', 'object', 'embed', 'applet', 'noscript'])

/** What runs, and what is loaded from elsewhere. Links lead where they lead. */
function harmIn(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (RUNS.has(name)) found.push(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        const isLink = /^(?:\w+:)?(?:a|area)$/.test(name) && /href$/.test(attribute)
        if (/^on|^srcdoc$|^ping$|action$/.test(attribute)) found.push(`${name} ${attribute}`)
        if (
          isLink
            ? !/^(?:https?:\/\/|\.|#)/.test(value)
            : /^(?:src|href|xlink:href|srcset|poster|data|background)$/.test(attribute) &&
              /^\s*(?:https?:|\/\/|javascript)/i.test(value)
        )
          found.push(`${name} ${attribute}=${value}`)
      }
    },
  })
  parser.end(html)
  return found
}
