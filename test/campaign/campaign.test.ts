import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  CAMPAIGN_TEMPLATE,
  CampaignSchema,
  listSeeds,
  loadCampaign,
  parseBytes,
  parseCampaign,
  parseDurationMs,
} from '../../src/campaign/index.js'
import { LongtailError } from '../../src/errors.js'

const MINIMAL = `name: thai-web
contact: https://library.example/crawler
target: {language: tha}
seeds: [http://www.example.co.th/]
`

function messageOf(source: string): string {
  try {
    parseCampaign(source, 'campaign.yaml')
  } catch (error) {
    assert.ok(error instanceof LongtailError, String(error))
    assert.equal(error.code, 'E_CAMPAIGN')
    return error.message
  }
  assert.fail('the campaign was accepted')
}

test('the campaign of the documentation is read, with defaults filled in', () => {
  const campaign = parseCampaign(
    `name: thai-web
contact: https://library.example/crawler
target:
  language: tha
seeds: [http://www.example.co.th/]
strategy: server-conservative:t=10
limits: {pages: 100000, per-host: 5000, bytes: 50GB, time: 12h}
politeness: {delay: 2s, per-host-connections: 1, robots: true}
network:
  proxy: null
  allow-private: false
  hosts: {}
  archive: []
exclude: ['*/calendar/*']
`,
    'campaign.yaml',
  )
  assert.deepEqual(campaign.target.language, ['tha'])
  assert.equal(campaign.limits.bytes, 50e9)
  assert.equal(campaign.limits.time, 12 * 3600 * 1000)
  assert.equal(campaign.politeness.delay, 2000)
  assert.equal(campaign.politeness['max-crawl-delay'], 30_000)
  assert.equal(campaign.network.connections, 64)
  assert.equal(campaign.archive.keep, 'all')
})

test('a crawl may begin with what another has learned', () => {
  assert.equal(parseCampaign(MINIMAL, 'campaign.yaml')['warm-start'], undefined)
  assert.equal(parseCampaign(`${MINIMAL}warm-start: ../old\n`, 'campaign.yaml')['warm-start'], '../old')
  assert.match(messageOf(`${MINIMAL}warm-start: ''\n`), /^campaign\.yaml:5: warm-start: must not be empty/)
})

test('JSON is accepted as well', () => {
  const campaign = parseCampaign(
    JSON.stringify({ name: 'a', contact: 'a@b.example', target: { language: ['tha', 'lao'] }, seeds: [] }),
    'c.json',
  )
  assert.deepEqual(campaign.target.language, ['tha', 'lao'])
})

test('an unknown key is named with its line', () => {
  assert.match(messageOf(`${MINIMAL}limts: {pages: 3}\n`), /^campaign\.yaml:5: unknown key "limts"/)
  assert.match(messageOf(`${MINIMAL}limits:\n  pages: 3\n  page: 4\n`), /^campaign\.yaml:7: unknown key "limits\.page"/)
})

test('a value where keys are wanted is said so', () => {
  const source = MINIMAL.replace(/target:.*\n/, 'target: {topic: chemistry.model}\n')
  assert.match(messageOf(source), /target\.topic: expected keys, not "chemistry\.model"/)
})

test('a value of another kind is said in words of YAML, not of JavaScript', () => {
  const wrong: [string, string][] = [
    ['politeness: {robots: maybe}', 'politeness.robots: expected true or false, not "maybe"'],
    ['network: {retries: 99}', 'network.retries: expected at most 20, not 99'],
    ['network: {retries: 1.5}', 'network.retries: expected a whole number, not 1.5'],
    ['recrawl: {policy: {name: x}}', 'recrawl.policy: expected text'],
    ['archive: {dedupe: old}', 'archive.dedupe: expected a list, not "old"'],
    ['archive: {keep: some}', 'archive.keep: expected "all" or "relevant" or "path", not "some"'],
  ]
  for (const [line, message] of wrong) assert.equal(messageOf(`${MINIMAL}${line}\n`), `campaign.yaml:5: ${message}`)
})

test('a campaign that is not there is named once, with what to do', () => {
  assert.throws(() => loadCampaign('nowhere/campaign.yaml'), {
    code: 'E_CAMPAIGN',
    message:
      'nowhere/campaign.yaml: cannot be read (no such file or directory); give a campaign file; "longtail init" writes one',
  })
})

test('without a contact there is no crawl', () => {
  assert.match(messageOf(MINIMAL.replace(/contact.*\n/, '')), /no contact/)
  assert.match(
    messageOf(MINIMAL.replace(/contact.*\n/, "contact: ''\n")),
    /campaign\.yaml:2: contact: must be a web page or an e-mail/,
  )
  assert.match(messageOf(MINIMAL.replace(/contact.*\n/, 'contact: "a@b.example) evil (x"\n')), /contact/)
})

