import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { LogEntry } from '../../src/collection/index.js'
import { loggedPages } from './demo-crawl.js'
import { temporaryDirectory } from './run-cli.js'
import { serveSmallWeb } from './small-web.js'
import { answerTrapWeb, crawlInto, decisionsIn, loggedEntries } from './trap-crawl.js'
import { homeOf } from './trap-web.js'

test('a crawl that is stopped again and again comes to the decisions of one that is not', async () => {
  const directory = temporaryDirectory('traps-parted')
  const web = await serveSmallWeb(answerTrapWeb)
  try {
    const seeds = ['calendar.test', 'session.test', '.farm.test', 'dictionary.test'].map(homeOf)
    await crawlInto(join(directory, 'whole'), web.origin, { seeds, limits: { pages: 120 } })
    for (const pages of [1, 20, 21, 40, 64, 65, 100, 120]) {
      // now and then the checkpoint is lost, and the log alone must do
      if (pages % 2 === 0) rmSync(join(directory, 'parted', 'checkpoint'), { force: true })
      await crawlInto(join(directory, 'parted'), web.origin, { seeds, limits: { pages } })
    }
  } finally {
    await web.close()
  }
  const [whole, parted] = [
    await loggedEntries(join(directory, 'whole')),
    await loggedEntries(join(directory, 'parted')),
  ]
  assert.ok(decisionsIn(whole).length >= 2)
  assert.deepEqual(decisionsIn(parted), decisionsIn(whole))
  const held = (entries: LogEntry[]): string[] => entries.flatMap(entry => (entry.t === 'held' ? entry.url : []))
  assert.deepEqual(held(parted), held(whole))
  const urls = async (name: string): Promise<string[]> =>
    (await loggedPages(join(directory, name))).map(({ url }) => url)
  assert.deepEqual(await urls('parted'), await urls('whole'))
  rmSync(directory, { recursive: true, force: true })
})
