/** What longtail knows about its own predictions: when downloads no longer pay, when a server is relevant, what is left. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf } from '../../src/strategy/log-odds-places.js'
import { Outlook } from '../../src/strategy/longtail/estimate.js'
import { estimateFrom, type Signs } from '../../src/strategy/longtail/estimate-range.js'
import { JudgeDoubt } from '../../src/strategy/longtail/judge-doubt.js'
import { worthByOrder, worthByOutcomes } from '../../src/strategy/longtail/queue-worth.js'
import { Samples } from '../../src/strategy/longtail/samples.js'
import { ServerMemory } from '../../src/strategy/longtail/server-memory.js'
import { STEPS, stepOf, TrackRecord } from '../../src/strategy/longtail/track-record.js'

function noted(record: TrackRecord, logit: number, asked: number, finds: number): TrackRecord {
  for (let n = 0; n < asked; n++) record.note(logit, n < finds)
  return record
}

test('nothing is held back before it is sure that it does not pay', () => {
  const record = noted(new TrackRecord(2000), -4.5, 50, 0)
  assert.equal(record.limit(20, 0), -Infinity, '50 pages without a find may be bad luck')
  noted(record, -4.5, 10, 0)
  assert.equal(record.limit(20, 0), -3, 'nor does what promises less than one in twenty')
  assert.equal(record.limit(500, 0), -Infinity, 'who would spend 500 downloads does not know yet')
  noted(record, -4.5, 30, 3)
  assert.equal(record.limit(20, 0), -Infinity, 'they pay again')
})

test('a step that pays is not held back for the many below it that do not', () => {
  const record = noted(noted(new TrackRecord(20_000), -6.5, 5000, 0), -2.5, 20, 8)
  assert.equal(record.limit(100, 0), -5)
})

test('finds that the judge makes by mistake do not pay', () => {
  const record = noted(new TrackRecord(20_000), -4.5, 5000, 250)
  assert.equal(record.limit(100, 0), -Infinity)
  assert.equal(record.limit(20, 0.05), -3)
})

test('what promises more must have shown that it does not keep it', () => {
  const record = noted(new TrackRecord(2000), -3.5, 500, 0)
  assert.equal(record.limit(20, 0), -3, 'nobody has tried the steps above')
  noted(record, -2.5, 30, 0)
  assert.equal(record.limit(20, 0), -3, '30 are not enough')
  noted(record, -2.5, 40, 0)
  assert.equal(record.limit(20, 0), -2)
})

test('old outcomes fade', () => {
  const record = noted(noted(new TrackRecord(400), 0.5, 399, 399), 0.5, 2000, 0)
  assert.ok(record.finds[stepOf(0.5)] < 20)
  assert.ok(record.asked[stepOf(0.5)] <= 400)
})

test('how many finds make a server relevant follows from how often the judge errs', () => {
  const sure = new JudgeDoubt(0)
  assert.deepEqual(
    [1, 10, 5000].map(pages => sure.leastFinds(pages)),
    [1, 1, 1],
  )
  const doubtful = new JudgeDoubt(0.05)
  assert.equal(doubtful.leastFinds(1), 1)
  assert.equal(doubtful.leastFinds(10), 4)
  let before = 0
  for (let pages = 1; pages < 3000; pages++) {
    const least = doubtful.leastFinds(pages)
    assert.ok(least >= before && least <= before + 20, `${pages} pages: ${least} after ${before}`)
    assert.ok(least > pages * 0.05 || pages === 1)
    before = least
  }
})

test('samples go where one more says most, come from the whole queue, and are seldom', () => {
  const samples = new Samples()
  const pages = new Float64Array(STEPS)
  const rate = new Float64Array(STEPS).fill(0.1)
  const known = new Float64Array(STEPS).fill(2)
  const [tried, untried] = [stepOf(3.5), stepOf(0.5)]
  pages[tried] = pages[untried] = 1000
  known[tried] = 400
  const view = { pages, chances: new Float64Array(STEPS) }
  const none = samples.wanted(view, { rate, known }, 280, 6)
  assert.ok(
    none.every(count => count === 0),
    'not one of the first six',
  )
  const wanted = samples.wanted(view, { rate, known }, 280, 1000)
  assert.ok(wanted[untried] > 20 && wanted[untried] <= 32, 'twelve, and one in fifty')
  assert.equal(wanted[tried], 0, 'this step is known')
  assert.equal(samples.wanted(view, { rate, known }, 1e6, 1000)[untried], 0, 'what would 1,000 pages change?')
  const drawn: number[] = []
  const draw = samples.draw(wanted, view, page => drawn.push(page))
  for (let page = 0; page < 1000; page++) draw(page, untried)
  assert.equal(drawn.length, wanted[untried])
  assert.ok(drawn[0] < 100 && drawn[drawn.length - 1] >= 900)
  assert.ok(samples.wanted(view, { rate, known }, 280, 1000)[untried] < 5, 'the others were drawn already')
  assert.equal(samples.note(drawn[0], true), true)
  assert.equal(samples.note(drawn[0], true), false, 'once')
  assert.deepEqual([samples.record.asked[untried], samples.record.finds[untried]], [1, 1])
})

test('what the queue is worth: samples before what was fetched in its turn, and nothing below is better than what is above', () => {
  const pages = new Float64Array(STEPS)
  pages[stepOf(0.5)] = pages[stepOf(-2.5)] = 1000
  const view = { pages, chances: pages.map(count => count / 2) }
  const worth = (samples: TrackRecord, inTurn: TrackRecord, errors = 0) => {
    const outcomes = { samples, inTurn, harvest: 0.5, recent: 0.2, top: stepOf(0.5), errors }
    return { ...worthByOutcomes(view, outcomes), byOrder: worthByOrder(view, outcomes) }
  }
  const none = new TrackRecord(400)
  const inTurn = noted(new TrackRecord(400), 0.5, 100, 80)
  const sampled = noted(noted(new TrackRecord(400), 0.5, 100, 10), -2.5, 100, 0)
  assert.ok(worth(none, inTurn).finds > 500, 'nobody knows better')
  const known = worth(sampled, inTurn)
  assert.ok(known.finds > 80 && known.finds < 200)
  assert.ok(known.deviation < worth(none, inTurn).deviation / 2)
  assert.ok(worth(none, noted(new TrackRecord(400), 0.5, 300, 0)).finds < 10, 'nor do those below pay')
  assert.ok(
    worth(none, none).byOrder > 80 && worth(none, none).byOrder < 150,
    'half of late, and a twentieth of that below',
  )
  assert.ok(worth(sampled, inTurn, 0.05).finds < known.finds - 40, 'the judge errs')
  assert.ok(worth(sampled, inTurn, 0.5).finds > known.finds / 3, 'but hardly always')
})

test('what is left is what the queue is worth and what is behind, and unknown while nobody knows', () => {
  const memory = new ServerMemory(0.2, 0.05, true, new JudgeDoubt(0))
  memory.reserve(1)
  memory.columns = { host: Uint32Array.of(0), tld: null, domain: null }
  memory.list(0)
  const level = levelOf(2.5 - memory.logit(0))
  const queue = (queued: number) => ({
    order: Uint32Array.from({ length: queued }, (_, page) => page),
    known: queued,
    held: new Uint16Array(queued).fill(level),
    groupOf: new Uint32Array(queued),
    groups: 1,
  })
  /** Met at the beginning, or just before they were fetched. */
  const outlook = (fetched: number, isFind: (page: number) => boolean, when: 'early' | 'late'): Outlook => {
    const one = new Outlook(memory, 0)
    one.reserve(fetched)
    for (let page = 0; page < fetched; page++) {
      if (when === 'late') one.meet(page)
      one.note(page, level, memory.logit(0), isFind(page))
      one.count(isFind(page))
    }
    return one
  }
  const tenth = (page: number): boolean => page < 900 || page % 10 === 0
  assert.equal(new Outlook(memory, 0).estimate(queue(100)), null, 'nothing was found yet')
  const early = outlook(2000, tenth, 'early').estimate(queue(400))
  assert.ok(early !== null && early.found === 1010)
  assert.ok(
    early.remaining > 40 && early.remaining < 400,
    'one in ten of them, whatever was promised, and what they lead to',
  )
  assert.ok(early.low < early.remaining && early.remaining < early.high && early.high <= 800)
  const late = outlook(2000, tenth, 'late').estimate(queue(400))
  assert.ok(outlook(2000, tenth, 'early').signs(queue(400)).fading < -1, 'one in ten of late, one in two of all')
  assert.ok(Math.abs(outlook(2000, page => page % 2 === 0, 'early').signs(queue(400)).fading) < 0.1)
  assert.ok(late !== null && late.remaining > 1.5 * early.remaining, 'more of them than were seen')
  const barely = (page: number): boolean => page < 9
  assert.equal(outlook(30, barely, 'early').estimate(queue(4000)), null, 'nine finds are too few to go by')
  const done = outlook(2000, tenth, 'late').estimate(queue(0))
  assert.ok(done !== null && done.high === 0, 'nothing leads on')
})

