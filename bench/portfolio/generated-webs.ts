/** Families of generated webs. */
import { generateGraph, type GenerateOptions } from '../../src/graph/generate/index.js'
import { chooseSeeds } from '../../src/graph/index.js'
import { ROBUST } from '../strategies/cases.js'
import { judgedWrongly } from '../strategies/judge-errors.js'
import { judgedRightly } from '../strategies/truth.js'
import type { Family, FamilyOptions, PortfolioWeb } from './web.js'

/** Presets of the generator beside thai-2004 and japanese-2004, each with its own scale and number of seeds. */
const PRESETS: readonly (readonly [preset: string, scale: number, seeds: number])[] = [
  ['cc-hosts-2018', 1, 3],
  ['university-2021', 1, 3],
]

interface Generated extends Pick<GenerateOptions, 'preset' | 'set'> {
  readonly name: string
  readonly seeds: number
  readonly judgeErrors?: number
  /** Instead of the portfolio's. */
  readonly scale?: number
}

export function generatedFamilies(options: FamilyOptions): Family[] {
  const family = (name: string, summary: string, ...webs: readonly Generated[]): Family => ({
    name,
    summary,
    alsoRun: [],
    webs: webs.flatMap(web => seedsOf(web, options)),
  })
  const thai = { preset: 'thai-2004', set: {} }
  const noise = [0.01, 0.05, 0.1].map(judgeErrors => ({
    ...thai,
    name: `noise ${100 * judgeErrors} %`,
    seeds: 2,
    judgeErrors,
  }))
  return [
    family('thai-2004', 'generated, preset thai-2004', { ...thai, name: 'thai-2004', seeds: 5 }),
    family('noise', 'thai-2004, the judge errs on 1, 5 or 10 % of the pages, each way', ...noise),
    family('rare', '0.5 % of the fetched pages are relevant', { ...robust('very rare language'), seeds: 3 }),
    family('majority', '71 % of the fetched pages are relevant', { ...robust('majority language'), seeds: 3 }),
    family(
      'hidden',
      'sites behind irrelevant pages, and weak locality',
      { ...robust('large hidden sites'), seeds: 2 },
      { ...robust('weak locality'), seeds: 2 },
    ),
    family(
      'presets',
      'generated, presets fitted to real webs',
      ...PRESETS.map(([preset, scale, seeds]) => ({ preset, scale, set: {}, name: preset, seeds })),
    ),
  ]
}

function robust(variant: string): Pick<Generated, 'name' | 'preset' | 'set'> {
  const found = ROBUST.find(({ name }) => name === variant)
  if (found === undefined) throw new Error(`there is no variant "${variant}"`)
  const { name, preset, set } = found
  return { name, preset, set }
}

function seedsOf(
  { name, preset, set, seeds, judgeErrors = 0, scale }: Generated,
  { scale: usual, firstSeed }: FamilyOptions,
): PortfolioWeb[] {
  return Array.from({ length: seeds }, (_, i) => ({
    name: `${name}, seed ${firstSeed + i + 1}`,
    async open() {
      const made = await generateGraph({ preset, set, scale: scale ?? usual, seed: firstSeed + i + 1 })
      const graph = { ...made, seeds: chooseSeeds(made) }
      return judgeErrors === 0 ? judgedRightly(graph) : judgedWrongly(graph, judgeErrors)
    },
  }))
}
