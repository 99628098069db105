/**
 * A syllabus: many topics in one file, YAML, CSV or plain lines (docs/syllabus.md). Reading it makes of every line a topic
 * with a clean name, a directory name and a query, and says with its line number what is wrong.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import * as v from 'valibot'
import { issueText, pathOf, readYaml } from '../campaign/index.js'
import { LongtailError, systemReason } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import { wordsOf } from '../page/words/words.js'
import { cleanName, namesInLines, printable, withoutCounters } from './clean-names.js'
import { parseCsv } from './csv.js'

export interface SyllabusTopic {
  readonly name: string
  /** Name of its directory: letters with their marks, digits and dashes; no two topics have the same. */
  readonly slug: string
  /** Its own, else that of the file; '' for none. */
  readonly subject: string
  /** What a search engine is asked. */
  readonly query: string
  readonly phrases: readonly string[]
  /** URLs, or absolute paths. */
  readonly examples: readonly string[]
  readonly negatives: readonly string[]
  readonly seeds: readonly string[]
}

export interface Syllabus {
  readonly path: string
  readonly subject: string
  /** ISO 639-1 or 639-3 as written; '' when the file says nothing. */
  readonly language: string
  /** Pages about none of the topics: files, archives, crawls (absolute paths), or URLs. */
  readonly negatives: readonly string[]
  readonly topics: readonly SyllabusTopic[]
  /** What was left out or changed on the way, for people. */
  readonly notes: readonly string[]
}

const MAX_BYTES = 16 * 1024 * 1024
const MAX_TOPICS = 10_000
const MAX_NOTES = 30
const ACCENTS = /[\u0300-\u036f]/g
/** What is beside the directories of topics, and what Windows keeps for devices. */
const RESERVED = /^(?:training|models|warc|lock|con|prn|aux|nul|com\d|lpt\d)$/

const text = v.pipe(v.string('expected text'), v.nonEmpty('must not be empty'))
const texts = v.pipe(
  v.union([text, v.array(text)], 'expected a text or a list of texts'),
  v.transform(value => (typeof value === 'string' ? [value] : value)),
)
const topicSchema = v.strictObject({
  name: v.union([text, v.pipe(v.number(), v.transform(String))], 'expected a name'),
  subject: v.optional(text),
  query: v.optional(text),
  phrases: v.optional(texts, []),
  examples: v.optional(texts, []),
  negatives: v.optional(texts, []),
  seeds: v.optional(texts, []),
})
const nameSchema = v.pipe(
  v.string('a topic is a name, or {name, query, phrases, examples, negatives, seeds}'),
  v.transform((name): RawTopic => ({ ...NOTHING, name })),
)
const listSchema = v.pipe(
  v.array(
    // not a union: its message would not say what is wrong with a topic
    v.lazy(one => (typeof one === 'object' && one !== null ? topicSchema : nameSchema)),
    'expected a list of topics',
  ),
  v.minLength(1, 'expected at least one topic'),
)
const syllabusSchema = v.strictObject({
  subject: v.optional(v.string('expected text'), ''),
  language: v.optional(v.string('expected text'), ''),
  negatives: v.optional(texts, []),
  topics: listSchema,
})

type RawTopic = v.InferOutput<typeof topicSchema>
const PLAIN = { subject: '', language: '', negatives: [] }
const NOTHING = { phrases: [], examples: [], negatives: [], seeds: [] }

interface RawSyllabus {
  readonly subject: string
  readonly language: string
  readonly negatives: readonly string[]
  readonly topics: readonly RawTopic[]
  readonly notes: readonly string[]
}

/** By name in small letters: directories that topics had before. */
export type KnownSlugs = ReadonlyMap<string, string>

export function loadSyllabus(path: string, known: KnownSlugs = new Map()): Syllabus {
  let source: string
  try {
    if (statSync(path).size > MAX_BYTES) throw new LongtailError('E_CAMPAIGN', `${path}: larger than 16 MiB`)
    source = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    const reason = systemReason(error)
    throw new LongtailError('E_CAMPAIGN', `${path}: the syllabus cannot be read (${reason}); give a YAML or CSV file`)
  }
  return parseSyllabus(source, path, known)
}

