/** What the frontier's benchmark puts into a queue: URLs on 200,000 hosts of skewed sizes, at random levels, some offered again. */
import type { StoredQueue } from '../src/frontier/index.js'
import { createFingerprint } from '../src/frontier/index.js'

const HOSTS = 200_000
/** Hosts with more than one group: each group is a directory of its host. */
const GROUPS_PER_LARGE_HOST = 16
const LARGE_HOSTS = 2000
export const CHUNK = 20_000

/** CPU-microseconds of the work, all threads. */
export function cpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

export class FrontierLoad {
  /** CPU-microseconds so far. */
  internTime = 0
  offerTime = 0
  offers = 0
  private readonly fingerprint = createFingerprint([1, 2])
  private readonly texts: string[] = []
  private readonly pages = new Uint32Array(CHUNK * 2)
  private readonly groups = new Uint32Array(CHUNK * 2)
  private readonly offered = new Uint16Array(CHUNK * 2)

  constructor(
    private readonly queue: StoredQueue,
    private readonly levels: number,
    readonly random: () => number,
  ) {
    const { frontier } = queue
    for (let host = 0; host < HOSTS; host++) {
      if (host >= LARGE_HOSTS) frontier.addGroup(host, host)
      else
        for (let i = 0; i < GROUPS_PER_LARGE_HOST; i++)
          frontier.addGroup(HOSTS + host * GROUPS_PER_LARGE_HOST + i, host)
    }
  }

  urlOf(page: number): string {
    return `http://www.site-${hostOf(page)}.example.co.th/dir${page % 7}/article-${(Math.imul(page, 0x9e3779b1) >>> 0).toString(36)}-${page}.html`
  }

  /** Interns and offers the pages from `from` on. */
  add(from: number, to: number): void {
    for (let done = from; done < to; done += CHUNK) this.addChunk(done, Math.min(to, done + CHUNK))
  }

  private addChunk(from: number, to: number): void {
    const { queue, fingerprint, random, levels, texts, pages, groups, offered } = this
    const { frontier, urls } = queue
    texts.length = 0
    for (let page = from; page < to; page++) texts.push(this.urlOf(page))
    this.internTime += cpu(() => {
      for (let i = 0; i < texts.length; i++) {
        const text = texts[i]
        fingerprint.of(text)
        const { high, low } = fingerprint
        if (urls.find(high, low) >= 0) throw new Error(`${text} is known`)
        urls.add(high, low, text)
      }
    })
    let length = 0
    for (let page = from; page < to; page++) {
      pages[length] = page
      offered[length++] = 1 + (random() % levels)
      const again = random()
      if (again % 5 > 1) continue
      // Offered again: a page of the last chunk or so, half of the time at the level it has.
      const other = Math.max(0, page - (again % (2 * CHUNK)))
      pages[length] = other
      offered[length++] = again % 5 === 0 ? 1 + (random() % levels) : frontier.levelOf(other)
    }
    for (let i = 0; i < length; i++) groups[i] = groupOf(pages[i])
    this.offers += length
    this.offerTime += cpu(() => {
      for (let i = 0; i < length; i++) frontier.offer(pages[i], groups[i], offered[i])
      for (let i = 0; i < 200; i++) {
        const page = from + ((i * 97) % (to - from))
        frontier.bias(groupOf(page), (offered[i] % 5) - 2)
      }
    })
  }

  /** CPU-microseconds of looking up a known link; texts are made outside of the measured time. */
  known(lookUps: number, pick: () => number): number {
    const { texts, fingerprint } = this
    const { urls } = this.queue
    let time = 0
    for (let done = 0; done < lookUps; done += CHUNK) {
      texts.length = 0
      for (let n = done; n < done + CHUNK; n++) texts.push(this.urlOf(pick()))
      time += cpu(() => {
        for (let i = 0; i < texts.length; i++) {
          fingerprint.of(texts[i])
          if (urls.find(fingerprint.high, fingerprint.low) < 0) throw new Error(`${texts[i]} is not known`)
        }
      })
    }
    return time / lookUps
  }
}

/**
 * Sizes like those of the Web: the share of host h falls with its rank, the largest holding about 1 % of all pages. Drawn from the
 * page's number by way of a table, since a list of hosts by page would weigh more than what is measured.
 */
export function hostOf(page: number): number {
  const mixed = Math.imul(page ^ (page >>> 15), 0x2c1b3c6d)
  return HOST_DRAWS[Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> (32 - DRAW_BITS)]
}

const DRAW_BITS = 20
const HOST_DRAWS = Uint32Array.from({ length: 1 << DRAW_BITS }, (_, i) => HOSTS * (i / (1 << DRAW_BITS)) ** 2.5)

function groupOf(page: number): number {
  const host = hostOf(page)
  return host < LARGE_HOSTS ? HOSTS + host * GROUPS_PER_LARGE_HOST + (page % GROUPS_PER_LARGE_HOST) : host
}
