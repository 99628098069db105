/**
 * All links of the demo web. First those that hold it together (trees inside servers, one way into every server, the long
 * way into islands), then menus and the many links within and between servers that give it its locality.
 */
import type { DemoDetours } from './detours.js'
import { ENGLISH } from './languages.js'
import type { Locality } from './locality.js'
import { ROLE, type DemoPage, type Directory, type Layout, type LinkTable } from './model.js'
import { random, type Random } from './random.js'

const MENU_DIRECTORIES = 8
const INSIDE_MIN = 6
const INSIDE_SPREAD = 9
const OUTSIDE_MIN = 3
const OUTSIDE_SPREAD = 8
/** A link inside a server stays in its language unless this says otherwise; Thai pages: 87 % of such links stay. */
const LEAVES_LANGUAGE = { own: 0.3, guest: 0.12 }
const VIA_REDIRECT = 0.12
const DEAD = 0.05

interface Row {
  readonly to: number[]
  readonly role: number[]
}

export function linkUp(
  seed: number,
  layouts: readonly Layout[],
  pages: readonly DemoPage[],
  detours: DemoDetours,
  locality: Locality,
): LinkTable {
  const rows: Row[] = pages.map(() => ({ to: [], role: [] }))
  const add = (from: number, to: number, role: number): void => {
    const row = rows[from]
    if (to < 0 || to === from || row.to.includes(to)) return
    row.to.push(to)
    row.role.push(role)
  }
  for (const page of pages) if (page.kind === 'redirect') add(page.id, page.twin, ROLE.inline)
  for (const layout of layouts) {
    // menus come first on a page, so that they come first in its row
    for (const page of ownPages(layout)) addMenu(layout, pages[page], pages, add)
    layout.parents.forEach((parent, i) => add(parent, layout.children[i], ROLE.list))
  }
  connectServers(seed, layouts, pages, detours, add)

  for (const layout of layouts) {
    for (const id of ownPages(layout)) {
      const page = pages[id]
      if (page.kind !== 'page') continue
      const draw = random(seed, 'links', page.url)
      const detour = (to: number): number => {
        const aliases = detours.aliases.get(to)
        return aliases !== undefined && draw.chance(VIA_REDIRECT) ? draw.pick(aliases) : to
      }
      for (let n = INSIDE_MIN + draw.below(INSIDE_SPREAD); n > 0; n--)
        add(id, detour(drawInside(layout, page, draw)), draw.chance(0.4) ? ROLE.inline : ROLE.list)
      for (let n = OUTSIDE_MIN + draw.below(OUTSIDE_SPREAD); n > 0; n--)
        add(id, detour(locality.draw(page, layout, draw)), ROLE.external)
      if (draw.chance(DEAD)) add(id, draw.pick(detours.missing[layout.host.id]), ROLE.list)
    }
  }
  connectOrphans(seed, layouts, pages, rows, add)
  for (const mirror of detours.mirrors) {
    for (const [original, copy] of mirror) {
      const row = rows[original]
      row.to.forEach((to, i) => add(copy, mirror.get(to) ?? to, row.role[i]))
    }
  }
  return pack(rows)
}

function ownPages(layout: Layout): number[] {
  const first = layout.entrance
  const count = layout.directories.reduce((sum, directory) => sum + directory.pages.length, 0)
  const extra = layout.host.entrance === 'front' ? 1 : layout.host.entrance === 'refresh' ? 2 : 3
  return Array.from({ length: count + extra }, (_, i) => first + i)
}

type AddLink = (from: number, to: number, role: number) => void

function addMenu(layout: Layout, page: DemoPage, pages: readonly DemoPage[], add: AddLink): void {
  if (page.kind !== 'page' && page.kind !== 'menu') return
  const home = directoryOf(layout, page)
  add(page.id, layout.front, ROLE.menu)
  const shown = layout.directories.filter(directory =>
    home?.tucked && layout.host.kind === 'hidden'
      ? directory.tucked && directory.path !== '/private/'
      : !directory.tucked,
  )
  // a section shows its own language, and a way out of it; the rest is there through index pages and the language switcher
  const same = shown.filter(directory => directory.language === page.language)
  const others = shown.filter(directory => directory.language !== page.language).slice(0, page.index ? undefined : 1)
  for (const directory of [...same, ...others].slice(0, MENU_DIRECTORIES)) add(page.id, directory.index, ROLE.menu)
  for (const version of pages[page.id].versions) add(page.id, version, ROLE.menu)
}

function directoryOf(layout: Layout, page: DemoPage): Directory | undefined {
  return layout.directories.find(
    directory => page.id >= directory.index && page.id < directory.index + directory.pages.length,
  )
}

