import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyse } from '../../src/page/analyse.js'
import { proseOf } from '../../src/page/text/prose.js'
import { exchange } from '../archive/samples.js'

function prose(html: string, url = 'http://news.example/2020/river.html'): string {
  return proseOf(analyse(exchange({ url, headers: [['Content-Type', 'text/html']], body: Buffer.from(html) })))
}

const RIVER =
  'The river rises in the northern mountains, crosses the plain in wide bends and reaches the sea after seven hundred kilometres, slowed by three dams.'
const DAM =
  'The last of the dams was finished in spring, ten years later than the government had promised, and at four times the price that parliament had agreed to.'
const FISH =
  'Fishermen say that their nets have been empty since then, because the fish no longer find their way up to the shallow lakes where they used to spawn.'
const ARTICLE = `<p>${RIVER}</p><p>${DAM}</p><p>${FISH}</p>`
const OG = '<meta property="og:type" content="article">'
const TEXT = `${RIVER}\n${DAM}\n${FISH}`

test('of an article the text stays, comments, teasers and captions go', () => {
  const html = `<head>${OG}<title>The river - News</title></head><body><h1>The river</h1>
    <article><figure><img src="a.jpg"><figcaption>The river in spring, seen from the new bridge at noon.</figcaption></figure>${ARTICLE}
    <div class="related-posts"><h3><a href="/2">Roads</a></h3><p>A new road leads to the coast, and it will be open for everybody in summer.</p></div></article>
    <div id="comments"><p>I have lived at this river for sixty years, and I have never seen it as low as it has been since they built the dams.</p>
    <p>The fish will come back, they always do, one only has to wait for a year or two, as my grandfather used to say.</p></div></body>`
  assert.equal(prose(html), TEXT)
})

test('a title that the page has as its title is not repeated, another one is', () => {
  const page = (title: string): string =>
    `<head>${OG}<title>${title}</title></head><h1>Where the fish went</h1><div>${ARTICLE}</div>`
  assert.equal(prose(page('Where the fish went | News')), TEXT)
  assert.equal(prose(page('News')), `Where the fish went\n${TEXT}`)
})

test('the first paragraph may stand between title and article, and be called a teaser', () => {
  const html = `<head>${OG}</head><h1>Fish</h1><div class="teaser">Three dams were built, and the fish have not been seen since.</div>
    <p class="author">By Ann Example</p><div class="article-body">${ARTICLE}</div>`
  assert.equal(prose(html), `Fish\nThree dams were built, and the fish have not been seen since.\n${TEXT}`)
})

test('tables of numbers and repeated lines of an article stay', () => {
  const html = `<head>${OG}</head><div class="post-content"><p>${RIVER}</p><table><tr><td>1990</td><td>1,204 t</td></tr><tr><td>2000</td><td>87 t</td></tr></table>
    <p>${DAM}</p><p>Still the river flows to the sea.</p><p>${FISH}</p><p>Still the river flows to the sea.</p></div>`
  const lines = prose(html).split('\n')
  assert.ok(lines.includes('1,204 t') && lines.includes('2000'), lines.join('|'))
  assert.equal(lines.filter(line => line === 'Still the river flows to the sea.').length, 2)
})

test('names that say what an article is about do not make it a teaser', () => {
  const html = `<article class="post tag-advertising category-print has-sidebar">${ARTICLE}<p>5. Ann</p><p>${DAM.replace('last', 'first')}</p></article>`
  assert.match(prose(html), /5\. Ann/)
})

test('an article in parts stays whole', () => {
  const parts = [RIVER, DAM, FISH].map(text => `<article><h2>Part</h2><p>${text} ${text}</p></article>`).join('')
  for (const text of [RIVER, DAM, FISH])
    assert.ok(prose(`<head>${OG}</head><article>${parts}</article>`).includes(text))
})

test('a page at the root of a host is a home page unless it says that it is an article', () => {
  const teaser = `<div class="teaser"><p>${FISH}</p></div>`
  const html = `<div class="article-body"><p>${RIVER} ${DAM} ${RIVER.toLowerCase()} ${DAM.toLowerCase()}</p></div>${teaser}`
  assert.ok(prose(html, 'http://news.example/').includes(FISH))
  assert.ok(!prose(html).includes(FISH))
  assert.ok(
    !prose(
      `<script type="application/ld+json">{"@type": "NewsArticle"}</script>${html}`,
      'http://news.example/',
    ).includes(FISH),
  )
})

test('markup that was escaped twice is no text, markup that is written about is', () => {
  const html = `<p>${RIVER} &lt;img src="a.jpg" alt="a river" /&gt; ${DAM}</p><p>The element &lt;img&gt; shows a picture, and nothing has to be closed after it.</p>
    <pre>&lt;img src="b.jpg"&gt; is how a picture is shown on a page, with its address.</pre>`
  const text = prose(html)
  assert.doesNotMatch(text, /a\.jpg/)
  assert.match(text, /element <img> shows/)
  assert.match(text, /<img src="b\.jpg">/)
})

test('names that would take all of the text are not believed', () => {
  assert.equal(prose(`<head>${OG}</head><div class="comments sponsored">${ARTICLE}</div>`), TEXT)
})
