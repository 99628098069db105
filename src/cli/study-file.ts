/** A study as a file: which graph, which strategies, which figures. What is wrong with it is said with its line. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as v from 'valibot'
import { issueText, pathOf, readYaml, type Issue } from '../campaign/yaml.js'
import { didYouMean } from '../did-you-mean.js'
import { LongtailError, systemReason } from '../errors.js'
import { FIGURE_IDS } from '../report/index.js'
import { VIEWS } from '../report/charts/views.js'
import { withFile } from '../strategy-spec.js'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(2000))
const remark = v.optional(v.pipe(v.string(), v.maxLength(2000)), '')
const amount = v.pipe(v.number(), v.gtValue(0))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const settings = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))

const GENERATED = v.strictObject({
  preset: v.optional(text, 'thai-2004'),
  scale: v.optional(amount, 0.05),
  seed: v.optional(whole, 1),
  labels: v.optional(v.picklist(['s0', 's2'])),
  set: v.optional(settings, {}),
})
const FIGURE = v.strictObject({
  name: text,
  draws: v.picklist(FIGURE_IDS),
  view: v.optional(v.picklist(VIEWS), 'all'),
  /** What the paper shows, to compare with. */
  paper: remark,
})
const STUDY = v.strictObject({
  title: text,
  source: remark,
  notes: v.optional(v.array(text), []),
  graph: v.union([v.strictObject({ file: text }), GENERATED]),
  target: v.optional(text),
  seeds: v.optional(v.array(v.union([text, whole])), []),
  strategies: v.pipe(v.array(text), v.minLength(1)),
  'max-pages': v.optional(v.pipe(whole, v.minValue(1))),
  'inherit-unknown': v.optional(v.boolean(), false),
  network: v.optional(settings),
  figures: v.pipe(v.array(FIGURE), v.minLength(1)),
})

export type GeneratedGraph = v.InferOutput<typeof GENERATED>
export type Study = v.InferOutput<typeof STUDY>

/** Paths in it are relative to the file. Throws E_USAGE. */
export function readStudy(path: string): Study {
  const { value, lineOf } = readYaml(readText(path), path, 'E_USAGE')
  const result = v.safeParse(STUDY, value)
  if (!result.success) {
    const said = result.issues.map(issue => `${path}:${lineOf(issue)}: ${describe(issue)}`)
    throw new LongtailError('E_USAGE', [...new Set(said)].join('\n'))
  }
  const study = result.output
  const here = (file: string): string => resolve(dirname(path), file)
  return {
    ...study,
    graph: 'file' in study.graph ? { file: here(study.graph.file) } : study.graph,
    strategies: study.strategies.map(spec => withFile(spec, here)),
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new LongtailError(
      'E_USAGE',
      `${path} cannot be read (${systemReason(error)}); give a study file: studies/ has examples`,
    )
  }
}

function describe(issue: Issue): string {
  const keys = pathOf(issue)
  const name = keys.join('.')
  if (issue.type === 'strict_object' && issue.expected === 'never') return `unknown key "${name}"${keyMeant(keys)}`
  if (issue.type === 'strict_object' && issue.received === 'undefined') return `"${name}" is missing`
  if (issue.type === 'union' && name === 'graph')
    return `graph: expected {file: …}, or {preset, scale, seed, labels, set}`
  return `${name || 'the file'}: ${issueText(issue)}`
}

/** What a misspelt key may have been; a known one in the wrong place is not misspelt. */
function keyMeant(keys: readonly (string | number)[]): string {
  const written = String(keys.at(-1))
  return KNOWN.includes(written) ? '' : didYouMean(written, keys.length === 1 ? Object.keys(STUDY.entries) : KNOWN)
}

const KNOWN = [...Object.keys(STUDY.entries), ...Object.keys(GENERATED.entries), ...Object.keys(FIGURE.entries)]
