/**
 * How right is the language judge? Thai for every policy and the main language of the ten most frequent languages, both on
 * the home pages of cc-dev; single sentences and passages in close languages. Once for each identifier. LONGTAIL_DISAGREEMENTS=1 lists every page on which `modern` and the
 * label differ, with its text: what the corrections were made from.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { POLICIES, createJudge, findLanguage } from '../../src/judge/index.js'
import { identifierName, useIdentifier } from '../../src/page/language/identifier.js'
import { identifyLanguage } from '../../src/page/language/identify.js'
import type { Correction, LabelledPage } from './cc-dev.js'
import { readCcDev } from './cc-dev.js'
import type { Measurement } from './measure.js'
import { countsOf, f1, precision, recall } from './measure.js'

const FREQUENT = 10

export async function evaluateJudge(data: string, corrections: readonly Correction[]): Promise<Measurement[]> {
  const pages = await readCcDev(data, corrections)
  if (process.env.LONGTAIL_DISAGREEMENTS !== undefined) printDisagreements(pages)
  const measure = (): Measurement[] => [
    ...thai(pages),
    ...mainLanguage(pages),
    ...sentences(join(data, 'langid')),
    ...neighbours(join(data, 'languages')),
  ]
  const usual = identifierName()
  useIdentifier('cld')
  const best = measure()
  useIdentifier('ngrams')
  const second = measure().map(one => ({ ...one, id: one.id.replace('judge.', 'judge.ngrams.') }))
  useIdentifier(usual)
  return [...best, ...second]
}

function thai(pages: readonly LabelledPage[]): Measurement[] {
  const isThai = ({ label, alsoIn }: LabelledPage): boolean => label === 'tha' || alsoIn.includes('tha')
  return POLICIES.flatMap(policy => {
    const judge = createJudge({ kind: 'language', languages: ['tha'], policy })
    for (const { page } of pages) judge.judge(page) // warm: the second pass is timed
    const before = process.cpuUsage()
    const counts = countsOf(pages, isThai, ({ page }) => judge.judge(page).relevant)
    const { user, system } = process.cpuUsage(before)
    const detail = `${counts.truePositive} right, ${counts.falsePositive} wrong, ${counts.falseNegative} missed of ${pages.length} pages`
    return [
      { id: `judge.thai.${policy}.precision`, value: precision(counts), detail },
      { id: `judge.thai.${policy}.recall`, value: recall(counts), detail },
      {
        id: `judge.thai.${policy}.cpu-ms`,
        value: (user + system) / 1000 / pages.length,
        detail: 'CPU per page, second pass',
      },
    ]
  })
}

function mainLanguage(pages: readonly LabelledPage[]): Measurement[] {
  const judge = createJudge({ kind: 'language', languages: ['tha'], policy: 'modern' })
  const judged = pages.map(({ page, label, heuristic }) => {
    return { said: judge.judge(page).language, label, table: findLanguage(heuristic)?.code ?? 'und' }
  })
  const frequency = new Map<string, number>()
  for (const { table } of judged) if (table !== 'und') frequency.set(table, (frequency.get(table) ?? 0) + 1)
  const frequent = [...frequency.keys()].sort((a, b) => count(b) - count(a)).slice(0, FREQUENT)
  const each = frequent.map(language => {
    const counts = countsOf(
      judged,
      one => one.label === language,
      one => one.said === language,
    )
    const detail = `${counts.truePositive} right, ${counts.falsePositive} wrong, ${counts.falseNegative} missed`
    return { id: `judge.main.${language}.f1`, value: f1(counts), detail }
  })
  const byTable = frequent.map(language =>
    f1(
      countsOf(
        judged,
        one => one.table === language,
        one => one.said === language,
      ),
    ),
  )
  const right = judged.filter(({ said, label }) => said === label).length
  const rightByTable = judged.filter(({ said, table }) => said === table).length
  return [
    { id: 'judge.main.macro-f1', value: mean(each.map(({ value }) => value)), detail: `of ${frequent.join(' ')}` },
    {
      id: 'judge.main.macro-f1.uncorrected',
      value: mean(byTable),
      detail: 'against the labels of the table as they are',
    },
    ...each,
    {
      id: 'judge.main.accuracy',
      value: right / judged.length,
      detail: `${right} of ${judged.length} pages in all languages`,
    },
    {
      id: 'judge.main.accuracy.uncorrected',
      value: rightByTable / judged.length,
      detail: `${rightByTable} of ${judged.length} pages`,
    },
  ]

  function count(language: string): number {
    return frequency.get(language) ?? 0
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Short text: what identification is worth for anchors and headings. The Malay file is largely Indonesian. */
function sentences(folder: string): Measurement[] {
  const files = readdirSync(folder)
    .filter(name => /^[a-z]{2}\.txt\.gz$/.test(name))
    .sort()
    .map(name => {
      const language = findLanguage(name.slice(0, 2))?.code ?? 'und'
      const lines = gunzipSync(readFileSync(join(folder, name)))
        .toString('utf8')
        .trimEnd()
        .split('\n')
      const right = lines.filter(line => identifyLanguage(line).languages[0]?.language === language).length
      return { language, right, all: lines.length }
    })
  const total = files.reduce(
    (sum, { right, all }) => ({ language: 'all', right: sum.right + right, all: sum.all + all }),
    { language: 'all', right: 0, all: 0 },
  )
  return [total, ...files].map(({ language, right, all }) => {
    return { id: `judge.sentences.${language}.accuracy`, value: right / all, detail: `${right} of ${all} sentences` }
  })
}

