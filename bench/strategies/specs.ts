/** Who takes part: every published strategy with the parameters its paper found best, the oracle, and our own. */
import { canonicalSpec, STRATEGIES } from '../../src/strategy/index.js'

export const OUR_NAME = 'longtail'
export const ORACLE = 'perfect'
export const CONSERVATIVE = 'server-conservative:t=10'

const PUBLISHED: readonly string[] = [
  'breadth-first',
  'hard-focused',
  'soft-focused',
  'limited-distance:n=4,mode=prioritised',
  'lswc:s=1,t=1',
  'lswc:s=3,t=5',
  'server-aggressive:t=10',
  CONSERVATIVE,
  'server-conservative:t=20',
  'directory-conservative:t=10',
  'naive-bayes',
  'naive-bayes:features=language+tld+relation+charset+anchor',
  'site-svm',
  'best-first',
  'spiderling',
  'linguacrawl:tlds=any',
  'craw4llm',
  ORACLE,
]

/** The same for webs that know where links stand in their pages, as imports with --text do. */
export const PUBLISHED_WITH_PLACES: readonly string[] = [...PUBLISHED, 'tag-bandit', 'tag-bandit:alpha=0.3']

export const isOurs = (spec: string): boolean => spec.split(':')[0] === OUR_NAME

/** Published ones, as the benchmark writes them. */
export const published = (): string[] => [...PUBLISHED]

/** Our own strategy in each of its modes, the default first; none while the registry has none. */
export function ourModes(): string[] {
  const mode = ourParameters().find(parameter => parameter.name === 'mode')
  if (mode === undefined) return STRATEGIES.some(({ name }) => name === OUR_NAME) ? [OUR_NAME] : []
  const words = [mode.default, ...mode.examples.filter(word => word !== mode.default)]
  return words.map(word => canonicalSpec(`${OUR_NAME}:mode=${word}`))
}

/** The same with each of its parts switched off in turn: every parameter that is on, or off, and nothing else. */
export function ablations(): string[] {
  return [
    OUR_NAME,
    ...ourParameters()
      .filter(parameter => parameter.default === 'true' && parameter.examples.includes('false'))
      .map(({ name }) => `${OUR_NAME}:${name}=false`),
  ]
}

/** Is this our strategy in the mode that promises never to end below conservative filtering? */
export function isCoverageMode(spec: string): boolean {
  if (!isOurs(spec)) return false
  const mode = ourParameters().find(parameter => parameter.name === 'mode')
  if (mode === undefined) return true
  const given = /(?:^|[:,])mode=([^,]*)/.exec(spec)?.[1] ?? mode.default
  return given === 'coverage'
}

function ourParameters() {
  return STRATEGIES.find(({ name }) => name === OUR_NAME)?.parameters ?? []
}
