/** Which servers there are: a language, a kind, a name, a size and its oddities for each, all from the seed. */
import type { Encoding } from './encode.js'
import { ENGLISH, type DemoLanguage } from './languages.js'
import type { DemoHost, HostKind } from './model.js'
import { random, type Random } from './random.js'

/** Kinds of the servers of one language, dealt out in turn; the first is its best known server and gives the seed. */
const KINDS: readonly HostKind[] = [
  'plain',
  'directories',
  'plain',
  'hidden',
  'plain',
  'island',
  'mixed',
  'plain',
  'pocket',
  'island',
]

/** Part of a server's pages that is in its own language, and how large its kind is beside a plain server. */
const SHARES: Readonly<Record<HostKind, { own: number; size: number }>> = {
  plain: { own: 0.92, size: 1 },
  directories: { own: 0.68, size: 1 },
  mixed: { own: 0.5, size: 0.8 },
  hidden: { own: 0.75, size: 0.8 },
  island: { own: 0.92, size: 0.6 },
  pocket: { own: 0.15, size: 0.25 },
  mirror: { own: 1, size: 0 },
  moved: { own: 1, size: 0 },
}

const SMALLEST_HOST = 6
const POLITE_HOST_PAGES = 8

export interface HostOptions {
  readonly seed: number
  readonly hosts: number
  readonly pages: number
}

export function planHosts(options: HostOptions, languages: readonly DemoLanguage[]): DemoHost[] {
  const hosts: DemoHost[] = []
  const names = new Set<string>()
  const english = languages.find(language => language.code === ENGLISH)
  let englishElsewhere = 0
  for (const language of languages) {
    if (language === english) continue
    const draw = random(options.seed, 'hosts', language.code)
    const kinds = Array.from({ length: hostCount(options, language) }, (_, i) => KINDS[i % KINDS.length])
    const sizes = sizeHosts(kinds, language.pageShare * options.pages, draw)
    kinds.forEach((kind, i) => {
      const other = Math.round((sizes[i] * (1 - SHARES[kind].own)) / SHARES[kind].own)
      englishElsewhere += other
      hosts.push(makeHost({ id: hosts.length, language, turn: i, kind, own: sizes[i], other, draw, names }))
    })
  }
  if (english !== undefined) {
    const draw = random(options.seed, 'hosts', ENGLISH)
    const kinds = Array.from({ length: hostCount(options, english) }, (): HostKind => 'plain')
    const sizes = sizeHosts(
      kinds,
      Math.max(0.1 * options.pages, english.pageShare * options.pages - englishElsewhere),
      draw,
    )
    kinds.forEach((kind, i) => {
      const polite = i === kinds.length - 1
      const own = polite ? Math.min(POLITE_HOST_PAGES, sizes[i]) : sizes[i]
      const host = makeHost({ id: hosts.length, language: english, turn: i, kind, own, other: 0, draw, names })
      // the one server that asks for a second between requests is tiny: a crawl of the whole web stays short
      hosts.push(polite ? { ...host, crawlDelaySeconds: 1 } : host)
    })
  }
  return [...hosts, ...planTwins(options, hosts, names)]
}

function hostCount(options: HostOptions, language: DemoLanguage): number {
  return Math.max(2, Math.round(language.hostShare * options.hosts))
}

/** Own-language pages per server: falling with the rank, as servers' sizes do, and `quota` in total. */
function sizeHosts(kinds: readonly HostKind[], quota: number, draw: Random): number[] {
  const weights = kinds.map((kind, i) => (SHARES[kind].size * (0.7 + 0.6 * draw.next())) / (1.5 + (i % 12)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map(weight => Math.max(SMALLEST_HOST, Math.round((quota * weight) / total)))
}

interface HostDraft {
  readonly id: number
  readonly language: DemoLanguage
  readonly turn: number
  readonly kind: HostKind
  readonly own: number
  readonly other: number
  readonly draw: Random
  readonly names: Set<string>
}

function makeHost(draft: HostDraft): DemoHost {
  const { id, language, turn, kind, draw, names } = draft
  const suffix = language.suffixes[turn % language.suffixes.length]
  const name = inventName(language, suffix, draw, names)
  const encoding: Encoding = language.encodings[turn % language.encodings.length]
  const oddity = turn % 10
  return {
    id,
    name,
    origin: `${draw.chance(0.5) ? 'https' : 'http'}://${name}`,
    kind,
    language: language.code,
    ownPages: draft.own,
    otherPages: draft.other,
    encoding,
    era: encoding.bytes === 'utf-8' && !encoding.references && draw.chance(0.7) ? 'new' : 'old',
    declares: draw.chance(0.6) ? 'right' : draw.chance(0.8) ? 'nothing' : 'english',
    gzip: draw.chance(0.4),
    // only plain servers: elsewhere the entrance is part of the kind
    entrance: kind !== 'plain' ? 'front' : oddity === 2 ? 'frameset' : oddity === 4 ? 'refresh' : 'front',
    secretive: turn % 4 === 0,
    crawlDelaySeconds: null,
    sitemap: turn % 3 === 0,
    calendar: kind !== 'plain' ? 'none' : oddity === 0 ? 'disallowed' : oddity === 7 ? 'bounded' : 'none',
    sessions: oddity === 1,
    twin: -1,
  }
}

/** Made up, and marked as such: should a crawl ever leave the loopback, no such server answers. */
function inventName(language: DemoLanguage, suffix: string, draw: Random, names: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const first = draw.pick(language.names)
    const second = draw.pick(language.names)
    const number = attempt < 20 ? '' : String(names.size)
    const name = `${draw.chance(0.7) ? 'www.' : ''}${first}-${second}${number}-demo.${suffix}`
    const bare = name.replace(/^www\./, '')
    if (first === second || names.has(bare)) continue
    names.add(bare)
    return name
  }
}

/** One mirror and one moved server for every 25 others, each standing for a plain server of some language. */
function planTwins(options: HostOptions, hosts: readonly DemoHost[], names: Set<string>): DemoHost[] {
  const draw = random(options.seed, 'twins')
  const plain = hosts.filter(host => host.kind === 'plain' && !host.sessions && host.entrance === 'front')
  const small = [...plain].sort((a, b) => a.ownPages - b.ownPages).slice(0, Math.ceil(plain.length / 2))
  const twins: DemoHost[] = []
  for (let i = 0; i < Math.max(2, Math.round(hosts.length / 12.5)); i++) {
    const kind = i % 2 === 0 ? 'mirror' : 'moved'
    const original = kind === 'mirror' ? draw.pick(small) : draw.pick(plain)
    const bare = original.name.replace(/^www\./, '')
    const name = `${kind === 'mirror' ? 'mirror' : 'old'}${twins.length + 1}.${bare}`
    names.add(name)
    const id = hosts.length + twins.length
    // a mirror keeps even the rules and traps of its original: its bytes name them
    const traits = { sitemap: false, ownPages: 0, otherPages: 0 }
    twins.push({ ...original, ...traits, id, name, origin: `http://${name}`, kind, twin: original.id })
  }
  return twins
}
