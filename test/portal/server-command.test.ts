import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildPortal } from '../../src/portal/build/build.js'
import { runCli, startCli, temporaryDirectory } from '../crawl/run-cli.js'
import { smallPages } from './serve-small.js'
import { writeArchive } from './small-archive.js'

test('"portal serve" prints where it is, shows the first password once, and ends with Ctrl-C', async () => {
  const root = temporaryDirectory('serve')
  const directory = join(root, 'portal')
  try {
    writeArchive(join(root, 'small.warc'), smallPages().slice(0, 4))
    await buildPortal({ sources: [join(root, 'small.warc')], out: directory })
    const first = await served(directory)
    assert.match(first.password ?? '', /^[a-z2-9]{5}(?:-[a-z2-9]{5}){2}$/)
    assert.equal(first.help, 200)
    assert.deepEqual([first.code, first.stderr], [0, ''])
    const second = await served(directory)
    assert.equal(second.password, undefined)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('"portal serve" says what is wrong with what it was given', async () => {
  const root = temporaryDirectory('serve-wrong')
  try {
    const nothing = await runCli('portal', 'serve', root, '--port', '0')
    assert.equal(nothing.code, 1)
    assert.match(nothing.stderr, /^E_PORTAL: .* is not a portal/)
    writeFileSync(join(root, 'index.db'), 'not a database')
    assert.equal((await runCli('portal', 'serve', root, '--port', '0')).code, 1)
    const noFile = await runCli('portal', 'serve', root, '--password-file', join(root, 'none'))
    assert.equal(noFile.code, 2)
    assert.match(
      noFile.stderr,
      /^E_USAGE: --password-file .*none: cannot be read \(no such file or directory\); give a text file/,
    )
    assert.equal((await runCli('portal', 'serve', root, '--port', 'x')).code, 2)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

async function served(directory: string) {
  const { child, result } = startCli(['portal', 'serve', directory, '--port', '0', '--json'])
  const [line] = (await once(child.stdout ?? child, 'data')) as [string]
  const said: { url: string; password?: string } = JSON.parse(line)
  const help = (await fetch(`${said.url}help`)).status
  child.kill('SIGINT')
  const { code, stderr } = await result
  return { ...said, help, code, stderr }
}
