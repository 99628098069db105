/**
 * What is under way, on the disk: a URL is written down before it is asked for or analysed, and struck out when that is over. A process
 * that dies leaves the rest, whatever it died of; the next start finds it here. The file is appended to, and begun anew when nothing
 * is under way or when it has grown: one small write to the page cache each, because a crash of the process loses nothing there.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

const BEGIN = '+'
const END = '-'
const MOST_BYTES = 1 << 20

export class UnderWay {
  private readonly file: number
  private readonly counts = new Map<string, number>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private bytes = 0

  /** `lingerMs`: how long something may still do harm after it is over. */
  constructor(
    private readonly path: string,
    private readonly lingerMs: number,
  ) {
    this.file = openSync(path, 'w')
  }

  async during<T>(url: string, work: () => Promise<T>): Promise<T> {
    this.counts.set(url, (this.counts.get(url) ?? 0) + 1)
    this.write(`${BEGIN}${url}\n`)
    try {
      return await work()
    } finally {
      if (this.lingerMs === 0) this.end(url)
      else {
        const timer = setTimeout(() => {
          this.timers.delete(timer)
          this.end(url)
        }, this.lingerMs)
        this.timers.add(timer.unref())
      }
    }
  }

  /** The crawl ended by itself: nothing is left to be suspected. */
  close(): void {
    for (const timer of this.timers) clearTimeout(timer)
    closeSync(this.file)
    rmSync(this.path, { force: true })
  }

  private end(url: string): void {
    const left = (this.counts.get(url) ?? 1) - 1
    if (left > 0) this.counts.set(url, left)
    else this.counts.delete(url)
    if (this.counts.size > 0 && this.bytes < MOST_BYTES) return this.write(`${END}${url}\n`)
    ftruncateSync(this.file)
    this.bytes = 0
    if (this.counts.size > 0) this.write([...this.counts.keys()].map(each => `${BEGIN}${each}\n`).join(''))
  }

  private write(text: string): void {
    this.bytes += writeSync(this.file, text, this.bytes)
  }
}

/** What was under way when the last process died; empty when it ended by itself. A last line that is cut says nothing. */
export function leftUnderWay(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  const left = new Set<string>()
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith(BEGIN)) left.add(line.slice(1))
    else if (line.startsWith(END)) left.delete(line.slice(1))
  }
  return [...left]
}
