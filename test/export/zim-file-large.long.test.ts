import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openZim } from '../../src/export/zim/file/index.js'
import { assertChecked, html, place, writer } from './zim-file-tools.js'

test('seventy thousand entries are numbered, listed by title and pass zimcheck', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  for (let i = 0; i < 70_000; i++) {
    const host = `www${i % 13}.example.org`
    if (i % 5 === 0)
      await zimWriter.addContent(html(`${host}/${i * 7919}.html`, `เรื่องที่ ${i % 1_000}`, { body: `<p>${i}` }))
    else if (i % 5 === 1)
      zimWriter.addRedirect({
        path: `${host}/to/${i}`,
        title: '',
        target: `${hostOf(i - 1)}/${(i - 1) * 7919}.html`,
        isFront: false,
      })
    else
      await zimWriter.addContent({
        path: `${host}/${i}.css`,
        title: '',
        mime: 'text/css',
        isFront: false,
        body: `p{top:${i}px}`,
      })
  }
  zimWriter.setMainPage('www0.example.org/0.html')
  const numbers = await zimWriter.finish()
  assert.equal(numbers.articles, 14_000)
  assert.equal(numbers.redirects, 14_000)
  await assertChecked(zim.path)

  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  assert.equal(zimReader.metadata('Counter'), 'text/css=42000;text/html=14000')
  assert.equal(zimReader.entries, numbers.entries)
  const all = zimReader.listing('v0')
  assert.equal(new Set(all).size, numbers.entries, 'each entry stands in the listing once')
  const articles = zimReader.listing('v1')
  assert.equal(articles.length, 14_000)
  const titles = [...articles].map(number => zimReader.entry(number).title)
  assert.deepEqual(
    titles,
    [...titles].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  )
})

function hostOf(i: number): string {
  return `www${i % 13}.example.org`
}
