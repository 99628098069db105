/** What is not a page of its own: redirects within and across servers, dead links, mirrors and servers that moved. */
import type { DemoHost, DemoPage, Layout } from './model.js'
import { random } from './random.js'

const REDIRECTS_PER_PAGE = 0.03
const MISSING_PER_PAGE = 0.02
const MOVED_ENTRIES = 8

/** Appends them to `pages`; tells which redirects lead to which page, and the dead links of each server. */
export interface DemoDetours {
  /** Redirects by the page at which they end. */
  readonly aliases: ReadonlyMap<number, readonly number[]>
  /** Ids of dead links by server. */
  readonly missing: readonly (readonly number[])[]
  /** For each mirror, which of its pages stands for which original; the entrance first. */
  readonly mirrors: readonly ReadonlyMap<number, number>[]
}

export function addDetours(
  seed: number,
  hosts: readonly DemoHost[],
  layouts: readonly Layout[],
  pages: DemoPage[],
): DemoDetours {
  const aliases = new Map<number, number[]>()
  const missing: number[][] = hosts.map(() => [])
  const mirrors: ReadonlyMap<number, number>[] = []
  const add = (host: DemoHost, path: string, fields: Partial<DemoPage>): number => {
    const id = pages.length
    const blank = {
      kind: 'missing',
      language: 'und',
      second: null,
      index: false,
      status: 404,
      disallowed: false,
      twin: -1,
      versions: [],
    } as const
    pages.push({ ...blank, encoding: host.encoding, ...fields, id, host: host.id, url: host.origin + path, path })
    return id
  }
  const redirect = (host: DemoHost, path: string, to: number, end: number, status: number): number => {
    const id = add(host, path, { kind: 'redirect', status, twin: to })
    aliases.set(end, [...(aliases.get(end) ?? []), id])
    return id
  }

  for (const layout of layouts) {
    const { host } = layout
    const draw = random(seed, 'detours', host.name)
    const open = layout.directories.filter(directory => !directory.tucked).flatMap(directory => directory.pages)
    const count = Math.max(1, Math.round(open.length * REDIRECTS_PER_PAGE))
    for (let n = 1; n <= count && open.length > 0; n++) {
      const end = draw.pick(open)
      const id = redirect(host, `/go/${n}`, end, end, draw.chance(0.6) ? 301 : 302)
      if (draw.chance(0.2)) redirect(host, `/go/old/${n}`, id, end, 302)
    }
    // a link counter that sends to a neighbour of the same language
    const neighbours = layouts.filter(
      peer => peer.host.language === host.language && peer !== layout && peer.host.kind !== 'island',
    )
    if (neighbours.length > 0) {
      const end = draw.pick(neighbours).entrance
      redirect(host, `/out?to=${pages[end].host}`, end, end, 302)
    }
    for (let n = 1; n <= Math.max(1, Math.round(open.length * MISSING_PER_PAGE)); n++)
      missing[host.id].push(add(host, `/gone/${n}.html`, {}))
  }

  for (const host of hosts) {
    if (host.twin < 0) continue
    const layout = layouts[host.twin]
    const originals = pages.filter(page => page.host === host.twin)
    if (host.kind === 'moved') {
      const ends = [
        layout.entrance,
        ...layout.directories.filter(directory => !directory.tucked).map(directory => directory.index),
      ]
      for (const end of ends.slice(0, MOVED_ENTRIES)) redirect(host, pages[end].path, end, end, 301)
    } else {
      const shift = new Map(originals.map((page, i) => [page.id, pages.length + i]))
      mirrors.push(shift)
      for (const page of originals) {
        // inside a mirror every hop stays inside; a text page points at the page it copies
        const hop = page.twin >= 0
        add(host, page.path, { ...page, versions: [], twin: hop ? (shift.get(page.twin) ?? page.twin) : page.id })
      }
    }
  }
  return { aliases, missing, mirrors }
}
