import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import cld from 'cld'
import { buildDemoWeb } from '../../src/demo/web.js'
import type { DemoAnswer, DemoPage, DemoWeb } from '../../src/demo/web.js'
import { LongtailError } from '../../src/errors.js'
import { arrival, linksOf, reach, readPage } from './reading.js'

const SMALL = { hosts: 24, pagesPerHost: 12 }
const web = buildDemoWeb()
const texts = web.pages.filter(page => page.kind === 'page')
const hops = new Set(['redirect', 'refresh', 'frameset'])
const answers = new Map<string, DemoAnswer>()

/** Most pages are asked for many times below. */
function ask(url: string): DemoAnswer {
  const answer = answers.get(url) ?? web.answer(url)
  answers.set(url, answer)
  return answer
}

function fingerprint(of: DemoWeb): string {
  const digest = createHash('sha256')
  for (const page of of.pages) {
    const answer = of.answer(page.url)
    digest.update(`${page.url} ${answer.status} ${JSON.stringify(answer.headers)} ${answer.links.join(' ')}`)
    digest.update(answer.body)
  }
  return digest.digest('hex')
}

test('the same options give the same web byte for byte, and another seed another web', () => {
  const first = fingerprint(buildDemoWeb({ ...SMALL, seed: 5 }))
  assert.equal(fingerprint(buildDemoWeb({ ...SMALL, seed: 5 })), first)
  assert.notEqual(fingerprint(buildDemoWeb({ ...SMALL, seed: 6 })), first)
})

test('the default web has about fifty servers, two to three thousand pages and twelve languages', () => {
  assert.ok(web.hosts.length >= 40 && web.hosts.length <= 60, `${web.hosts.length} servers`)
  assert.ok(texts.length >= 1500 && texts.length <= 3000, `${texts.length} pages`)
  assert.equal(new Set(texts.map(page => page.language)).size, 12)
  const share = (language: string): number => texts.filter(page => page.language === language).length / texts.length
  assert.ok(Math.abs(share('tha') - 0.15) < 0.02, `Thai ${share('tha')}`)
  for (const { language } of texts) assert.ok(share(language) <= share('eng'), `${language} is larger than English`)
  for (const kind of ['redirect', 'missing', 'refresh', 'frameset', 'menu'])
    assert.ok(
      web.pages.some(page => page.kind === kind),
      kind,
    )
  for (const suffix of ['.th', '.com', '.net', '.org'])
    assert.ok(
      web.hosts.some(host => host.language === 'tha' && host.name.endsWith(suffix)),
      suffix,
    )
})

test('URLs are unique and in their normal form', () => {
  assert.equal(new Set(web.pages.map(page => page.url)).size, web.pages.length)
  for (const page of web.pages) assert.equal(new URL(page.url).href, page.url)
})

test('the links that a browser sees are the links that the answer and the link table promise', () => {
  for (const page of web.pages) {
    const answer = ask(page.url)
    assert.equal(answer.status, page.status)
    assert.equal(answer.page?.id, page.id)
    if (page.kind === 'missing') continue
    assert.deepEqual([...readPage(answer, page.url).links].sort(), [...answer.links].sort(), page.url)
    const seen = new Set(answer.links.map(link => ask(link).page?.id ?? -1))
    for (const to of linksOf(web, page.id)) assert.ok(seen.has(to), `${page.url} does not show ${web.pages[to].url}`)
  }
})

