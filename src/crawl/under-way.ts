/**
 * What is under way, on the disk: a URL is written down before it is asked for or analysed, and struck out when that is over. A process
 * that dies leaves the rest, whatever it died of; the next start finds it here. The file is appended to, and begun anew when it has
 * grown: one small write to the page cache for a page, because a crash of the process loses nothing there.
 * What is over is struck out with the next write, or a moment later. Until then it counts as under way, which costs nothing: of
 * what is under way most is innocent in any case (crashes.ts).
 */
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

const BEGIN = '+'
/** By a process of its own. */
const BEGIN_ALONE = '!'
const END = '-'
const MOST_BYTES = 1 << 20
/** So much is begun anew when nothing is under way: for a partition that is often, and a file system writes down every cut. */
const LEAST_BYTES = 1 << 16
const STRIKE_OUT_MS = 200

export class UnderWay {
  private readonly file: number
  /** By their mark and URL. */
  private readonly counts = new Map<string, number>()
  /** What is over, but not struck out yet. */
  private readonly over = new Set<string>()
  private strikingOut: NodeJS.Timeout | null = null
  private readonly timers = new Set<NodeJS.Timeout>()
  private bytes = 0

  /** `lingerMs`: how long something may still do harm after it is over. */
  constructor(
    private readonly path: string,
    private readonly lingerMs: number,
  ) {
    this.file = openSync(path, 'w')
  }

  /** `isAlone`: a process of its own does it. */
  async during<T>(url: string, work: () => Promise<T>, isAlone = false): Promise<T> {
    const marked = `${isAlone ? BEGIN_ALONE : BEGIN}${url}`
    const count = this.counts.get(marked) ?? 0
    this.counts.set(marked, count + 1)
    if (!this.over.delete(marked) && count === 0) this.catchUp(`${marked}\n`)
    try {
      return await work()
    } finally {
      if (this.lingerMs === 0 || isAlone) this.end(marked)
      else {
        const timer = setTimeout(() => {
          this.timers.delete(timer)
          this.end(marked)
        }, this.lingerMs)
        this.timers.add(timer.unref())
      }
    }
  }

  /** The crawl ended by itself: nothing is left to be suspected. */
  close(): void {
    for (const timer of this.timers) clearTimeout(timer)
    if (this.strikingOut !== null) clearTimeout(this.strikingOut)
    closeSync(this.file)
    rmSync(this.path, { force: true })
  }

  private end(marked: string): void {
    const left = (this.counts.get(marked) ?? 1) - 1
    if (left > 0) {
      this.counts.set(marked, left)
      return
    }
    this.counts.delete(marked)
    this.over.add(marked)
    this.strikingOut ??= setTimeout(() => {
      this.strikingOut = null
      this.catchUp('')
    }, STRIKE_OUT_MS).unref()
  }

  /** Strikes out what is over, and adds the line of what begins. */
  private catchUp(begun: string): void {
    const isAnew = this.bytes >= (this.counts.size === 0 ? LEAST_BYTES : MOST_BYTES)
    let text = ''
    if (isAnew) for (const marked of this.counts.keys()) text += `${marked}\n`
    else for (const marked of this.over) text += `${END}${marked.slice(1)}\n`
    if (!isAnew) text += begun
    this.over.clear()
    try {
      if (isAnew) ftruncateSync(this.file, (this.bytes = 0))
      if (text !== '') this.bytes += writeSync(this.file, text, this.bytes)
    } catch {
      // the recorder meets the same disk and stops the crawl properly
    }
  }
}

export interface LeftUnderWay {
  readonly urls: readonly string[]
  /** That of them which a process of its own did. */
  readonly alone: readonly string[]
}

/** What was under way when the last process died; nothing when it ended by itself. A last line that is cut says nothing. */
export function leftUnderWay(path: string): LeftUnderWay {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { urls: [], alone: [] }
  }
  const left = new Map<string, boolean>()
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith(BEGIN) || line.startsWith(BEGIN_ALONE)) left.set(line.slice(1), line.startsWith(BEGIN_ALONE))
    else if (line.startsWith(END)) left.delete(line.slice(1))
  }
  return { urls: [...left.keys()], alone: [...left].filter(([, isAlone]) => isAlone).map(([url]) => url) }
}
