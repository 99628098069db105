import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { buildPortal } from '../../src/portal/build/build.js'
import { serveSmall, type SmallPortal } from './serve-small.js'
import { pageOf, writeArchive } from './small-archive.js'

let small: SmallPortal
before(async () => {
  small = await serveSmall()
})
after(() => small.close())

const textAt = async (path: string): Promise<string> => (await fetch(small.origin + path)).text()

test('a portal that is served while it is built again shows the new pages, without a restart', async () => {
  assert.doesNotMatch(await textAt('/search?q=glacier'), /ice\.example/)
  const more = join(small.directory, '..', 'more.warc')
  const text = 'A glacier is a body of dense ice that moves under its own weight, slowly, over many years.'
  writeArchive(more, [{ url: 'http://ice.example/glacier', body: pageOf('Glaciers', [text, text]) }])
  await buildPortal({ sources: [join(small.directory, '..', 'small.warc'), more], out: small.directory })
  // both sides look once a second
  let seen = false
  for (let i = 0; i < 20 && !seen; i++) {
    await setTimeout(250)
    seen =
      (await textAt('/search?q=glacier')).includes('ice.example/glacier') &&
      (await textAt('/sites/ice.example')).includes('ice.example/glacier')
  }
  assert.ok(seen)
  assert.match(await textAt('/raw/http://ice.example/glacier'), /dense ice/)
})
