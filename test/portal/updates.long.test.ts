import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { random as seeded } from '../../src/demo/random.js'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { applyUpdate, packPortal, signingKey, trustKey } from '../../src/portal/updates/index.js'
import { scratch } from '../archive/samples.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { runCli, startCli } from '../crawl/run-cli.js'
import { build, warcOf } from './build-samples.js'
import { checkArchives, killUpdates } from './killed-updates.js'
import { packedIndex, pageUrl, PAGES, rowsOf, startSending } from './update-samples.js'

const CHANGED = [1, 2, 3, 5, 8, 13, 21, 34, 55]

test('an update that is killed at any moment leaves the old portal or the new one', { timeout: 600_000 }, async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  const saved = join(sending.root, 'saved')
  cpSync(sending.school, saved, { recursive: true })
  // an archive that takes a while to write, behind one that is there, and a new one
  const film = { url: 'http://site1.example/film', type: 'video/mp4', body: randomBytes(2_000_000) }
  appendFileSync(join(sending.root, 'first.warc'), warcOf([film]))
  await sending.change(CHANGED, 'same file')
  await sending.change([4, 6])
  const update = await sending.pack('update.ltu', whole.state)
  const rows = new Map([whole.state, update.state].map(state => [state, rowsOf(packedIndex(sending, state))]))
  const draw = seeded('kills')
  const { school } = sending
  const counts = await killUpdates({
    saved,
    school,
    update: update.file,
    kills: 12,
    random: () => draw.next(),
    check(state) {
      assert.deepEqual(rowsOf(join(school, 'index.db')), rows.get(state))
      checkArchives(school)
    },
  })
  assert.equal(counts.old + counts.new, 12)
  assert.deepEqual(rowsOf(join(school, 'index.db')), rows.get(update.state))
})

test('a crawl that goes on: the other portal follows it, and is a source as the sender is', async t => {
  const root = scratch(t)
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 12 })
  const server = await serveDemoWeb(web)
  t.after(() => server.close())
  const crawl = join(root, 'crawl')
  const portal = join(root, 'library')
  const school = join(root, 'school')
  const key = join(root, 'sender.key')
  trustKey(school, signingKey(key).text)
  let since: string | undefined
  for (const pages of [40, 80, 120]) {
    await crawlDemo(web, server, crawl, { archive: { embeds: 'relevant' }, limits: { pages } })
    await build(portal, [crawl])
    const { state, files } = await packPortal({ portal, out: join(root, `${pages}.ltu`), since, key })
    applyUpdate({ portal: school, files })
    assert.deepEqual(rowsOf(join(school, 'index.db')), rowsOf(join(portal, 'states', `${state}.db`)))
    checkArchives(school)
    since = state
  }
  const { stdout } = await runCli('diff', portal, school, '--json')
  const { counts } = JSON.parse(stdout) as { counts: Record<string, number> }
  assert.deepEqual([counts.new, counts.changed, counts.gone], [0, 0, 0], stdout)
  assert.ok(counts.unchanged > 20, stdout)
})

test('readers are served throughout three updates: no answer fails, none is mixed', { timeout: 600_000 }, async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  const server = startCli(['portal', 'serve', sending.school, '--port', '0', '--json'])
  t.after(async () => {
    server.child.kill('SIGINT')
    await server.result
  })
  const url = await new Promise<string>(found =>
    server.child.stdout?.on('data', (text: string) => {
      const address = /"url":"([^"]+)"/.exec(text)?.[1]
      if (address !== undefined) found(address)
    }),
  )
  let isOver = false
  let answers = 0
  const problems: string[] = []
  const textAt = async (path: string): Promise<string> => {
    const answer = await fetch(url + path)
    const text = await answer.text()
    answers++
    if (answer.status !== 200) problems.push(`${path}: ${answer.status}`)
    return text
  }
  const editionOf = (text: string): number => Number(/edition(\d)/.exec(text)?.[1] ?? 0)
  // the library of the server goes from one state to the next, and never back
  const readPages = async (): Promise<void> => {
    let seen = 0
    while (!isOver)
      for (const number of CHANGED) {
        const edition = editionOf(await textAt(`raw/${pageUrl(number)}`))
        if (edition < seen) problems.push(`page ${number} is of edition ${edition} after ${seen}`)
        seen = edition
      }
  }
  // all pages of an edition were changed at once
  const search = async (): Promise<void> => {
    while (!isOver)
      for (const edition of [1, 2, 3]) {
        const text = await textAt(`search?q=edition${edition}`)
        const found = CHANGED.filter(number => text.includes(`href="/web/${pageUrl(number)}"`))
        if (found.length !== 0 && found.length !== CHANGED.length)
          problems.push(`${found.length} pages of edition ${edition}`)
      }
  }
  const look = async (): Promise<void> => {
    while (!isOver) {
      await textAt('')
      for (let number = 0; number < PAGES; number += 7) await textAt(`web/${pageUrl(number)}`)
    }
  }
  const readers = [readPages(), readPages(), search(), look()]
  let state = whole.state
  for (const edition of [1, 2, 3]) {
    await sending.change(CHANGED, edition === 2 ? 'new file' : 'same file')
    const update = await sending.pack(`${edition}.ltu`, state)
    state = update.state
    const { code, stderr } = await runCli('portal', 'apply', sending.school, update.file)
    assert.equal(code, 0, stderr)
    let shown = 0
    for (let i = 0; i < 300 && shown < edition; i++) {
      await sleep(100)
      shown = editionOf(await textAt(`raw/${pageUrl(CHANGED[0])}`))
    }
    assert.equal(shown, edition)
    // the threads that search look for themselves
    for (let i = 0; i < 300; i++) {
      if ((await textAt(`search?q=edition${edition}`)).includes(pageUrl(CHANGED[0]))) break
      await sleep(100)
    }
  }
  isOver = true
  await Promise.all(readers)
  assert.deepEqual(problems.slice(0, 10), [])
  assert.ok(answers > 100)
})
