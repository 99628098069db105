import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ROBOTS_BYTES, parseRobots } from '../../src/web/robots.js'

interface Case {
  readonly name: string
  readonly file: string | readonly string[]
  readonly agent?: string
  readonly allowed?: readonly string[]
  readonly denied?: readonly string[]
}

const cases: readonly Case[] = [
  // ─── lines
  { name: 'an empty file allows everything', file: '', allowed: ['/', '/x'] },
  { name: 'unknown keys mean nothing', file: ['foo: Bot', 'bar: /'], allowed: ['/x'] },
  { name: 'a colon may be missing between two words', file: ['user-agent Bot', 'disallow /'], denied: ['/x'] },
  { name: 'three words without colon mean nothing', file: ['user-agent: Bot', 'disallow / now'], allowed: ['/x'] },
  {
    name: 'keys have no case',
    file: ['USER-AGENT: Bot', 'aLLoW: /x/', 'DisAllow: /'],
    allowed: ['/x/y'],
    denied: ['/a'],
  },
  {
    name: 'white space around keys and values is no part of them',
    file: [' \tuser-agent \t:\t Bot ', 'disallow :  /x\t'],
    denied: ['/x'],
  },
  {
    name: 'a comment may stand alone and behind a rule',
    file: ['User-agent: Bot # us', '# Disallow: /', 'Disallow: /x#y'],
    denied: ['/x'],
    allowed: ['/'],
  },
  {
    name: 'lines may end in CR',
    file: 'User-agent: Bot\rDisallow: /x\rAllow: /x/y',
    denied: ['/x'],
    allowed: ['/x/y'],
  },
  {
    name: 'lines may end in CRLF, and empty ones do not end a group',
    file: 'User-agent: Bot\r\n\r\n\r\nDisallow: /x\r\n',
    denied: ['/x'],
  },
  { name: 'a byte order mark is skipped', file: '\ufeffUser-agent: Bot\nDisallow: /', denied: ['/x'] },
  {
    name: 'a mark in the middle of the file spoils its line',
    file: 'User-agent: Bot\n\ufeffDisallow: /',
    allowed: ['/x'],
  },
  {
    name: 'misspellings of Disallow are understood',
    file: [
      'User-agent: Bot',
      'dissallow: /a',
      'dissalow: /b',
      'disalow: /c',
      'diasllow: /d',
      'disallaw: /e',
      'disallowed: /f',
    ],
    denied: ['/a', '/b', '/c', '/d', '/e', '/f'],
    allowed: ['/g'],
  },
  {
    name: 'misspellings of User-agent are understood',
    file: ['useragent: Bot', 'Disallow: /a', 'User agent: Bot', 'Disallow: /b'],
    denied: ['/a', '/b'],
  },

  // ─── groups
  {
    name: 'rules before the first group mean nothing',
    file: ['Disallow: /', 'User-agent: Bot', 'Allow: /x'],
    allowed: ['/', '/y'],
  },
  {
    name: 'groups for one agent are one group',
    file: ['User-agent: Bot', 'Disallow: /a', 'User-agent: Other', 'Disallow: /b', 'User-agent: Bot', 'Disallow: /c'],
    denied: ['/a', '/c'],
    allowed: ['/b'],
  },
  {
    name: 'groups for all are one group too',
    file: ['User-agent: *', 'Disallow: /a', 'User-agent: *', 'Disallow: /b'],
    denied: ['/a', '/b'],
  },
  {
    name: 'several agents share a group',
    file: ['User-agent: Other', '', 'User-agent: Bot', 'Disallow: /a'],
    denied: ['/a'],
  },
  {
    name: 'the group for all holds when none names us',
    file: ['User-agent: *', 'Disallow: /a', 'User-agent: Other', 'Disallow: /'],
    denied: ['/a'],
    allowed: ['/b'],
  },
  {
    name: 'the group for all does not add to our own',
    file: ['User-agent: Bot', 'Disallow: /a', 'User-agent: *', 'Disallow: /b'],
    denied: ['/a'],
    allowed: ['/b'],
  },
  {
    name: 'our own group may be empty, which allows everything',
    file: ['User-agent: *', 'Disallow: /', 'User-agent: Bot'],
    allowed: ['/x'],
  },
  { name: 'an empty Disallow forbids nothing', file: ['User-agent: Bot', 'Disallow:'], allowed: ['/', '/x'] },
  { name: 'no group for us and none for all: no rules', file: ['User-agent: Other', 'Disallow: /'], allowed: ['/x'] },
  {
    name: 'a Sitemap line does not end a group',
    file: ['User-agent: Bot', 'Sitemap: https://a.example/s.xml', 'User-agent: *', 'Disallow: /'],
    denied: ['/x'],
  },
  {
    name: 'an unknown line does not end a group',
    file: ['User-agent: Bot', 'Host: a.example', 'User-agent: *', 'Disallow: /'],
    denied: ['/x'],
  },
  {
    name: 'a Crawl-delay line does not end a group',
    file: ['User-agent: Bot', 'Crawl-delay: 1', 'User-agent: Other', 'Disallow: /'],
    denied: ['/x'],
  },
  { name: 'agents have no case', file: ['User-agent: bOT', 'Disallow: /'], denied: ['/x'] },
  {
    name: 'an agent ends where its letters end',
    file: ['User-agent: *', 'Disallow: /', 'User-agent: Bot/2.1 (beta)', 'Disallow: /b'],
    allowed: ['/a'],
    denied: ['/b'],
  },
  {
    name: 'an agent is matched as a whole',
    file: ['User-agent: Bots', 'Disallow: /', 'User-agent: Bo', 'Disallow: /'],
    allowed: ['/x'],
  },
  { name: 'hyphens and underlines belong to a name', file: ['User-agent: Bot-News', 'Disallow: /'], allowed: ['/x'] },
  { name: 'a star with words behind it is a star', file: ['User-agent: * (everybody)', 'Disallow: /'], denied: ['/x'] },
  { name: 'a star with letters at it is a name', file: ['User-agent: *bot', 'Disallow: /'], allowed: ['/x'] },

  // ─── longest match
  {
    name: 'the longer Disallow wins',
    file: ['User-agent: Bot', 'Disallow: /x/page.html', 'Allow: /x/'],
    denied: ['/x/page.html'],
    allowed: ['/x/'],
  },
  {
    name: 'the longer Allow wins, wherever it stands',
    file: ['User-agent: Bot', 'Allow: /x/page.html', 'Disallow: /x/'],
    allowed: ['/x/page.html'],
    denied: ['/x/', '/x/y'],
  },
  { name: 'Allow wins a tie', file: ['User-agent: Bot', 'Disallow: /x', 'Allow: /x'], allowed: ['/x', '/xy'] },
  {
    name: 'a star counts as an octet',
    file: ['User-agent: Bot', 'Allow: /page', 'Disallow: /*.html'],
    denied: ['/page.html'],
    allowed: ['/page'],
  },
  {
    name: 'length is counted in the pattern, not in the match',
    file: ['User-agent: Bot', 'Allow: /x/page.', 'Disallow: /*.html'],
    allowed: ['/x/page.html'],
    denied: ['/x/y.html'],
  },
  { name: 'paths have case', file: ['User-agent: Bot', 'Disallow: /X/'], denied: ['/X/y'], allowed: ['/x/y'] },
  {
    name: 'a root that is allowed alone',
    file: ['User-agent: Bot', 'Allow: /$', 'Disallow: /'],
    allowed: ['/'],
    denied: ['/page'],
  },
  {
    name: '/robots.txt is always allowed',
    file: ['User-agent: *', 'Disallow: /'],
    allowed: ['/robots.txt'],
    denied: ['/robots.txt.bak'],
  },

  // ─── patterns
  {
    name: 'a pattern is a prefix',
    file: ['User-agent: Bot', 'Disallow: /fish'],
    denied: ['/fish', '/fish.html', '/fish/salmon', '/fishheads?x'],
    allowed: ['/Fish', '/catfish', '/?id=fish'],
  },
  {
    name: 'a star at the end changes nothing',
    file: ['User-agent: Bot', 'Disallow: /fish*'],
    denied: ['/fish', '/fish.html', '/fishheads'],
    allowed: ['/Fish', '/catfish'],
  },
  {
    name: 'a slash at the end means the inside',
    file: ['User-agent: Bot', 'Disallow: /fish/'],
    denied: ['/fish/', '/fish/?x', '/fish/a'],
    allowed: ['/fish', '/fish.html'],
  },
  {
    name: 'a star in the middle',
    file: ['User-agent: Bot', 'Disallow: /*.php'],
    denied: ['/a.php', '/b/c.php?d', '/index?f=x.php/', '/a.php5'],
    allowed: ['/', '/php/', '/a.PHP'],
  },
  {
    name: 'a star and an end',
    file: ['User-agent: Bot', 'Disallow: /*.php$'],
    denied: ['/a.php', '/b/c.php', '/a.php?x=.php'],
    allowed: ['/a.php?x', '/a.php/', '/a.php5', '/aphp'],
  },
  {
    name: 'a prefix, a star and a suffix',
    file: ['User-agent: Bot', 'Disallow: /fish*.php'],
    denied: ['/fish.php', '/fishheads/cat.php?x'],
    allowed: ['/Fish.php', '/fis.php'],
  },
  {
    name: 'the last literal may not overlap the one before',
    file: ['User-agent: Bot', 'Disallow: /ab*ba$'],
    denied: ['/abba', '/abxba', '/ababa'],
    allowed: ['/aba', '/abab'],
  },
  {
    name: 'stars side by side are one',
    file: ['User-agent: Bot', 'Disallow: /a**b', 'Disallow: /c***$'],
    denied: ['/ab', '/axb', '/c', '/cx'],
    allowed: ['/a'],
  },
  {
    name: 'a star may come first',
    file: ['User-agent: Bot', 'Disallow: *gif$'],
    denied: ['/a.gif'],
    allowed: ['/gif/x'],
  },
  {
    name: 'a dollar in the middle is a dollar',
    file: ['User-agent: Bot', 'Disallow: /a$b'],
    denied: ['/a$b', '/a$bc'],
    allowed: ['/a'],
  },
  {
    name: '%24 and %2A stand for themselves',
    file: ['User-agent: Bot', 'Disallow: /a%24', 'Disallow: /b-%2a.html'],
    denied: ['/a$', '/a%24x', '/b-*.html', '/b-%2A.html'],
    allowed: ['/a', '/b-x.html'],
  },
  { name: 'a pattern without slash matches nothing', file: ['User-agent: Bot', 'Disallow: x'], allowed: ['/x'] },
  {
    name: 'a query is part of the path',
    file: ['User-agent: Bot', 'Disallow: /*?', 'Allow: /a?b=c'],
    denied: ['/x?y', '/a?b'],
    allowed: ['/x', '/a?b=c&d'],
  },
  {
    name: 'Allow for index.html allows its folder, and only that',
    file: ['User-agent: Bot', 'Allow: /a/index.html', 'Disallow: /'],
    allowed: ['/a/', '/a/index.html'],
    denied: ['/a/index.htm', '/a/b', '/'],
  },

  // ─── encoding
  {
    name: 'letters of any script equal their UTF-8 octets',
    file: ['User-agent: Bot', 'Disallow: /ข่าว', 'Disallow: /%e3%83%84'],
    denied: ['/%E0%B8%82%E0%B9%88%E0%B8%B2%E0%B8%A7', '/ข่าว/1', '/%E3%83%84', '/%e3%83%84', '/ツ'],
    allowed: ['/x'],
  },
  {
    name: 'an octet that looks like white space is none',
    file: ['User-agent: Bot', 'Disallow: /à'],
    denied: ['/%C3%A0'],
    allowed: ['/%C3%A1'],
  },
  {
    name: 'unreserved characters equal their code',
    file: ['User-agent: Bot', 'Disallow: /foo/bar/%62%61%7A', 'Disallow: /~me'],
    denied: ['/foo/bar/baz', '/foo/bar/%62a%7a', '/%7Eme', '/%7eme'],
    allowed: ['/foo/bar/%62%61'],
  },
  {
    name: 'reserved characters differ from their code',
    file: ['User-agent: Bot', 'Disallow: /a%2fb'],
    denied: ['/a%2Fb'],
    allowed: ['/a/b'],
  },
  {
    name: 'reserved characters in a query stay as they are',
    file: ['User-agent: Bot', 'Disallow: /a?b=http://c.example?d&e'],
    denied: ['/a?b=http://c.example?d&e=f'],
  },
  { name: 'a space equals its code', file: ['User-agent: Bot', 'Disallow: /a b'], denied: ['/a%20b'], allowed: ['/a'] },
  {
    name: 'a percent sign alone is itself',
    file: ['User-agent: Bot', 'Disallow: /100%', 'Disallow: /5%z'],
    denied: ['/100%', '/5%z'],
    allowed: ['/100'],
  },
]

