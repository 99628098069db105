/**
 * Constants are chosen with a whole family left out and reported on that family: of several settings of ours, the one that is best on
 * all other families.
 */
import { markdownTable } from '../strategies/tables.js'
import { comparisons, number, signed } from './area-tables.js'
import { byFamily, isFirstOrLevel, mean, type Comparison, type WebResults } from './results.js'

export interface Choice {
  readonly family: string
  readonly spec: string
  /** What it shows on the family it was chosen without. */
  readonly held: readonly Comparison[]
}

export function choices(all: readonly WebResults[], specs: readonly string[]): Choice[] {
  const bySpec = specs.map(spec => ({ spec, families: byFamily(comparisons(all, spec), one => one.results.family) }))
  const families = [...new Set(all.map(({ family }) => family))]
  return families.map(family => {
    const ranked = bySpec
      .map(({ spec, families: own }) => ({
        spec,
        score: scoreOf([...own].flatMap(([name, found]) => (name === family ? [] : [found]))),
      }))
      .toSorted((a, b) => b.score.level - a.score.level || b.score.relative - a.score.relative)
    const { spec } = ranked[0]
    return { family, spec, held: bySpec.find(one => one.spec === spec)?.families.get(family) ?? [] }
  })
}

/** Families count alike, however many webs they have: the share of webs on which ours is first or level, then the mean difference. */
function scoreOf(families: readonly (readonly Comparison[])[]): { level: number; relative: number } {
  return {
    level: mean(families.map(found => found.filter(isFirstOrLevel).length / found.length)) ?? 0,
    relative: mean(families.map(found => mean(found.map(one => one.relative)) ?? 0)) ?? 0,
  }
}

export function choiceTable(all: readonly WebResults[], specs: readonly string[]): string {
  const rows = choices(all, specs).map(({ family, spec, held }) => [
    family,
    `\`${spec}\``,
    `${held.filter(isFirstOrLevel).length} of ${held.length}`,
    number(mean(held.map(({ points }) => points)), 2),
    signed(100 * Math.min(...held.map(({ relative }) => relative)), 1),
  ])
  const header = [
    'family left out',
    'chosen on the others',
    'first or within 1 % here',
    'mean difference, points',
    'worst difference, relative %',
  ]
  return markdownTable(header, rows)
}
