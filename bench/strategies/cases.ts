/**
 * The graphs of the protocol. Everything about our own strategy is chosen on the seeds of `tune`; the others are looked at
 * when it is frozen, and only reported.
 */
import type { GenerateOptions } from '../../src/graph/generate/index.js'

export type SetName = 'tune' | 'test' | 'large' | 'robust' | 'ablation'

/** The first seed that may not be used to choose anything. */
export const FIRST_HELD_OUT_SEED = 101

/** Graphs that differ in their seed alone, reported together. */
export interface Variant {
  readonly name: string
  /** What it is, for people. */
  readonly summary: string
  readonly preset: string
  readonly set: Readonly<Record<string, string>>
  /** Share of the pages that the judge gets wrong, each way. The truth is still counted from the graph. */
  readonly judgeErrors: number
  readonly scale: number
  readonly seeds: readonly number[]
}

const TUNE = range(1, 10)
const TEST = range(101, 110)
const FEW = range(101, 103)

const REFERENCE: Omit<Variant, 'seeds'> = {
  name: 'reference',
  summary: 'preset thai-2004: 9.4 % of the fetched pages are relevant',
  preset: 'thai-2004',
  set: {},
  judgeErrors: 0,
  scale: 0.1,
}

/** What each of them does to the numbers of the graph is in docs/longtail-results.md, measured with `--describe`. */
export const ROBUST: readonly Variant[] = [
  {
    ...REFERENCE,
    name: 'majority language',
    summary: 'preset japanese-2004: 71 % of the fetched pages are relevant',
    preset: 'japanese-2004',
    seeds: FEW,
  },
  {
    ...REFERENCE,
    name: 'very rare language',
    summary: '0.5 % of the fetched pages are relevant, and links from elsewhere are rarer in proportion',
    // by 0.005 / 0.094 where the rest of the web links to the target, by less inside it: small communities know each other
    set: {
      relevant: '0.005',
      'other-to-relevant': '0.00016',
      'other-to-site': '0.0006',
      'others-found-from-sites': '0.004',
      'relevant-to-relevant': '0.2',
      'relevant-to-site': '0.3',
      'mixed-to-relevant': '0.15',
      'mixed-to-site': '0.25',
    },
    seeds: FEW,
  },
  {
    ...REFERENCE,
    name: 'weak locality',
    summary: 'few sites are of one language, and relevant pages link to relevant ones much less often',
    set: {
      'relevant-sites': '0.45',
      'uniform-sites': '0.1',
      'mixed-sites': '0.6',
      'relevant-homes': '0.5',
      'stay-relevant': '0.5',
      'relevant-to-relevant': '0.15',
      'relevant-to-site': '0.3',
      'mixed-to-relevant': '0.12',
      'mixed-to-site': '0.3',
      'found-from-relevant': '0.8',
    },
    seeds: FEW,
  },
  {
    ...REFERENCE,
    name: 'large hidden sites',
    summary: 'a site behind irrelevant pages may be as large as any other, and there are more of them',
    set: { 'hidden-largest': '1000000', 'hidden-sites': '0.3' },
    seeds: FEW,
  },
  {
    ...REFERENCE,
    name: 'noisy judge',
    summary: 'the judge errs on 5 % of the relevant and on 5 % of the irrelevant pages',
    judgeErrors: 0.05,
    seeds: FEW,
  },
]

const SETS: Readonly<Record<SetName, readonly Variant[]>> = {
  tune: [{ ...REFERENCE, seeds: TUNE }],
  test: [{ ...REFERENCE, seeds: TEST }],
  large: [{ ...REFERENCE, name: 'reference, scale 0.3', scale: 0.3, seeds: FEW }],
  robust: ROBUST,
  ablation: [{ ...REFERENCE, seeds: TUNE }],
}

export const SET_NAMES: readonly SetName[] = ['tune', 'test', 'large', 'robust', 'ablation']

/** The variants of a set, with other seeds or another scale where these are given. */
export function variantsOf(set: SetName, seeds: readonly number[] | null, scale: number | null): Variant[] {
  return SETS[set].map(variant => ({ ...variant, seeds: seeds ?? variant.seeds, scale: scale ?? variant.scale }))
}

export function graphOptions({ preset, set, scale }: Variant, seed: number): GenerateOptions {
  return { preset, scale, seed, set }
}

/** `1-3,7` as numbers. */
export function parseSeeds(text: string): number[] {
  return text.split(',').flatMap(part => {
    const [first, last = first] = part.split('-').map(Number)
    return range(first, last)
  })
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
