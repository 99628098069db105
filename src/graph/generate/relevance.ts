/**
 * Where relevant pages lie: in which share of each server and directory, behind how many irrelevant pages.
 *
 * A server's share is drawn, the shares of its directories scatter around it so widely that most are nearly pure, and one
 * shift for all of them makes the total right.
 */
import { sharedBytes, sharedWords } from '../web-graph.js'
import { detourLengths, planDetours } from './detours.js'
import type { Parameters } from './parameters.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND, type Servers } from './servers.js'
import { sharedFloats, solve } from './distributions.js'

export interface Directories {
  readonly count: number
  /** First directory of each server, and one more entry. */
  readonly firstOf: Uint32Array
  /** First page of each directory, counted from its server's first. */
  readonly start: Uint32Array
  /** Chance of a page to be relevant. */
  readonly share: Float32Array
}

export interface Relevance {
  readonly share: Float32Array
  /** Expected relevant pages of each fetched server. */
  readonly relevantPages: Float32Array
  /** Irrelevant pages from the home page to the first relevant one; 0 unless the server is hidden. */
  readonly gates: Uint8Array
  /** Irrelevant pages that the home page of a hidden server links to besides. */
  readonly splash: Uint8Array
  /** Pages at the end of a server that belong to detours: nothing but their chain leads to them. */
  readonly detourPages: Uint32Array
  /** Number of its first detour, counted over the whole web. */
  readonly firstDetour: Uint32Array
  readonly detourTable: Uint8Array
}

const MOST_DIRECTORIES = 60
const MOST_GATES = 9
const MOST_SPLASH = 12

export function planDirectories(servers: Servers, seed: number): Directories {
  const random = new Stream(keyOf(seed, PURPOSE.directories))
  const firstOf = sharedWords(servers.count + 1)
  let count = 0
  for (let s = 0; s < servers.count; s++) {
    firstOf[s] = count
    count += s < servers.fetched ? directoriesFor(servers.size[s]) : 1
  }
  firstOf[servers.count] = count
  const start = sharedWords(count)
  const weights = new Float64Array(MOST_DIRECTORIES)
  for (let s = 0; s < servers.fetched; s++) {
    const first = firstOf[s]
    const own = firstOf[s + 1] - first
    if (own === 1) continue
    random.start(s)
    let sum = 0
    for (let d = 0; d < own; d++) sum += weights[d] = 0.05 + random.unit() ** 3
    const spread = servers.size[s] - own
    let before = 0
    for (let d = 1; d < own; d++) {
      before += weights[d - 1]
      start[first + d] = d + Math.floor((spread * before) / sum)
    }
  }
  return { count, firstOf, start, share: sharedFloats(count) }
}

function directoriesFor(pages: number): number {
  return Math.max(1, Math.min(MOST_DIRECTORIES, Math.round(Math.sqrt(pages) / 1.2)))
}