test('a range is wider after a burst, early in a crawl and near its end, leaves room for what the judge misses, and ends with the queue', () => {
  const signs: Signs = {
    ...{ found: 500, finds: 500, asked: 2000, queue: 2000, young: 0.4, worth: -1, answers: 0, outcomes: 0.1, judge: 0 },
    ...{ burst: 0, fading: 0, missed: 0 },
  }
  const known = estimateFrom(signs)
  assert.ok(known !== null && 0 < known.low && known.low < known.remaining && known.remaining < known.high)
  const width = (changed: Partial<Signs>): number => {
    const estimate = estimateFrom({ ...signs, ...changed })
    return estimate === null ? Infinity : estimate.high - estimate.low
  }
  assert.ok(width({ burst: 2 }) > 1.2 * width({}), 'it has just struck something new')
  assert.ok(width({ asked: 60 }) > 1.05 * width({}), 'it has only begun')
  const fading = estimateFrom({ ...signs, fading: -1.5 })
  assert.ok(
    fading !== null && fading.remaining < known.remaining / 2,
    'finds have become rare: it is nearer to its end',
  )
  assert.ok(fading.low < known.low && fading.high < known.high)
  const nearEnd = (worth: number): number => {
    const estimate = estimateFrom({ ...signs, worth })
    return estimate === null ? 0 : Math.log(estimate.high / estimate.remaining)
  }
  assert.ok(nearEnd(-6) > nearEnd(-2) + 0.2, 'it sees little of what lies behind the queue')
  const missing = estimateFrom({ ...signs, missed: 0.2 })
  assert.equal(missing?.high, known.high + 125, 'a fifth of 625')
  assert.equal(missing?.remaining, known.remaining)
  const done = estimateFrom({ ...signs, missed: 0.2, queue: 0 })
  assert.deepEqual(done, { found: 500, remaining: 0, low: 0, high: 0 })
  assert.equal(estimateFrom({ ...signs, asked: 19 }), null, 'too few pages to say anything')
  assert.equal(estimateFrom({ ...signs, worth: 0, outcomes: 3 }), null, 'next to everything is open')
})

