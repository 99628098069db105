/** Topic models at rest: JSON, checked before anything is believed, because models are handed around. */
import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { LongtailError, systemReason } from '../../errors.js'
import { writeAtomically } from '../../disk/write-atomically.js'
import { parseJson } from '../../json.js'
import { SCORES } from './threshold.js'

const MAX_BYTES = 64_000_000
const MAX_TERMS = 500_000
const MAX_TERM = 300

const number = v.pipe(v.number(), v.finite())
const list = v.pipe(v.array(number), v.maxLength(MAX_TERMS))
const shares = v.pipe(v.array(v.pipe(v.number(), v.minValue(0), v.maxValue(1))), v.length(SCORES.length), v.readonly())
const calibration = v.object({ a: number, b: number })

/** Everything a judge needs. Lists go by term. */
const ModelSchema = v.pipe(
  v.object({
    format: v.literal('longtail topic model'),
    version: v.literal(1),
    name: v.pipe(v.string(), v.maxLength(1000)),
    /** What a search engine is asked for it; the name when absent. */
    query: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    classifier: v.picklist(['svm', 'naive-bayes', 'phrases']),
    weighting: v.picklist(['tf', 'log-tf', 'log-tf-idf']),
    /** Languages whose words are stemmed. */
    stemming: v.pipe(v.array(v.pipe(v.string(), v.maxLength(10))), v.maxLength(20)),
    /** Words with one space between them; `^` before a word of the page's head, `/` before one of its URL. */
    terms: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TERM))), v.maxLength(MAX_TERMS)),
    rarity: list,
    weights: list,
    constant: number,
    page: calibration,
    /** For the few words of a link. */
    link: calibration,
    /** How often it errs, by the smallest score of what counts as relevant (border.ts); absent where nobody could measure it. */
    errors: v.optional(v.object({ falsePositive: shares, falseNegative: shares })),
    /** Places in `terms` of those that name the topic, strongest first. */
    strong: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(10_000)),
    trainedOn: v.object({ positives: number, negatives: number }),
  }),
  v.check(
    ({ terms, rarity, weights }) => terms.length === rarity.length && terms.length === weights.length,
    'terms, rarity and weights are not of one length',
  ),
)

type Model = v.InferOutput<typeof ModelSchema>
export type TopicModel = { readonly [K in keyof Model]: Model[K] extends (infer T)[] ? readonly T[] : Model[K] }

export function readTopicModel(path: string): TopicModel {
  const wrong = (what: string): LongtailError =>
    new LongtailError('E_MODEL', `${path} ${what}; make the model again with "longtail train topic"`)
  let text: string
  try {
    if (statSync(path).size > MAX_BYTES) throw wrong(`is larger than ${MAX_BYTES} bytes, the limit for a topic model`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw wrong(`cannot be read (${systemReason(error)})`)
  }
  const value = parseJson(text)
  if (value === undefined) throw wrong('is not a topic model (not JSON)')
  if (typeof value === 'object' && value !== null && 'version' in value && Number(value.version) > 1)
    throw wrong(`is version ${Number(value.version)} of a topic model, this build reads 1`)
  const result = v.safeParse(ModelSchema, value)
  if (!result.success) {
    const [issue] = result.issues
    const where = v.getDotPath(issue)
    throw wrong(`is not a topic model (${where === null ? '' : `${where}: `}${issue.message.slice(0, 200)})`)
  }
  return result.output
}

export function writeTopicModel(path: string, model: TopicModel): void {
  writeAtomically(path, `${JSON.stringify(model)}\n`, { isShared: true })
}
