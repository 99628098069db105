/** What makes a directory the crawl of one campaign: checked when it goes on, written when it begins. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { withFiles, withLanguages } from '../campaign/named-files.js'
import {
  CRAWL_FORMAT,
  CRAWL_VERSION,
  readIdentity,
  type CrawlDirectory,
  type CrawlIdentity,
  type KeptFile,
} from '../collection/crawl-directory.js'
import { unwritable } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
import { compareFiles, targetOfCopies, writeCopies, type TargetFile } from './target-files.js'

/**
 * Refuses a directory that holds another campaign's crawl: its verdicts would not mean the same. Strategy, seeds and limits may
 * change, and files that the target names may move.
 */
export function checkIdentity(
  directory: CrawlDirectory,
  campaign: Campaign,
  warn: (message: string) => void,
): CrawlIdentity | null {
  const identity = readIdentity(directory)
  if (identity === null) return null
  const next = 'choose another directory with --out, or restore the campaign'
  if (identity.name !== campaign.name) {
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} contains the crawl of campaign "${identity.name}", not of "${campaign.name}"; ${next}`,
    )
  }
  const isOther = meaningOf(identity.target) !== meaningOf(campaign.target)
  const now = isOther
    ? JSON.stringify(campaign.target)
    : compareFiles(directory.models, identity.files ?? [], campaign.target, warn)
  if (now !== null) {
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} was crawled for another target (${JSON.stringify(identity.target)}, now ${now}); ${next}`,
    )
  }
  return identity
}

/** What a target says but for the places of its files, defaults filled in: crawls that began before a key existed had its default. */
function meaningOf(target: Campaign['target']): string {
  const defaults = { policy: 'modern', 'inherit-unknown': false, combine: 'all' }
  const written = withLanguages(target, (_key, one) =>
    typeof one !== 'string' && 'declared' in one && typeof one.declared === 'string' ? one.declared : one,
  )
  return JSON.stringify(sorted({ ...defaults, ...Object.fromEntries(Object.entries(withFiles(written, key => key))) }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** The target of a crawl, with the absolute paths of the copies by which it judges. */
export function keptTarget(directory: CrawlDirectory, target: Campaign['target']): Campaign['target'] {
  return withFiles(target, (_key, path) => resolve(directory.path, path))
}

/** `warmStart`: the text of the model that the crawl begins with; `files`: what its target names; `split`: where it has many partitions. */
export function createDirectory(
  directory: CrawlDirectory,
  campaign: Campaign,
  warmStart: string | null,
  files: readonly TargetFile[],
  split?: Required<Pick<CrawlIdentity, 'partitions' | 'key'>>,
): CrawlIdentity {
  const kept = files.map(({ key, name, from, sha256 }): KeptFile => ({ key, name, from, sha256 }))
  const identity: CrawlIdentity = {
    format: CRAWL_FORMAT,
    version: CRAWL_VERSION,
    name: campaign.name,
    target: targetOfCopies(campaign.target, kept),
    ...(kept.length === 0 ? {} : { files: kept }),
    created: new Date().toISOString(),
    ...split,
  }
  try {
    makeDirectory(directory.path)
    // before the identity: a crawl that exists has the models it began with
    writeCopies(directory.models, files)
    if (warmStart === null) rmSync(directory.warmStart, { force: true })
    else writeAtomically(directory.warmStart, warmStart)
    writeAtomically(directory.identity, `${JSON.stringify(identity, null, 2)}\n`)
    if (split === undefined) makeDirectory(directory.warc)
    return identity
  } catch (error) {
    throw unwritable(directory.path, error instanceof LongtailError ? error.cause : error)
  }
}
