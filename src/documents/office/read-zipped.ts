import { unreadDocument, type DocumentContent } from '../../page/document/content.js'
import type { DocumentKind } from '../../contracts.js'
export async function readZipped(kind: DocumentKind, _bytes: Uint8Array, _isCut: boolean): Promise<DocumentContent> {
  return unreadDocument(kind, 'not yet')
}
