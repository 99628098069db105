/**
 * Webs of home pages: one page for each host. What can be set, and the web of 2018 that it was fitted to (docs/calibration.md).
 * Numbers of a community were counted in that web; the parameters were fitted with bench/calibrate on seeds 1 to 3.
 */
import { share, type Definition, type Values } from '../settings.js'

/** Hosts that link to each other more than to others: mostly those in one language. */
export interface Community {
  /** ISO 639-3; 'und' where nobody told the language. */
  readonly language: string
  /** At scale 1. */
  readonly pages: number
  /** Share of pages that any other page links to. */
  readonly linked: number
  /** Share of pages with links to services that everybody knows (Facebook, Twitter …). */
  readonly icons: number
  /** Mean links to other hosts, on pages that nobody links to and on the others. */
  readonly links: number
  readonly linksOfLinked: number
  /** Of these links, share that stays in the community. */
  readonly stay: number
  /** Shares of top-level domains; the rest is 'com'. */
  readonly tlds: Readonly<Record<string, number>>
}

export const HOST_PARAMETERS = {
  pages: { low: 2000, high: 100e6, help: 'hosts, each with its home page' },
  'fame-links': share('of the links within a community, share to its famous hosts, which link to nobody'),
  'famous-hosts': { low: 0.0001, high: 0.2, help: 'share of the linked hosts that are famous' },
  'stray-fame': share('of the links that leave a community, share to famous hosts of the world'),
  circles: share('of the linked hosts, share in circles: hosts of one owner or club that link to each other'),
  'circle-exponent': { low: 0.3, high: 5, help: 'exponent of the sizes of circles; small makes large circles' },
  'largest-circle': { low: 2, high: 1000, help: 'hosts of the largest circle' },
  'circle-density': share('smallest share of a circle that its members link to; the largest is 1'),
  neighbourhood: { low: 2, high: 1e6, help: 'linked hosts of a neighbourhood, in which most other links stay' },
  'far-links': share('of the links within a community, share that leaves the neighbourhood for the next ones'),
  'local-fame': { low: 1, high: 20, help: 'how much links prefer the first hosts of a neighbourhood; 1 is not at all' },
  hubs: {
    low: 0,
    high: 0.2,
    help: 'share of the hosts nobody links to that are hubs: directories with 16 links or many more',
  },
  'hub-exponent': { low: 0.5, high: 5, help: 'exponent of the links of hubs; small makes large hubs' },
  'largest-hub': { low: 16, high: 10_000, help: 'links of the largest hub' },
  spread: { low: 0, high: 3, help: 'how unevenly links are spread over pages: standard deviation of the logarithm' },
} as const satisfies Record<string, Definition>

export type HostParameters = Values<typeof HOST_PARAMETERS>

export interface HostPreset {
  readonly model: 'hosts'
  readonly scales: readonly [number, number]
  readonly summary: string
  readonly target: string
  readonly parameters: HostParameters
  /** The first one is the world's: links that leave a community go there first. */
  readonly communities: readonly Community[]
  /** Share of pages with 1, 2 … links to services, among those with any. */
  readonly iconCounts: readonly number[]
  /** How often each service is chosen first. */
  readonly services: readonly number[]
}

export const ccHosts: HostPreset = {
  model: 'hosts',
  scales: [0.02, 500],
  summary: '116,959 home pages of hosts of 2018, languages from 0.7 to 9 %',
  target: 'kor',
  parameters: {
    pages: 116_959,
    'fame-links': 0.3,
    'famous-hosts': 0.006,
    'stray-fame': 0.85,
    circles: 0.33,
    'circle-exponent': 1.6,
    'largest-circle': 48,
    'circle-density': 0.3,
    neighbourhood: 300,
    'far-links': 0.07,
    'local-fame': 5,
    hubs: 0.002,
    'hub-exponent': 1.6,
    'largest-hub': 370,
    spread: 1.5,
  },
  communities: [
    {
      language: 'und',
      pages: 80_457,
      linked: 0.231,
      icons: 0.643,
      links: 0.6,
      linksOfLinked: 1.38,
      stay: 0.75,
      tlds: {
        net: 0.05,
        org: 0.06,
        fr: 0.02,
        uk: 0.02,
        in: 0.018,
        ir: 0.015,
        pl: 0.013,
        edu: 0.013,
        es: 0.01,
        info: 0.008,
      },
    },
    // the densely linked part of the unlabelled web: Chinese portals, networks of adult sites
    {
      language: 'und',
      pages: 14_154,
      linked: 0.712,
      icons: 0.403,
      links: 4.07,
      linksOfLinked: 5.88,
      stay: 0.93,
      tlds: { cn: 0.13, jp: 0.2, net: 0.06, org: 0.03, tw: 0.03, tv: 0.02 },
    },
    {
      language: 'rus',
      pages: 10_635,
      linked: 0.165,
      icons: 0.42,
      links: 0.73,
      linksOfLinked: 1.73,
      stay: 0.793,
      tlds: { ru: 0.57, net: 0.062, ua: 0.045, org: 0.031, info: 0.022, tv: 0.013 },
    },
    {
      language: 'por',
      pages: 3308,
      linked: 0.258,
      icons: 0.71,
      links: 0.81,
      linksOfLinked: 1.93,
      stay: 0.548,
      tlds: { br: 0.59, net: 0.036, org: 0.024, pt: 0.06 },
    },
    {
      language: 'deu',
      pages: 3258,
      linked: 0.28,
      icons: 0.66,
      links: 0.67,
      linksOfLinked: 2.07,
      stay: 0.567,
      tlds: { de: 0.66, net: 0.031, org: 0.018, at: 0.06, ch: 0.05 },
    },
    {
      language: 'ita',
      pages: 2033,
      linked: 0.275,
      icons: 0.75,
      links: 0.63,
      linksOfLinked: 2.83,
      stay: 0.634,
      tlds: { it: 0.7, net: 0.042, org: 0.029, info: 0.01 },
    },
    {
      language: 'kor',
      pages: 1499,
      linked: 0.221,
      icons: 0.49,
      links: 0.7,
      linksOfLinked: 1.44,
      stay: 0.715,
      tlds: { kr: 0.48, net: 0.07, org: 0.016 },
    },
    {
      language: 'vie',
      pages: 831,
      linked: 0.3,
      icons: 0.48,
      links: 0.7,
      linksOfLinked: 1.79,
      stay: 0.484,
      tlds: { vn: 0.3, net: 0.093, org: 0.022, ru: 0.08 },
    },
    {
      language: 'ind',
      pages: 784,
      linked: 0.256,
      icons: 0.6,
      links: 0.69,
      linksOfLinked: 1.15,
      stay: 0.415,
      tlds: { id: 0.34, net: 0.063, org: 0.015, co: 0.022 },
    },
  ],
  iconCounts: [0.202, 0.317, 0.32, 0.14, 0.02],
  services: [0.52, 0.366, 0.092, 0.017, 0.005],
}
