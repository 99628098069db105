/** Reads a campaign file (YAML; JSON is YAML too) and points at the line of whatever is wrong with it. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as v from 'valibot'
import { LongtailError, systemReason } from '../errors.js'
import { keyMeant } from './known-keys.js'
import { withAbsolutePaths } from './paths.js'
import { CampaignSchema, type Campaign, type WrittenCampaign } from './schema.js'
import { issueText, pathOf, readYaml, type Issue } from './yaml.js'

export interface LoadedCampaign {
  readonly path: string
  readonly campaign: Campaign
}

const MAX_CAMPAIGN_BYTES = 64 * 1024 * 1024

/** Reads a campaign file; paths in it become absolute. Throws E_CAMPAIGN with the line of each mistake. */
export function loadCampaign(path: string): LoadedCampaign {
  const where = resolve(path)
  const campaign = parseCampaign(readText(path, 'give a campaign file; "longtail init" writes one'), path)
  return { path: where, campaign: withAbsolutePaths(campaign, dirname(where)) }
}

/** `where` names the source in messages. */
export function parseCampaign(source: string, where: string): Campaign {
  const { value, lineOf } = readYaml(source, where)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new LongtailError(
      'E_CAMPAIGN',
      `${where}:1: a campaign consists of keys (name, contact, target, seeds…); "longtail init" writes one`,
    )
  }
  // a section with nothing under it is null in YAML
  const filled = Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null))
  const result = v.safeParse(CampaignSchema, filled)
  if (result.success) return withSeedLimits(result.output)
  const messages = result.issues.map(issue => `${where}:${lineOf(issue)}: ${describe(issue)}`)
  throw new LongtailError('E_CAMPAIGN', [...new Set(messages)].join('\n'))
}

/** Seeds are plain URLs for everybody else. */
function withSeedLimits({ seeds, ...rest }: WrittenCampaign): Campaign {
  if (!Array.isArray(seeds)) return { ...rest, seeds, 'seed-limits': [] }
  const limited = seeds.flatMap(seed => (typeof seed === 'string' ? [] : [{ url: seed.url, ...seed.limits }]))
  return { ...rest, seeds: seeds.map(seed => (typeof seed === 'string' ? seed : seed.url)), 'seed-limits': limited }
}

function describe(issue: Issue): string {
  const path = pathOf(issue).join('.')
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `unknown key "${path}"${keyMeant(pathOf(issue)) || ';'} "longtail init" writes a file with all keys explained`
  if (issue.type === 'strict_object' && issue.received === 'undefined') {
    return path === 'contact'
      ? 'no contact: give a web page or an e-mail address where site owners can reach you; a crawl needs one'
      : `"${path}" is missing`
  }
  if (issue.type === 'strict_object') {
    const given = issue.received.slice(0, 60)
    return `${path}: expected keys, not ${given}; "longtail init" writes a file with all keys explained`
  }
  return path === '' ? issueText(issue) : `${path}: ${issueText(issue)}`
}

/** Seeds as listed, or one per line of the seed file ('#' starts a comment). Paths are relative to the campaign file. */
export function listSeeds(campaign: Campaign, campaignPath: string): string[] {
  if (Array.isArray(campaign.seeds)) return campaign.seeds
  if ('file' in campaign.seeds) return readSeedFile(resolve(dirname(campaignPath), campaign.seeds.file))
  throw new LongtailError(
    'E_CAMPAIGN',
    `${campaignPath}: seeds.search: this command makes no search; list the seeds, or give a file of them`,
  )
}

export function readSeedFile(path: string): string[] {
  return readText(path, 'give a text file with one URL per line')
    .split(/\r?\n/)
    .map(line =>
      line
        .replace(/^\uFEFF/, '')
        .replace(/(^|\s)#.*$/, '')
        .trim(),
    )
    .filter(line => line !== '')
}

function readText(path: string, next: string): string {
  try {
    const bytes = readFileSync(path)
    if (bytes.length > MAX_CAMPAIGN_BYTES) throw new LongtailError('E_CAMPAIGN', `${path}: larger than 64 MiB`)
    return bytes.toString('utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw new LongtailError('E_CAMPAIGN', `${path}: cannot be read (${systemReason(error)}); ${next}`)
  }
}