/** Paths in it are relative to `path`, which also tells the format. */
export function parseSyllabus(source: string, path: string, known: KnownSlugs = new Map()): Syllabus {
  const kind = extname(path).toLowerCase()
  const raw =
    kind === '.csv' || kind === '.tsv'
      ? fromCsv(source, path)
      : kind === '.txt'
        ? fromLines(source)
        : fromYaml(source, path)
  if (raw.topics.length > MAX_TOPICS)
    throw new LongtailError('E_CAMPAIGN', `${path}: more than ${MAX_TOPICS} topics; split the syllabus`)
  return finished(raw, resolve(path), known)
}

function fromYaml(source: string, where: string): RawSyllabus {
  const { value, lineOf } = readYaml(source, where)
  // lines without any mark of YAML are one long text to it
  if (typeof value === 'string') return fromLines(source)
  if (value === null) throw new LongtailError('E_CAMPAIGN', `${where}: it contains no topic; give one name per line`)
  const result = Array.isArray(value)
    ? v.safeParse(
        v.pipe(
          listSchema,
          v.transform(topics => ({ ...PLAIN, topics })),
        ),
        value,
      )
    : v.safeParse(syllabusSchema, value)
  if (result.success) return { ...result.output, notes: [] }
  const messages = result.issues.slice(0, 20).map(issue => {
    const at = pathOf(issue).join('.')
    const what =
      issue.type === 'strict_object' && issue.expected === 'never'
        ? `unknown key "${at}"; a topic has name, subject, query, phrases, examples, negatives and seeds`
        : issue.type === 'strict_object' && issue.received === 'undefined'
          ? `"${at}" is missing`
          : `${at === '' ? '' : `${at}: `}${issueText(issue)}`
    return `${where}:${lineOf(issue)}: ${what}`
  })
  throw new LongtailError('E_CAMPAIGN', [...new Set(messages)].join('\n'))
}

const COLUMNS = ['name', 'subject', 'query', 'phrases', 'examples', 'negatives', 'seeds'] as const
const NAME_COLUMNS = ['name', 'topic', 'title']

function fromCsv(source: string, where: string): RawSyllabus {
  const [head, ...rows] = parseCsv(source)
  const titles = (head?.fields ?? []).map(field => field.trim().toLowerCase())
  const nameAt = titles.findIndex(title => NAME_COLUMNS.includes(title))
  if (nameAt === -1)
    throw new LongtailError(
      'E_CAMPAIGN',
      `${where}:1: the first line must list the columns, one of them "name"; the others are ${COLUMNS.slice(1).join(', ')}`,
    )
  const at = new Map<string, number>(COLUMNS.map(column => [column, titles.indexOf(column)]))
  const unknown = titles.filter((title, i) => i !== nameAt && title !== '' && !at.has(title))
  const topics = rows.map(({ fields, line }): RawTopic => {
    const name = fields[nameAt]?.trim() ?? ''
    if (name === '') throw new LongtailError('E_CAMPAIGN', `${where}:${line}: this row has no name`)
    const field = (column: string): string => fields[at.get(column) ?? -1]?.trim() ?? ''
    const list = (column: string): string[] =>
      field(column)
        .split(/[;\n]/)
        .map(one => one.trim())
        .filter(one => one !== '')
    return {
      name,
      ...(field('subject') === '' ? {} : { subject: field('subject') }),
      ...(field('query') === '' ? {} : { query: field('query') }),
      phrases: list('phrases'),
      examples: list('examples'),
      negatives: list('negatives'),
      seeds: list('seeds'),
    }
  })
  if (topics.length === 0) throw new LongtailError('E_CAMPAIGN', `${where}: there is no topic below the first line`)
  return { ...PLAIN, topics, notes: unknown.map(title => `column ${quoted(title)} is unknown and was ignored`) }
}

