/**
 * What a user asks for: one schema from which types, defaults, validation and the commented template all follow.
 * Unknown keys are errors, because a misspelt `limts:` that is silently ignored costs a week of crawling.
 */
import * as v from 'valibot'
import { messageOf } from '../errors.js'
import { parseUrlRule } from '../page/url/url-rules.js'
import { parseBytes, parseDurationMs } from './units.js'

const duration = v.pipe(
  v.union([v.string(), v.number()], 'expected a duration such as 500ms, 2s, 30min or 12h'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const ms = parseDurationMs(dataset.value)
    if (ms !== null) return ms
    addIssue({ message: `"${dataset.value}" is not a duration: write, for example, 500ms, 2s, 30min or 12h` })
    return NEVER
  }),
)

const size = v.pipe(
  v.union([v.string(), v.number()], 'expected a size such as 500MB or 50GB'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const bytes = parseBytes(dataset.value)
    if (bytes !== null) return bytes
    addIssue({ message: `"${dataset.value}" is not a size: write, for example, 500MB or 50GB` })
    return NEVER
  }),
)

const count = v.pipe(
  v.number('expected a whole number'),
  v.integer('expected a whole number'),
  v.minValue(1, 'must be at least 1'),
)
const text = v.pipe(v.string('expected text'), v.nonEmpty('must not be empty'))

function isContact(value: string): boolean {
  return /^https?:\/\/[^\s/]+\.?[^\s]*$/.test(value) || /^(mailto:)?[^\s@]+@[^\s@]+$/.test(value)
}

const contact = v.pipe(
  v.string('expected a contact: a web page or an e-mail address'),
  v.check(
    isContact,
    'must be a web page or an e-mail address where site owners can reach you; it is sent in the User-Agent',
  ),
  v.check(value => !/[\r\n()]/.test(value), 'must not contain line breaks or parentheses'),
)

const share = v.pipe(
  v.number('expected a number'),
  v.minValue(0, 'must be a number from 0 to 1'),
  v.maxValue(1, 'must be a number from 0 to 1'),
)

const LANGUAGE_WANTED = 'expected a language code (ISO 639-3 or 639-1), {model: my.model}, or a list of these'

/** A code, a tag or an English name, or a file of "longtail train language". */
const language = v.union([text, v.strictObject({ model: text, learn: v.optional(v.boolean()) })], LANGUAGE_WANTED)

const languages = v.pipe(
  v.union([language, v.pipe(v.array(language), v.minLength(1, LANGUAGE_WANTED))], LANGUAGE_WANTED),
  v.transform(value => (Array.isArray(value) ? value : [value])),
)

const files = v.pipe(
  v.union([text, v.pipe(v.array(text), v.minLength(1))], 'expected a file or a list of files'),
  v.transform(value => (typeof value === 'string' ? [value] : value)),
)

const topic = v.strictObject({
  model: text,
  'min-score': v.optional(share, 0.5),
})

const nation = v.strictObject({
  country: v.pipe(text, v.regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code (ISO 3166), such as TH')),
  dictionary: v.optional(files),
  in: v.optional(languages),
  'min-score': v.optional(share, 0.5),
  matching: v.optional(v.picklist(['phonetic', 'exact', 'literal']), 'phonetic'),
})

const target = v.pipe(
  v.strictObject({
    language: v.optional(languages),
    policy: v.optional(v.picklist(['modern', 'strict', 'textcat-or', 'textcat-meta-first']), 'modern'),
    'min-share': v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    'inherit-unknown': v.optional(v.boolean(), false),
    topic: v.optional(topic),
    nation: v.optional(nation),
    combine: v.optional(v.picklist(['all', 'any']), 'all'),
    keywords: v.optional(v.pipe(v.array(text), v.minLength(1))),
    discount: v.optional(v.array(v.picklist(['needs-script', 'paywall', 'shop']))),
    syllabus: v.optional(text),
  }),
  v.check(
    ({ language, topic, nation, syllabus }) => [language, topic, nation, syllabus].some(one => one !== undefined),
    'no target: give a language, a topic, a nation, or a syllabus',
  ),
  v.check(
    ({ topic, syllabus }) => topic === undefined || syllabus === undefined,
    'a target cannot have both a topic and a syllabus: remove one',
  ),
)

const search = v.strictObject({
  searxng: v.pipe(text, v.regex(/^https?:\/\//, 'must be the http(s) address of a SearXNG server')),
  queries: v.optional(v.pipe(v.array(text), v.minLength(1))),
  results: v.optional(v.pipe(count, v.maxValue(1000)), 30),
  /** Of a syllabus: pages about anything, which topics are told from; 0 for none. */
  background: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 100),
})

const hops = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_000))

const limitedSeed = v.strictObject({
  url: text,
  /** Of all pages that descend from it, and of the links followed from it. */
  limits: v.strictObject({ pages: v.optional(count), hops: v.optional(hops) }),
})

