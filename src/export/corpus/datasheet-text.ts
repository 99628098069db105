/** The datasheet for people, in the order of "Datasheets for Datasets" (Gebru et al., 2021), in short. */
import { languageName } from '../../page/language/english-name.js'
import { allDropped } from './counts.js'
import type { DropReason } from './contracts.js'
import type { Datasheet } from './datasheet.js'
import type { Mask } from './masks.js'

const WHY: Record<DropReason, string> = {
  unreadable: 'record could not be read',
  empty: 'no text in sentences',
  products: 'a list of goods or prices, hardly any text',
  language: 'other language',
  share: 'too small a share in its language',
  short: 'too short',
  reserved: 'asks not to be used (noai, tdm-reservation)',
  quality: 'does not keep to the rules of quality that were chosen',
  duplicate: 'the same text as an earlier page',
  repeated: 'nothing (or too little) left without repeated paragraphs',
  known: 'in an earlier corpus already, with this text',
}
const MASKED: Record<Mask, string> = { email: 'e-mail address', phone: 'telephone number', card: 'card number' }
const MOST = 30

export function datasheetText(sheet: Datasheet): string {
  const { counts } = sheet
  return [
    '# Datasheet',
    `Made by ${sheet.software} on ${sheet.created.slice(0, 10)}. The same numbers for programs: the JSON file beside this one.`,
    '## What it is',
    `The text of ${several(counts.pages, 'Web page')} of ${several(counts.hosts.hosts, 'host')}, captured ${days(counts.first, counts.last)}: ` +
      `${several(counts.paragraphs, 'paragraph')}, ${several(counts.characters, 'character')}, ${several(counts.words, 'word')}.`,
    table(
      ['file', 'bytes', 'SHA-256'],
      sheet.files.map(({ name, bytes, sha256 }) => [code(name), number(bytes), sha256]),
    ),
    ...forms(sheet),
    '## Composition',
    table(
      ['language', 'name', 'pages', 'paragraphs', 'characters', 'words'],
      counts.languages.map(([language, own]) => [
        code(language),
        languageName(language, 'not known'),
        ...[own.pages, own.paragraphs, own.characters, own.words].map(number),
      ]),
    ),
    'Pages count where they are in the language as a whole, paragraphs where they are in it themselves, with their characters and words. Characters are Unicode code points. Words are runs of letters; in scripts without spaces, words of a dictionary. Neither numbers nor single letters count.',
    pairs('host', counts.hosts.top, counts.hosts.hosts),
    pairs('top-level domain', counts.hosts.topDomains, counts.hosts.topDomains.length),
    pairs('charset', counts.charsets, counts.charsets.length),
    pairs('media type', counts.types, counts.types.length),
    '## How it was collected',
    origins(sheet),
    pairs('archived by', counts.sources, counts.sources.length),
    `Of captures of one URL the latest counts. ${sheet.options.all ? 'Pages that a crawl found irrelevant are in it, too.' : 'Pages that a crawl found irrelevant are left out.'}`,
    news(sheet),
    '## How it was cleaned',
    cleaning(sheet),
    table(
      ['left out', 'pages'],
      Object.entries(counts.dropped).flatMap(([reason, pages]) =>
        pages === 0 || !isReason(reason) ? [] : [[WHY[reason], number(pages)]],
      ),
    ) || 'No page was left out.',
    '## Licences and reservations',
    `${number(counts.withLicence)} of ${number(counts.pages)} pages say something about their licence. These are hints found by machine, about a page or a part of it; whoever uses a text has to look for themselves. Without a licence a text is not free.`,
    pairs('licence', counts.licences, counts.licences.length),
    counts.licences.some(([licence]) => licence === 'other')
      ? '`other`: words or links that only people can judge; the field `licences` has them.'
      : '',
    pairs('reservation', counts.reservations, counts.reservations.length) || 'No page has a reservation.',
    '## Known limits',
    '- Menus, headers and footers are told from text by machine: some remain, and some short text is lost.\n' +
      '- Texts are as their authors wrote them: names, addresses and opinions of people are in it. '.concat(
        sheet.options.mask.length === 0
          ? 'Nothing was made anonymous.\n'
          : 'Masks miss some numbers and addresses, and take some that are none.\n',
      ) +
      '- Which language a text is in was decided by machine: short and mixed texts are often wrong.\n' +
      '- Pages that build their text with scripts, PDF and other documents are not in it.\n' +
      '- A crawl follows links from its seeds: it is no sample of all pages of a language or a topic.',
    '## To be written by whoever publishes it',
    '- Who made it, for what purpose, and who paid for it?\n' +
      '- What may it be used for, and what not? Under which terms?\n' +
      '- Whom do people ask who find themselves in it and do not want to be?',
  ]
    .filter(part => part !== '')
    .join('\n\n')
    .concat('\n')
}

function origins({ origins: all }: Datasheet): string {
  return all
    .slice(0, MOST)
    .map(({ name, kind, begun, strategy, seeds, target }) => {
      const facts = [
        kind === 'crawl' ? 'a crawl by Longtail' : 'an archive file',
        ...(begun === undefined ? [] : [`begun ${code(begun.slice(0, 10))}`]),
        ...(strategy === undefined ? [] : [`strategy ${code(strategy)}`]),
        ...(seeds === undefined ? [] : [several(seeds, 'seed')]),
        ...(target === undefined ? [] : [`target ${code(JSON.stringify(target))}`]),
      ]
      return `- ${code(name)}: ${facts.join(', ')}`
    })
    .concat(all.length > MOST ? [`- and ${all.length - MOST} more`] : [])
    .join('\n')
}

