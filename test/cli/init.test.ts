/** `longtail init` on a terminal: Python's pty is one. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filledTemplate, loadCampaign, parseCampaign } from '../../src/campaign/index.js'
import { askForCampaign } from '../../src/cli/init-questions.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

const directory = temporaryDirectory('init')

/** Runs a command on a terminal of its own, and answers each question when it has been asked. Prints what the terminal showed. */
const TERMINAL = `
import json, os, pty, select, sys
answers = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
shown = b''
seen = 0
while True:
    if not select.select([terminal], [], [], 60)[0]:
        break
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    shown += data
    while answers and answers[0][0].encode() in shown[seen:]:
        question, answer = answers.pop(0)
        seen = len(shown)
        os.write(terminal, answer.encode())
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(status))
`

async function onTerminal(args: readonly string[], answers: readonly (readonly [string, string])[]) {
  const command = [process.execPath, join(packageRoot, 'bin/longtail.js'), ...args]
  const child = spawn('python3', ['-c', TERMINAL, JSON.stringify(answers), ...command])
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', text => (shown += text))
  child.stderr.setEncoding('utf8').on('data', text => (shown += text))
  const code = await new Promise<number | null>(done => child.on('close', done))
  return { code, shown }
}

test('on a terminal it asks, explains wrong answers, and writes a campaign that loads', async () => {
  const { code, shown } = await onTerminal(
    ['init', join(directory, 'thai')],
    [
      ['topic or a nation?', 'sports\r'],
      ['topic or a nation?', '\r'],
      ['Which language?', 'Thay\r'],
      ['Which language?', 'Thai\r'],
      ['first page', 'not an address\r'],
      ['first page', 'www.thairath.example\r'],
      ['next page', 'http://a.example/b?c=d\r'],
      ['next page', '\r'],
      ['How can site owners reach you?', 'me\r'],
      ['How can site owners reach you?', 'crawler@library.example\r'],
      ['Name of the campaign', '\r'],
    ],
  )
  assert.equal(code, 0, shown)
  assert.match(shown, /answer "language", "topic" or "nation"/)
  assert.match(shown, /"Thay" is not a language code/)
  assert.match(shown, /enter an address/)
  assert.match(shown, /must be a web page or an e-mail address/)
  const path = join(directory, 'thai', 'campaign.yaml')
  assert.match(shown, /longtail crawl .*campaign\.yaml --dry-run/)
  const { campaign } = loadCampaign(path)
  assert.deepEqual(campaign.target.language, ['tha'])
  assert.deepEqual(
    [campaign.name, campaign.contact, campaign.seeds],
    ['thai', 'crawler@library.example', ['https://www.thairath.example/', 'http://a.example/b?c=d']],
  )
  assert.match(readFileSync(path, 'utf8'), /# ISO 639-3 or 639-1/, 'what the keys mean still stands there')
})

test('Ctrl-C and the end of the input write nothing', async () => {
  for (const key of ['\x03', '\x04']) {
    const place = join(directory, `left-${key.charCodeAt(0)}`)
    const { code, shown } = await onTerminal(
      ['init', place],
      [
        ['topic or a nation?', 'n\r'],
        ['Which country?', key],
      ],
    )
    assert.equal(code, 130, shown)
    assert.match(shown, /Nothing was written\./)
    assert.ok(!existsSync(place))
  }
})

test('--yes on a terminal, and no terminal, write the file to be filled in', async () => {
  const asked = await onTerminal(['init', join(directory, 'yes'), '--yes'], [])
  assert.equal(asked.code, 0)
  assert.match(asked.shown, /Fill in contact, target and seeds/)
  const { code, stdout } = await runCli('init', join(directory, 'plain'))
  assert.equal(code, 0)
  assert.match(stdout, /Fill in contact, target and seeds/)
  const text = readFileSync(join(directory, 'plain', 'campaign.yaml'), 'utf8')
  assert.equal(readFileSync(join(directory, 'yes', 'campaign.yaml'), 'utf8'), text)
  // it is said before anything is asked
  const again = await onTerminal(['init', join(directory, 'yes')], [])
  assert.equal(again.code, 2)
  assert.match(again.shown, /already exists and was left as it is/)
})

test('a nation and a topic are asked for in their own way', async () => {
  const asked = async (...lines: string[]) => {
    const said: string[] = []
    const answers = await askForCampaign({ ask: async () => lines.shift() ?? '', say: text => said.push(text) }, 'x')
    return { target: answers.target, said: said.join('\n') }
  }
  const rest = ['a.example', '', 'https://b.example/', '']
  const nation = await asked('n', 'XX', 'th', 'english', ...rest)
  assert.deepEqual(nation.target, { kind: 'nation', country: 'TH', language: 'eng' })
  assert.match(nation.said, /XX/)
  const topic = await asked('topic', '', ...rest)
  assert.deepEqual(topic.target, { kind: 'topic', model: 'topic.model' })
  assert.match(topic.said, /longtail train topic/)
})

test('every kind of target makes a campaign, whatever its words are', () => {
  const rest = { name: 'x', contact: 'https://a.example/', seeds: ['https://a.example/#"x"'] }
  const topic = parseCampaign(filledTemplate({ ...rest, target: { kind: 'topic', model: 'my: model.bin' } }), 'topic')
  assert.deepEqual([topic.target.topic?.model, topic.target.language], ['my: model.bin', undefined])
  assert.deepEqual(topic.seeds, rest.seeds)
  const target = { kind: 'nation', country: 'NO', language: 'nor' } as const
  const { nation, language } = parseCampaign(filledTemplate({ ...rest, target }), 'nation').target
  assert.deepEqual([nation?.country, nation?.in, language], ['NO', ['nor'], undefined])
  const any = parseCampaign(filledTemplate({ ...rest, target: { ...target, language: '' } }), 'nation').target
  assert.equal(any.nation?.in, undefined)
  const no = parseCampaign(filledTemplate({ ...rest, target: { kind: 'language', code: 'no' } }), 'language')
  assert.deepEqual(no.target.language, ['no'])
})
