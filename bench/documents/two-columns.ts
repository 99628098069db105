/**
 * Papers in two columns of which the source is there (samples of journals' LaTeX classes): how many of the plain sentences of the source
 * stand in our text, with all their words in a row. The package is large (213 MB), so it is fetched only for this:
 *
 *   bench/documents/install-files.sh two-columns && npm run build && node dist/bench/documents/two-columns.js
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../test/package-root.js'
import { Tool, type Reading } from './tool.js'
import { wordsIn } from './words.js'

const FOLDER = join(packageRoot, 'bench', '.documents', 'texlive-publishers-doc')
/** Papers that are set in two columns. */
const PAPERS =
  /\/(?:mnras_guide|mnras_template|asmejour-template|asmeconf-template|asmeconf-fontspec|sample-sigconf(?:-i13n|-biblatex)?|sample-sigplan|sample-acmtog|sample-lualatex|sample-xelatex|apssamp|aipsamp|sorsamp|bare_(?:jrnl|conf|adv)\w*|IEEEtran_HOWTO|New_IEEEtran_how-to|conference_\w+|quantum-template|tubguide|sample-authordraft)\.pdf$/
const LEAST_WORDS = 8
const SHOWN = 3

/** Sentences without markup, of paragraphs of the body. */
function plainSentences(source: string): string[] {
  const body = source.slice(source.indexOf('\\begin{document}'))
  const text = body
    .replace(/(?<!\\)%.*/g, '')
    .replace(
      /\\begin\{(equation|align|figure|table|verbatim|lstlisting|tabular|CCSXML|comment)\*?\}[^]*?\\end\{\1\*?\}/g,
      '\n\n',
    )
    .replace(/\\(?:emph|textit|textbf|texttt|textsf)\{([^{}]*)\}/g, '$1')
    .replace(/\\(?:LaTeX|TeX)(?:\{\}|\\ )?/g, '\\x ')
  return text.split(/\n\s*\n/).flatMap(paragraph =>
    paragraph
      .replace(/\s+/g, ' ')
      .replaceAll('~', ' ')
      .replace(/``|''/g, '"')
      .split(/(?<=[.?!]) (?=[A-Z])/)
      .filter(sentence => /[.?!]$/.test(sentence.trim()) && !/[\\{}$&^_@#[\]]/.test(sentence)),
  )
}

const own = new Tool<Reading>(process.execPath, fileURLToPath(new URL('./own-reader.js', import.meta.url)))
const others = new Tool<Record<'pdftotext' | 'pypdf', Reading>>(
  '/usr/bin/python3',
  join(packageRoot, 'bench', 'documents', 'other-tools.py'),
)
const rowOf = (text: string): string => ` ${wordsIn(text).join(' ')} `
const total = { sentences: 0, longtail: 0, pdftotext: 0, pypdf: 0 }
const files = existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }) : []
console.log('| paper | sentences | Longtail | `pdftotext` | pypdf |\n|---|---|---|---|---|')
for (const name of files.filter(one => PAPERS.test(`/${one}`)).sort()) {
  const source = join(FOLDER, name.replace(/\.pdf$/, '.tex'))
  if (!existsSync(source)) continue
  const sentences = plainSentences(readFileSync(source, 'latin1')).map(rowOf)
  const wanted = [...new Set(sentences)].filter(row => row.split(' ').length >= LEAST_WORDS + 2)
  if (wanted.length === 0) continue
  const [longtail, other] = await Promise.all([own.ask(join(FOLDER, name)), others.ask(join(FOLDER, name))])
  const rows = {
    longtail: rowOf(longtail.main ?? longtail.text),
    pdftotext: rowOf(other.pdftotext.text),
    pypdf: rowOf(other.pypdf.text),
  }
  // the PDF may be of another version of the source: what nobody has is not in it
  const there = wanted.filter(sentence => Object.values(rows).some(row => row.includes(sentence)))
  const found = (row: string): number => there.filter(sentence => row.includes(sentence)).length
  const counts = { longtail: found(rows.longtail), pdftotext: found(rows.pdftotext), pypdf: found(rows.pypdf) }
  total.sentences += there.length
  for (const tool of ['longtail', 'pdftotext', 'pypdf'] as const) total[tool] += counts[tool]
  console.log(
    `| ${basename(name)} | ${there.length} of ${wanted.length} | ${counts.longtail} | ${counts.pdftotext} | ${counts.pypdf} |`,
  )
  for (const missing of there.filter(sentence => !rows.longtail.includes(sentence)).slice(0, SHOWN))
    console.error(`  ${basename(name)}:${missing.slice(0, 140)}`)
}
console.log(`| all | ${total.sentences} | ${total.longtail} | ${total.pdftotext} | ${total.pypdf} |`)
own.end()
others.end()