for (const { name, file, agent = 'Bot', allowed = [], denied = [] } of cases) {
  test(name, () => {
    const rules = parseRobots(typeof file === 'string' ? file : file.join('\n'), agent)
    for (const path of allowed) assert.equal(rules.allows(path), true, `${path} should be allowed`)
    for (const path of denied) assert.equal(rules.allows(path), false, `${path} should be denied`)
  })
}

test('octets that are no UTF-8 count as they are', () => {
  const rules = parseRobots(Buffer.from('User-agent: Bot\nDisallow: /caf\xe9', 'latin1'), 'Bot')
  assert.equal(rules.allows('/caf%E9'), false)
  assert.equal(rules.allows('/caf%C3%A9'), true)
})

test('what lies behind 500 KiB is ignored, and so is the line on the border', () => {
  const head = 'User-agent: Bot\nDisallow: /first\n'
  const filling = `${'#'.repeat(100)}\n`.repeat(6_000)
  const border = `${head}${filling}`.slice(0, MAX_ROBOTS_BYTES - 20)
  const rules = parseRobots(`${border}\nDisallow: /border-line\nDisallow: /last`, 'Bot')
  assert.equal(rules.allows('/first'), false)
  assert.equal(rules.allows('/border-line'), true)
  assert.equal(rules.allows('/b'), true, 'half a rule would say something that nobody meant')
  assert.equal(rules.allows('/last'), true)
})