test('a link leads to a page, a redirect, a calendar, or a dead link that is meant to be dead', () => {
  for (const page of web.pages) {
    for (const link of ask(page.url).links) {
      const answer = ask(link)
      if (answer.page === null) assert.match(new URL(link).pathname, /^\/calendar\//)
      else assert.equal(answer.status, answer.page.status, link)
      if (answer.status === 404) assert.equal(answer.page?.kind, 'missing', link)
      if (answer.status === 301 || answer.status === 302) {
        assert.equal(new URL(answer.headers.location, link).href, answer.links[0])
      }
    }
  }
})

test('every allowed page can be reached from the seeds of every language', () => {
  assert.equal(Object.keys(web.seeds).length, 12)
  for (const [language, seeds] of Object.entries(web.seeds)) {
    assert.ok(seeds.length > 0, language)
    const seen = reach(web, seeds, () => true)
    assert.deepEqual(
      web.pages.filter(page => !page.disallowed && !seen.has(page.id)).map(page => page.url),
      [],
      `not reached from ${language}`,
    )
  }
})

test('hidden servers and islands are lost to a crawler that follows only pages of its language', () => {
  const thai = (page: DemoPage): boolean => page.language === 'tha' || hops.has(page.kind)
  const seen = reach(web, web.seeds.tha, thai)
  const found = (kind: string): number[] => {
    const hosts = new Set(web.hosts.filter(host => host.language === 'tha' && host.kind === kind).map(host => host.id))
    const pages = texts.filter(page => hosts.has(page.host) && page.language === 'tha' && !page.disallowed)
    return [pages.length, pages.filter(page => seen.has(page.id)).length]
  }
  for (const kind of ['hidden', 'island', 'pocket']) {
    const [all, reached] = found(kind)
    assert.ok(all > 0 && reached === 0, `${kind}: ${reached} of ${all} reached`)
  }
  const [all, reached] = found('plain')
  assert.equal(reached, all)
})

test('links have the locality of the reference crawl', () => {
  const tally = { target: [0, 0], guest: [0, 0], elsewhere: [0, 0] }
  for (const page of texts) {
    const row = page.language === 'tha' ? 'target' : web.hosts[page.host].language === 'tha' ? 'guest' : 'elsewhere'
    for (const to of linksOf(web, page.id)) {
      const end = arrival(web, to)
      if (end.kind === 'missing') continue
      tally[row][0]++
      if (end.language === 'tha') tally[row][1]++
    }
  }
  const share = ([all, thai]: number[]): number => thai / all
  assert.ok(Math.abs(share(tally.target) - 0.718) < 0.05, `Thai to Thai ${share(tally.target)}`)
  assert.ok(share(tally.guest) > 0.15 && share(tally.guest) < 0.4, `guests to Thai ${share(tally.guest)}`)
  assert.ok(share(tally.elsewhere) > 0 && share(tally.elsewhere) < 0.01, `others to Thai ${share(tally.elsewhere)}`)
})

test('the text of a page is in the language that the page list names', async () => {
  const codes: Record<string, string> = { tha: 'th', lao: 'lo', swh: 'sw', hin: 'hi', jpn: 'ja', rus: 'ru', eng: 'en', deu: 'de', spa: 'es', arb: 'ar', ind: 'id', cmn: 'zh' } // prettier-ignore
  const wrong: string[] = []
  for (const page of texts) {
    const answer = ask(page.url)
    assert.equal(answer.language, page.language)
    const text = readPage(answer, page.url).paragraphs.join('\n')
    const found = await cld.detect(text).catch(() => null)
    if (found?.languages[0]?.code !== codes[page.language]) wrong.push(`${page.url} ${page.language}`)
  }
  assert.ok(wrong.length <= texts.length * 0.005, wrong.slice(0, 20).join('\n'))
})

test('pages are of the size of real ones and few have much text in common', () => {
  const sizes = texts.map(page => ask(page.url).body.length).sort((a, b) => a - b)
  assert.ok(sizes[Math.floor(sizes.length * 0.05)] > 4000)
  assert.ok(sizes[Math.floor(sizes.length * 0.95)] < 15000)
  const english = texts.filter(page => page.language === 'eng' && page.twin < 0).slice(0, 150)
  const sets = english.map(page => new Set(readPage(ask(page.url), page.url).paragraphs))
  let pairs = 0
  let alike = 0
  for (const a of sets) {
    for (const b of sets) {
      if (a === b) continue
      pairs++
      const common = [...a].filter(paragraph => b.has(paragraph)).length
      if (common / (a.size + b.size - common) > 0.4) alike++
    }
  }
  assert.ok(alike / pairs < 0.02, `${alike} of ${pairs} pairs`)
})

test('old, wrong and missing charset declarations and numeric references occur in Thai pages', () => {
  const thai = texts.filter(page => page.language === 'tha').map(page => page.encoding)
  assert.ok(thai.some(each => each.bytes === 'windows-874' && each.meta === 'tis-620'))
  assert.ok(thai.some(each => each.bytes === 'windows-874' && each.meta === null && each.header === null))
  assert.ok(thai.some(each => each.bytes === 'windows-874' && each.meta === 'iso-8859-1'))
  assert.ok(thai.some(each => each.bytes === 'utf-8' && each.meta === null && each.header === null))
  const referenced = texts.find(page => page.language === 'tha' && page.encoding.references)
  assert.ok(referenced !== undefined)
  const bytes = Buffer.from(ask(referenced.url).body)
  assert.ok(bytes.every(byte => byte < 0x80))
  assert.match(bytes.toString('latin1'), /&#36\d\d;/)
  assert.ok(
    texts.some(page => page.language === 'eng' && page.encoding.meta === 'tis-620'),
    'English under a Thai charset',
  )
  for (const charset of ['shift_jis', 'euc-jp', 'windows-1251', 'koi8-r', 'gbk', 'windows-1256'])
    assert.ok(
      texts.some(page => page.encoding.bytes === charset),
      charset,
    )
})

test('robots.txt forbids what the page list calls disallowed, and nothing else', () => {
  for (const host of web.hosts) {
    const { status, body } = ask(`${host.origin}/robots.txt`)
    const rules =
      status === 200
        ? [
            ...Buffer.from(body)
              .toString()
              .matchAll(/^Disallow: (\S+)$/gm),
          ].map(match => match[1])
        : []
    for (const page of web.pages) {
      if (page.host === host.id)
        assert.equal(
          page.disallowed,
          rules.some(rule => page.path.startsWith(rule)),
          page.url,
        )
    }
  }
  assert.ok(web.pages.some(page => page.disallowed))
  assert.ok(web.hosts.some(host => host.crawlDelaySeconds !== null))
})

test('a mirror answers with the bytes of its original', () => {
  const mirrored = texts.filter(page => web.hosts[page.host].kind === 'mirror')
  assert.ok(mirrored.length > 5)
  for (const page of mirrored) {
    const original = web.pages[page.twin]
    assert.notEqual(original.host, page.host)
    assert.deepEqual(ask(page.url).body, ask(original.url).body)
  }
})

test('a server that moved sends every path to its new name', () => {
  const moved = web.hosts.find(host => host.kind === 'moved')
  assert.ok(moved !== undefined)
  const answer = ask(`${moved.origin}/any/where?x=1`)
  assert.equal(answer.status, 301)
  assert.equal(answer.headers.location, `${web.hosts[moved.twin].origin}/any/where?x=1`)
})

test('session ids give a page many addresses, but not without end', () => {
  const host = web.hosts.find(each => each.sessions && each.language === 'tha')
  assert.ok(host !== undefined)
  const front = ask(`${host.origin}/`)
  const own = (links: readonly string[]): string[] => links.filter(link => link.startsWith(host.origin))
  assert.ok(own(front.links).some(link => link.includes('PHPSESSID=')))
  const ids = new Set<string>()
  const queue = own(front.links)
  for (let i = 0; i < queue.length && i < 5000; i++) {
    const id = new URL(queue[i]).searchParams.get('PHPSESSID')
    if (id === null || ids.has(id)) continue
    ids.add(id)
    const answer = ask(queue[i])
    assert.equal(answer.page?.host, host.id)
    queue.push(...own(answer.links))
  }
  assert.ok(ids.size > 2 && ids.size <= 8, `${ids.size} ids`)
})

test('one calendar ends after some years, the other is forbidden', () => {
  const months = (origin: string, limit: number): number => {
    const seen = new Set([`${origin}/calendar/2005/06/`])
    for (const url of seen) {
      if (seen.size > limit) break
      for (const link of ask(url).links) seen.add(link)
    }
    return seen.size
  }
  const bounded = web.hosts.find(host => host.calendar === 'bounded')
  const endless = web.hosts.find(host => host.calendar === 'disallowed')
  assert.ok(bounded !== undefined && endless !== undefined)
  assert.equal(months(bounded.origin, 1000), 48)
  assert.ok(months(endless.origin, 1000) > 1000)
  assert.match(Buffer.from(ask(`${endless.origin}/robots.txt`).body).toString(), /^Disallow: \/calendar\/$/m)
})

test('a sitemap lists the pages of its server', () => {
  const host = web.hosts.find(each => each.sitemap)
  assert.ok(host !== undefined)
  const listed = ask(`${host.origin}/sitemap.xml`).links
  assert.ok(listed.length > 5)
  for (const url of listed) assert.equal(ask(url).status, 200)
})

test('it grows to twenty thousand pages', () => {
  const large = buildDemoWeb({ hosts: 400, pagesPerHost: 50 })
  assert.ok(large.pages.length >= 20000, `${large.pages.length} pages`)
  assert.equal(new Set(large.pages.map(page => page.url)).size, large.pages.length)
})

test('small and large webs of many seeds hang together', () => {
  for (const options of [{ hosts: 24, pagesPerHost: 10 }, { hosts: 30, pagesPerHost: 60 }, { target: 'lao' }]) {
    for (let seed = 10; seed < 15; seed++) {
      const built = buildDemoWeb({ ...options, seed })
      const seen = reach(built, built.seeds.tha, () => true)
      const lost = built.pages.filter(page => !page.disallowed && !seen.has(page.id)).map(page => page.url)
      assert.deepEqual(lost, [], `${JSON.stringify(options)}, seed ${seed}`)
    }
  }
})

test('another target gets the share and the kinds of servers of the reference language', () => {
  const swahili = buildDemoWeb({ target: 'swh' })
  const pages = swahili.pages.filter(page => page.kind === 'page')
  assert.ok(Math.abs(pages.filter(page => page.language === 'swh').length / pages.length - 0.15) < 0.03)
  assert.ok(swahili.hosts.some(host => host.language === 'swh' && host.kind === 'island'))
})

test('options that make no web are refused', () => {
  const refuses = (options: Parameters<typeof buildDemoWeb>[0], code: string): void => {
    assert.throws(
      () => buildDemoWeb(options),
      (error: unknown) => error instanceof LongtailError && error.code === code,
    )
  }
  refuses({ hosts: 3 }, 'E_USAGE')
  refuses({ pagesPerHost: 0 }, 'E_USAGE')
  refuses({ seed: 1.5 }, 'E_USAGE')
  refuses({ target: 'xxx' }, 'E_LANGUAGE')
})