/** '' where nobody asked what is new. */
function news({ options: { since, round, dedupe }, earlier, counts }: Datasheet): string {
  const period =
    round !== null
      ? `It holds what round ${round} of the crawl brought: pages that were new or had changed.`
      : since !== null
        ? `It holds what was new or had changed since ${/^\d+$/.test(since) ? `round ${since}` : since}.`
        : ''
  if (earlier.length === 0) return period
  const { paragraphs, characters } = counts.removed.known
  const parts =
    dedupe === 'none'
      ? 'Single paragraphs were not compared with it.'
      : `Of other pages ${several(paragraphs, 'paragraph')} that it has were removed (${number(characters)} characters).`
  const names = earlier.map(one => `${code(one.name)} (${one.created.slice(0, 10)}, ${several(one.pages, 'page')})`)
  return [
    ...(period === '' ? [] : [period]),
    `It adds to ${names.join(', ')}: ${several(counts.dropped.known, 'page')} of it were left out. ${parts}`,
  ].join(' ')
}

function cleaning({ options, counts }: Datasheet): string {
  const { languages, byParagraph, minShare, minChars, dedupe, keepShort, skipReserved, quality, mask } = options
  const { equal, near, language } = counts.removed
  const steps = [
    'Decoded by the charset of the page; sentences and the headings over them, without menus, headers and footers; control characters became spaces; letters as they were written (no Unicode normal form).',
    ...(languages.length > 0 ? [`Only ${byParagraph ? 'paragraphs in ' : ''}${languages.join(', ')}.`] : []),
    ...(byParagraph
      ? [
          `Of pages that have such paragraphs, ${several(language.paragraphs, 'paragraph')} in other languages were left out (${number(language.characters)} characters).`,
        ]
      : []),
    ...(minShare > 0 ? [`At least ${minShare} of the text in its language.`] : []),
    ...(minChars > 1 ? [`At least ${number(minChars)} characters.`] : []),
    ...(skipReserved ? ['No pages that ask not to be used for this (`noai`, `tdm-reservation`).'] : []),
    ...(quality.length > 0
      ? [
          `Only pages that keep to the rules of ${quality.join(' and ')}; rules that were broken: ${counts.brokenRules.map(([rule, pages]) => `${rule} ${number(pages)}`).join(', ') || 'none'}.`,
        ]
      : []),
    ...(mask.length > 0
      ? [`Masked on pages that were kept: ${mask.map(kind => several(counts.masked[kind], MASKED[kind])).join(', ')}.`]
      : []),
    dedupe === 'none'
      ? 'Duplicates were not looked for.'
      : `Of pages with equal text the first stays, and of equal paragraphs of all pages${keepShort ? ' (short ones stay all)' : ''}: ${number(equal.paragraphs)} removed (${number(equal.characters)} characters).` +
        (dedupe === 'near'
          ? ` Equal: but for case, punctuation and spaces. Of paragraphs of at least 14 words that are nearly the same (MinHash over five words in a row, 14 bands of 8: most of those that share three quarters of them) the first stays: ${number(near.paragraphs)} removed (${number(near.characters)} characters).`
          : ''),
    ...(dedupe === 'none' ? [] : ['So a text may have gaps where a paragraph was not the first of its kind.']),
    `${several(allDropped(counts.dropped), 'page')} left out.`,
  ]
  return steps.map(step => `- ${step}`).join('\n')
}

/** What a page is in each form: JSONL and Parquet have the same fields. */
function forms({ files, fields }: Datasheet): string[] {
  const written = new Set(files.map(({ form }) => form))
  const hasFields = written.has('jsonl') || written.has('parquet')
  return [
    ...(hasFields
      ? [
          'JSONL and Parquet have one object per page:',
          table(
            ['field', 'meaning'],
            fields.map(([name, meaning]) => [code(name), meaning]),
          ),
        ]
      : []),
    ...(written.has('wet')
      ? ['WET has one `conversion` record per page: address, date, language and text, as Common Crawl publishes it.']
      : []),
  ]
}

function isReason(name: string): name is DropReason {
  return Object.hasOwn(WHY, name)
}

function pairs(name: string, rows: readonly (readonly [string, number])[], all: number): string {
  const shown = rows.slice(0, MOST)
  const rest = all - shown.length
  const lines = shown.map(([value, pages]) => [code(value), number(pages)])
  return table([name, 'pages'], rest > 0 ? [...lines, [`and ${number(rest)} more`, '']] : lines)
}

/** '' without rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Names come from the Web: nothing in them may be markup. */
function code(text: string): string {
  const plain = text
    .replace(/[`|\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .slice(0, 300)
    .trim()
  return plain === '' ? '' : `\`${plain}\``
}

function days(first: string, last: string): string {
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)]
  return from === to ? `on ${from}` : `from ${from} to ${to}`
}

function several(count: number, thing: string): string {
  return `${number(count)} ${thing}${count === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
