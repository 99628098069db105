/**
 * A seeded web of a few thousand pages with the traits that the strategies live on: pages of one language stick together
 * by server and directory, some sites hide their relevant pages behind irrelevant ones, most servers have none.
 * Every page can be reached from page 0. Ids follow breadth-first order, so that a walk meets them gradually.
 */
import { CHARSET, LANGUAGE } from '../../src/contracts.js'
import type { Web, WebPage } from './web.js'

interface Draft {
  readonly server: number
  readonly directory: number
  readonly relevant: boolean
  readonly links: Set<number>
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `redirects` is the share of irrelevant pages that are hops to their first link. */
export function randomWeb(seed: number, serverCount: number, redirects = 0): Web {
  const random = createRandom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const drafts: Draft[] = []
  const homes: number[] = []
  const wanted: boolean[] = []
  let directories = 0

  for (let server = 0; server < serverCount; server++) {
    const home = drafts.length
    const relevantServer = server === 0 || random() < 0.25
    const size = Math.min(200, Math.ceil(3 / (1 - random()) ** 0.9))
    const hidden = relevantServer && server > 0 && random() < 0.3 ? 1 + below(5) : 0 // irrelevant pages before the rest
    const shares = Array.from({ length: 1 + below(4) }, () => (relevantServer ? (random() < 0.7 ? 0.95 : 0.15) : 0))
    for (let k = 0; k < size; k++) {
      const part = k === 0 || k <= hidden ? 0 : below(shares.length)
      const relevant = relevantServer && k >= hidden && (k === hidden || random() < shares[part])
      drafts.push({ server, directory: directories + part, relevant, links: new Set() })
      if (k === 0) continue
      // the tree that makes every page reachable: a chain through the hidden part, then mostly from the home of the rest
      const entry = home + hidden
      const parent = k <= hidden ? home + k - 1 : random() < 0.3 ? entry : entry + below(k - hidden)
      drafts[parent].links.add(home + k)
      for (let extra = below(6); extra > 0; extra--) {
        drafts[home + k].links.add(home + (random() < 0.5 ? 0 : hidden + below(k - hidden || 1)))
      }
    }
    directories += shares.length
    homes.push(home)
    wanted.push(relevantServer)
    if (server === 0) continue
    // every server is linked from an earlier one, nearly always from one of its own kind
    const friends = [...Array(server).keys()].filter(other => wanted[other] === relevantServer || random() < 0.05)
    const from = friends.length === 0 ? 0 : friends[below(friends.length)]
    const until = from + 1 < homes.length ? homes[from + 1] : drafts.length
    drafts[homes[from] + below(until - homes[from])].links.add(home)
  }
  for (const draft of drafts) {
    for (let extra = below(3); extra > 0; extra--) {
      const server = below(serverCount)
      if (wanted[server] === draft.relevant || random() < 0.2) draft.links.add(homes[server])
    }
  }
  return numbered(drafts, random, redirects)
}

function numbered(drafts: readonly Draft[], random: () => number, redirects: number): Web {
  const order: number[] = [0]
  const ids = new Map<number, number>([[0, 0]])
  for (let at = 0; at < order.length; at++) {
    drafts[order[at]].links.delete(order[at])
    for (const target of drafts[order[at]].links) {
      if (ids.has(target)) continue
      ids.set(target, order.length)
      order.push(target)
    }
  }
  const offset = new Uint32Array(order.length + 1)
  const to: number[] = []
  const pages = order.map((draft, id): WebPage => {
    for (const target of drafts[draft].links) to.push(ids.get(target) ?? -1)
    offset[id + 1] = to.length
    const { server, directory, relevant } = drafts[draft]
    const language = relevant ? LANGUAGE.target : random() < 0.6 ? LANGUAGE.english : LANGUAGE.other
    const score = relevant ? 0.5 + random() / 2 : random() / 2
    const redirect = id > 0 && !relevant && drafts[draft].links.size > 0 && random() < redirects
    // not drawn, so that webs with and without these are the same
    const charset = relevant ? (id % 3 === 0 ? CHARSET.utf8 : CHARSET.target) : id % 5
    return { name: `${server}/${directory}/${id}`, server, directory, relevant, language, score, charset, redirect }
  })
  const servers = new Set(drafts.map(draft => draft.server)).size
  const home = new Set(drafts.filter(draft => draft.relevant).map(draft => draft.server))
  return {
    pages,
    offset,
    to: Uint32Array.from(to),
    anchors: Uint8Array.from(to, (target, link) => (pages[target].relevant && link % 3 === 0 ? 1 : 0)),
    tlds: Array.from({ length: servers }, (_, server) => {
      if (home.has(server) && server % 3 > 0) return 'th'
      return server % 2 === 0 ? 'com' : `t${server % 90}`
    }),
    domains: Array.from({ length: servers }, (_, server) => `d${server >> 1}`),
    seeds: [0],
  }
}
