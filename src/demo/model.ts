/** What the demo web is made of: servers, pages, and the links between them as numbers. */
import type { Encoding } from './encode.js'

/**
 * How a server mixes its own language with others, after the ways in which Thai pages lie about on the real Web:
 * - plain: nearly all pages in its language
 * - directories: one part of its directories in English
 * - mixed: a directory per language and a language switcher on every page
 * - hidden: an English front; its own pages only behind a chain of one to three English pages
 * - island: plain, but nobody of its language links to it: the way leads through one to three foreign pages
 * - pocket: an English server with one small directory in the language
 * - mirror: byte for byte another server
 * - moved: every page redirects to another server
 */
export type HostKind = 'plain' | 'directories' | 'mixed' | 'hidden' | 'island' | 'pocket' | 'mirror' | 'moved'

export interface DemoHost {
  readonly id: number
  readonly name: string
  /** `http://name` or `https://name`. */
  readonly origin: string
  readonly kind: HostKind
  /** The language that the server is there for, ISO 639-3. */
  readonly language: string
  /** Pages wanted in that language, and in others. */
  readonly ownPages: number
  readonly otherPages: number
  readonly encoding: Encoding
  /** Old servers use tables and fonts, new ones nav, main and footer. */
  readonly era: 'old' | 'new'
  /** Whether html lang tells the truth. */
  readonly declares: 'right' | 'nothing' | 'english'
  readonly gzip: boolean
  /** What stands at `/`: the front page, or something that only leads to it. */
  readonly entrance: 'front' | 'refresh' | 'frameset'
  /** Has pages under /private/ that robots.txt forbids. */
  readonly secretive: boolean
  readonly crawlDelaySeconds: number | null
  readonly sitemap: boolean
  /** A calendar without end that robots.txt forbids, or one that ends after some years. */
  readonly calendar: 'none' | 'disallowed' | 'bounded'
  /** Every link carries a new session id. */
  readonly sessions: boolean
  /** The server that a mirror or a moved server stands for; -1 elsewhere. */
  readonly twin: number
}

/**
 * - page: text
 * - menu: the navigation frame of a frameset, hardly any text
 * - refresh, frameset: an entrance without text of its own
 * - redirect: 301 or 302 to `location`
 * - missing: 404
 */
export type DemoPageKind = 'page' | 'menu' | 'refresh' | 'frameset' | 'redirect' | 'missing'

export interface DemoPage {
  readonly id: number
  readonly host: number
  readonly url: string
  /** Path and query. */
  readonly path: string
  readonly kind: DemoPageKind
  /** The language of its text, ISO 639-3; 'und' for what has none. */
  readonly language: string
  /** A second language in a third of the text; null in most pages. */
  readonly second: string | null
  /** Front pages and the index pages of directories: little text, many links. */
  readonly index: boolean
  readonly status: number
  readonly encoding: Encoding
  /** robots.txt forbids it. */
  readonly disallowed: boolean
  /** The page it answers with or leads to (mirror, redirect, refresh, frameset); -1 elsewhere. */
  readonly twin: number
  /** The other language versions of this page, for language switchers. */
  readonly versions: readonly number[]
}

/** One directory while a server is laid out. */
export interface Directory {
  readonly path: string
  readonly language: string
  readonly index: number
  /** Ids of its pages, the index page first. */
  readonly pages: readonly number[]
  /** Not in the navigation of the front page: behind the chain of a hidden server, or forbidden. */
  readonly tucked: boolean
}

/** A server with its pages. */
export interface Layout {
  readonly host: DemoHost
  readonly entrance: number
  readonly front: number
  readonly directories: readonly Directory[]
  /** Tree links, each page but the entrance reached exactly once: `parents[i]` leads to `children[i]`. */
  readonly parents: readonly number[]
  readonly children: readonly number[]
}

/** How a link is shown on its page. */
export const ROLE = { menu: 0, inline: 1, list: 2, external: 3 } as const

/** All links in rows by page: page p has `to[start[p]] … to[start[p + 1] - 1]`. */
export interface LinkTable {
  readonly start: Uint32Array
  readonly to: Uint32Array
  readonly role: Uint8Array
}
