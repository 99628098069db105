import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { paragraphsIn, unseenMinangkabau, writeMinangkabau } from '../judge/minangkabau.js'

let directory: string
let model: string

before(() => {
  directory = temporaryDirectory('cli-learned')
  model = writeMinangkabau(directory, { code: 'x-padang', name: 'Padang' })
  for (const [name, paragraphs] of [
    ['own', unseenMinangkabau()],
    ['ind', paragraphsIn('ind').slice(0, 12)],
    ['tha', paragraphsIn('tha').slice(0, 12)],
  ] as const)
    writeFileSync(
      join(directory, `${name}.html`),
      `<meta charset=utf-8>${paragraphs.map(one => `<p>${one}</p>`).join('')}`,
    )
})

after(() => rmSync(directory, { recursive: true, force: true }))

const at = (name: string): string => join(directory, name)

test('judge takes models beside codes, and says what was learned', async () => {
  const pages = [at('own.html'), at('ind.html'), at('tha.html')]
  const { stdout } = await runCli('judge', ...pages, '--language-model', model, '--language', 'tha', '--json')
  const judged: { language: string; relevant: boolean; reasons: string[] }[] = JSON.parse(stdout).pages
  assert.deepEqual(
    judged.map(({ language, relevant }) => [language, relevant]),
    [
      ['x-padang', true],
      ['ind', false],
      ['tha', true],
    ],
  )
  assert.match(judged[0].reasons[0], /Thai or Padang \(learned; 20 % is enough\)/)
})

test('what is no model is refused with what makes one', async () => {
  const { code, stderr } = await runCli('judge', at('own.html'), '--language-model', at('own.html'))
  assert.equal(code, 1)
  assert.match(stderr, /E_MODEL.*own\.html.*not a language model.*longtail train language/)
})

test('a policy that compares bytes is refused', async () => {
  const { code, stderr } = await runCli('judge', at('own.html'), '--language-model', model, '--policy', 'strict')
  assert.equal(code, 2)
  assert.match(stderr, /E_LANGUAGE.*strict.*Padang.*use the policy "modern"/)
})

test('graph import takes a model or a campaign, not both', async () => {
  const { code, stderr } = await runCli(
    ...[
      'graph',
      'import',
      directory,
      '--out',
      at('web.ltg'),
      '--language-model',
      model,
      '--campaign',
      at('campaign.yaml'),
    ],
  )
  assert.notEqual(code, 0)
  assert.match(stderr, /E_USAGE.*both/)
})
