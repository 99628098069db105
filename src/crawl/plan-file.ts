/**
 * The plan of a round on the disk: `rounds/NNNNNN.jsonl` in the crawl's directory, a line about the round and one for each page that
 * is to be asked for again. The log has its SHA-256: a plan that is missing, or another one, is made anew.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { isRecord, parseJson } from '../json.js'

const PLAN_FORMAT = 'longtail-round'
const PLAN_VERSION = 1

/** A page that is to be asked for again, and what is known of it. */
export interface PlannedPage {
  readonly id: number
  readonly url: string
  readonly kind: 'page' | 'sitemap'
  /** Of its content; '' when it has none yet. */
  readonly digest: string
  readonly mime: string
  /** The verdict on that content. */
  readonly score: number
  readonly language: string
  readonly share: number
  /** The record that the content is in; absent when no archive has it, or it cannot be read. */
  readonly original?: { readonly url: string; readonly at: string }
  /** As the server sent them with the content. */
  readonly etag?: string
  readonly modified?: string
  /** Of the document that a browser made of it, which is archived: the answer alone does not tell whether the page changed. */
  readonly rendered?: string
  /** Asked for without conditions, to see whether the server's validators can be trusted. */
  readonly check?: boolean
}

export interface PlanHead {
  readonly round: number
  readonly at: string
  readonly policy: string
}

/** Lines that are written at once. */
const LINES_AT_ONCE = 1000

/** Returns the digest of what was written. */
export function writePlan(directory: CrawlDirectory, head: PlanHead, pages: readonly PlannedPage[]): string {
  const hash = createHash('sha256')
  const inBytes = (lines: readonly object[]): Buffer => {
    const bytes = Buffer.from(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    hash.update(bytes)
    return bytes
  }
  function* pieces(): Generator<Buffer> {
    yield inBytes([{ format: PLAN_FORMAT, version: PLAN_VERSION, ...head, pages: pages.length }])
    for (let at = 0; at < pages.length; at += LINES_AT_ONCE) yield inBytes(pages.slice(at, at + LINES_AT_ONCE))
  }
  makeDirectory(directory.rounds)
  writeAtomically(planPath(directory, head.round), pieces())
  return hash.digest('hex')
}

/** Null when it is not there, or not the one that the log speaks of. */
export async function readPlan(
  directory: CrawlDirectory,
  round: number,
  digest: string,
): Promise<PlannedPage[] | null> {
  const path = planPath(directory, round)
  if (!existsSync(path)) return null
  const hash = createHash('sha256')
  const stream = createReadStream(path)
  stream.on('data', bytes => hash.update(bytes))
  const pages: PlannedPage[] = []
  let isHead = true
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      const value = parseJson(line)
      if (isHead) {
        if (!isRecord(value) || value.format !== PLAN_FORMAT || value.version !== PLAN_VERSION) return null
        isHead = false
      } else if (isPlanned(value)) pages.push(value)
      else return null
    }
  } catch (error) {
    throw diskError(path, error)
  } finally {
    stream.destroy()
  }
  return hash.digest('hex') === digest ? pages : null
}

function planPath({ rounds }: CrawlDirectory, round: number): string {
  return join(rounds, `${String(round).padStart(6, '0')}.jsonl`)
}

function isPlanned(value: unknown): value is PlannedPage {
  if (!isRecord(value)) return false
  const { id, url, kind, digest, score, share, language, mime, original, rendered = '' } = value
  const areTexts = [url, digest, language, mime, rendered].every(text => typeof text === 'string')
  const areNumbers = [id, score, share].every(number => typeof number === 'number')
  return (
    areTexts && areNumbers && (kind === 'page' || kind === 'sitemap') && (original === undefined || isRecord(original))
  )
}
