/**
 * How pages of a simulated web change, and how people write it: `measured`, `news:births=1,deaths=0.5`. docs/recrawl.md has the
 * published measurements behind `measured`. The other models are there to see whether a policy depends on this one.
 */
import { didYouMean } from '../../did-you-mean.js'
import { LongtailError, quoted } from '../../errors.js'
import type { Stream } from '../../graph/generate/random.js'
import type { PageKind } from '../../recrawl/index.js'
import { decimal, readParameters, type ValuesOf } from '../../strategy/definition.js'
import { parseSpec } from '../../strategy-spec.js'

const PARAMETERS = {
  births: decimal(0.4, 0, 100, 'new pages per day, in percent of the pages at the start'),
  deaths: decimal(
    0.4,
    0,
    100,
    'articles that vanish per day, in percent; lists vanish at a third of this rate, home pages at a tenth',
  ),
}

/** Draws for one web. All rates are per day. */
export interface ChangeModel {
  readonly name: string
  readonly births: number
  readonly deaths: number
  /** What all pages of a server have in common; drawn once for each. */
  serverFactor(random: Stream): number
  /** Changes per day of a page. */
  rate(kind: PageKind, serverFactor: number, random: Stream): number
}

/** Nobody sees more than one change per visit, and no round is shorter than some hours. */
const FASTEST = 4
/** Once in 30 years. */
const SLOWEST = 1e-4

interface Liveliness {
  /** Share of the pages that hardly ever change. */
  readonly still: number
  /** Days between two changes of the median lively page. */
  readonly days: number
}

/** Fitted by hand to the shares that docs/recrawl.md lists. */
const MEASURED: Record<PageKind, Liveliness> = {
  home: { still: 0.1, days: 3 },
  list: { still: 0.2, days: 5 },
  article: { still: 0.62, days: 12 },
  other: { still: 0.8, days: 60 },
}
const STILL_DAYS = 3000

const MODELS: Record<string, { summary: string; draws: Pick<ChangeModel, 'serverFactor' | 'rate'> }> = {
  measured: {
    summary: 'rates by kind and server, with heavy tails, after published measurements',
    draws: {
      serverFactor: random => Math.exp(random.normal()),
      rate(kind, serverFactor, random) {
        const { still, days } = MEASURED[kind]
        // on a lively server fewer pages are still
        const isStill = random.unit() < still / (still + (1 - still) * Math.sqrt(serverFactor))
        return (serverFactor / (isStill ? STILL_DAYS : days)) * Math.exp(1.5 * random.normal())
      },
    },
  },
  equal: {
    summary: 'every page changes once in 30 days on average',
    draws: { serverFactor: () => 1, rate: () => 1 / 30 },
  },
  bimodal: {
    summary: 'a fifth of the pages changes daily, the others once in 300 days, whatever their kind and server',
    draws: { serverFactor: () => 1, rate: (_kind, _factor, random) => (random.unit() < 0.2 ? 1 : 1 / 300) },
  },
  news: {
    summary:
      'a tenth of the servers are newspapers whose pages change every day or more often; the others are archives',
    draws: {
      serverFactor: random => (random.unit() < 0.1 ? 1 : 0),
      rate(kind, isNews) {
        if (isNews === 1) return kind === 'home' || kind === 'list' ? FASTEST : 0.3
        return kind === 'home' || kind === 'list' ? 1 / 60 : 1 / 1000
      },
    },
  },
  tails: {
    summary: 'a heavy tail, independent of kind and server: half the pages change less than once in 100 days',
    draws: { serverFactor: () => 1, rate: (_kind, _factor, random) => 0.01 * Math.exp(2.5 * random.normal()) },
  },
}

export const DEFAULT_CHANGES = 'measured'

/** The model that `name:key=value` names. Throws E_USAGE that says what exists. */
export function changeModel(spec: string): ChangeModel {
  const { name, given } = parseSpec(spec, '--changes')
  if (!Object.hasOwn(MODELS, name)) {
    const known = Object.keys(MODELS)
    throw new LongtailError(
      'E_USAGE',
      `--changes: there is no model of change ${quoted(name)}${didYouMean(name, known) || '.'} Choose one of ${known.join(', ')}`,
    )
  }
  const { births, deaths } = readParameters<ValuesOf<typeof PARAMETERS>>(`--changes ${name}`, PARAMETERS, given)
  const { draws } = MODELS[name]
  return {
    name,
    births: births / 100,
    deaths: deaths / 100,
    serverFactor: random => draws.serverFactor(random),
    rate: (kind, factor, random) => Math.min(Math.max(draws.rate(kind, factor, random), SLOWEST), FASTEST),
  }
}

/** Models and parameters as text for `--help`. */
export function changesHelp(): string {
  const models = Object.entries(MODELS).map(([name, { summary }]) => `      ${name}  ${summary}`)
  const keys = Object.entries(PARAMETERS).map(([name, { default: initial, meaning, range }]) => {
    return `      ${name}=${initial}  ${meaning} (${range})`
  })
  return ['Models for --changes, written name or name:key=value,key=value:', ...models, 'their keys:', ...keys].join(
    '\n',
  )
}
