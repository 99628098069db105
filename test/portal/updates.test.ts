import assert from 'node:assert/strict'
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../src/disk/sqlite.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { newShelf } from '../../src/portal/server/cookies.js'
import { openPeople } from '../../src/portal/people/index.js'
import { portalStates, signingKey } from '../../src/portal/updates/index.js'
import { scratch } from '../archive/samples.js'
import { build, seen } from './build-samples.js'
import { filesOf, packedIndex, pageUrl, PAGES, rowsOf, startSending } from './update-samples.js'

const QUERIES = ['river', 'edition1', 'edition2', 'page7', 'chapter 3', 'lantern meadow']

test('a whole portal and then updates: the other portal has what the sender has', async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  assert.deepEqual([whole.since, whole.files], [null, [whole.file]])
  assert.equal(sending.apply(whole.file).applied, true)
  assert.deepEqual(seen(sending.school, QUERIES), seen(sending.portal, QUERIES))

  await sending.change([3, 7, 20])
  const update = await sending.pack('update.ltu', whole.state)
  assert.ok(update.bytes < whole.bytes / 2, `${update.bytes} of ${whole.bytes}`)
  const applied = sending.apply(update.file)
  assert.deepEqual([applied.before, applied.state, applied.archives], [whole.state, update.state, 1])
  assert.deepEqual(seen(sending.school, QUERIES), seen(sending.portal, QUERIES))
  assert.deepEqual(rowsOf(join(sending.school, 'index.db')), rowsOf(packedIndex(sending, update.state)))
  assert.equal(portalStates(sending.school).received?.state, update.state)
  // bytes of archived pages are there, too
  const library = openLibrary(sending.school)
  for (let number = 0; number < PAGES; number++) {
    const { file, offset, length } = library.capture(pageUrl(number))?.place ?? { file: '', offset: 0, length: 0 }
    assert.ok(file.startsWith(join(sending.school, 'archives')))
    assert.ok(
      readFileSync(file)
        .subarray(offset, offset + length)
        .includes(`WARC-Target-URI: ${pageUrl(number)}\r\n`),
    )
  }
  library.close()
})

test('an update over several states is the same as one after the other', async t => {
  const sending = await startSending(scratch(t))
  const first = await sending.pack('1.ltu')
  sending.apply(first.file)
  await sending.change([1, 2])
  await sending.pack('2.ltu', first.state)
  await sending.change([2, 3], 'same file')
  // by the beginning of a name
  const third = await sending.pack('3.ltu', first.state.slice(0, 6))
  sending.apply(third.file)
  assert.deepEqual(rowsOf(join(sending.school, 'index.db')), rowsOf(packedIndex(sending, third.state)))
  // 1.ltu was packed on the second of January, 2.ltu on the third
  const since = await sending.pack('4.ltu', '2026-01-02')
  assert.deepEqual([since.since, since.state], [first.state, third.state])
  await assert.rejects(sending.pack('5.ltu', '2025-12-31'), /nothing was packed before that; it has kept/)
  await assert.rejects(sending.pack('5.ltu', 'beef'), /E_UPDATE|has no such state/)
})

test('an archive that grew travels from where it ended', async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  const [name] = readdirSync(join(sending.school, 'archives'))
  const archive = join(sending.school, 'archives', name)
  const before = readFileSync(archive)
  // a hard link elsewhere must not change, and what a kill left behind is overwritten
  linkSync(archive, join(sending.root, 'linked.warc'))
  await sending.change([5], 'same file')
  const update = await sending.pack('update.ltu', whole.state)
  assert.ok(update.bytes < before.length / 2)
  sending.apply(update.file)
  const after = readFileSync(archive)
  assert.deepEqual(readdirSync(join(sending.school, 'archives')), [name])
  assert.deepEqual(after, readFileSync(join(sending.root, 'first.warc')))
  assert.deepEqual(readFileSync(join(sending.root, 'linked.warc')), before)
})

test('an archive with other bytes under the same name comes under a new name; the old file goes with the next update', async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  const archives = (): string[] => readdirSync(join(sending.school, 'archives')).sort()
  const [old] = archives()
  const first = join(sending.root, 'first.warc')
  writeFileSync(first, readFileSync(first, 'latin1').replaceAll('lantern', 'candle!'), 'latin1')
  await build(sending.portal, [first])
  const update = await sending.pack('update.ltu', whole.state)
  sending.apply(update.file)
  assert.equal(archives().length, 2)
  await build(sending.portal, [first], { title: 'Another title' })
  sending.apply((await sending.pack('next.ltu', update.state)).file)
  assert.equal(archives().length, 1)
  assert.notEqual(archives()[0], old)
  assert.equal(openLibrary(sending.school).facts().title, 'Another title')
})

test('archives may grow without a build, and tables may be other ones', async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  appendFileSync(join(sending.root, 'first.warc'), 'what a crawl that runs has written since')
  const grown = await sending.pack('grown.ltu', whole.state)
  assert.ok(grown.bytes < 6000)
  assert.equal(sending.apply(grown.file).rows, 0)
  // as another version of the program would make it: the index travels as a whole
  const index = join(sending.portal, 'index.db')
  const database = openDatabase(index, { singleFile: true })
  database.exec('CREATE TABLE another (id INTEGER PRIMARY KEY)')
  database.close()
  const other = await sending.pack('other.ltu', grown.state)
  assert.equal(sending.apply(other.file).archives, 0)
  assert.deepEqual(rowsOf(join(sending.school, 'index.db')), rowsOf(packedIndex(sending, other.state)))
})

