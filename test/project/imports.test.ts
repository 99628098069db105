import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../package-root.js'

/**
 * Which folders a folder of src/ may import:
 *
 *   contracts ← web·page·learn·frontier·archive·graph ← collection·judge·strategy·traps ← recrawl ← crawl | simulate | graph/import ← train
 *     ← syllabus | report·diff·portal ← export ← cli
 *
 * `graph/import` is a unit of its own. Files directly in src/ may be imported by all, and so may `disk` and `threads`.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  disk: [],
  threads: [],
  // rules for URLs are checked where they are written
  campaign: ['page'],
  demo: [],
  page: [],
  archive: ['page'],
  web: ['page', 'archive'],
  documents: ['page', 'archive'],
  // a browser, without a network of its own: it knows nothing of crawls
  render: [],
  frontier: ['page'],
  partitions: ['frontier', 'collection'],
  // workers: what a crawl of many partitions does
  'partitions/live': ['campaign', 'web', 'page', 'frontier', 'archive', 'collection', 'crawl', 'partitions'],
  learn: ['page'],
  graph: ['page', 'archive'],
  collection: ['campaign', 'page', 'archive', 'documents'],
  judge: ['page', 'learn'],
  strategy: ['page', 'learn'],
  traps: ['page'],
  // which known page again; its parameters are written as those of strategies
  recrawl: ['strategy'],
  crawl: [
    'campaign',
    'web',
    'render',
    'page',
    'documents',
    'learn',
    'frontier',
    'archive',
    'graph',
    'collection',
    'judge',
    'strategy',
    'traps',
    'partitions',
    'recrawl',
  ],
  simulate: ['frontier', 'graph', 'learn', 'page', 'partitions', 'recrawl', 'strategy', 'traps'],
  'graph/import': ['page', 'documents', 'frontier', 'archive', 'graph', 'collection', 'judge', 'strategy'],
  train: [
    'campaign',
    'web',
    'page',
    'documents',
    'learn',
    'archive',
    'graph',
    'collection',
    'judge',
    'strategy',
    'crawl',
    'simulate',
    'graph/import',
  ],
  syllabus: ['campaign', 'web', 'page', 'archive', 'collection', 'judge', 'crawl', 'train'],
  report: ['page', 'graph', 'collection', 'simulate'],
  diff: ['page', 'documents', 'collection', 'report'],
  portal: ['page', 'documents', 'archive', 'collection', 'report'],
  export: ['page', 'documents', 'archive', 'collection'],
  // what a ZIM shows is a portal
  'export/zim': ['page', 'archive', 'collection', 'export', 'export/xapian', 'portal'],
  'export/xapian': ['page', 'archive', 'collection', 'export', 'portal'],
  cli: [
    'campaign',
    'web',
    'render',
    'page',
    'documents',
    'frontier',
    'archive',
    'graph',
    'graph/import',
    'collection',
    'judge',
    'strategy',
    'crawl',
    'partitions',
    'partitions/live',
    'simulate',
    'recrawl',
    'report',
    'diff',
    'portal',
    'export',
    'export/zim',
    'train',
    'syllabus',
    'demo',
  ],
}
/** The main file of export/ names all its parts. */
const MAIN_FILES: Record<string, readonly string[]> = { 'export/index.ts': ['export/zim', 'export/xapian'] }

const src = join(packageRoot, 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))

test('imports between the folders of src point one way', () => {
  const wrong: string[] = []
  for (const file of files) {
    const folder = folderOf(file)
    if (folder === '') continue
    assert.ok(folder in MAY_IMPORT, `src/${folder} is not in the list of folders: add it with what it may import`)
    const text = readFileSync(join(src, file), 'utf8')
    const allowed = ['', folder, 'disk', 'threads', ...MAY_IMPORT[folder], ...(MAIN_FILES[file] ?? [])]
    for (const [, target] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative(src, resolve(src, dirname(file), target))
      if (!allowed.includes(folderOf(imported))) wrong.push(`${file} imports ${imported}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('crawl, simulate and graph/import do not know each other', () => {
  const side = ['crawl', 'simulate', 'graph/import']
  for (const folder of side)
    assert.deepEqual(
      MAY_IMPORT[folder].filter(other => side.includes(other)),
      [],
    )
})

test('serving a portal loads nothing of the crawler', () => {
  for (const entry of ['cli/portal-serve.ts', 'portal/server/index.ts', 'portal/search/worker.ts']) {
    const loaded = loadedBy(entry)
    assert.ok(loaded.length > 20, `${entry} loads ${loaded.length} files`)
    assert.deepEqual(
      loaded.filter(file => /^(?:crawl|strategy|judge|frontier|web|graph|simulate|train|syllabus)\//.test(file)),
      [],
    )
  }
})

test('only collection and crawl know where a crawl keeps its log', () => {
  const others = files.filter(file => !/^(?:collection|crawl)\//.test(file))
  const telling = others.filter(file => {
    const code = readFileSync(join(src, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
    return /crawl\.log\.jsonl|[dD]irectory(?:\([^()]*\))?\.log\b|\{[^{}]*\blog\b[^{}]*\} = (?:crawlDirectory|directory)\b/.test(
      code,
    )
  })
  assert.deepEqual(telling, [])
})

test('no source file holds more than 400 lines', () => {
  // a language is one file, so that whoever translates has one to translate
  const code = files.filter(file => !file.startsWith('portal/ui/languages/'))
  const long = code.filter(file => readFileSync(join(src, file), 'utf8').split('\n').length > 401)
  assert.deepEqual(long, [])
})

/** `graph/import/index.ts` → `graph/import`; '' for files directly in src/. */
function folderOf(path: string): string {
  const [first, second] = path.split('/')
  const unit = `${first}/${second}`
  return unit in MAY_IMPORT ? unit : path.includes('/') ? first : ''
}

/** The files that are loaded with one: imports of types alone load nothing. */
function loadedBy(entry: string): string[] {
  const loaded = new Set([entry])
  for (const file of loaded) {
    const text = readFileSync(join(src, file), 'utf8')
    for (const [, names, target] of text.matchAll(/^(?:import|export) ([^;'"]*?)\sfrom '(\.[^']+)'/gm)) {
      const isOfTypes = names.startsWith('type ') || /^\{(?:\s*type [^,}]+,?)+\s*\}$/.test(names)
      const path = relative(src, resolve(src, dirname(file), target)).replace(/\.js$/, '.ts')
      if (!isOfTypes) loaded.add(path)
    }
  }
  return [...loaded]
}
