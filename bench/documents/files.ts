/** Which files are read: of each package some, the largest first, so that it is not all samples of one page. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface BenchFile {
  readonly path: string
  readonly name: string
  /** What it stands for in the tables. */
  readonly group: string
}

interface Choice {
  readonly group: string
  readonly matches: RegExp
  readonly most: number
}

/** In this order; a file counts for the first that matches. */
const CHOICES: readonly Choice[] = [
  { group: 'reference cards in 33 languages, three columns', matches: /refcard-\w+-a4/, most: 38 },
  { group: 'Thai', matches: /lshort-thai|babel-thai|thaispec/, most: 3 },
  {
    group: 'Arabic script',
    matches:
      /texlive-lang-arabic\/.*(?:lshort-persian|quran-doc|arabic-book|arabluatex\.pdf|al-Jahiz|na-box_doc|simurgh-doc|kurdishlipsum|bac_template|xepersian-doc|test_beamer|samplebook)/,
    most: 12,
  },
  { group: 'Hebrew', matches: /babel-hebrew|cjhebrew/, most: 3 },
  {
    group: 'Chinese',
    matches:
      /zh[-_](?:cn|tw)|refcard-zh|texlive-lang-chinese\/.*(?:lshort-zh-cn|ctex\.pdf|install-latex-guide|texproposal)/i,
    most: 12,
  },
  { group: 'Japanese', matches: /-ja\/|refcard-ja-a4|zxjafont|jsclasses/, most: 8 },
  { group: 'Korean', matches: /lshort-ko|debian-faq-ko|kotex-doc|cjk-ko-doc|pmhanguljamo-kdoc|refcard-ko-a4/, most: 6 },
  {
    group: 'Indic and other scripts',
    matches:
      /eyes17-manuals-ml|latex-mr|latexbangla|velthuis\/(?:hindi|xetex-examples)|ctib4tex|ethiodoc|refcard-(?:hi|ml)-a4|sanskrit|burmguide/,
    most: 9,
  },
  { group: 'Greek', matches: /texlive-lang-greek|refcard-el-a4/, most: 6 },
  { group: 'Cyrillic', matches: /-ru\/|-uk\/|texlive-lang-cyrillic|refcard-(?:bg|ru|uk)-a4/, most: 10 },
  {
    group: 'Latin script',
    matches:
      /maint-guide|debian-faq|debian-reference|live-manual\.portrait\.\w+\.a4|refcard-\w+-a4|lshort|ubuntu-packaging|texlive-lang-(?:czech|polish|portug|spanish|italian)/,
    most: 30,
  },
]

export function benchFiles(folder: string): BenchFile[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not there: run bench/documents/install-files.sh first`)
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.pdf'))
    .map(name => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile())
    .map(file => ({ ...file, size: statSync(file.path).size }))
    .sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1))
  const taken = new Set<string>()
  return CHOICES.flatMap(({ group, matches, most }) => {
    const chosen = all.filter(({ name }) => matches.test(name) && !taken.has(basename(name))).slice(0, most)
    for (const { name } of chosen) taken.add(basename(name))
    return chosen.map(({ path, name }) => ({ path, name: basename(name), group }))
  })
}