test('what people made stays, and does not travel', async t => {
  const sending = await startSending(scratch(t))
  for (const [portal, name] of [
    [sending.portal, 'Name of the sender'],
    [sending.school, 'Name of the school'],
  ]) {
    const people = openPeople(join(portal, 'local.db'))
    people.settings.set('title', name)
    people.settings.set('blacklist', 'http://site1.example/1')
    people.missed('page', 'http://wanted.example/')
    assert.equal(people.bookmarks.add(newShelf().id, pageUrl(2), 'kept'), 'kept')
    people.close()
  }
  const before = filesOf(sending.school)
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  await sending.change([2])
  sending.apply((await sending.pack('update.ltu', whole.state)).file)
  const after = filesOf(sending.school)
  assert.equal(after['local.db'], before['local.db'])
  assert.equal(after['trusted-keys'], before['trusted-keys'])
  assert.deepEqual(
    Object.keys(after).filter(name => !name.startsWith('archives/')),
    ['index.db', 'local.db', 'portal.json', 'trusted-keys'],
  )
  // nor does anything say where the sender keeps its files
  assert.ok(!readFileSync(join(sending.school, 'index.db')).includes(sending.root))
})

test('an update says what is needed first, and when it is there already', async t => {
  const sending = await startSending(scratch(t))
  const first = await sending.pack('1.ltu')
  await sending.change([1])
  const second = await sending.pack('2.ltu', first.state)
  await sending.change([2])
  const third = await sending.pack('3.ltu', second.state)
  const fourth = await sending.pack('4.ltu', third.state)
  assert.deepEqual([fourth.files, fourth.bytes, fourth.state], [[], 0, third.state])
  assert.throws(
    () => sending.apply(second.file),
    new RegExp(`applies to state ${first.state} of 2026-01-02, and .*is empty.*ask the sender for a whole portal`),
  )
  sending.apply(first.file)
  const before = filesOf(sending.school)
  assert.throws(
    () => sending.apply(third.file),
    new RegExp(
      `applies to state ${second.state}.*has state ${first.state}: apply the update that makes ${second.state} first`,
    ),
  )
  assert.deepEqual(filesOf(sending.school), before)
  sending.apply(second.file)
  sending.apply(third.file)
  const last = filesOf(sending.school)
  assert.equal(sending.apply(third.file).applied, false)
  assert.throws(() => sending.apply(second.file), /older than what .* no longer needed/)
  assert.throws(() => sending.apply(first.file), /has a later state/)
  assert.deepEqual(filesOf(sending.school), last)
  // a portal that is built on the spot did not come by updates any more
  await build(sending.school, [join(sending.root, 'first.warc')])
  assert.equal(portalStates(sending.school).received, null)
  assert.throws(() => sending.apply(third.file), /did not come by updates/)
})

test('in pieces, and over a line that breaks off', async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu', undefined, 5000)
  assert.ok(whole.files.length > 3)
  assert.deepEqual(whole.files.slice(0, 2), [`${whole.file}.001`, `${whole.file}.002`])
  const there = join(sending.root, 'copied')
  mkdirSync(there)
  const copied = whole.files.map(path => join(there, path.slice(sending.root.length + 1)))
  const name = join(there, 'whole.ltu')
  const before = filesOf(sending.school)
  assert.throws(() => sending.apply(name), /does not exist/)
  copyFileSync(whole.files[1], copied[1])
  assert.throws(() => sending.apply(name), /whole\.ltu\.001, the first piece, is missing/)
  copyFileSync(whole.files[0], copied[0])
  assert.throws(() => sending.apply(name), /is not complete|whole\.ltu\.003 and the pieces after it are missing/)
  for (const [i, path] of whole.files.entries()) if (i !== 2) copyFileSync(path, copied[i])
  assert.throws(() => sending.apply(name), /missing: .*whole\.ltu\.003/)
  copyFileSync(whole.files[2], copied[2])
  truncateSync(copied[2], 4000)
  assert.throws(() => sending.apply(name), /whole\.ltu\.003 has 4000 of 5000 bytes/)
  assert.deepEqual(filesOf(sending.school), before)
  copyFileSync(whole.files[2], copied[2])
  assert.equal(sending.apply(...copied.reverse()).applied, true)

  await sending.change([4])
  const update = await sending.pack('update.ltu', whole.state)
  const partial = join(there, 'update.ltu')
  const { size } = statSync(update.file)
  for (const bytes of [3, 11, 40, 500, size - 1]) {
    writeFileSync(partial, readFileSync(update.file).subarray(0, bytes))
    assert.throws(
      () => sending.apply(partial),
      new RegExp(`${bytes} bytes are here, at least \\d+ are missing \\(from byte ${bytes} on\\)`),
    )
  }
  copyFileSync(update.file, partial)
  assert.equal(sending.apply(partial).applied, true)
  // a whole file in the place of pieces leaves none of them behind
  rmSync(update.file)
  const again = await sending.pack('whole.ltu')
  assert.deepEqual(again.files, [again.file])
  assert.deepEqual(
    readdirSync(sending.root).filter(entry => entry.startsWith('whole.ltu')),
    ['whole.ltu'],
  )
})

test('a key is made once, for its owner alone', t => {
  const path = join(scratch(t), 'deep', 'sender.key')
  const first = signingKey(path)
  assert.ok(first.isNew)
  assert.equal(statSync(path).mode & 0o077, 0)
  const again = signingKey(path)
  assert.deepEqual([again.isNew, again.text], [false, first.text])
  writeFileSync(path, 'something else')
  assert.throws(() => signingKey(path), /is not a signing key/)
})
