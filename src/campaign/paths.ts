/** Files that a campaign names are relative to the campaign's own file. */
import { resolve } from 'node:path'
import { withFiles } from './named-files.js'
import { withFile } from '../strategy-spec.js'
import type { Campaign } from './schema.js'

export function withAbsolutePaths(campaign: Campaign, base: string): Campaign {
  const at = (file: string): string => resolve(base, file)
  const { target, network, archive, recrawl } = campaign
  const { syllabus } = target
  return {
    ...campaign,
    strategy: withFile(campaign.strategy, at),
    target: {
      ...withFiles(target, (_key, path) => at(path)),
      ...(syllabus === undefined ? {} : { syllabus: at(syllabus) }),
    },
    ...(campaign['warm-start'] === undefined ? {} : { 'warm-start': at(campaign['warm-start']) }),
    ...(campaign.blacklist === undefined ? {} : { blacklist: campaign.blacklist.map(at) }),
    network: { ...network, archive: network.archive.map(at) },
    archive: { ...archive, dedupe: archive.dedupe.map(at) },
    recrawl: { ...recrawl, readings: recrawl.readings.map(at) },
  }
}
