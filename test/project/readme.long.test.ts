/** Runs every command of the README, in order, in an empty folder. Only `npm` is left to test/install: it needs the registry. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'
import { shellCommandsIn } from './readme-commands.js'

const PROGRAM = join(packageRoot, 'bin/longtail.js')
/** Ends by Ctrl-C only; each is asked for an address that is free. */
const STAYS_UP = /^(?:demo|portal serve )/

test('every command of the README runs as it stands there', async t => {
  const folder = temporaryDirectory('readme')
  const commands = shellCommandsIn(readFileSync(join(packageRoot, 'README.md'), 'utf8'))
  const run = new Set<string>()
  for (const command of commands) {
    if (command.startsWith('npm ')) continue
    const [, words] = /^npx longtail (.+)$/.exec(command) ?? []
    assert.ok(words !== undefined, `${command} is neither npm nor longtail`)
    const stays = STAYS_UP.test(words)
    const { code, printed } = await runIn(folder, [...words.split(' '), ...(stays ? ['--port', '0'] : [])], stays)
    assert.equal(code, 0, `${command}\n${printed}`)
    run.add(words.split(' ')[0])
    if (words === 'init') await fillIn(join(folder, 'campaign.yaml'), t)
  }
  assert.deepEqual([...run].sort(), [
    'crawl',
    'demo',
    'export',
    'graph',
    'init',
    'portal',
    'report',
    'simulate',
    'status',
  ])
  for (const made of ['thai-web/report.html', 'thai-web.wacz', 'corpus', 'library/index.db', 'study/report.html'])
    assert.ok(existsSync(join(folder, made)), made)
})

/** What the README asks people to fill in, for a web on this machine. */
async function fillIn(path: string, t: TestContext): Promise<void> {
  assert.ok(existsSync(path), '"longtail init" writes campaign.yaml')
  const web = buildDemoWeb({ target: 'tha' })
  const server = await serveDemoWeb(web, {})
  t.after(() => server.close())
  const campaign = {
    name: 'thai-web',
    contact: 'https://library.example/crawler',
    target: { language: 'tha' },
    seeds: web.seeds.tha,
    limits: { pages: 200 },
    politeness: { delay: '10ms', 'max-crawl-delay': '100ms' },
    network: { hosts: { '*': server.origin } },
  }
  writeFileSync(path, JSON.stringify(campaign))
}

interface Ended {
  readonly code: number | null
  readonly printed: string
}

/** `stays`: ended by SIGINT when it has printed the address of the portal. */
function runIn(folder: string, args: readonly string[], stays: boolean): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const read = (text: string): void => {
    const isUp = /http:\/\/127\.0\.0\.1:\d+\/.*\n/
    const wasUp = isUp.test(printed)
    printed += text
    if (stays && !wasUp && isUp.test(printed)) child.kill('SIGINT')
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  return new Promise(done => child.on('close', code => done({ code, printed })))
}
