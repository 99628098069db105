/** Documents that are ZIP files, made with the writer of our WACZ files. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createZipWriter } from '../../src/export/wacz/zip-writer.js'

export type Parts = Readonly<Record<string, string | Buffer>>

/** `mimetype` comes first and is stored, as EPUB and OpenDocument want it. */
export async function madeZip(parts: Parts): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-zip-'))
  try {
    const path = join(directory, 'made.zip')
    const zip = await createZipWriter(path, new Date(0))
    for (const [name, content] of Object.entries(parts)) {
      const bytes = Buffer.from(content)
      if (name === 'mimetype') await zip.store(name, once(bytes), bytes.length)
      else await zip.deflate(name, once(bytes), bytes.length)
    }
    await zip.finish()
    return readFileSync(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

export function relations(targets: Readonly<Record<string, string>>): string {
  const entries = Object.entries(targets).map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
  return `<?xml version="1.0"?><Relationships xmlns="${RELATIONS}">${entries.join('')}</Relationships>`
}

export function docx(body: string, more: Parts = {}): Promise<Buffer> {
  return madeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w" xmlns:r="r" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`,
    'word/header1.xml': '<w:hdr xmlns:w="w"><w:p><w:r><w:t>Running head</w:t></w:r></w:p></w:hdr>',
    ...more,
  })
}

export function odt(body: string, more: Parts = {}): Promise<Buffer> {
  return madeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:xlink="x"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more,
  })
}

export function epub(chapters: Readonly<Record<string, string>>, more: Parts = {}): Promise<Buffer> {
  const names = Object.keys(chapters)
  const items = names.map((name, i) => `<item id="c${i}" href="${name}" media-type="application/xhtml+xml"/>`)
  const spine = names.map((_, i) => `<itemref idref="c${i}"/>`)
  const parts = Object.fromEntries(names.map(name => [`OEBPS/${name}`, chapters[name]]))
  return madeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns:dc="dc"><metadata><dc:title>A book</dc:title><dc:language>de-AT</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...parts,
    ...more,
  })
}

export function pptx(slides: readonly string[]): Promise<Buffer> {
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="r${i}"/>`).reverse()
  const parts = Object.fromEntries(
    slides.map((slide, i) => [
      `ppt/slides/slide${i}.xml`,
      `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r">${slide}</p:sld>`,
    ]),
  )
  return madeZip({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, i) => [`r${i}`, `slides/slide${i}.xml`])),
    ),
    ...parts,
  })
}