function fromLines(source: string): RawSyllabus {
  return {
    ...PLAIN,
    // one more than may be, which is refused
    topics: namesInLines(source, MAX_TOPICS + 1).map(({ name }) => ({ ...NOTHING, name })),
    notes: [],
  }
}

/** Cleans names, puts topics with the same name together, and gives each what it lacks. */
function finished(
  { subject, language, negatives, topics, notes }: RawSyllabus,
  path: string,
  known: KnownSlugs,
): Syllabus {
  const base = dirname(path)
  const place = (written: string): string => (/^https?:\/\//i.test(written) ? written : resolve(base, written))
  const found = [...notes]
  const names = withoutCounters(topics.map(({ name }) => cleanName(name)))
  const merged = new Map<string, SyllabusTopic>()
  // whoever is put above another topic of nearly the same name must not get its directory
  const slugs = new Set(known.values())
  topics.forEach((raw, i) => {
    const name = names[i]
    if (name === '') return void found.push(`skipped, because it is not the name of a topic: ${quoted(raw.name)}`)
    const key = name.toLowerCase()
    const before = merged.get(key)
    const joined = (field: 'phrases' | 'examples' | 'negatives' | 'seeds', turn = (one: string) => one): string[] => [
      ...new Set([...(before?.[field] ?? []), ...raw[field].map(turn)]),
    ]
    if (before !== undefined) found.push(`"${name}" is listed twice and treated as one topic`)
    const slug = before?.slug ?? known.get(key) ?? slugOf(name, slugs)
    slugs.add(slug)
    const isSeed = (seed: string): boolean => canonicalUrl(seed) !== null
    for (const seed of raw.seeds.filter(one => !isSeed(one)))
      found.push(`${name}: skipped a seed that is not an address: ${quoted(seed)}`)
    merged.set(key, {
      name: before?.name ?? name,
      slug,
      subject: before?.subject ?? printable(raw.subject ?? subject),
      query: said(raw.query) ?? before?.query ?? queryFor(name, printable(raw.subject ?? subject)),
      phrases: joined('phrases', printable),
      examples: joined('examples', place),
      negatives: joined('negatives', place),
      seeds: joined('seeds').filter(isSeed),
    })
  })
  if (merged.size === 0) throw new LongtailError('E_CAMPAIGN', `${path}: it contains no topic; give one name per line`)
  return {
    path,
    subject: printable(subject),
    language,
    negatives: negatives.map(place),
    topics: [...merged.values()],
    notes: some(found),
  }
}

function said(query: string | undefined): string | undefined {
  const text = query === undefined ? '' : printable(query).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** As it can be shown on a terminal. */
function quoted(text: string): string {
  return JSON.stringify(printable(text.slice(0, 60)))
}

function some(notes: readonly string[]): string[] {
  const shown = [...new Set(notes)]
  const more = shown.length - MAX_NOTES
  return more > 0 ? [...shown.slice(0, MAX_NOTES), `and ${more} more`] : shown
}

/**
 * One or two words mean something in every subject ("riveting", "oil cans"), so the subject is said with them; longer names
 * explain themselves, and a search engine finds less the more it is told.
 */
export function queryFor(name: string, subject: string): string {
  if (subject === '' || wordsOf(name).length > 2) return name
  const said = new Set(wordsOf(name))
  return wordsOf(subject).every(word => said.has(word)) ? name : `${name} ${subject}`
}

/** The same for the same name in every run: where two names come out alike, the later one gets a part of its hash. */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  // accents can be spared; the vowels of Thai and Hindi are marks, too, and cannot
  const plain = name
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 48)
    // half of a character
    .replace(/\p{Cs}/gu, '')
    .replace(/^[-\p{M}]+|-+$/gu, '')
  const slug = plain === '' ? 'topic' : plain
  // accents that make no other letter of the alphabet make the difference between words all the same
  const isLossy = name.normalize('NFC').search(ACCENTS) !== -1
  if (!isLossy && !taken.has(slug) && !RESERVED.test(slug)) return slug
  return `${slug}-${createHash('sha1').update(name).digest('hex').slice(0, 6)}`
}
