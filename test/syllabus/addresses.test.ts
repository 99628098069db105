import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadCampaign } from '../../src/campaign/index.js'
import { LongtailError } from '../../src/errors.js'
import { findAddresses, type AddressOptions } from '../../src/syllabus/addresses.js'
import { loadSyllabus, parseSyllabus } from '../../src/syllabus/syllabus.js'
import { SavedSearches } from '../../src/train/saved-searches.js'
import type { SearchEngine } from '../../src/web/search.js'
import { packageRoot } from '../package-root.js'

let directory: string
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'longtail-addresses-'))
})
after(() => rmSync(directory, { recursive: true, force: true }))

const broken: SearchEngine = {
  name: 'broken',
  search: () => Promise.reject(new LongtailError('E_SEARCH', 'the engine is out of order')),
  close: () => Promise.resolve(),
}

function working(asked: string[]): SearchEngine {
  return {
    name: 'working',
    search: (query, { results }) => {
      asked.push(query)
      const urls = [1, 2, 3].map(i => `http://${query.replace(/\W/g, '').toLowerCase()}.example/${i}`)
      return Promise.resolve(urls.slice(0, results).map(url => ({ url, title: '', excerpt: '' })))
    },
    close: () => Promise.resolve(),
  }
}

function options(source: string, engine: SearchEngine | null, file: string, warnings: string[] = []): AddressOptions {
  return {
    syllabus: parseSyllabus(source, join(directory, 's.yaml')),
    engine,
    searches: new SavedSearches(join(directory, file)),
    results: 2,
    language: 'en',
    common: [],
    mayBeNone: false,
    signal: new AbortController().signal,
    warn: message => warnings.push(message),
    onTopic: () => {},
  }
}

test('topics begin with what the file names and what the search engine finds, which is asked once', async () => {
  const asked: string[] = []
  const source = '- {name: Rivers of Asia, seeds: [http://r.example/], examples: [http://e.example/]}\n- Lakes\n'
  const found = await findAddresses(options(source, working(asked), 'a.json'))
  assert.deepEqual(found.get('rivers-of-asia'), {
    examples: ['http://e.example/', 'http://riversofasia.example/1', 'http://riversofasia.example/2'],
    negatives: [],
    seeds: ['http://r.example/', 'http://e.example/', 'http://riversofasia.example/1', 'http://riversofasia.example/2'],
  })
  assert.deepEqual(asked, ['Rivers of Asia', 'Lakes'])
  const again = await findAddresses(options(source, working(asked), 'a.json'))
  assert.deepEqual(again, found)
  assert.equal(asked.length, 2)
})

test('a search engine that fails stops nobody who has other addresses', async () => {
  const warnings: string[] = []
  const source = '- {name: Rivers, seeds: [http://r.example/]}\n- Lakes\n'
  const found = await findAddresses(options(source, broken, 'b.json', warnings))
  // what is there to begin with is also what is learned from
  assert.deepEqual(found.get('rivers'), {
    examples: ['http://r.example/'],
    negatives: [],
    seeds: ['http://r.example/'],
  })
  assert.deepEqual(found.get('lakes')?.seeds, [])
  assert.deepEqual(warnings, ['the engine is out of order'])
})

test('without any address the message says what is missing, or what the search engine said', async () => {
  await assert.rejects(findAddresses(options('- Rivers\n', null, 'c.json')), /E_CAMPAIGN|give a search engine/)
  await assert.rejects(findAddresses(options('- Rivers\n', broken, 'd.json')), /out of order/)
})

test('kept searches that were damaged are refused, not believed', () => {
  const path = join(directory, 'damaged.json')
  writeFileSync(path, '{"format":"longtail-search","version":1,"searches":[{"query":5}]}')
  assert.throws(() => new SavedSearches(path), /does not contain searches.*remove the file/)
  writeFileSync(path, '{')
  assert.throws(() => new SavedSearches(path), /not JSON/)
})

test('the examples of a syllabus and its campaign can be read', () => {
  const at = (name: string): string => join(packageRoot, 'examples/school-syllabus/on-the-web', name)
  assert.deepEqual(
    loadSyllabus(at('syllabus.yaml')).topics.map(({ name, query }) => [name, query]),
    [
      ['Photosynthesis', 'Photosynthesis biology'],
      ['Cell division', 'Cell division biology'],
      ['Human digestive system', 'how the human digestive system works'],
      ['Beekeeping', 'Beekeeping biology'],
      ['Soil erosion', 'soil erosion causes and prevention'],
    ],
  )
  assert.equal(loadSyllabus(at('syllabus.csv')).topics[1].query, 'Riveting metalwork')
  assert.equal(loadCampaign(at('campaign.yaml')).campaign.target.syllabus, at('syllabus.yaml'))
  const shown = /```yaml\n(topics[^`]*)```/.exec(readFileSync(join(packageRoot, 'docs', 'syllabus.md'), 'utf8'))
  assert.ok(shown !== null)
  assert.ok(parseSyllabus(shown[1], at('x.yaml')).topics.length > 0)
})