/** Chooses which servers hide their relevant pages, and draws all shares. Changes `servers.kind` and `directories.share`. */
export function planRelevance(
  parameters: Parameters,
  servers: Servers,
  directories: Directories,
  scale: number,
  seed: number,
): Relevance {
  const random = new Stream(keyOf(seed, PURPOSE.shares))
  const share = sharedFloats(servers.fetched)
  const gates = sharedBytes(servers.fetched)
  const splash = sharedBytes(servers.fetched)
  const detourPages = sharedWords(servers.fetched)
  const firstDetour = sharedWords(servers.fetched + 1)
  const detourTable = detourLengths(parameters)
  const hiddenLargest = parameters['hidden-largest'] * Math.sqrt(scale)
  const uniform = parameters['uniform-sites']
  const mixed = uniform + parameters['mixed-sites']
  // stratified by size, so that no seed has all its large servers of one sort
  const bySize = Uint32Array.from(servers.sites).sort((a, b) => servers.size[b] - servers.size[a])
  const strata = random.unit()
  const within = random.unit()
  const shares = { uniform: betaTable(9, 1), mixed: betaTable(1.5, 1.5), sparse: betaTable(0.5, 4) }
  const hiddenStart = random.unit()
  for (let i = 0; i < bySize.length; i++) {
    const s = bySize[i]
    random.start(s)
    const place = (strata + i * 0.6180339887498949) % 1
    const table = place < uniform ? shares.uniform : place < mixed ? shares.mixed : shares.sparse
    share[s] = table[Math.floor(((within + i * 0.5698402909980532) % 1) * table.length)]
    const hidden = (hiddenStart + i * 0.7548776662466927) % 1 < parameters['hidden-sites']
    if (hidden && servers.size[s] >= 3 && servers.size[s] <= hiddenLargest) {
      servers.kind[s] = KIND.hidden
      let behind = 1
      while (behind < MOST_GATES && random.unit() < parameters['gate-continue']) behind++
      gates[s] = Math.min(behind, servers.size[s] - 2)
      let beside = 0
      const more = parameters['splash-links'] / (1 + parameters['splash-links'])
      while (beside < MOST_SPLASH && random.unit() < more) beside++
      splash[s] = Math.min(beside, servers.size[s] - 2 - gates[s])
    }
  }
  planDetours(parameters, servers, detourTable, share, detourPages, firstDetour, random)
  const relevantPages = sharedFloats(servers.fetched)
  drawDirectoryShares(servers, directories, share, gates, detourPages, firstDetour, relevantPages, random)
  return { share, relevantPages, gates, splash, detourPages, firstDetour, detourTable }
}

/** Quantiles of a beta distribution; always the same ones. */
function betaTable(a: number, b: number): Float64Array {
  const random = new Stream(keyOf(0, PURPOSE.shares))
  const table = new Float64Array(2048)
  for (let i = 0; i < table.length; i++) table[i] = random.beta(a, b)
  return table.sort()
}

function drawDirectoryShares(
  servers: Servers,
  directories: Directories,
  share: Float32Array,
  gates: Uint8Array,
  detourPages: Uint32Array,
  firstDetour: Uint32Array,
  relevantPages: Float32Array,
  random: Stream,
): void {
  const { firstOf, start } = directories
  const logits = new Float64Array(directories.count)
  for (const s of servers.sites) {
    random.start(s + 0x20000000)
    const mean = Math.min(0.995, Math.max(0.005, share[s]))
    for (let d = firstOf[s]; d < firstOf[s + 1]; d++) {
      const drawn = firstOf[s + 1] - firstOf[s] === 1 ? mean : random.beta(0.7 * mean, 0.7 * (1 - mean))
      const kept = Math.min(0.997, Math.max(0.003, drawn))
      logits[d] = Math.log(kept / (1 - kept))
    }
  }
  const relevantWith = (shift: number): number => {
    let sum = 0
    for (const s of servers.sites) {
      const free = servers.size[s] - detourPages[s]
      let none = 1
      let own = 0
      for (let d = firstOf[s]; d < firstOf[s + 1]; d++) {
        const end = Math.min(free, d + 1 < firstOf[s + 1] ? start[d + 1] : servers.size[s])
        const pages = Math.max(0, end - Math.max(gates[s], start[d]))
        const chance = 1 / (1 + Math.exp(-logits[d] - shift))
        own += pages * chance
        if (pages < 100) none *= (1 - chance) ** pages
        else none = 0
      }
      relevantPages[s] = own + none + firstDetour[s + 1] - firstDetour[s]
      sum += relevantPages[s]
    }
    return sum
  }
  const shift = solve(relevantWith, servers.relevantTarget, -12, 12)
  for (const s of servers.sites) {
    for (let d = firstOf[s]; d < firstOf[s + 1]; d++) directories.share[d] = 1 / (1 + Math.exp(-logits[d] - shift))
  }
}
