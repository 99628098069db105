/** Updates after rounds of a crawl: what did not change does not travel, and what did is read at the school as it was. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readWarc } from '../../src/archive/index.js'
import { RecordReader } from '../../src/archive/record-reader.js'
import { createCaptureTables } from '../../src/collection/capture-tables.js'
import { openDatabase } from '../../src/disk/sqlite.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { applyUpdate, packPortal, signingKey, trustKey, type PackSummary } from '../../src/portal/updates/index.js'
import { moveRecords } from '../../src/portal/updates/named-records.js'
import { scratch } from '../archive/samples.js'
import { crawlLiving, ChangingWeb } from '../crawl/living-web.js'
import { build, seen } from './build-samples.js'

const PAGES = 40
const place = (number: number): string => `a.test/${number}`

function foundIn(portal: string): unknown {
  const all = seen(portal, ['ประเทศไทย', 'ฉบับที่'])
  assert.ok(typeof all === 'object' && all !== null && 'found' in all && 'sites' in all)
  return [all.found, all.sites]
}

test('a round that found little makes a small update, and all versions can be read at the school', async t => {
  const root = scratch(t)
  const [crawl, portal, school] = ['crawl', 'library', 'school'].map(name => join(root, name))
  const key = join(root, 'sender.key')
  trustKey(school, signingKey(key).text)
  const web = await ChangingWeb.start()
  t.after(() => web.close())
  web.fillerWords = 40
  const numbers = Array.from({ length: PAGES }, (_, number) => number)
  web.add('a.test/', 'none', numbers.map(place))
  for (const number of numbers) web.add(place(number), number % 2 === 0 ? 'etag' : 'none')

  /** By page: what a reader sees of it at each of these moments. */
  const read = async (at: number, path: string): Promise<string[]> => {
    const library = openLibrary(path)
    const reader = new RecordReader()
    try {
      const texts: string[] = []
      for (const number of numbers) {
        const capture = library.capture(`http://${place(number)}`, at)
        const exchange = capture === null ? null : await reader.exchange(capture)
        texts.push(exchange === null ? '' : Buffer.from(exchange.body).toString())
      }
      return texts
    } finally {
      await reader.close()
      library.close()
    }
  }
  const rounds: { readonly at: number; readonly bodies: readonly string[]; readonly packed: PackSummary }[] = []
  const round = async (changed: readonly number[]): Promise<PackSummary> => {
    web.change(...changed.map(place))
    await crawlLiving(web, crawl, ['http://a.test/'], { again: true })
    const at = Date.now()
    await build(portal, [crawl])
    const out = join(root, `${rounds.length}.ltu`)
    const packed = await packPortal({ portal, out, since: rounds.at(-1)?.packed.state, key })
    applyUpdate({ portal: school, files: [out] })
    rounds.push({ at, bodies: numbers.map(number => web.body(place(number))), packed })
    return packed
  }

  const whole = await round([])
  const second = await round([3, 4])
  assert.ok(second.bytes < whole.bytes / 4, `${second.bytes} of ${whole.bytes}`)
  // as it was before: a revisit of its first content, which another one came after
  web.page(place(4)).version = 0
  await round([4])
  await round([])
  const sinceThird = await packPortal({ portal, out: join(root, 'since.ltu'), since: '3', key })
  assert.equal(sinceThird.since, rounds[2].packed.state)
  await assert.rejects(packPortal({ portal, out: join(root, 'since.ltu'), since: '4', key }), /has begun round 5/)
  assert.deepEqual(foundIn(school), foundIn(portal))
  for (const { at, bodies } of rounds) assert.deepEqual(await read(at, school), bodies)
  const library = openLibrary(school)
  assert.deepEqual(
    numbers.map(number => library.versions(`http://${place(number)}`).length),
    numbers.map(number => (number === 4 ? 3 : number === 3 ? 2 : 1)),
  )
  library.close()

  // what travelled are archives that other tools read; each page of a round but the first has changed in it
  const found: string[] = []
  for (const name of readdirSync(join(school, 'archives')))
    for await (const { type } of readWarc(join(school, 'archives', name))) found.push(type)
  const responses = found.filter(type => type === 'response' || type === 'revisit')
  assert.ok(responses.length < 2 * PAGES, `${responses.length} records`)
})

test('records of two shortened archives are found, each by its own place', () => {
  const database = openDatabase(':memory:')
  createCaptureTables(database)
  const add = database.prepare(
    `INSERT INTO captures VALUES (?, ?, 1, ?, ?, 10, 200, 'text/html', '', '', 'page', 1, 1, 'tha', 1, 0, '', 0, ?, ?, NULL)`,
  )
  add.run('http://a.test/1', 1, 1, 500, null, null)
  add.run('http://a.test/1', 2, 2, 400, 1, 500)
  add.run('http://a.test/2', 1, 1, 100, null, null)
  moveRecords(
    database,
    new Map([
      [
        1,
        [
          [100, 110],
          [500, 510],
        ],
      ],
      [2, [[400, 410]]],
    ]),
  )
  const rows = database.prepare('SELECT file, offset, payload_offset AS payload FROM captures ORDER BY url, at').all()
  assert.deepEqual(
    rows.map(({ file, offset, payload }) => [file, offset, payload]),
    [
      [1, 10, null],
      [2, 0, 10],
      [1, 0, null],
    ],
  )
  database.close()
})
