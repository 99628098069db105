import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { namesOf } from '../../src/portal/search/assist/names.js'
import { openEngine, type IndexEngine } from '../../src/portal/search/engine.js'
import { proseShare } from '../../src/portal/search/prose-share.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { build } from './build-samples.js'
import { writeArchive } from './small-archive.js'

const ARTICLES: Record<string, string> = {
  Elephant:
    'Elephants are large animals that eat grass. An elephant lives in a herd and remembers the way to the water.',
  Elegance:
    'An elegant dress is a thing of taste. People tell each other what is elegant, and they tell it me every day.',
  'Black hole': 'Nothing leaves a black hole, not even light. Far out in space a star has ended, and gravity has won.',
  'Giant Eland': 'The giant eland is an antelope of the open savanna. It walks in the evening and rests in the shade.',
  'Atlantic weather':
    'The open sea brings rain. In the end a giant storm comes from the Atlantic ocean, and the ocean is rough.',
  'Ocean life':
    'Fish live in the ocean. The Atlantic ocean and the Pacific ocean are large, and nobody has seen all of them.',
  'Nirvana (band)':
    'A band from Aberdeen that made loud music. People still tell me about the first time that they heard it.',
  'Stories to tell':
    'Tell me a story. I will tell you about important work, and you tell me why it is important and how it does work.',
  'The work of water':
    'Water works on stone. Why is it important? Because in the end a river does a giant work in the open land.',
}

function pageOf(title: string, text: string): { readonly url: string; readonly body: string } {
  const body = `<html lang="en"><title>${title}</title><p>${text} ${'It is said in many books that this is so. '.repeat(3)}</p>`
  return { url: `http://site.example/${encodeURIComponent(title)}`, body }
}

/** Short lines, each a name: all words of all titles stand on it. */
function indexPage(): { readonly url: string; readonly body: string } {
  const items = Object.keys(ARTICLES).flatMap(title => [title, `${title} elephant`, `elephant ${title}`])
  const body = `<html lang="en"><title>Index of elephant pages</title><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
  return { url: 'http://site.example/index', body }
}

describe('names of pages', () => {
  const directory = temporaryDirectory('search-names')
  let engine: IndexEngine
  before(async () => {
    const archive = join(directory, 'pages.warc')
    writeArchive(archive, [...Object.entries(ARTICLES).map(([title, text]) => pageOf(title, text)), indexPage()])
    const out = join(directory, 'portal')
    await build(out, [archive])
    engine = openEngine(join(out, 'index.db'))
  })
  after(() => engine.close())
  const ask = (text: string) =>
    engine.search({ text, limit: 5, offset: 0, filters: {}, perSite: 0, clusters: false, verbatim: false })
  const first = (text: string): string | undefined => ask(text).hits[0]?.page.title

  test('a question that holds the name of a page finds it, whatever else is asked', () => {
    assert.equal(first('tell me about black hole'), 'Black hole')
    assert.equal(first('why is the black hole important'), 'Black hole')
    assert.equal(first('what is nirvana'), 'Nirvana (band)')
    assert.equal(first('what do elephants eat'), 'Elephant')
  })

  test('a page whose name is the word comes before those that have it more often, and an index comes last', () => {
    assert.equal(first('elephant'), 'Elephant')
    assert.equal(ask('giant eland').hits[0].page.title, 'Giant Eland')
    const order = ask('elephant').hits.map(({ page }) => page.title)
    assert.equal(order.at(-1), 'Index of elephant pages')
  })

  test('without the page it is the other words that count, and unwanted pages stay away', () => {
    assert.ok(!ask('black hole -gravity').hits.some(({ page }) => page.title === 'Black hole'))
    assert.equal(first('important work to tell'), 'Stories to tell')
  })

  test('spelling goes by sound, by names, and by the words beside it', () => {
    assert.equal(ask('elefant').correction?.text, 'elephant')
    assert.equal(ask('giant eand').correction?.text, 'giant eland')
    assert.equal(ask('Atlantic ocen').correction?.text, 'Atlantic ocean')
  })
})

test('names lose brackets, what stands behind a comma, and an article in front', () => {
  assert.deepEqual([...namesOf('Nirvana (band)', 'eng')], ['nirvana band', 'nirvana'])
  assert.deepEqual([...namesOf('San Jose, California', 'eng')], ['san jose california', 'san jose'])
  assert.deepEqual([...namesOf('The Oz books', 'eng')], ['oz books'])
  assert.deepEqual([...namesOf('a title of more words than anybody would type in a question', 'eng')], [])
})

test('running text is told from lists in any script', () => {
  assert.equal(proseShare('Home\nAbout us\nContact\nNews\n'), 0)
  assert.equal(proseShare('A sentence of some length, with an end.\nAnother one, which has one, too.'), 1)
  assert.equal(proseShare('ประเทศไทยเป็นประเทศในเอเชียตะวันออกเฉียงใต้'.repeat(3)), 1)
  assert.equal(proseShare(''), 0)
})
