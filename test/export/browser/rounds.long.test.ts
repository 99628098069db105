/** A crawl of several rounds in ReplayWeb.page: for each date the version of then. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportWacz } from '../../../src/export/wacz/export-wacz.js'
import { crawlDirectory, readLog } from '../../../src/collection/index.js'
import { crawlLiving, ChangingWeb } from '../../crawl/living-web.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { openReplay, type ReplayStage } from './replay-stage.js'

const directory = temporaryDirectory('replayed-rounds')
const PLACES = ['a.test/etag', 'a.test/none']
/** What each page said in each round, and when. */
const said: { readonly url: string; readonly words: string; readonly time: string }[] = []
let stage: ReplayStage

before(async () => {
  const web = await ChangingWeb.start()
  const out = join(directory, 'crawl')
  web.add('a.test/', 'none', PLACES)
  web.add('a.test/etag', 'etag')
  web.add('a.test/none', 'none')
  for (let round = 1; round <= 4; round++) {
    // unchanged in rounds 2 and 4: revisits, of 304 and of the same payload
    if (round === 3) web.change(...PLACES)
    await crawlLiving(web, out, ['http://a.test/'], { again: true })
    for await (const { entry } of readLog(crawlDirectory(out))) {
      const isOfRound = entry.t === 'again' ? entry.round === round : entry.t === 'page' && round === 1
      if (!isOfRound || !('url' in entry) || entry.url === 'http://a.test/') continue
      const place = entry.url.slice('http://'.length)
      const time = entry.at.replace(/\D/g, '').slice(0, 14)
      said.push({ url: entry.url, words: `ฉบับที่ ${web.page(place).version} ของ ${place}`, time })
    }
    // replay tools know seconds
    await sleep(1100)
  }
  await web.close()
  await exportWacz({ sources: [out], out: join(directory, 'rounds.wacz'), title: 'Rounds' })
  await exportWacz({ sources: [out], out: join(directory, 'third.wacz'), round: 3 })
  // nothing changed in round 4: revisits alone, whose originals are from rounds before
  await exportWacz({ sources: [out], out: join(directory, 'fourth.wacz'), round: 4, withUnchanged: true })
  stage = await openReplay(directory)
})
after(() => stage?.close())

test('ReplayWeb.page shows the version of each round, also where a revisit repeats it', async () => {
  assert.equal(said.length, 8)
  // its service worker is there from now on
  await stage.open('rounds.wacz', 'http://a.test/', 'ฉบับที่ 1 ของ a.test/')
  for (const { url, words, time } of said) {
    const frame = await stage.openAt('rounds.wacz', url, words, time)
    assert.ok(frame.url().includes(`/${time}mp_/`), `${url} at ${time}: ${frame.url()}`)
  }
  assert.deepEqual(stage.reader.strays, [])
})

test('a WACZ of one round opens without the others, also where all of it is revisits', async () => {
  const inRound = (round: number) => said.slice(2 * round - 2, 2 * round)
  await stage.open('third.wacz', 'http://a.test/etag', 'ฉบับที่ 2 ของ a.test/etag')
  for (const { url, words, time } of inRound(3)) await stage.openAt('third.wacz', url, words, time)
  await stage.open('fourth.wacz', 'http://a.test/', 'ฉบับที่ 1 ของ a.test/')
  for (const { url, words, time } of inRound(4)) {
    const frame = await stage.openAt('fourth.wacz', url, words, time)
    assert.ok(frame.url().includes(`/${time}mp_/`), `${url} at ${time}: ${frame.url()}`)
  }
  assert.deepEqual(stage.reader.strays, [])
})