const PASSAGES = 60
const PASSAGE_LENGTH = 500

/** Languages that small ones are taken for (`known-<code>`); how often one that is not known is claimed with certainty. */
function neighbours(folder: string): Measurement[] {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(folder, name)).map(file => ({ name, lines: linesOf(join(folder, name, file)) })),
    )
  const known = texts.filter(({ name }) => name.startsWith('known-'))
  const right = known.flatMap(({ name, lines }) =>
    passagesOf(lines).map(text => identifyLanguage(text).languages[0]?.language === name.slice('known-'.length)),
  )
  const claimed = texts
    .filter(({ name }) => !name.startsWith('known-'))
    .flatMap(({ lines }) =>
      passagesOf(lines).map(text => identifyLanguage(text).languages.some(one => one.reliable && one.share >= 0.5)),
    )
  const share = (answers: readonly boolean[]): number => answers.filter(Boolean).length / answers.length
  return [
    { id: 'judge.neighbours.accuracy', value: share(right), detail: `of ${right.length} passages of 500 characters` },
    { id: 'judge.unknown.claimed', value: share(claimed), detail: `of ${claimed.length} passages in other languages` },
  ]
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n')
}

function passagesOf(lines: readonly string[]): string[] {
  return Array.from({ length: PASSAGES }, (_, i) => {
    let text = ''
    for (let k = 0; text.length < PASSAGE_LENGTH && k < 30; k++) text += `${lines[(i * 7 + k) % lines.length]}\n`
    return text
  })
}

function printDisagreements(pages: readonly LabelledPage[]): void {
  const judge = createJudge({ kind: 'language', languages: ['tha'], policy: 'modern' })
  for (const { page, label, alsoIn, heuristic } of pages) {
    const { language, relevant, share, reasons } = judge.judge(page)
    const thai = label === 'tha' || alsoIn.includes('tha')
    if (language === label && relevant === thai) continue
    console.log(
      `${page.url}  table ${heuristic}, label ${label}, judged ${language}, Thai ${relevant} ${share.toFixed(3)}  charset ${page.declared.charset} (${page.declared.charsetSource}), declares ${page.declared.language}`,
    )
    console.log(`  ${reasons.join('; ')}`)
    console.log(`  TITLE ${page.title}\n  MAIN ${page.text.slice(0, 600).replaceAll('\n', ' / ')}`)
    if (page.text.length < 200) console.log(`  FULL ${page.fullText.slice(0, 600).replaceAll('\n', ' / ')}`)
  }
}
