/** Documents as servers should not send them, and documents that try to reach something; and rounds, in which they come again. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { AgainEntry, LogEntry, PageEntry } from '../../src/collection/index.js'
import { crawlRendering } from '../render/rendering-web.js'
import { logged } from '../crawl/shown-web.js'
import { html, serveSmallWeb, status, type SmallWeb } from '../crawl/small-web.js'
import { documentCampaign, REPORT } from './document-site.js'
import { docx, epub } from './made-office.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-odd-documents-'))
after(() => rmSync(directory, { recursive: true }))

const THAI = 'แม่น้ำเจ้าพระยาเป็นแม่น้ำสายหลักของประเทศไทย ไหลผ่านกรุงเทพมหานครและอีกหลายจังหวัดก่อนลงสู่อ่าวไทย '
const isPage = (entry: LogEntry): entry is PageEntry => entry.t === 'page'
const links = (paths: readonly string[]): string => paths.map(path => `<a href="${path}">${path}</a>`).join(' ')
const pagesOf = async (out: string): Promise<ReadonlyMap<string, PageEntry>> =>
  new Map((await logged(out)).filter(isPage).map(page => [new URL(page.url).pathname, page]))

test('a wrong length, or a size over the limit, costs that document alone', async () => {
  // the catalogue stands behind what fills the file
  const large = Buffer.concat([REPORT, Buffer.from('\n%'), Buffer.alloc(3 << 20, 'x'), Buffer.from('\n%%EOF\n')])
  const web = await serveSmallWeb(({ path }, response) => {
    const send = (body: Buffer, length: number): void => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': length })
      response.write(body)
      setTimeout(() => response.destroy(), 200)
    }
    if (path === '/')
      return html(response, `<p>${THAI}</p>${links(['/long.pdf', '/short.pdf', '/large.pdf', '/good.pdf'])}`)
    if (path === '/long.pdf') return send(REPORT, REPORT.length + 5_000)
    if (path === '/short.pdf') return send(REPORT, Math.floor(REPORT.length / 2))
    if (path === '/large.pdf') return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(large)
    if (path === '/good.pdf') return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(REPORT)
    return status(response, 404)
  })
  try {
    const out = join(directory, 'lengths')
    const campaign = documentCampaign(web)
    const network = { hosts: { '*': web.origin }, 'max-body': '1MB', 'max-document': '1MB', retries: 0 }
    const { stopped } = await crawlRendering({ ...campaign, network }, out)
    assert.equal(stopped, 'finished')
    const pages = await pagesOf(out)
    assert.equal(pages.get('/good.pdf')?.relevant, true)
    assert.equal(pages.get('/large.pdf')?.bytes, 1_000_000)
    // what came of it is a whole document, of the other one the half
    assert.ok([undefined, true].includes(pages.get('/long.pdf')?.relevant))
    assert.ok((pages.get('/short.pdf')?.bytes ?? 0) < REPORT.length)
  } finally {
    await web.close()
  }
})

test('names that lead out of a book, and entities that lie elsewhere, are not followed', async () => {
  const secret = join(directory, 'secret.txt')
  writeFileSync(secret, 'ความลับของเครื่องนี้')
  const asked: string[] = []
  const elsewhere = await serveSmallWeb(({ path }, response) => {
    asked.push(path)
    response.writeHead(200).end('ความลับของเครื่องนี้')
  })
  const book = await epub(
    {
      'a.xhtml': `<html><body><p>${THAI}</p></body></html>`,
      '../../../../../../../../tmp/longtail-escaped.xhtml': THAI,
    },
    { '../../../longtail-escaped': 'x', [`..${secret}`]: 'x' },
  )
  const word = await docx('', {
    'word/document.xml': `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY file SYSTEM "file://${secret}"><!ENTITY web SYSTEM "${elsewhere.origin}/e"><!ENTITY % more SYSTEM "${elsewhere.origin}/dtd"> %more;]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${THAI} &file; &web;</w:t></w:r></w:p></w:body></w:document>`,
  })
  const web = await serveSmallWeb(({ path }, response) => {
    if (path === '/') return html(response, `<p>${THAI}</p>${links(['/book.epub', '/word.docx'])}`)
    if (path === '/book.epub') return void response.writeHead(200).end(book)
    if (path === '/word.docx') return void response.writeHead(200).end(word)
    return status(response, 404)
  })
  try {
    const out = join(directory, 'reaching')
    await crawlRendering(documentCampaign(web), out)
    const pages = await pagesOf(out)
    assert.deepEqual([pages.get('/book.epub')?.relevant, pages.get('/word.docx')?.relevant], [true, true])
    assert.deepEqual(asked, [])
    assert.ok(!JSON.stringify([...pages.values()]).includes('ความลับ'))
  } finally {
    await web.close()
    await elsewhere.close()
  }
})

test('in a round, a document that has not changed is neither sent nor stored again; one that has is read again', async () => {
  let web: SmallWeb | null = null
  let isLater = false
  const conditions: string[] = []
  const changed = await docx(`<w:p><w:r><w:t>${THAI.repeat(2)} ฉบับใหม่</w:t></w:r></w:p>`)
  const before = await docx(`<w:p><w:r><w:t>${THAI}</w:t></w:r></w:p>`)
  try {
    web = await serveSmallWeb(({ path, headers }, response) => {
      if (path === '/') return html(response, `<p>${THAI}</p>${links(['/a.pdf', '/b.docx'])}`)
      const body = path === '/a.pdf' ? REPORT : path === '/b.docx' ? (isLater ? changed : before) : null
      if (body === null) return status(response, 404)
      const etag = `"${createHash('sha1').update(body).digest('hex')}"`
      if (headers['if-none-match'] !== undefined) conditions.push(path)
      if (headers['if-none-match'] === etag) return status(response, 304, { etag })
      response.writeHead(200, { etag }).end(body)
    })
    const out = join(directory, 'rounds')
    await crawlRendering(documentCampaign(web), out)
    isLater = true
    const { round } = await crawlRendering(documentCampaign(web), out, { again: true })
    assert.deepEqual([...conditions].sort(), ['/a.pdf', '/b.docx'])
    assert.deepEqual([round?.changed, round?.notModified], [1, 1])
    const again = (await logged(out)).filter((entry): entry is AgainEntry => entry.t === 'again')
    const found = new Map(again.map(entry => [new URL(entry.url).pathname, entry.found]))
    assert.deepEqual([found.get('/a.pdf'), found.get('/b.docx')], ['not-modified', 'changed'])
  } finally {
    await web?.close()
  }
})
