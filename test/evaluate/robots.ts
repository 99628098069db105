/** Reads every real robots.txt of the development data: none may fail, and each rule in them must mean what it says. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseRobots } from '../../src/web/robots.js'

export interface EvaluationRow {
  readonly name: string
  readonly value: number
  readonly floor: number
  readonly ok: boolean
}

const atLeast = (name: string, value: number, floor: number): EvaluationRow => ({
  name,
  value,
  floor,
  ok: value >= floor,
})

export async function evaluateRobots(dataDir: string): Promise<EvaluationRow[]> {
  const directory = join(dataDir, 'robots')
  const files = readdirSync(directory).sort()
  let parsed = 0
  let withRules = 0
  let sitemapLines = 0
  let sitemapsRead = 0
  let plainRules = 0
  let plainObeyed = 0

  for (const file of files) {
    const bytes = readFileSync(join(directory, file))
    const rules = parseRobots(bytes, 'Longtail')
    parsed++
    sitemapsRead += rules.sitemaps.length
    const text = bytes.toString('latin1')
    sitemapLines += text.match(/^[ \t]*sitemap[ \t]*:[ \t]*[^#\s]/gim)?.length ?? 0
    if (rules.size > 100) withRules++
    const { obeyed, total } = checkPlainDenials(text)
    plainRules += total
    plainObeyed += obeyed
  }
  return [
    atLeast('robots: files parsed', parsed, 297),
    atLeast('robots: files with rules for us or sitemaps', withRules, 200),
    atLeast('robots: share of Sitemap lines read', sitemapsRead / sitemapLines, 1),
    atLeast('robots: share of plain denials obeyed', plainObeyed / plainRules, 1),
  ]
}

/** Independent of the parser: every "Disallow: /path" of a group must deny that path to the agent of the group, if no Allow is near. */
function checkPlainDenials(text: string): { obeyed: number; total: number } {
  let agents: string[] = []
  let inRules = false
  let obeyed = 0
  let total = 0
  for (const line of text.split(/\r\n|\r|\n/)) {
    const agent = /^user-agent:\s*([a-z_-]+)\s*$/i.exec(line)
    const denial = /^disallow:\s*(\/[a-z0-9/_.-]*)\s*$/i.exec(line)
    if (agent !== null) {
      if (inRules) agents = []
      inRules = false
      agents.push(agent[1])
    } else if (/^user-agent/i.test(line)) {
      if (inRules) agents = []
      inRules = false
    } else if (/^(dis)?allow/i.test(line)) {
      inRules = true
    }
    if (denial === null || agents.length === 0 || /^\s*allow/im.test(text)) continue
    total++
    if (!parseRobots(text, agents[0]).allows(denial[1])) obeyed++
  }
  return { obeyed, total }
}
