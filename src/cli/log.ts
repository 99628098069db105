import { once } from 'node:events'
import { crawlDirectory, logDirectories, readIdentity } from '../collection/crawl-directory.js'
import { hasLog, readLogLines } from '../collection/log/read-log.js'
import { LongtailError } from '../errors.js'

/** Lines are written in pieces of about this size: one write for each would take longer than reading them. */
const PIECE = 1 << 16

export async function printLog(path: string): Promise<void> {
  const directory = crawlDirectory(path)
  const logs = logDirectories(directory).filter(hasLog)
  if (readIdentity(directory) === null || logs.length === 0)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${path} has no crawl log; give the directory that "longtail crawl --out" wrote (of a syllabus: the directory of one topic)`,
    )
  let piece = ''
  // of many partitions one after the other: numbers of URLs are those of a partition
  for (const log of logs)
    for await (const { text } of readLogLines(log)) {
      piece += `${text}\n`
      if (piece.length < PIECE) continue
      await print(piece)
      piece = ''
    }
  await print(piece)
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