test('all mistakes are reported at once, each on its line', () => {
  const lines = messageOf(`${MINIMAL}limits:\n  pages: many\n  time: soon\npoliteness:\n  delay: -1\n`).split('\n')
  assert.equal(lines.length, 3)
  assert.match(lines[0], /:6: limits\.pages: expected a whole number/)
  assert.match(lines[1], /:7: limits\.time: "soon" is not a duration/)
  assert.match(lines[2], /:9: politeness\.delay/)
})

test('broken YAML is an error with line and column', () => {
  assert.match(messageOf('name: [a\ncontact: b\n'), /^campaign\.yaml:\d+:\d+: not valid YAML/)
  assert.match(messageOf('just text'), /a campaign consists of keys/)
})

/** Names of keys, however deep. */
function keysOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  if ('entries' in schema && typeof schema.entries === 'object' && schema.entries !== null) {
    for (const [key, value] of Object.entries(schema.entries)) keysOf(value, found.add(key))
  }
  // optional, pipe and union
  if ('wrapped' in schema) keysOf(schema.wrapped, found)
  for (const name of ['pipe', 'options'] as const) {
    const parts: unknown = name in schema ? Object.entries(schema).find(([key]) => key === name)?.[1] : undefined
    if (Array.isArray(parts)) for (const part of parts) keysOf(part, found)
  }
  return found
}

test('the template explains every key', () => {
  const keys = keysOf(CampaignSchema)
  for (const key of ['topic', 'min-score', 'dictionary', 'frontier-text', 'searxng', 'blacklist'])
    assert.ok(keys.has(key), key)
  const missing = [...keys].filter(key => !new RegExp(`(^|[\\s{])${key}:`, 'm').test(CAMPAIGN_TEMPLATE))
  assert.deepEqual(missing, [])
})

test('the template is a campaign as soon as a contact is filled in', () => {
  assert.match(messageOf(CAMPAIGN_TEMPLATE), /contact/)
  const campaign = parseCampaign(CAMPAIGN_TEMPLATE.replace("contact: ''", 'contact: a@b.example'), 'template')
  const defaults = parseCampaign(MINIMAL, 'minimal')
  for (const key of ['politeness', 'network', 'archive', 'frontier', 'exclude', 'strategy'] as const) {
    assert.deepEqual(campaign[key], defaults[key], `the template shows the defaults of ${key}`)
  }
})

test('seeds come from a file beside the campaign, comments and blank lines left out', () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-campaign-'))
  writeFileSync(join(directory, 'seeds.txt'), '\uFEFF# mine\nhttp://a.example/\n\n http://b.example/x#y \r\n')
  writeFileSync(join(directory, 'c.yaml'), MINIMAL.replace(/seeds:.*\n/, 'seeds: {file: seeds.txt}\n'))
  const { campaign, path } = loadCampaign(join(directory, 'c.yaml'))
  assert.deepEqual(listSeeds(campaign, path), ['http://a.example/', 'http://b.example/x#y'])
  assert.throws(() => loadCampaign(join(directory, 'none.yaml')), {
    code: 'E_CAMPAIGN',
    message: /none\.yaml: cannot be read/,
  })
})

test('durations and sizes are read as people write them', () => {
  assert.equal(parseDurationMs('500ms'), 500)
  assert.equal(parseDurationMs('1.5h'), 5_400_000)
  assert.equal(parseDurationMs(3), 3000)
  assert.equal(parseDurationMs('3 parsecs'), null)
  assert.equal(parseBytes('50GB'), 50e9)
  assert.equal(parseBytes('1KiB'), 1024)
  assert.equal(parseBytes('-1'), null)
})

test('languages are codes, models, or both in a list; models lie beside the campaign', () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-campaign-'))
  const path = join(directory, 'campaign.yaml')
  const languagesOf = (written: string): unknown => {
    writeFileSync(path, MINIMAL.replace('{language: tha}', `{language: ${written}}`))
    return loadCampaign(path).campaign.target.language
  }
  assert.deepEqual(languagesOf('{model: min.model}'), [{ model: join(directory, 'min.model') }])
  assert.deepEqual(languagesOf('[tha, {model: models/min.model}]'), [
    'tha',
    { model: join(directory, 'models/min.model') },
  ])
  const wrong = (written: string): string => messageOf(MINIMAL.replace('{language: tha}', `{language: ${written}}`))
  for (const written of ['{file: min.model}', '[]', '3', '[tha, 3]', '{model: ""}'])
    assert.match(wrong(written), /^campaign\.yaml:3: .*(?:model|must not be empty)/, written)
})
