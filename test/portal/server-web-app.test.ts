import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PNG_SIGNATURE } from '../../src/png.js'
import { serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
before(async () => {
  small = await serveSmall()
})
after(() => small.close())

test('the portal can be put on a home screen: every page names a manifest, whose icons are there in the size that it says', async () => {
  const page = await fetch(`${small.origin}/`)
  const [, path = ''] = /<link rel="manifest" href="([^"]+)">/.exec(await page.text()) ?? []
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*manifest-src 'self'/)
  const answer = await fetch(small.origin + path)
  assert.equal(answer.headers.get('content-type'), 'application/manifest+json')
  const manifest = JSON.parse(await answer.text())
  assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ['Small library', '/', 'standalone'])
  assert.deepEqual(
    manifest.icons.map(({ sizes }: { sizes: string }) => sizes),
    ['192x192', '512x512'],
  )
  for (const { src, sizes } of manifest.icons) {
    const icon = Buffer.from(await (await fetch(small.origin + src)).arrayBuffer())
    assert.ok(icon.subarray(0, 8).equals(PNG_SIGNATURE))
    assert.equal(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, sizes)
    assert.ok(icon.length < 5_000)
  }
})