test('the rest of a line of more than 16 KB is ignored', () => {
  const long = `/x/${'a'.repeat(20_000)}`
  const rules = parseRobots(`User-agent: Bot\nDisallow: ${long}`, 'Bot')
  assert.equal(rules.allows(long.slice(0, 17_000)), false)
  assert.equal(rules.allows('/x/a'), true)
})

test('Crawl-delay is read from the group that counts, the largest if there are several', () => {
  const file =
    'User-agent: *\nCrawl-delay: 30\nDisallow:\nUser-agent: Bot\nCrawl-delay: 1.5\nDisallow: /x\nUser-agent: Bot\nCrawl-delay: 2 seconds'
  assert.equal(parseRobots(file, 'Bot').crawlDelayMs, 2_000)
  assert.equal(parseRobots(file, 'Other').crawlDelayMs, 30_000)
  for (const value of ['-1', 'soon', '', 'NaN']) {
    assert.equal(parseRobots(`User-agent: *\nCrawl-delay: ${value}`, 'Bot').crawlDelayMs, 0, value)
  }
  assert.ok(Number.isFinite(parseRobots('User-agent: *\nCrawl-delay: 1e999', 'Bot').crawlDelayMs))
})

test('Sitemap lines are read wherever they stand', () => {
  const { sitemaps } = parseRobots(
    'Sitemap: https://a.example/1.xml\nUser-agent: X\nsite-map:https://a.example/ข.xml\nSitemap:',
    'Bot',
  )
  assert.deepEqual(sitemaps, ['https://a.example/1.xml', 'https://a.example/ข.xml'])
})

test('a file made to be slow is not: work grows with the length of the pattern, not with its stars', () => {
  const patterns = Array.from({ length: 400 }, (_, i) => `Disallow: /${'a*'.repeat(500)}${i}$`)
  const rules = parseRobots(`User-agent: *\n${patterns.join('\n')}`, 'Bot')
  assert.equal(rules.allows(`/${'a'.repeat(2_000)}`), true)
  assert.equal(rules.allows(`/${'a'.repeat(2_000)}399`), false)
})
