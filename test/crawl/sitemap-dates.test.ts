/** Dates of sitemaps in the plan of a round. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { crawlLiving, ChangingWeb } from './living-web.js'
import { temporaryDirectory } from './run-cli.js'

const directory = temporaryDirectory('sitemap-dates')
after(() => rmSync(directory, { recursive: true, force: true }))

test('what a sitemap says has changed since it was visited comes first in the next round', async t => {
  const out = join(directory, 'crawl')
  const web = await ChangingWeb.start()
  t.after(() => web.close())
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const sitemap = (dates: Record<string, Date>): void => {
    const entries = names.map(name => {
      const date = (dates[name] ?? new Date('2020-01-01')).toISOString()
      return `<url><loc>http://a.test/${name}</loc><lastmod>${date}</lastmod></url>`
    })
    const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`
    web.objects.set('a.test/sitemap.xml', { type: 'application/xml', body })
  }
  web.robots = 'Sitemap: http://a.test/sitemap.xml\n'
  web.add('a.test/', 'none')
  for (const name of names) web.add(`a.test/${name}`, 'etag')
  sitemap({})
  const politeness = { delay: '0s', 'max-crawl-delay': '0s', sitemaps: true }
  const crawl = (again: boolean, recrawl = {}) =>
    crawlLiving(web, out, ['http://a.test/'], { again }, { politeness, recrawl })
  await crawl(false)
  await crawl(true)
  const asked = async (round: number): Promise<string[]> => {
    const urls: string[] = []
    for await (const { entry } of readLog(crawlDirectory(out)))
      if (entry.t === 'again' && entry.round === round) urls.push(entry.url.slice('http://a.test/'.length))
    return urls
  }
  assert.ok((await asked(2)).includes('sitemap.xml'))
  web.change('a.test/g')
  sitemap({ g: new Date() })
  // what it reads in one round counts in the plan of the next
  await crawl(true, { budget: 2 })
  const third = await asked(3)
  assert.deepEqual([third.includes('sitemap.xml'), third.length, third.includes('g')], [true, 2, false])
  await crawl(true, { budget: 2 })
  assert.deepEqual((await asked(4)).sort(), ['g', 'sitemap.xml'])
  // a sitemap that lies: it says that g is as it was before it was seen to change
  sitemap({})
  await crawl(true, { budget: 2 })
  await crawl(true, { budget: 2 })
  assert.ok(!(await asked(6)).includes('sitemap.xml'), 'nobody believes it any more')
})
