/** The log of one epoch of a partition, by the directory of the epoch, for those who bring it elsewhere and back. */
import { truncateSync } from 'node:fs'
import { crawlDirectory } from '../crawl-directory.js'
import { LogWriter } from './log-writer.js'
import { fileSize, ownSegments, type ClosedSegment } from './segments.js'

/** What is not closed yet. */
export function openSegment(epochPath: string): { readonly path: string; readonly size: number } {
  const { log } = crawlDirectory(epochPath)
  return { path: log, size: fileSize(log) ?? 0 }
}

export function closedSegmentsOf(epochPath: string): ClosedSegment[] {
  return ownSegments(crawlDirectory(epochPath))
}

/** Cuts off what lies behind the first `bytes` bytes and closes the open segment. Returns what that became; null when nothing of it was left. */
export async function closeEpochLog(epochPath: string, bytes: number): Promise<ClosedSegment | null> {
  const directory = crawlDirectory(epochPath)
  const closed = ownSegments(directory)
  const left = Math.max(
    0,
    closed.reduce((rest, { size }) => rest - size, bytes),
  )
  if ((fileSize(directory.log) ?? 0) > left) truncateSync(directory.log, left)
  const writer = await LogWriter.open(directory, Infinity)
  await writer.roll()
  await writer.close()
  return ownSegments(directory)[closed.length] ?? null
}
