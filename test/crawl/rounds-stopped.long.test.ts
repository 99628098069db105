/** Rounds that are interrupted, killed or cheated: nothing is lost, and it is said what happens. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, readLog, type AgainEntry, type RoundEntry } from '../../src/collection/index.js'
import { readTotals } from '../../src/collection/log-totals.js'
import type { StartedRound } from '../../src/crawl/index.js'
import { archivesOf } from './demo-crawl.js'
import { crawlLiving, livingCampaign, ChangingWeb } from './living-web.js'
import { checkIndependently } from './read-archives.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from './run-cli.js'

const directory = temporaryDirectory('rounds-stopped')
const seeds = ['http://a.test/']
const PAGES = 30
let web: ChangingWeb

before(async () => {
  web = await ChangingWeb.start()
  const places = Array.from({ length: PAGES }, (_none, i) => `${'abc'[i % 3]}.test/p${i}`)
  web.add('a.test/', 'none', places)
  for (const place of places) web.add(place, 'etag')
})
after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

async function logged(out: string): Promise<{ rounds: RoundEntry[]; again: AgainEntry[] }> {
  const rounds: RoundEntry[] = []
  const again: AgainEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out)))
    if (entry.t === 'round') rounds.push(entry)
    else if (entry.t === 'again') again.push(entry)
  return { rounds, again }
}

/** Each page of the plan once, whatever happened. */
async function assertWhole(out: string, round: number): Promise<void> {
  const { again } = await logged(out)
  const ids = again.filter(entry => entry.round === round).map(({ id }) => id)
  assert.equal(ids.length, PAGES + 1)
  assert.equal(new Set(ids).size, PAGES + 1)
  await checkIndependently(archivesOf(out))
}

test('a round that was stopped goes on with what is left, and the next one begins after it', async () => {
  const out = join(directory, 'stopped')
  await crawlLiving(web, out, seeds)
  const started: (StartedRound | undefined)[] = []
  let stop = (): void => {}
  let answered = 0
  web.onRequest = () => {
    if (++answered === 8) stop()
  }
  const stopped = await crawlLiving(
    web,
    out,
    seeds,
    { again: true, onStart: stopRun => (stop = stopRun) },
    {
      network: { hosts: { '*': web.origin }, retries: 0, connections: 2 },
    },
  )
  web.onRequest = () => {}
  assert.equal(stopped.stopped, 'interrupted')
  const asked = stopped.round?.asked ?? 0
  assert.ok(asked >= 8 && asked < PAGES, `${asked} asked`)
  const onStart = (_stop: () => void, _resumed: boolean, round?: StartedRound): void => void started.push(round)
  const went = await crawlLiving(web, out, seeds, { again: true, onStart })
  assert.deepEqual([started[0]?.round, started[0]?.goesOnFirst, started[0]?.asked], [2, true, asked])
  assert.deepEqual([went.stopped, went.round?.round, went.round?.asked], ['finished', 2, PAGES + 1])
  await assertWhole(out, 2)
  await crawlLiving(web, out, seeds, { again: true, onStart })
  assert.deepEqual([started[1]?.round, started[1]?.goesOnFirst], [3, false])
  await assertWhole(out, 3)
})

test('without --again a crawl goes on with its round, and begins none', async () => {
  const out = join(directory, 'plain')
  await crawlLiving(web, out, seeds)
  const { round } = await crawlLiving(web, out, seeds)
  assert.deepEqual([round?.round, round?.asked], [1, 0])
  assert.deepEqual(await logged(out), { rounds: [], again: [] })
})

test('a lost plan is made again for what is left of the round', async () => {
  const out = join(directory, 'lost')
  await crawlLiving(web, out, seeds)
  let stop = (): void => {}
  let answered = 0
  web.onRequest = () => {
    if (++answered === 5) stop()
  }
  await crawlLiving(
    web,
    out,
    seeds,
    { again: true, onStart: stopRun => (stop = stopRun) },
    {
      network: { hosts: { '*': web.origin }, retries: 0, connections: 1 },
    },
  )
  web.onRequest = () => {}
  const { rounds } = crawlDirectory(out)
  const [plan] = readdirSync(rounds)
  writeFileSync(join(rounds, plan), readFileSync(join(rounds, plan), 'utf8').replace('a.test', 'z.test'))
  const warnings: string[] = []
  await crawlLiving(web, out, seeds, { again: true, warn: message => warnings.push(message) })
  assert.match(warnings.join(), /the plan of round 2 is missing or was changed/)
  await assertWhole(out, 2)
  assert.equal((await logged(out)).rounds.length, 2)
})

