/**
 * A card for hubs of data: YAML that they read (languages, size, where the data is), then the same in words. Nothing of it is from pages
 * but names of languages; the datasheet has the rest.
 */
import { languageName } from '../../page/language/english-name.js'
import type { Datasheet } from './datasheet.js'

/** Of rows, as hubs write them. */
const SIZES: readonly (readonly [below: number, name: string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
  [1e8, '10M<n<100M'],
  [1e9, '100M<n<1B'],
]
/** A language of single pages does not make a corpus. */
const MAX_LANGUAGES = 100

/** `isDirectory`: the card lies beside the data under the name that hubs look for. */
export function dataCard(sheet: Datasheet, isDirectory: boolean): string {
  const { counts, files, created, software, options } = sheet
  const languages = counts.languages
    .filter(([language, { pages }]) => pages > 0 && /^[a-z]{2,3}$/.test(language) && language !== 'und')
    .slice(0, MAX_LANGUAGES)
  const shown = files.find(({ form }) => form === 'parquet') ?? files.find(({ form }) => form === 'jsonl')
  const [, size] = SIZES.find(([below]) => counts.pages < below) ?? [0, 'n>1T']
  const yaml = [
    'pretty_name: Text of Web pages',
    ...(languages.length === 0 ? [] : ['language:', ...languages.map(([language]) => `- ${quoted(language)}`)]),
    ...(languages.length > 1 ? ['multilinguality:', '- multilingual'] : []),
    'license: other',
    'license_name: as-of-each-page',
    'task_categories:',
    '- text-generation',
    'size_categories:',
    `- ${size}`,
    'source_datasets:',
    '- original',
    ...(shown === undefined
      ? []
      : [
          'configs:',
          '- config_name: default',
          '  data_files:',
          '  - split: train',
          `    path: ${JSON.stringify(shown.name)}`,
        ]),
  ]
  return [
    `---\n${yaml.join('\n')}\n---`,
    '# Text of Web pages',
    `The text of ${number(counts.pages)} pages of ${number(counts.hosts.hosts)} hosts, ${number(counts.words)} words, made by ${software} on ${created.slice(0, 10)}.`,
    languages.length === 0
      ? ''
      : `Languages: ${languages
          .slice(0, 20)
          .map(([language, { pages }]) => `${languageName(language, language)} (${number(pages)} pages)`)
          .join(', ')}${languages.length > 20 ? ` and ${languages.length - 20} more` : ''}.`,
    'Each row is one page: `text` has one paragraph per line, `id` names the capture, `quality` has signals to choose by. ' +
      `${isDirectory ? '`DATASHEET.md`' : 'The datasheet beside this file'} says what all fields mean, how the pages were collected and cleaned, and what was left out.`,
    options.mask.length === 0
      ? 'Personal data was not masked.'
      : `Masked in texts and titles: ${options.mask.join(', ')}. Some will have been missed.`,
    'Each page has its own rights: see `licences` and `reservations`. The licence of the collection is for its publisher to choose.',
  ]
    .filter(part => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** "no" is a word of YAML. */
function quoted(language: string): string {
  return JSON.stringify(language)
}

function number(value: number): string {
  return value.toLocaleString('en')
}
