import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { confirmed } from '../../src/cli/portal-install.js'
import { serviceText } from '../../src/cli/service-file.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { startCli, temporaryDirectory, type CliResult } from '../crawl/run-cli.js'
import { pageOf, writeArchive } from '../portal/small-archive.js'

describe('"longtail portal install"', () => {
  const root = temporaryDirectory('install')
  // signs that mean something to systemd
  const portal = join(root, 'school 100% $HOME "a"')
  const unit = join(root, 'config', 'systemd', 'user', 'longtail-portal.service')
  const config = process.env.XDG_CONFIG_HOME
  before(async () => {
    process.env.XDG_CONFIG_HOME = join(root, 'config')
    writeArchive(join(root, 'small.warc'), [
      {
        url: 'http://a.example/',
        body: pageOf('Lava', ['Lava flows cool down and become rock, which is what geologists study.']),
      },
    ])
    await buildPortal({ sources: [join(root, 'small.warc')], out: portal })
  })
  after(() => {
    if (config === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = config
    rmSync(root, { recursive: true, force: true })
  })
  const install = (...flags: string[]): Promise<CliResult> =>
    startCli(['portal', 'install', portal, '--no-system', ...flags]).result

  test('shows the file and writes nothing without a yes', async () => {
    const { code, stdout } = await install()
    assert.equal(code, 0)
    assert.match(stdout, /\[Service\][^]*ExecStart=[^]*Nothing was written[^]*--yes/)
    assert.match(stdout, /Only this machine can reach the portal; --host 0\.0\.0\.0/)
    assert.equal(existsSync(unit), false)
  })

  test('writes what systemd understands, whose command serves the portal, and says what comes next', async () => {
    const { code, stdout } = await install('--yes', '--port', '18765', '--json')
    assert.equal(code, 0)
    const { file, written, commands } = JSON.parse(stdout)
    assert.deepEqual([file, written], [unit, true])
    assert.deepEqual(commands.slice(0, 3), [
      'systemctl --user daemon-reload',
      'systemctl --user enable --now longtail-portal',
      'loginctl enable-linger',
    ])
    execFileSync('systemd-analyze', ['verify', '--user', '--man=no', unit], {
      stdio: 'pipe',
      env: { ...process.env, XDG_RUNTIME_DIR: root },
    })
    const [, line = ''] = /^ExecStart=(.+)$/m.exec(readFileSync(unit, 'utf8')) ?? []
    // as systemd reads it; a free port in place of the one that was named
    const words = [...line.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, inQuotes, bare]) =>
      (inQuotes ?? bare).replace(/\\(.)/g, '$1').replaceAll('%%', '%').replaceAll('$$', '$'),
    )
    assert.ok(words.includes(portal), line)
    const args = [...words.slice(1).map(word => (word === '18765' ? '0' : word)), '--json']
    const child = spawn(words[0], args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout, 'data')
    assert.equal((await fetch(JSON.parse(String(said)).url)).status, 200)
    child.kill('SIGINT')
    assert.equal((await once(child, 'close'))[0], 0)
  })

  test('writes its own file anew, and never that of somebody else', async () => {
    assert.equal((await install('--yes', '--port', '9000')).code, 0)
    assert.match(readFileSync(unit, 'utf8'), /--port 9000$/m)
    const foreign = join(root, 'config', 'systemd', 'user', 'foreign.service')
    mkdirSync(join(unit, '..'), { recursive: true })
    writeFileSync(foreign, '[Service]\nExecStart=/bin/true\n')
    const refused = await install('--yes', '--name', 'foreign')
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /foreign\.service was not written by this command and was left as it is/)
    assert.equal(readFileSync(foreign, 'utf8'), '[Service]\nExecStart=/bin/true\n')
  })

  test('refuses what cannot work, and says what to do', async () => {
    for (const [flags, reason] of [
      [['--port', '80'], /ports below 1024 need --system/],
      [['--port', '0'], /from 1 to 65535/],
      [['--name', '../evil'], /--name \.\.\/evil/],
    ] as const) {
      const { code, stderr } = await install('--yes', ...flags)
      assert.equal(code, 2)
      assert.match(stderr, reason)
    }
    const nothing = await startCli(['portal', 'install', join(root, 'none'), '--yes']).result
    assert.equal(nothing.code, 1)
    assert.match(nothing.stderr, /is not a portal/)
  })

  test('asks, and takes nothing but a yes for one', async () => {
    for (const [typed, expected] of [
      ['y\n', true],
      ['Yes\n', true],
      ['\n', false],
      ['yesterday\n', false],
      ['', false],
    ] as const) {
      const input = new PassThrough()
      input.end(typed)
      assert.equal(await confirmed('Write it? ', input, new PassThrough()), expected, JSON.stringify(typed))
    }
  })

  test('makes a unit of the system that systemd understands, too', () => {
    const file = join(root, 'longtail-system.service')
    const command = [process.execPath, 'portal', 'serve', portal]
    writeFileSync(file, serviceText({ isSystem: true, name: 'x', command, writes: [portal], runAs: '0', port: 80 }))
    execFileSync('systemd-analyze', ['verify', '--man=no', file], { stdio: 'pipe' })
    assert.match(readFileSync(file, 'utf8'), /^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m)
  })
})
