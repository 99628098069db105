import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Frontier } from '../../src/contracts.js'
import { loadState, saveState } from '../../src/disk/state-file.js'
import { LongtailError } from '../../src/errors.js'
import type { StoredQueue } from '../../src/frontier/index.js'
import {
  createDiskQueue,
  createDiskUrlTable,
  createMemoryQueue,
  createMemoryUrlTable,
} from '../../src/frontier/index.js'
import { QUEUE_FILES, URL_FILES } from '../../src/frontier/scratch-files.js'
import { compareFrontiers, PLACES } from './compare-frontiers.js'
import { createNaiveFrontier } from './naive-frontier.js'
import { seededRandom } from './random.js'

/** Sixteen blocks, the fewest there can be: nearly every operation evicts. */
const TINY = 64 * 1024
const { pages, groups, pageAt, hostOf, groupOf } = PLACES

async function inTemporary(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-checkpoint-'))
  try {
    await body(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const urlOf = (n: number): string => `http://host${n % 17}.example/${n}/${'x'.repeat((n * 7) % 900)}`

/**
 * A crawl that lives in a directory and dies now and then. It remembers what a log would: everything but takes and what is put
 * back, since a page that is under way is still to be fetched in the eyes of whoever replays the log.
 */
class Story {
  readonly journal: ((frontier: Frontier) => void)[] = []
  urls = 0
  private readonly out: number[] = []
  private now = 0

  constructor(
    readonly queue: StoredQueue,
    private readonly random: (below: number) => number,
    journal: readonly ((frontier: Frontier) => void)[] = [],
    urls = 0,
  ) {
    this.journal.push(...journal)
    this.urls = urls
    if (journal.length > 0) return
    for (let group = 0; group < groups; group++) this.do(frontier => frontier.addGroup(group, hostOf(group)))
  }

  steps(count: number): void {
    for (let i = 0; i < count; i++) this.step()
  }

  private step(): void {
    const { random, queue, out } = this
    const page = pageAt(random(pages))
    const group = random(groups)
    const choice = random(100)
    if (choice < 40) {
      const level = 1 + random(50)
      this.do(frontier => frontier.offer(page, groupOf(page), level))
    } else if (choice < 55) {
      const taken = queue.frontier.take(this.now)
      if (taken >= 0) out.push(taken)
    } else if (choice < 68) {
      if (out.length === 0) return
      const [done] = out.splice(random(out.length), 1)
      if (random(3) === 0) queue.frontier.putBack(done)
      else this.do(frontier => frontier.discard(done))
      queue.frontier.release(hostOf(groupOf(done)), this.now + random(20))
    } else if (choice < 70) this.do(frontier => frontier.discard(pageAt(random(pages) + pages)))
    else if (choice < 74) {
      const bias = random(100) - 50
      this.do(frontier => frontier.bias(group, bias))
    } else if (choice < 76) this.do(frontier => frontier.park(group))
    else if (choice < 79) this.do(frontier => frontier.readmit(group))
    else if (choice < 80) {
      const [place, isSpared] = [random(80), random(2) === 0]
      this.do(frontier => frontier.cutoff(place))
      this.do(frontier => frontier.spare(hostOf(group), isSpared))
    } else if (choice < 82) queue.frontier.hold(hostOf(group), random(5) === 0 ? Infinity : this.now + random(100))
    else if (choice < 86) this.now += random(20)
    else for (let i = random(12); i >= 0; i--) this.addUrl()
  }

  private addUrl(): void {
    const n = this.urls++
    assert.equal(this.queue.urls.add(n, n * 3, urlOf(n)), n)
  }

  private do(operation: (frontier: Frontier) => void): void {
    this.journal.push(operation)
    operation(this.queue.frontier)
  }
}

/** What a story had done when its checkpoint was made. */
interface Moment {
  readonly operations: number
  readonly urls: number
}

/** The queue is what somebody who replays the log up to that moment would have, now and in all that follows. */
function checkSame(queue: StoredQueue, story: Story, moment: Moment, seed: number): void {
  assert.equal(queue.urls.size, moment.urls)
  for (let n = 0; n < story.urls; n += 1 + (n % 5)) {
    assert.equal(queue.urls.find(n, n * 3), n < moment.urls ? n : -1)
    if (n < moment.urls) assert.equal(queue.urls.url(n), urlOf(n))
  }
  const expected = createNaiveFrontier()
  for (const operation of story.journal.slice(0, moment.operations)) operation(expected)
  assert.equal(queue.frontier.size, expected.size)
  assert.equal(queue.frontier.parked, expected.parked)
  assert.equal(queue.frontier.nextReadyAt(), Infinity)
  for (let n = 0; n < 2 * pages; n++) assert.equal(queue.frontier.levelOf(pageAt(n)), expected.levelOf(pageAt(n)))
  compareFrontiers(queue.frontier, expected, seed, 150)
}

for (const seed of [1, 2, 3]) {
  for (const memoryBytes of [TINY, 8 * 1024 * 1024]) {
    test(`a crawl on disk that dies goes on from its last checkpoint (seed ${seed}, ${memoryBytes} bytes)`, async () => {
      await inTemporary(async parent => {
        const random = seededRandom(seed)
        let copies = 0
        let directory = join(parent, 'crawl')
        const open = (from: string, resume: boolean): StoredQueue =>
          createDiskQueue({ directory: join(from, 'queue'), memoryBytes, resume })
        let story = new Story(open(directory, false), random)
        let last: Moment | null = null

        /** As it is found after a crash at this moment. */
        const crashed = (): string => {
          const copy = join(parent, `copy-${copies++}`)
          cpSync(directory, copy, { recursive: true })
          return copy
        }
        const reopened = (from: string): StoredQueue => {
          const queue = open(from, true)
          const state = loadState(join(from, 'state'))
          assert.ok(state)
          state.restore(queue)
          return queue
        }
        const check = (): void => {
          if (last === null) return
          const copy = crashed()
          const queue = reopened(copy)
          checkSame(queue, story, last, random(1000))
          queue.close()
          rmSync(copy, { recursive: true })
        }

        for (let round = 0; round < 5; round++) {
          story.steps(random(500))
          check()
          const moment = { operations: story.journal.length, urls: story.urls }
          const saving = saveState(join(directory, 'state'), story.queue, { round })
          story.steps(random(200))
          check()
          await saving
          last = moment
          story.steps(random(200))
          check()
          story.queue.checkpointed()
          story.steps(random(500))
          check()
          if (random(2) === 0) continue
          const copy = crashed()
          story.queue.close()
          directory = copy
          story = new Story(reopened(copy), random, story.journal.slice(0, moment.operations), moment.urls)
        }
        story.queue.close()
        assert.equal(readdirSync(join(directory, 'queue')).length, 6, 'the files stay')
      })
    })
  }

  test(`a crawl in memory goes on from a checkpoint, and making one changes nothing (seed ${seed})`, async () => {
    await inTemporary(async directory => {
      const random = seededRandom(seed)
      const story = new Story(createMemoryQueue(), random)
      for (let round = 0; round < 5; round++) {
        story.steps(random(600))
        const path = join(directory, 'state')
        await saveState(path, story.queue, {})
        const moment = { operations: story.journal.length, urls: story.urls }
        story.steps(random(300))
        const queue = createMemoryQueue()
        loadState(path)?.restore(queue)
        checkSame(queue, story, moment, random(1000))
      }
    })
  })
}

test('a save that failed costs nothing: the checkpoint before is whole, and the next one, too', async () => {
  await inTemporary(async parent => {
    const directory = join(parent, 'crawl')
    const random = seededRandom(9)
    const story = new Story(createDiskQueue({ directory: join(directory, 'queue'), memoryBytes: TINY }), random)
    const path = join(directory, 'state')
    story.steps(2000)
    await saveState(path, story.queue, {})
    story.queue.checkpointed()
    const moments = [{ operations: story.journal.length, urls: story.urls }]
    for (let failed = 0; failed < 3; failed++) {
      story.steps(1000)
      await assert.rejects(saveState(join(parent, 'no', 'such', 'place'), story.queue, {}), LongtailError)
    }
    story.steps(1000)
    for (const name of ['before', 'after']) {
      if (name === 'after') {
        await saveState(path, story.queue, {})
        moments.push({ operations: story.journal.length, urls: story.urls })
        story.steps(1000)
      }
      const copy = join(parent, name)
      cpSync(directory, copy, { recursive: true })
      const queue = createDiskQueue({ directory: join(copy, 'queue'), memoryBytes: TINY, resume: true })
      loadState(join(copy, 'state'))?.restore(queue)
      checkSame(queue, story, moments.at(-1) ?? moments[0], 4)
      queue.close()
    }
    story.queue.close()
  })
})

test('blocks are used again: checkpoints do not make the files grow without end', async () => {
  await inTemporary(async parent => {
    const table = createDiskUrlTable({ directory: join(parent, 'urls'), memoryBytes: TINY })
    for (let n = 0; n < 20_000; n++) table.add(n, n, 'x')
    const sizes: number[] = []
    const { index, offsets } = URL_FILES
    for (let round = 0; round < 12; round++) {
      await saveState(join(parent, 'state'), table, {})
      table.checkpointed()
      for (let n = 0; n < 100; n++) table.add(1e6 + round * 100 + n, n, 'x')
      sizes.push(statSync(join(parent, 'urls', index)).size + statSync(join(parent, 'urls', offsets)).size)
    }
    // 100 URLs touch nearly all of the 74 buckets: two of each are enough for any number of checkpoints
    assert.ok(sizes[11] < sizes[2] * 1.1, sizes.join(' '))
    table.close()
  })
})

const refused = (part: string) => (error: unknown) =>
  error instanceof LongtailError && error.code === 'E_CHECKPOINT' && error.message.includes(part)

test('files that are missing, cut off, of another crawl, or of another checkpoint are refused', async () => {
  await inTemporary(async parent => {
    const memoryBytes = TINY
    const at = (name: string): string => join(parent, name)
    const original = createDiskQueue({ directory: at('a'), memoryBytes })
    const story = new Story(original, seededRandom(5))
    const states: string[] = []
    for (let n = 0; n < 3; n++) {
      story.steps(3000)
      states.push(at(`state-${n}`))
      await saveState(states[n], original, {})
      original.checkpointed()
      cpSync(at('a'), at(`a-${n}`), { recursive: true })
    }
    const load = (directory: string, state: string): void => {
      const queue = createDiskQueue({ directory, memoryBytes, resume: true })
      try {
        loadState(state)?.restore(queue)
      } finally {
        queue.close()
      }
    }
    load(at('a-1'), states[1])
    assert.throws(() => load(at('a-1'), states[0]), refused('serves checkpoints'))
    assert.throws(() => load(at('a-1'), states[2]), refused(at('a-1')))
    load(at('a-1'), states[1])

    const other = createDiskQueue({ directory: at('b'), memoryBytes })
    other.frontier.addGroup(0, 0)
    await saveState(at('state-b'), other, {})
    other.close()
    assert.throws(() => load(at('a-2'), at('state-b')), refused('file'))

    for (const name of [...Object.values(QUEUE_FILES), ...Object.values(URL_FILES)]) {
      cpSync(at('a-2'), at('cut'), { recursive: true })
      truncateSync(join(at('cut'), name), 8192)
      assert.throws(() => load(at('cut'), states[2]), refused('is cut off'), name)
      truncateSync(join(at('cut'), name), 30)
      assert.throws(() => load(at('cut'), states[2]), refused('another version'), name)
      rmSync(join(at('cut'), name))
      assert.throws(() => load(at('cut'), states[2]), refused('is missing'), name)
    }
    assert.equal(readdirSync(at('cut')).length, 5, 'a start that fails removes nothing')
    const fresh = createDiskQueue({ directory: at('cut'), memoryBytes })
    assert.equal(fresh.urls.size, 0)
    fresh.close()
    assert.deepEqual(readdirSync(at('cut')), [])

    // kinds are told apart
    assert.throws(() => loadState(states[2])?.restore(createMemoryQueue()), refused(''))
    assert.throws(() => loadState(states[2])?.restore(createMemoryUrlTable()), refused(''))
    original.close()
  })
})

test('a URL table alone goes on from a checkpoint, whatever was added after it', async () => {
  await inTemporary(async parent => {
    const path = join(parent, 'state')
    const options = { directory: join(parent, 'urls'), memoryBytes: TINY }
    let table = createDiskUrlTable(options)
    // a megabyte and more of text, so that a checkpoint falls into the middle of a piece
    for (let n = 0; n < 5000; n++) table.add(n, 1, urlOf(n))
    await saveState(path, table, {})
    table.checkpointed()
    for (let n = 0; n < 5000; n++) table.add(n, 2, `after ${urlOf(n)}`)
    table.close()
    for (let round = 0; round < 2; round++) {
      table = createDiskUrlTable({ ...options, resume: true })
      loadState(path)?.restore(table)
      assert.equal(table.size, 5000)
      for (let n = 0; n < 5000; n++) {
        assert.equal(table.find(n, 1), n)
        assert.equal(table.url(n), urlOf(n))
        assert.equal(table.find(n, 2), -1)
      }
      for (let n = 0; n < 5000; n++) assert.equal(table.add(n, 3, `${round} ${urlOf(n)}`), 5000 + n)
      for (let n = 0; n < 5000; n++) assert.equal(table.url(5000 + n), `${round} ${urlOf(n)}`)
      table.close()
    }
  })
})