const seeds = v.union(
  [v.array(v.union([text, limitedSeed])), v.strictObject({ file: text }), v.strictObject({ search })],
  'expected a list of URLs (or of {url: http://…, limits: {pages: 100, hops: 3}}), {file: seeds.txt}, or {search: {searxng: http://…, queries: […]}}',
)

/** Hosts, prefixes and patterns (page/url/url-rules.ts). */
const urlRule = v.pipe(
  text,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    try {
      parseUrlRule(dataset.value, '')
    } catch (error) {
      addIssue({ message: messageOf(error).replace(/^: /, '') })
    }
  }),
)

const limits = v.strictObject({
  pages: v.optional(count),
  relevant: v.optional(count),
  'per-host': v.optional(count),
  bytes: v.optional(size),
  time: v.optional(duration),
  hops: v.optional(hops),
  'free-disk': v.optional(size, '1GB'),
})

const politeness = v.strictObject({
  delay: v.optional(duration, '2s'),
  'max-delay': v.optional(duration, '5min'),
  'per-host-connections': v.optional(v.pipe(count, v.maxValue(64)), 1),
  robots: v.optional(v.boolean(), true),
  'max-crawl-delay': v.optional(duration, '30s'),
  nofollow: v.optional(v.boolean(), true),
  sitemaps: v.optional(v.boolean(), false),
})

const hostOverride = v.pipe(
  v.string(),
  v.regex(/^http:\/\/[^\s/]+\/?$/, 'must be a plain HTTP origin such as http://127.0.0.1:8080'),
)

const network = v.strictObject({
  connections: v.optional(v.pipe(count, v.maxValue(10_000)), 64),
  detours: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.05),
  timeout: v.optional(duration, '60s'),
  'max-body': v.optional(size, '10MB'),
  'max-document': v.optional(size, '50MB'),
  retries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)), 3),
  proxy: v.optional(
    v.nullable(v.pipe(v.string(), v.regex(/^https?:\/\//, 'must be an http:// or https:// URL'))),
    null,
  ),
  'allow-private': v.optional(v.boolean(), false),
  http2: v.optional(v.boolean(), false),
  hosts: v.optional(v.record(v.string(), hostOverride), {}),
  archive: v.optional(v.array(text), []),
})

const archive = v.strictObject({
  keep: v.optional(v.picklist(['all', 'relevant', 'path']), 'all'),
  'file-size': v.optional(size, '1GB'),
  compression: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)), 3),
  operator: v.optional(text),
  embeds: v.optional(v.picklist(['none', 'relevant'])),
  'frontier-text': v.optional(v.boolean(), false),
  dedupe: v.optional(v.array(text), []),
})

/** Rounds after the first: how often, how many downloads each may make, and what they ask for first (docs/rounds.md). */
const recrawl = v.strictObject({
  every: v.optional(v.pipe(duration, v.minValue(1000, 'must be at least 1s'))),
  budget: v.optional(count),
  policy: v.optional(text),
  readings: v.optional(v.array(text), []),
})

const RENDER = ['never', 'when-needed', 'always'] as const

/** Pages that need a browser (docs/rendering.md). `share`: of all pages, where they are rendered when needed. */
const render = v.union(
  [
    v.picklist(RENDER),
    v.strictObject({ when: v.optional(v.picklist(RENDER), 'when-needed'), share: v.optional(share, 0.25) }),
  ],
  'expected never, when-needed, always, or {when: when-needed, share: 0.25}',
)

const frontier = v.strictObject({
  kind: v.optional(v.picklist(['disk', 'memory']), 'disk'),
  memory: v.optional(size, '256MB'),
})

export const CampaignSchema = v.strictObject({
  name: v.pipe(
    text,
    v.regex(
      /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
      'may contain only letters, digits, dots, dashes and underscores, and begins with a letter or digit',
    ),
  ),
  contact,
  target,
  seeds: v.optional(seeds, []),
  strategy: v.optional(v.string('expected text'), ''),
  'warm-start': v.optional(text),
  limits: v.optional(limits, {}),
  politeness: v.optional(politeness, {}),
  network: v.optional(network, {}),
  archive: v.optional(archive, {}),
  frontier: v.optional(frontier, {}),
  recrawl: v.optional(recrawl, {}),
  render: v.optional(render),
  workers: v.optional(v.pipe(count, v.maxValue(64))),
  include: v.optional(v.array(urlRule), []),
  exclude: v.optional(v.array(urlRule), []),
  traps: v.optional(v.boolean('expected true or false'), true),
  blacklist: v.optional(files),
})

/** As the schema has it. */
export type WrittenCampaign = v.InferOutput<typeof CampaignSchema>

/** A validated campaign: durations in milliseconds, sizes in bytes, defaults filled in. */
export type Campaign = Omit<WrittenCampaign, 'seeds'> & {
  readonly seeds: string[] | Exclude<WrittenCampaign['seeds'], readonly unknown[]>
  /** Of seeds that have limits of their own. */
  readonly 'seed-limits': readonly SeedLimits[]
}

export interface SeedLimits {
  readonly url: string
  /** Pages that descend from it. */
  readonly pages?: number | undefined
  /** Links followed from it. */
  readonly hops?: number | undefined
}
