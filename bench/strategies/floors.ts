/** What our strategy must show, with what it showed. */
import { STEPS, type Measured } from './measure.js'
import { CONSERVATIVE, isCoverageMode, isOurs } from './specs.js'
import type { StudyResults } from './study.js'
import { coverageOf, margins, pagesTo, spread } from './summary.js'
import { cell, markdownTable, percent } from './tables.js'

/** Points of harvest above the best other strategy. */
const LEAD_POINTS = 6
const LEAD_AT = [0.8, 0.95] as const
/** Share of the pages of conservative filtering that must be saved at 99 % coverage. */
const SAVED = 0.2
const SAVED_AT = 0.99

interface Floor {
  readonly what: string
  readonly floor: string
  readonly measured: string
  readonly holds: boolean
}

export function floorsTable(results: StudyResults): string {
  const rows = [...results.keys()].filter(isOurs).flatMap(spec =>
    floorsOf(results, spec).map(({ what, floor, measured, holds }) => {
      return [`\`${spec}\``, what, floor, measured, holds ? 'ok' : 'FAILED']
    }),
  )
  return markdownTable(['ours', 'what', 'floor', 'measured', ''], rows)
}

function floorsOf(results: StudyResults, ours: string): Floor[] {
  const own = results.get(ours) ?? []
  const conservative = results.get(CONSERVATIVE) ?? []
  const floors: Floor[] = LEAD_AT.map(coverage => leadFloor(results, ours, coverage))
  if (conservative.length === 0 || own.length !== conservative.length) return floors
  // the other modes stop early because they were told to
  if (isCoverageMode(ours)) floors.push(savedFloor(own, conservative), finalFloor(own, conservative))
  return floors
}

function leadFloor(results: StudyResults, ours: string, coverage: number): Floor {
  const [closest] = margins(results, ours, coverage)
  const seeds = results.get(ours)?.length ?? 0
  const notes = []
  if (closest !== undefined && closest.compared < seeds) notes.push(`on the ${closest.compared} seeds it reaches that`)
  if (closest !== undefined && closest.unreached > 0)
    notes.push(`ours ends below on ${closest.unreached}, counted as 0`)
  return {
    what: `harvest at ${percent(coverage)} coverage above the best other`,
    floor: `+${LEAD_POINTS} points`,
    measured:
      closest === undefined
        ? 'nobody else'
        : [`${signed(closest.points)} against \`${closest.spec}\``, ...notes].join(', '),
    holds: (closest?.points ?? Infinity) >= LEAD_POINTS,
  }
}

/** Where conservative filtering ends below 99 %, both are compared at its last step of coverage. */
function savedFloor(own: readonly Measured[], conservative: readonly Measured[]): Floor {
  const early: string[] = []
  const saved = own.map((mine, seed) => {
    const theirs = conservative[seed]
    let coverage: number = SAVED_AT
    if (pagesTo(theirs, coverage) === null) {
      coverage = (theirs.pagesAt.length - 1) / STEPS
      early.push(percent(Number(coverage.toFixed(4))))
    }
    const pages = pagesTo(mine, coverage)
    const other = pagesTo(theirs, coverage) ?? theirs.pages
    return pages === null ? -1 : 1 - pages / other
  })
  const missed = saved.filter(value => value === -1).length
  const summary = spread(saved.filter(value => value !== -1))
  const notes = [
    missed > 0 ? `not reached on ${missed} of ${own.length}` : '',
    early.length > 0 ? `conservative ends earlier on ${early.length}, compared at ${early.join(', ')}` : '',
  ].filter(note => note !== '')
  return {
    what: `pages saved at 99 % coverage, against \`${CONSERVATIVE}\``,
    floor: `${SAVED * 100} %`,
    measured: [cell(summary, summary?.count ?? 0, 1, 100), ...notes].join('; '),
    holds: missed === 0 && (summary?.mean ?? 0) >= SAVED,
  }
}

function finalFloor(own: readonly Measured[], conservative: readonly Measured[]): Floor {
  const differences = own.map((mine, seed) => coverageOf(mine) - coverageOf(conservative[seed]))
  const below = differences.filter(difference => difference < 0).length
  const summary = spread(differences)
  return {
    what: `final coverage less that of \`${CONSERVATIVE}\``,
    floor: '0 points',
    measured: `${cell(summary, differences.length, 3, 100)}; below on ${below} of ${own.length}`,
    holds: (summary?.mean ?? -1) >= 0,
  }
}

const signed = (points: number): string => `${points >= 0 ? '+' : ''}${points.toFixed(1)}`
