/** A ZIM of texts with the two indexes, as the export makes them, without the rest of an export. */
import { join } from 'node:path'
import type { ZimDocument } from '../../src/export/zim/contracts.js'
import { createZimWriter } from '../../src/export/zim/file/index.js'
import { createZimIndex } from '../../src/export/zim/words/index.js'

export async function writeIndexedZim(
  directory: string,
  documents: Iterable<ZimDocument>,
  languages: readonly string[],
): Promise<string> {
  const path = join(directory, 'texts.zim')
  const writer = await createZimWriter({ path, scratch: directory })
  const index = createZimIndex({ scratch: directory, languages })
  try {
    for (const document of documents) {
      const { path: name, title, text } = document
      const body = `<!doctype html><title>${escaped(title)}</title><body>${escaped(text)}</body>`
      await writer.addContent({ path: name, title, mime: 'text/html', isFront: true, body })
      await index.add(document)
      if (document.path !== '') writer.setMainPage(document.path)
    }
    const { fulltext, title } = await index.finish()
    await writer.addIndex('fulltext/xapian', fulltext)
    await writer.addIndex('title/xapian', title)
    const metadata = {
      Name: 'texts',
      Title: 'Texts',
      Creator: 'x',
      Publisher: 'x',
      Date: '2026-11-15',
      Description: 'x',
    }
    for (const [name, value] of Object.entries(metadata)) await writer.addMetadata(name, value)
    await writer.addMetadata('Language', languages.join(','))
    await writer.finish()
    return path
  } catch (error) {
    await index.abort()
    await writer.abort()
    throw error
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
