/** Files that a campaign names are relative to the campaign's own file. */
import { resolve } from 'node:path'
import type { Campaign } from './schema.js'

export function withAbsolutePaths(campaign: Campaign, base: string): Campaign {
  const at = (file: string): string => resolve(base, file)
  const { target, network } = campaign
  const { topic, nation, syllabus } = target
  return {
    ...campaign,
    target: {
      ...target,
      ...(topic === undefined ? {} : { topic: { ...topic, model: at(topic.model) } }),
      ...(nation?.dictionary === undefined ? {} : { nation: { ...nation, dictionary: nation.dictionary.map(at) } }),
      ...(syllabus === undefined ? {} : { syllabus: at(syllabus) }),
    },
    ...(campaign['warm-start'] === undefined ? {} : { 'warm-start': at(campaign['warm-start']) }),
    ...(campaign.blacklist === undefined ? {} : { blacklist: campaign.blacklist.map(at) }),
    network: { ...network, archive: network.archive.map(at) },
  }
}
