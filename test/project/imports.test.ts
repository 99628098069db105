import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../package-root.js'

/** Which folders a folder of src/ may import. Files directly in src/ may be imported by all. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  disk: [],
  threads: [],
  campaign: ['disk'],
  page: [],
  archive: ['page', 'disk'],
  web: ['page', 'archive', 'disk'],
  frontier: ['page', 'disk'],
  learn: ['page', 'disk'],
  graph: ['page', 'archive', 'disk', 'threads'],
  collection: ['campaign', 'page', 'archive', 'disk', 'threads'],
  judge: ['page', 'learn', 'disk'],
  strategy: ['learn', 'page', 'disk'],
  demo: [],
  crawl: [
    'graph',
    'campaign',
    'web',
    'page',
    'learn',
    'frontier',
    'archive',
    'collection',
    'judge',
    'strategy',
    'disk',
    'threads',
  ],
  simulate: ['frontier', 'graph', 'page', 'strategy', 'learn', 'disk', 'threads'],
  train: [
    'campaign',
    'web',
    'page',
    'archive',
    'collection',
    'learn',
    'judge',
    'strategy',
    'graph',
    'simulate',
    'crawl',
    'disk',
    'threads',
  ],
  syllabus: ['campaign', 'web', 'page', 'archive', 'collection', 'judge', 'crawl', 'train', 'disk'],
  report: ['collection', 'crawl', 'simulate', 'graph', 'disk'],
  portal: ['collection', 'crawl', 'archive', 'page', 'report', 'syllabus', 'disk', 'threads'],
  export: ['collection', 'crawl', 'archive', 'page', 'portal', 'syllabus', 'disk', 'threads'],
  cli: [
    'campaign',
    'web',
    'page',
    'frontier',
    'archive',
    'collection',
    'graph',
    'judge',
    'strategy',
    'crawl',
    'simulate',
    'report',
    'portal',
    'export',
    'train',
    'syllabus',
    'demo',
    'disk',
    'threads',
  ],
}

const src = join(packageRoot, 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))

test('imports between the folders of src point one way', () => {
  const wrong: string[] = []
  for (const file of files) {
    const folder = folderOf(file)
    if (folder === '') continue
    assert.ok(folder in MAY_IMPORT, `src/${folder} is not in the list of folders: add it with what it may import`)
    const text = readFileSync(join(src, file), 'utf8')
    for (const [, target] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative(src, resolve(src, dirname(file), target))
      const other = folderOf(imported)
      if (other !== '' && other !== folder && !MAY_IMPORT[folder].includes(other))
        wrong.push(`${file} imports ${imported}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('crawl and simulate do not know each other', () => {
  assert.ok(!MAY_IMPORT.crawl.includes('simulate'))
  assert.ok(!MAY_IMPORT.simulate.includes('crawl'))
})

test('no source file holds more than 400 lines', () => {
  // a language is one file, so that whoever translates has one to translate
  const code = files.filter(file => !file.startsWith('portal/ui/languages/'))
  const long = code.filter(file => readFileSync(join(src, file), 'utf8').split('\n').length > 401)
  assert.deepEqual(long, [])
})

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}
