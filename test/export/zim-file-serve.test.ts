import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveZim } from './kiwix-serve.js'
import { html, place, writer } from './zim-file-tools.js'

const PATHS = ['plain.html', 'www.example.org/ภาษาไทย/กำ แพง', 'a page?x=1&y=2#part', '100%25%', '中文/页面']

test('kiwix-serve serves entries whatever their path, follows redirects and knows the main page', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  const plain = { title: '', mime: 'text/plain', isFront: false }
  for (const path of PATHS) await zimWriter.addContent({ ...plain, path, body: `at ${path}` })
  await zimWriter.addContent(html('main', 'ยินดีต้อนรับ'))
  await zimWriter.addContent({ ...plain, path: 'p.png', mime: 'image/png', body: Buffer.alloc(5_000, 7) })
  zimWriter.addRedirect({ path: 'old', title: '', target: PATHS[1], isFront: false })
  zimWriter.setMainPage('main')
  await zimWriter.finish()

  const server = await serveZim(zim.path)
  t.after(() => server.close())
  const base = `${server.origin}/${server.book}`
  for (const path of PATHS) {
    const answer = await fetch(`${base}/${path.split('/').map(encodeURIComponent).join('/')}`)
    assert.equal(answer.status, 200, path)
    assert.equal(await answer.text(), `at ${path}`)
  }
  const picture = await fetch(`${base}/p.png`)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), Buffer.alloc(5_000, 7))
  assert.equal(await (await fetch(`${base}/old`)).text(), `at ${PATHS[1]}`)
  assert.match(await (await fetch(`${base}/`)).text(), /ยินดีต้อนรับ/)
  assert.equal((await fetch(`${base}/nowhere`)).status, 404)
})