test('a crawl that has fetched nearly all that it met counts what waits, however little it has found', () => {
  const signs: Signs = {
    ...{ found: 67, finds: 67, asked: 360, queue: 180, young: 0.5, worth: -4.9, answers: 0.2, outcomes: 1.9 },
    ...{ judge: 0, burst: 0.3, fading: 0, missed: 0 },
  }
  const highOf = (changed: Partial<Signs>): number => estimateFrom({ ...signs, ...changed })?.high ?? Infinity
  assert.ok(highOf({}) < 100, 'not more than a multiple of what the queue can be worth')
  assert.ok(highOf({ queue: 18 }) < 20, 'nor than a number for each page of a short queue')
  assert.ok(highOf({ queue: 1 }) < 1)
  const few = { ...signs, found: 6, finds: 6 }
  assert.equal(estimateFrom(few), null, 'too few finds to go by, and much waits')
  const counted = estimateFrom({ ...few, queue: 10 })
  assert.ok(counted !== null && counted.low === 0 && counted.high > 5 && counted.high < 12, 'what waits can be counted')
  assert.equal(estimateFrom({ ...few, found: 1, finds: 0, queue: 1 }), null, 'nothing to compare it with')
  for (const finds of [0, 6]) {
    assert.equal(estimateFrom({ ...few, finds, asked: 9, queue: 0 })?.high, 0, 'the queue is empty: there is no more')
  }
  assert.equal(estimateFrom({ ...few, finds: 0, asked: 0, queue: 0 }), null, 'it has not begun')
})
