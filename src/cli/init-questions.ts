/** What `init` asks on a terminal: what is wanted, where to begin, who asks. A wrong answer is explained and asked for again. */
import * as v from 'valibot'
import { CampaignSchema } from '../campaign/schema.js'
import type { CampaignAnswers, WantedTarget } from '../campaign/filled-template.js'
import { issueText } from '../campaign/yaml.js'
import { LongtailError } from '../errors.js'
import { findCountry } from '../judge/nation/countries.js'
import { wantedLanguage } from '../page/language/wanted-languages.js'

/** Answers one question with a line of text. */
export interface Asker {
  ask(question: string): Promise<string>
  say(text: string): void
}

export async function askForCampaign(asker: Asker, name: string): Promise<CampaignAnswers> {
  asker.say(
    'A campaign says what to look for. Press Enter to accept the answer in brackets, Ctrl-C to quit without writing anything.\n',
  )
  const kind = await valid(asker, 'What are you looking for: a language, a topic or a nation? [language] ', wantedKind)
  const target = await TARGETS[kind](asker)
  const seeds = await askForSeeds(asker)
  const contact = await valid(asker, '\nHow can site owners reach you? A web page or an e-mail address: ', written =>
    bySchema(CampaignSchema.entries.contact, written),
  )
  const chosen = await valid(asker, `\nName of the campaign, and of its directory? [${name}] `, written =>
    bySchema(CampaignSchema.entries.name, written || name),
  )
  return { name: chosen, contact, seeds, target }
}

const KINDS = ['language', 'topic', 'nation'] as const
type Kind = (typeof KINDS)[number]

/** The first letter will do. */
function wantedKind(written: string): Kind {
  const kind = KINDS.find(one => one.startsWith(written.toLowerCase()))
  if (kind === undefined) throw new LongtailError('E_USAGE', 'answer "language", "topic" or "nation"')
  return kind
}

const TARGETS: Readonly<Record<Kind, (asker: Asker) => Promise<WantedTarget>>> = {
  async language(asker) {
    const code = await valid(asker, 'Which language? Its English name or ISO code: ', languageCode)
    return { kind: 'language', code }
  },
  async topic(asker) {
    asker.say(
      'A topic is learned from example pages: "longtail train topic NAME --examples DIR --out NAME.model" writes its model.',
    )
    const model = await valid(asker, 'File of the model? [topic.model] ', written => written || 'topic.model')
    return { kind: 'topic', model }
  },
  async nation(asker) {
    const country = await valid(asker, 'Which country? Two letters, such as TH: ', written => findCountry(written).cca2)
    const language = await valid(asker, 'Pages in which language? [any] ', written =>
      written === '' ? '' : languageCode(written),
    )
    return { kind: 'nation', country, language }
  },
}

function languageCode(written: string): string {
  return wantedLanguage(written).code
}

async function askForSeeds(asker: Asker): Promise<string[]> {
  asker.say(
    '\nWhere should the crawl begin? Enter web pages that are relevant, or link to relevant pages, one per line. An empty line ends the list.',
  )
  const seeds = [await valid(asker, '  first page: ', seedUrl)]
  for (;;) {
    const next = await valid(asker, '  next page: ', written => (written === '' ? '' : seedUrl(written)))
    if (next === '') return seeds
    seeds.push(next)
  }
}

/** A bare host is what people type. */
function seedUrl(written: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(written) ? written : `https://${written}`)
  if (written === '' || url === null || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.hostname))
    throw new LongtailError('E_USAGE', 'enter an address, such as https://www.example.org/')
  return url.href
}

function bySchema<T>(schema: v.GenericSchema<unknown, T>, written: string): T {
  const result = v.safeParse(schema, written)
  if (!result.success) throw new LongtailError('E_USAGE', issueText(result.issues[0]))
  return result.output
}

/** Asks until `read` takes the answer. */
async function valid<T>(asker: Asker, question: string, read: (written: string) => T): Promise<T> {
  for (;;) {
    try {
      return read((await asker.ask(question)).trim())
    } catch (error) {
      if (!(error instanceof LongtailError)) throw error
      asker.say(`  ${error.message}`)
    }
  }
}
