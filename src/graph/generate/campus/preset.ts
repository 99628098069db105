/**
 * Webs of one organisation: hosts of very different sizes, menus on every page, templates, twins, traps and dead links. What can be
 * set, and the university of 2021 that it was fitted to (docs/calibration.md).
 */
import { mean, share, type Definition, type Values } from '../settings.js'

export const CAMPUS_PARAMETERS = {
  pages: { low: 100, high: 50e6, help: 'pages that answer, twins counted once' },
  'host-size': { low: 2, high: 100_000, help: 'mean pages of a host' },
  'largest-host': { low: 20, high: 10e6, help: 'pages of the largest host; grows with the root of the scale' },
  plain: share('of the other hosts, share of old ones without menus: directories of pages'),
  'session-pages': share('share of pages in a trap: a login form with another session in every link'),
  'list-pages': share('share of pages on hosts of mailing lists, which repeat four forms'),
  'calendar-pages': share('share of pages that are months of a calendar, with nearly the same text'),
  'gallery-pages': share('share of pages that are pictures of a gallery, with nearly the same text'),
  'archive-pages': share('share of pages that list posts, ten on each'),
  posts: share('of the other pages of a host with menus, share of posts, each in a directory of its own'),
  'closed-hosts': share('share of pages on hosts whose home page leads nowhere, because it needs a script'),
  orphans: share('share of pages that nothing but a menu links to'),
  menu: { low: 0, high: 500, help: 'median of the links in the menu of a host' },
  'menu-spread': { low: 0, high: 2, help: 'how much menus differ: standard deviation of the logarithm' },
  'dead-menu': share('share of the links of menus to pages that are not there'),
  'dead-links': mean('other links of a page to pages of its host that are not there'),
  'outside-menu': mean('links in a menu to other organisations'),
  'outside-links': mean('other links of a page to other organisations'),
  related: mean('other links of a page to pages of its host'),
  twins: share('share of pages with a second address: the other scheme, or without the last slash'),
  'no-text': share('share of pages with too little text to compare'),
  relevant: { low: 0.001, high: 0.9, help: 'share of pages about the topic' },
  'topic-hosts': share('of the pages about the topic, share on hosts that are about nothing else'),
  'topic-sections': share('of these pages, share on hosts where some directories are about it; the rest is scattered'),
} as const satisfies Record<string, Definition>

export type CampusParameters = Values<typeof CAMPUS_PARAMETERS>

export interface CampusPreset {
  readonly model: 'campus'
  readonly scales: readonly [number, number]
  readonly summary: string
  readonly parameters: CampusParameters
}

export const university: CampusPreset = {
  model: 'campus',
  scales: [0.1, 10_000],
  summary: 'a university of 2021: 82 hosts, 4,662 pages, menus, near duplicates, twins, traps; 14 % about a topic',
  parameters: {
    pages: 4662,
    'host-size': 4662 / 82,
    'largest-host': 650,
    plain: 0.3,
    'session-pages': 0.06,
    'list-pages': 0.036,
    'calendar-pages': 0.09,
    'gallery-pages': 0.09,
    'archive-pages': 0.09,
    posts: 0.58,
    'closed-hosts': 0.17,
    orphans: 0.25,
    menu: 24,
    'menu-spread': 0.95,
    'dead-menu': 0.32,
    'dead-links': 0.9,
    'outside-menu': 5,
    'outside-links': 1.6,
    related: 1.5,
    twins: 196 / 4662,
    'no-text': 0.06,
    relevant: 646 / 4662,
    'topic-hosts': 0.37,
    'topic-sections': 0.38,
  },
}