function drawInside(layout: Layout, page: DemoPage, draw: Random): number {
  const own = directoryOf(layout, page)
  if (draw.chance(0.1)) return layout.front
  if (own !== undefined && (own.path === '/private/' || draw.chance(0.5))) return early(own.pages, draw)
  // the ways into a hidden part are the tree's alone; out of it any way is good
  const leaves = draw.chance(page.language === layout.host.language ? LEAVES_LANGUAGE.own : LEAVES_LANGUAGE.guest)
  const open = layout.directories.filter(
    directory => !directory.tucked || (own?.tucked && directory.path !== '/private/'),
  )
  const fitting = open.filter(directory => leaves || directory.language === page.language)
  return fitting.length === 0 ? layout.front : early(draw.pick(fitting).pages, draw)
}

/** Links within a server crowd on its first pages; the last ones are found by walking. */
function early(pages: readonly number[], draw: Random): number {
  return pages[Math.floor(draw.next() * draw.next() * draw.next() * pages.length)]
}

/** One way into every server: from its own language where it can be, from a foreign page where it is an island. */
function connectServers(
  seed: number,
  layouts: readonly Layout[],
  pages: readonly DemoPage[],
  detours: DemoDetours,
  add: AddLink,
): void {
  const draw = random(seed, 'servers')
  const hub = layouts.find(layout => layout.host.language === ENGLISH) ?? layouts[0]
  const openPages = (layout: Layout, language: string): number[] => [
    ...(pages[layout.front].language === language ? [layout.front] : []),
    ...layout.directories.filter(each => !each.tucked && each.language === language).flatMap(each => each.pages),
  ]
  const seen = new Map<string, Layout[]>()
  const hubPages = openPages(hub, hub.host.language)
  for (const layout of layouts) {
    const { language, kind } = layout.host
    const peers = seen.get(language)
    if (peers === undefined) {
      // the first server of a language: a directory on the hub leads to it, and it leads to the hub
      if (layout !== hub) {
        add(draw.pick(hubPages), layout.entrance, ROLE.external)
        add(layout.front, hub.entrance, ROLE.external)
      }
      seen.set(language, [layout])
    } else if (kind === 'island') {
      const foreign = layouts.filter(peer => peer.host.language !== language && peer.host.kind === 'plain')
      let from = draw.pick(openPages(draw.pick(peers), language))
      for (let hops = 1 + draw.below(3); hops > 0; hops--) {
        const bridge = draw.pick(foreign)
        const next = draw.pick(openPages(bridge, bridge.host.language))
        add(from, next, ROLE.external)
        from = next
      }
      add(from, layout.entrance, ROLE.external)
    } else {
      add(draw.pick(openPages(draw.pick(peers), language)), layout.entrance, ROLE.external)
      if (openPages(layout, language).length > 0) peers.push(layout)
    }
  }
  for (const mirror of detours.mirrors) {
    const [[original, copy]] = mirror
    const { language } = layouts[pages[original].host].host
    const peers = seen.get(language) ?? [hub]
    for (let n = 0; n < 3; n++) add(draw.pick(openPages(draw.pick(peers), language)), copy, ROLE.external)
  }
}

/** Redirects and dead links that no page happened to draw: the server they belong to or stand for shows them. */
function connectOrphans(
  seed: number,
  layouts: readonly Layout[],
  pages: readonly DemoPage[],
  rows: readonly Row[],
  add: AddLink,
): void {
  const draw = random(seed, 'orphans')
  const linked = new Set<number>()
  // from an allowed page, and from its own server: a mirror copies the links inside a server
  rows.forEach((row, from) => {
    if (pages[from].disallowed) return
    for (const to of row.to) if (pages[to].host === pages[from].host || pages[to].host >= layouts.length) linked.add(to)
  })
  for (const page of pages) {
    if ((page.kind !== 'redirect' && page.kind !== 'missing') || linked.has(page.id)) continue
    const layout: Layout | undefined = layouts[page.host] ?? layouts[pages[page.twin]?.host]
    if (layout === undefined) continue // a mirror's: its original has it
    const open = layout.directories.filter(directory => !directory.tucked)
    add(open.length === 0 ? layout.front : draw.pick(draw.pick(open).pages), page.id, ROLE.list)
  }
}

function pack(rows: readonly Row[]): LinkTable {
  const total = rows.reduce((sum, row) => sum + row.to.length, 0)
  const table = { start: new Uint32Array(rows.length + 1), to: new Uint32Array(total), role: new Uint8Array(total) }
  let at = 0
  rows.forEach((row, page) => {
    table.start[page] = at
    table.to.set(row.to, at)
    table.role.set(row.role, at)
    at += row.to.length
  })
  table.start[rows.length] = at
  return table
}
