/** The log of a crawl as one text, whatever its segments, for tests that look at it or damage it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { crawlDirectory, readLogLines } from '../../src/collection/index.js'

export async function logText(out: string): Promise<string> {
  let text = ''
  for await (const line of readLogLines(crawlDirectory(out))) text += `${line.text}\n`
  return text
}

/** Makes this text the whole log, in one open segment, as a kill would leave it; there is no checkpoint then. */
export function replaceLog(out: string, text: string): void {
  const { log, segments, checkpoint } = crawlDirectory(out)
  rmSync(segments, { recursive: true, force: true })
  rmSync(checkpoint, { force: true })
  mkdirSync(out, { recursive: true })
  writeFileSync(log, text)
}
