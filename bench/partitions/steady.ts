/**
 * What a page costs while a crawl is well under way: CPU time of all that this process has started (crawler, web server, Redis), and the same
 * without the web server, between two numbers of pages. Neither the start nor the end is in it, where 64 partitions are opened and closed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { crawlDirectory } from '../../src/collection/crawl-directory.js'
import { readStatus } from '../../src/collection/status.js'

const LOOK_MS = 500
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100

interface Look {
  readonly pages: number
  readonly cpuSeconds: number
  readonly serverSeconds: number
}

/** Milliseconds of CPU for a page; NaN when the crawl has not come so far. */
export interface CostOfPage {
  readonly all: number
  readonly withoutServer: number
}

export class SteadyCost {
  private first: Look | null = null
  private last: Look | null = null
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly crawl: string,
    private readonly server: number,
    private readonly window: { readonly from: number; readonly to: number },
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS)
  }

  end(): CostOfPage {
    clearInterval(this.timer)
    const { first, last } = this
    if (first === null || last === null) return { all: NaN, withoutServer: NaN }
    const all = (1000 * (last.cpuSeconds - first.cpuSeconds)) / (last.pages - first.pages)
    const server = (1000 * (last.serverSeconds - first.serverSeconds)) / (last.pages - first.pages)
    return { all, withoutServer: all - server }
  }

  private look(): void {
    const pages = readStatus(crawlDirectory(this.crawl))?.pages ?? 0
    if (pages < this.window.from || this.last !== null) return
    this.first ??= this.lookAt(pages)
    if (pages >= this.window.to) this.last = this.lookAt(pages)
  }

  private lookAt(pages: number): Look {
    return {
      pages,
      cpuSeconds: cpuOfDescendants(process.pid),
      serverSeconds: ticksOf(statOf(String(this.server))) / TICKS_PER_SECOND,
    }
  }
}

/** Of processes that live, and of their children that have ended. */
function cpuOfDescendants(root: number): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    if (fields === null) continue
    const pid = Number(name)
    const parent = Number(fields[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
    ticks.set(pid, ticksOf(fields))
  }
  let sum = 0
  for (let waiting = children.get(root) ?? []; waiting.length > 0;) {
    for (const pid of waiting) sum += ticks.get(pid) ?? 0
    waiting = waiting.flatMap(pid => children.get(pid) ?? [])
  }
  return sum / TICKS_PER_SECOND
}

/** User and system time, with those of its children that have ended. */
function ticksOf(fields: readonly string[] | null): number {
  return (fields ?? []).slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

/** From the state on, which stands behind the name; null when the process has ended. */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
