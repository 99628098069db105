/**
 * The links of a page: the menu of its host first, then what its kind of page links to, then pages that are not there and pages of
 * other organisations. Most links are menus, so a host with many pages and a long menu has most links of the web.
 */
import type { GraphBuilder } from '../../builder.js'
import { logNormalTable } from '../distributions.js'
import { drawCount } from '../link-counts.js'
import { keyOf, PURPOSE, Stream } from '../random.js'
import { wordOf, type HostPages, type CampusSection } from './host-pages.js'
import type { Host } from './hosts.js'
import type { CampusParameters } from './preset.js'

/** Share of pages of a host with a menu that have it. */
const WITH_MENU = 0.93
/** Share of pages without any link. */
const BARE = 0.06
/** Of the links to a page that has two addresses, share to the second one. */
const TO_TWIN = 0.15
const POSTS_PER_LIST = 10
/** Links to another host of the organisation, for each page. */
const TO_OTHER_HOST = 0.3
/** Of links to other organisations outside menus, share to a page nobody else links to. */
const FRESH = 0.9
/** Known pages of a host of another organisation. */
const OUTSIDE_PAGES = 2.8
/** Of the dead links outside menus, share to files, which are no pages. */
const FILES = 0.45

export class CampusLinks {
  private readonly random: Stream
  private readonly counts = logNormalTable(1)
  private outside = 0
  private dead = 0

  constructor(
    private readonly builder: GraphBuilder,
    private readonly origins: readonly string[],
    private readonly parameters: CampusParameters,
    seed: number,
  ) {
    this.random = new Stream(keyOf(seed, PURPOSE.targets))
  }

  write(host: Host, pages: HostPages, ids: readonly number[], twins: readonly number[]): void {
    const { random } = this
    random.start(host.number)
    const menu = this.menuOf(host, pages, ids)
    const orphans = this.orphansOf(pages)
    for (const section of pages.sections) {
      for (let position = section.first; position < section.end; position++) {
        const targets = this.targetsOf(host, pages, section, position).filter(target => !orphans.has(target))
        const own = targets.map(target => (random.unit() < TO_TWIN ? twins[target] : ids[target]))
        const inMenu = menu.length > 0 && random.unit() < WITH_MENU ? menu : []
        const row = host.closed && position === 0 ? [] : [...inMenu, ...own]
        if (section.kind !== 'session') row.push(...this.deadAndOutside(pages, host))
        if (position > 0 && section.kind !== 'session' && random.unit() < BARE) row.length = 0
        for (const to of row) this.builder.link(ids[position], to)
        if (twins[position] !== ids[position]) for (const to of row) this.builder.link(twins[position], to)
      }
    }
  }

  /** Only posts and pages of directories: series have no gaps. */
  private orphansOf({ sections }: HostPages): Set<number> {
    const orphans = new Set<number>()
    for (const { kind, first, end } of sections) {
      if (kind !== 'post' && kind !== 'directory') continue
      for (let position = first; position < end; position++)
        if (this.random.unit() < this.parameters.orphans) orphans.add(position)
    }
    return orphans
  }

  /** The home page, the first pages of sections, and others; some that are not there, and some of other organisations. */
  private menuOf(host: Host, { origin, sections }: HostPages, ids: readonly number[]): number[] {
    const { random, parameters } = this
    if (host.menu === 0) return []
    const dead = Math.round(host.menu * parameters['dead-menu'])
    const menu = new Set([ids[0]])
    for (const { first } of sections) if (menu.size < host.menu - dead) menu.add(ids[first])
    // no menu leads into the middle of a series
    const from = sections.find(({ kind }) => kind === 'post' || kind === 'directory')?.first ?? ids.length
    for (let attempt = 0; attempt < 4 * host.menu && menu.size < host.menu - dead && from < ids.length; attempt++)
      menu.add(ids[from + random.below(ids.length - from)])
    for (let i = 0; i < dead; i++) menu.add(this.deadPage(origin))
    for (let i = this.count('outside-menu'); i > 0; i--) menu.add(this.outsidePage())
    return [...menu]
  }

  /** Positions. */
  private targetsOf(host: Host, { sections }: HostPages, section: CampusSection, position: number): number[] {
    const { random } = this
    const { kind, first, end } = section
    if (kind === 'session') return position + 1 < end ? [position + 1] : []
    if (kind === 'form') return [0, first, position + 1 < end ? position + 1 : first]
    if (kind === 'home') return sections.map(one => one.first)
    const targets = [position - 1, position + 1].filter(one => one >= first && one < end)
    if (kind === 'month' || kind === 'picture') return targets
    if (kind === 'archive') {
      const posts = sections.find(one => one.kind === 'post')?.first ?? end
      for (let i = 0; i < POSTS_PER_LIST; i++) targets.push(posts + (position - first) * POSTS_PER_LIST + i)
      return targets.filter(one => one < host.pages)
    }
    if (kind === 'directory') {
      // a tree: the first page lists some, and these the others
      if (host.kind === 'plain') targets.length = 0
      for (let child = 4 * (position - first) + 1; child <= 4 * (position - first) + 4; child++)
        if (first + child < end) targets.push(first + child)
      if (host.kind === 'plain' && targets.length === 0 && random.unit() < 0.4) return []
      targets.push(first)
    }
    for (let i = this.count('related'); i > 0; i--) targets.push(random.below(host.pages))
    return targets
  }

  private deadAndOutside({ origin }: HostPages, host: Host): number[] {
    const { random, origins } = this
    const found: number[] = []
    for (let i = this.count('dead-links'); i > 0; i--) found.push(this.deadPage(origin))
    for (let i = this.count('outside-links'); i > 0; i--) found.push(this.outsidePage())
    if (random.unit() < TO_OTHER_HOST) {
      const other = random.below(origins.length)
      if (other !== host.number) found.push(this.builder.page(`${origins[other]}/`))
    }
    return found
  }

  private count(mean: 'outside-menu' | 'related' | 'dead-links' | 'outside-links'): number {
    return drawCount(this.counts, this.parameters[mean], this.random.bits())
  }

  private deadPage(origin: string): number {
    const name = wordOf(100_000 + this.dead++)
    return this.builder.page(origin + (this.random.unit() < FILES ? `/files/${name}.pdf` : `/old/${name}/`))
  }

  private outsidePage(): number {
    const { random } = this
    const page = random.unit() < FRESH || this.outside === 0 ? this.outside++ : random.below(this.outside)
    const server = Math.floor(page / OUTSIDE_PAGES)
    const isFirst = Math.floor((page - 1) / OUTSIDE_PAGES) < server
    return this.builder.page(`http://www.d${server}.com/${isFirst ? '' : `${wordOf(page)}.html`}`)
  }
}
