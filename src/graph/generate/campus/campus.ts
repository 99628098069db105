/**
 * The web of one organisation, host after host, put together as imported webs are: pages by their addresses, so that servers,
 * directories and twins are what their addresses make them.
 */
import { GraphBuilder } from '../../builder.js'
import type { WebGraph } from '../../web-graph.js'
import { keyOf, PURPOSE, Stream } from '../random.js'
import { CampusLinks } from './campus-links.js'
import { layOut, originOf, type HostPages, type CampusSection } from './host-pages.js'
import { planHosts, type Host } from './hosts.js'
import type { CampusParameters } from './preset.js'

/** Kinds of sections whose pages have nearly the same text. */
const REPEATS = new Set(['month', 'picture', 'form'])
/** So many of them in a row are alike: two years of a calendar, an album. */
const ALIKE = 30
/** Of such pages, share with exactly the same text; the others differ in some bits of the simhash. */
const SAME = 0.67
const MOST_BITS = 3
/** Of second addresses that may, share that differs in the last slash. */
const WITHOUT_SLASH = 0.6
/** Of other pages, share that repeats the one before: news that two departments tell. */
const TOLD_TWICE = 0.03

export function generateCampus(
  parameters: CampusParameters,
  scale: number,
  seed: number,
  onShare: (share: number) => void,
): Omit<WebGraph, 'origin'> {
  const builder = new GraphBuilder()
  const hosts = planHosts(parameters, scale, seed)
  const texts = new Stream(keyOf(seed, PURPOSE.labels))
  const links = new CampusLinks(
    builder,
    hosts.map(host => originOf(host.number, seed)),
    parameters,
    seed,
  )
  for (const host of hosts) {
    onShare(host.number / hosts.length)
    texts.start(host.number)
    const pages = layOut(host, parameters, seed)
    const ids = pages.paths.map(path => builder.page(pages.origin + path))
    const twins = ids.map((id, position) =>
      texts.unit() < parameters.twins ? twinOf(builder, pages, position, texts) : id,
    )
    describe(builder, host, pages, ids, twins, parameters, texts)
    links.write(host, pages, ids, twins)
    builder.seed(ids[0])
  }
  return builder.finish()
}

/** The other scheme, or the address without its last slash. */
function twinOf(builder: GraphBuilder, { origin, paths }: HostPages, position: number, random: Stream): number {
  const path = paths[position]
  const slash = path.length > 1 && path.endsWith('/') && random.unit() < WITHOUT_SLASH
  if (slash) return builder.page(origin + path.slice(0, -1))
  return builder.page(
    (origin.startsWith('https:') ? origin.replace('https:', 'http:') : origin.replace('http:', 'https:')) + path,
  )
}

function describe(
  builder: GraphBuilder,
  host: Host,
  { sections }: HostPages,
  ids: readonly number[],
  twins: readonly number[],
  parameters: CampusParameters,
  random: Stream,
): void {
  let before: [number, number] = [0, 0]
  for (const section of sections) {
    let base: [number, number] = [0, 0]
    for (let position = section.first; position < section.end; position++) {
      if ((position - section.first) % ALIKE === 0) base = [random.bits(), random.bits()]
      const simhash = textOf(section, base, before, parameters, random)
      before = simhash
      const relevant = section.kind !== 'session' && section.kind !== 'form' && random.unit() < section.topic
      const facts = { language: 'eng', relevant, score: scoreOf(relevant, host.topic, random), simhash }
      builder.describe(ids[position], facts)
      if (twins[position] !== ids[position]) builder.describe(twins[position], facts)
    }
  }
}

function textOf(
  { kind }: CampusSection,
  base: [number, number],
  before: [number, number],
  parameters: CampusParameters,
  random: Stream,
): [number, number] {
  if (kind === 'session' || random.unit() < parameters['no-text']) return [0, 0]
  if (!REPEATS.has(kind)) return random.unit() < TOLD_TWICE ? before : [random.bits(), random.bits()]
  if (random.unit() < SAME) return base
  let [high, low] = base
  for (let bits = 1 + random.below(MOST_BITS); bits > 0; bits--) {
    if (random.unit() < 0.5) high ^= 1 << random.below(32)
    else low ^= 1 << random.below(32)
  }
  return [high >>> 0, low >>> 0]
}

/** Judges of topics are sure of most pages, and least sure where wanted pages are near. */
function scoreOf(relevant: boolean, topic: number, random: Stream): number {
  const u = random.unit()
  if (relevant) return 0.5 + 0.5 * Math.sqrt(u)
  return topic > 0 ? 0.499 * u * u : 0.2 * u ** 4
}
