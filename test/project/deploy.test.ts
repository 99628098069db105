import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import * as v from 'valibot'
import { parse } from 'yaml'
import { addCrawlCommand } from '../../src/cli/commands/crawl.js'
import { addWorkerCommand } from '../../src/cli/commands/worker.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

/** Files for systemd and containers name commands and flags that exist, and files that are there. */
const deploy = join(packageRoot, 'deploy')
const systemd = join(deploy, 'systemd')

const service = v.object({
  image: v.string(),
  command: v.array(v.string()),
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
  environment: v.optional(v.record(v.string(), v.string())),
  volumes: v.optional(v.array(v.string())),
  depends_on: v.optional(v.array(v.string())),
  init: v.optional(v.boolean()),
  read_only: v.optional(v.boolean()),
  tmpfs: v.optional(v.array(v.string())),
  cap_drop: v.optional(v.array(v.string())),
  security_opt: v.optional(v.array(v.string())),
  stop_grace_period: v.optional(v.string()),
  restart: v.picklist(['no', 'always', 'on-failure', 'unless-stopped']),
})
const compose = v.strictObject({
  services: v.record(v.string(), v.strictObject(service.entries)),
  volumes: v.record(v.string(), v.null()),
})

test('the units of systemd start commands that exist', async () => {
  const units = readdirSync(systemd)
  assert.deepEqual(units.sort(), ['longtail-crawl.service', 'longtail-worker@.service'])
  for (const unit of units) {
    const text = readFileSync(join(systemd, unit), 'utf8')
    const [, words = ''] = /^ExecStart=\/usr\/bin\/env longtail (.+)$/m.exec(text) ?? []
    await assertCommand(words.split(' '), unit)
    assert.match(text, /^EnvironmentFile=/m, 'the address of Redis is not among the flags')
  }
})

test('systemd understands the units', () => {
  for (const unit of ['longtail-crawl.service', 'longtail-worker@1.service']) {
    const path = join(systemd, unit.replace('@1', '@'))
    execFileSync('systemd-analyze', ['verify', '--man=no', path], { stdio: 'pipe' })
  }
})

test('the compose file starts commands that exist, in images and with volumes that it names', async () => {
  const { services, volumes } = v.parse(compose, parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8')))
  const built = Object.values(services).flatMap(({ image, build }) => (build === undefined ? [] : [image]))
  for (const [name, { image, command, build, volumes: mounts = [], depends_on = [] }] of Object.entries(services)) {
    if (build !== undefined) assert.ok(existsSync(join(deploy, build.context, build.dockerfile)))
    if (built.includes(image)) await assertCommand(command, name)
    else assert.equal(command[0], 'redis-server')
    for (const mount of mounts) {
      const [source] = mount.split(':')
      assert.ok(source.startsWith('.') || source in volumes, `${name}: ${mount}`)
    }
    for (const other of depends_on) assert.ok(other in services, `${name} waits for ${other}`)
  }
})

const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8')
const [building, running] = dockerfile.split(/^FROM .*\n/m).slice(1)

test('the Dockerfile copies what is there, and sends nothing else', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names.split(' '))
  for (const name of copied) assert.ok(existsSync(join(packageRoot, name)), name)
  const sent = readFileSync(join(deploy, 'Dockerfile.dockerignore'), 'utf8')
  const allowed = [...sent.matchAll(/^!(.+)$/gm)].map(([, name]) => name)
  assert.match(sent, /^\*$/m)
  assert.deepEqual(new Set(copied.map(name => name.split('/')[0])), new Set(allowed))
  assert.match(building, /npx tsc -p tsconfig\.build\.json/)
})

test('the image that runs has no compiler and is not root', () => {
  assert.doesNotMatch(running, /apt-get|g\+\+|make |python|npm |tsc|typescript/)
  assert.match(running, /^USER node\n[^]*^ENTRYPOINT \["longtail"\]/m)
  assert.doesNotMatch(running.slice(running.indexOf('USER node')), /^RUN /m)
  assert.doesNotMatch(running, /--chown/, 'the program belongs to root: what runs cannot change it')
})

test('what the image that runs gets is enough to run', () => {
  const image = temporaryDirectory('image')
  const files = [...running.matchAll(/^COPY (?:--from=build \/longtail\/)?(\S+) (\S+)$/gm)]
  assert.ok(files.length >= 6)
  for (const [, from, to] of files) {
    const target = to === './' ? join(image, from) : join(image, to)
    if (from === 'node_modules') symlinkSync(join(packageRoot, from), target)
    else cpSync(join(packageRoot, from), target, { recursive: true })
  }
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [join(image, 'bin/longtail.js'), ...args], { encoding: 'utf8', cwd: image })
  assert.match(run('--version'), /^\d+\.\d+\.\d+\n$/)
  assert.match(run('--help'), /longtail/)
  const demo = JSON.parse(run('demo', '--no-serve', '--pages', '30', '--out', join(image, 'demo'), '--json'))
  assert.ok(demo.portal.pages > 0)
  assert.match(run('study', 'studies/somboonviwat-2006-graph.yaml', '--scale', '0.001'), /^Figure 2: /m)
})

/** `words`: behind the name of the program. */
async function assertCommand([name, ...words]: readonly string[], where: string): Promise<void> {
  const program = new Command()
  await addCrawlCommand(program)
  addWorkerCommand(program)
  const command = program.commands.find(one => one.name() === name)
  assert.ok(command !== undefined, `${where}: longtail ${name}`)
  const flags = new Set(command.options.map(option => option.long))
  for (const word of words.filter(one => one.startsWith('--'))) assert.ok(flags.has(word), `${where}: ${word}`)
}
