/**
 * Sorts any number of ASCII lines in bounded memory: full batches are sorted and spilled beside the target, and merged
 * at the end. The target appears under its name only when it is whole.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, createReadStream, openSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { writeAll } from '../disk/write-all.js'

/** Of text held in memory before it is spilled. An index line is some 300 bytes: this is 100,000 of them. */
const DEFAULT_MEMORY_BYTES = 32 * 1024 * 1024
const WRITE_BYTES = 256 * 1024

export class LineSorter {
  private lines: string[] = []
  private held = 0
  private readonly runs: string[] = []
  /** Names of its own: two processes may make the same index. */
  private readonly scrap: string

  constructor(
    private readonly target: string,
    private readonly memoryBytes = DEFAULT_MEMORY_BYTES,
  ) {
    this.scrap = `${target}.${randomBytes(4).toString('hex')}`
  }

  add(line: string): void {
    this.lines.push(line)
    this.held += line.length
    if (this.held > this.memoryBytes) this.spill()
  }

  /** Writes everything, sorted and without repeated lines, to the target. */
  async finish(): Promise<void> {
    const partial = `${this.scrap}.tmp`
    try {
      if (this.runs.length > 0 && this.lines.length > 0) this.spill()
      const file = await open(partial, 'w')
      try {
        let text = ''
        let last = ''
        for await (const line of this.runs.length > 0 ? merge(this.runs) : this.lines.sort()) {
          if (line === last) continue
          last = line
          text += line + '\n'
          if (text.length < WRITE_BYTES) continue
          await file.appendFile(text, 'latin1')
          text = ''
        }
        await file.appendFile(text, 'latin1')
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(partial, this.target)
    } catch (error) {
      rmSync(partial, { force: true })
      throw error
    } finally {
      this.discard()
    }
  }

  /** Forgets the lines and removes what was spilled. */
  discard(): void {
    this.lines = []
    this.held = 0
    for (const run of this.runs.splice(0)) rmSync(run, { force: true })
  }

  private spill(): void {
    const run = `${this.scrap}.${this.runs.length}.run`
    this.runs.push(run)
    const fd = openSync(run, 'w')
    try {
      writeAll(fd, Buffer.from(this.lines.sort().join('\n') + '\n', 'latin1'))
    } finally {
      closeSync(fd)
    }
    this.lines = []
    this.held = 0
  }
}

interface Run {
  readonly lines: AsyncIterator<string>
  line: string
}

/** Few runs are ever made (one per 32 MB), so that looking at each for every line is quick enough. */
async function* merge(paths: readonly string[]): AsyncGenerator<string> {
  const runs: Run[] = []
  for (const path of paths) {
    const lines = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity })[
      Symbol.asyncIterator
    ]()
    const first = await lines.next()
    if (!first.done) runs.push({ lines, line: first.value })
  }
  while (runs.length > 0) {
    let least = 0
    for (let i = 1; i < runs.length; i++) if (runs[i].line < runs[least].line) least = i
    const run = runs[least]
    yield run.line
    const next = await run.lines.next()
    if (next.done) runs.splice(least, 1)
    else run.line = next.value
  }
}
