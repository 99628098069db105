/**
 * Languages in real page templates: in the HTML of English home pages of cc-dev the long runs of text are replaced by text of a language until
 * 20, 50 or 80 % of all visible text is in it. Menus, headings, buttons and notices stay English, and so does `lang`. The pages go the whole way
 * from bytes to verdict. `node dist/bench/languages/templates.js [part of a name]` with LONGTAIL_DATA.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Judge } from '../../src/contracts.js'
import { createLanguageJudge } from '../../src/judge/index.js'
import { htmlOf } from '../../src/page/charset/decode.js'
import { writeLanguageModel } from '../../src/page/language/learned/language-model.js'
import { readCcDev, type LabelledPage } from '../../test/evaluate/cc-dev.js'
import { pageOf } from '../../test/judge/page-of.js'
import { packageRoot } from '../../test/package-root.js'
import { learnFrom } from './protocol.js'
import { readSources, split, type Source } from './texts.js'

const BYTES = 30_000
const SHARES = [0.2, 0.5, 0.8] as const
const TEMPLATES = 12
/** Characters of a page, and of a run of text that is no menu. */
const LEAST_PAGE = 1500
const LEAST_RUN = 60
const LEAST_RUNS = 4

/** Parts of the HTML: text runs that may be replaced at odd places, everything else at even ones. */
interface Template {
  readonly parts: readonly string[]
  readonly visible: number
}

function templatesOf(pages: readonly LabelledPage[]): Template[] {
  return pages
    .filter(({ page, label }) => label === 'eng' && page.fullText.length >= LEAST_PAGE)
    .map(({ page }) => ({ parts: partsOf(htmlOf(page)), visible: page.fullText.length }))
    .filter(({ parts }) => parts.length > 2 * LEAST_RUNS)
    .slice(0, TEMPLATES)
}

function partsOf(html: string): string[] {
  const parts = ['']
  // scripts, styles, comments, the head and tags are no text
  for (const [part] of html.matchAll(
    /<(script|style|noscript|head|textarea|title)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<[^>]*>|[^<]+/gi,
  )) {
    const isRun = !part.startsWith('<') && part.trim().length >= LEAST_RUN
    if (isRun) parts.push(part, '')
    else parts[parts.length - 1] += part
  }
  return parts
}

/** Runs in turn, each as long as it was; longer ones where the share asks for more text than the template has in runs. */
function filled({ parts, visible }: Template, lines: readonly string[], share: number, start: number): string {
  const runs = parts.filter((_, i) => i % 2 === 1)
  const inRuns = runs.reduce((sum, run) => sum + run.trim().length, 0)
  const fits = share * visible <= inRuns
  const wanted = fits ? share * visible : (share / (1 - share)) * Math.max(200, visible - inRuns)
  const factor = fits ? 1 : wanted / inRuns
  let [line, written] = [start, 0]
  return parts
    .map((part, i) => {
      if (i % 2 === 0 || written >= wanted) return part
      const size = Math.max(LEAST_RUN, part.trim().length * factor)
      let text = ''
      while (text.length < size) text += `${lines[line++ % lines.length]} `
      text = text.slice(0, size)
      written += text.length
      return ` ${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} `
    })
    .join('')
}

function isTaken(judge: Judge, html: string): boolean {
  return judge.judge(pageOf(html, 'http://site.example/', 'text/html; charset=utf-8')).relevant
}

function tryTemplates(source: Source, sources: readonly Source[], templates: readonly Template[], directory: string) {
  const model = join(directory, 'one.model')
  writeLanguageModel(model, learnFrom(source, sources, BYTES, 'declared'))
  const judge = createLanguageJudge({ languages: [{ model }] })
  const { rest } = split(source, BYTES)
  const others = sources.filter(one => one.language !== source.language && one.script === source.script)
  const part = (taken: readonly boolean[]): number => taken.filter(Boolean).length / Math.max(1, taken.length)
  return SHARES.map(share => ({
    found: part(templates.map((template, i) => isTaken(judge, filled(template, rest, share, i * 7)))),
    wrong: part(
      others.map((other, i) => isTaken(judge, filled(templates[i % templates.length], other.lines, share, 50))),
    ),
  }))
}

const data = process.env.LONGTAIL_DATA ?? ''
const corrections = readFileSync(join(packageRoot, 'test', 'evaluate', 'cc-dev-corrections.json'), 'utf8')
const templates = templatesOf(await readCcDev(data, JSON.parse(corrections)))
const sources = readSources(data)
const directory = mkdtempSync(join(tmpdir(), 'longtail-templates-'))
try {
  const results = sources
    .filter(({ id, isKnown }) => !isKnown && process.argv.slice(2).every(part => id.includes(part)))
    .map(source => {
      const result = tryTemplates(source, sources, templates, directory)
      const shown = result.map(({ found, wrong }) => `${found.toFixed(2)} wrong ${wrong.toFixed(2)}`)
      console.log(`${source.id.padEnd(18)} ${shown.join('   ')}`)
      return result
    })
  SHARES.forEach((share, i) => {
    const mean = (of: 'found' | 'wrong'): string =>
      (results.reduce((sum, result) => sum + result[i][of], 0) / results.length).toFixed(3)
    console.log(`${share}: found ${mean('found')}, wrong ${mean('wrong')} (${templates.length} templates)`)
  })
} finally {
  rmSync(directory, { recursive: true, force: true })
}