test('a server that answers 304 to everything loses nothing: what was not asked for is not believed', async () => {
  const out = join(directory, 'unmodified')
  await crawlLiving(web, out, seeds)
  web.isAlwaysUnmodified = true
  const { round } = await crawlLiving(web, out, seeds, { again: true })
  web.isAlwaysUnmodified = false
  // the seed has no validators
  assert.deepEqual([round?.notModified, round?.failed, round?.gone], [PAGES, 1, 0])
  const { again } = await logged(out)
  assert.match(again.find(({ url }) => url === 'http://a.test/')?.reason ?? '', /not asked whether the page changed/)
  await checkIndependently(archivesOf(out))
  web.change('a.test/')
  const next = await crawlLiving(web, out, seeds, { again: true })
  assert.deepEqual([next.round?.round, next.round?.changed, next.round?.notModified], [3, 1, PAGES])
})

test('a page that the rules keep out now is not asked for, and what was collected stays', async () => {
  const out = join(directory, 'refused')
  await crawlLiving(web, out, seeds)
  web.asked.length = 0
  const { round } = await crawlLiving(web, out, seeds, { again: true }, { exclude: ['b.test'] })
  assert.deepEqual([round?.refused, round?.gone, round?.asked], [PAGES / 3, 0, PAGES + 1])
  assert.ok(!web.asked.some(({ host }) => host === 'b.test'))
  const { again } = await logged(out)
  assert.match(again.find(({ found }) => found === 'refused')?.reason ?? '', /excluded/)
})

test('a budget is shared by known and new pages, and ends the round', async () => {
  const out = join(directory, 'budget')
  const parts = { recrawl: { budget: 10 } }
  await crawlLiving(web, out, seeds, {}, { limits: { pages: 16 } })
  const { round, stopped, why } = await crawlLiving(web, out, seeds, { again: true }, parts)
  assert.equal(stopped, 'budget')
  assert.match(why, /budget of the round/)
  assert.equal((round?.asked ?? 0) + (round?.newPages ?? 0), 10)
  assert.ok((round?.asked ?? 0) >= 3 && (round?.newPages ?? 0) >= 3, JSON.stringify(round))
  const next = await crawlLiving(web, out, seeds, { again: true }, parts)
  assert.equal(next.round?.round, 3)
})

test('kill -9 in the middle of a round: the next start asks for what is left, once each', async () => {
  const out = join(directory, 'killed')
  const campaign = writeCampaign(
    directory,
    livingCampaign(web, seeds, { network: { hosts: { '*': web.origin }, retries: 0, connections: 2 } }),
  )
  const first = await runCli('crawl', campaign, '--out', out)
  assert.equal(first.code, 0, first.stderr)
  let hold = (): void => {}
  const held = new Promise<void>(reached => (hold = reached))
  let answered = 0
  web.onRequest = () => {
    if (++answered < 12) return
    hold()
    // it never answers: the process is killed with these under way
    return new Promise<void>(() => {})
  }
  const { child, result } = startCli(['crawl', campaign, '--out', out, '--again'])
  await held
  child.kill('SIGKILL')
  assert.equal((await result).signal, 'SIGKILL')
  web.onRequest = () => {}
  const before = await runCli('status', out)
  assert.match(before.stdout, /was killed, and the next start repairs it/)
  const { code, stdout, stderr } = await runCli('crawl', campaign, '--out', out, '--again')
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    /round 2 is not finished: it is resumed with \d+ of 31 known pages, and the next --again begins round 3/,
  )
  assert.match(stdout, /round 2: 31 of 31 known pages requested again/)
  await assertWhole(out, 2)
  const { totals } = await readTotals(crawlDirectory(out))
  assert.deepEqual([totals.pages, totals.round.asked], [PAGES + 1, PAGES + 1])
  const status = await runCli('status', out)
  assert.match(status.stdout, /round 2: 31 of 31 known pages requested again/)
})

test('--watch wants to know how often, and rounds are refused where there are none', async () => {
  const campaign = writeCampaign(directory, livingCampaign(web, seeds), 'watch.yaml')
  const watch = await runCli('crawl', campaign, '--out', join(directory, 'watched'), '--watch')
  assert.equal(watch.code, 2)
  assert.match(watch.stderr, /recrawl: \{every: 7d\}/)
  const split = await runCli('crawl', campaign, '--out', join(directory, 'split'), '--again', '--processes', '2')
  assert.equal(split.code, 2)
  assert.match(split.stderr, /rounds need a crawl of one partition/)
})

test('--watch begins one round after the other, and Ctrl-C ends it', async () => {
  const out = join(directory, 'watching')
  const campaign = writeCampaign(directory, livingCampaign(web, seeds, { recrawl: { every: '1s' } }), 'watching.yaml')
  const { child, result } = startCli(['crawl', campaign, '--out', out, '--watch'])
  const isThird = async (): Promise<boolean> => {
    try {
      return (await logged(out)).rounds.some(({ round }) => round === 3)
    } catch {
      return false
    }
  }
  while (!(await isThird())) {
    assert.equal(child.exitCode, null)
    await new Promise(soon => setTimeout(soon, 100))
  }
  child.kill('SIGINT')
  const { code, stdout } = await result
  assert.equal(code, 0, stdout)
  assert.match(stdout, /round 2: 31 of 31 known pages requested again/)
})
