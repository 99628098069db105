/** What a bucket says about the objects in it: the answer to ListObjectsV2, and the code in an error. */
import saxes from 'saxes'

export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Changes with the content. */
  readonly etag: string
}

export interface ObjectPage {
  readonly objects: readonly StoredObject[]
  /** Where the next page begins; '' when there is none. */
  readonly next: string
}

/** Null when it is not such an answer. */
export function parseListing(xml: string): ObjectPage | null {
  const objects: StoredObject[] = []
  const path: string[] = []
  let one = { key: '', size: 0, etag: '' }
  let [next, isTruncated, text] = ['', false, '']
  const parser = new saxes.SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', part => (text += part))
  parser.on('closetag', () => {
    const place = path.slice(1).join('/')
    path.pop()
    if (place === 'Contents/Key') one = { ...one, key: text }
    else if (place === 'Contents/Size') one = { ...one, size: Number(text) }
    else if (place === 'Contents/ETag') one = { ...one, etag: text }
    else if (place === 'NextContinuationToken') next = text
    else if (place === 'IsTruncated') isTruncated = text === 'true'
    else if (place === 'Contents') {
      objects.push(one)
      one = { key: '', size: 0, etag: '' }
    }
  })
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return xml.includes('<ListBucketResult') ? { objects, next: isTruncated ? next : '' } : null
}

/** `NoSuchBucket`, `QuotaExceeded` …; '' when it says none. */
export function errorCodeIn(xml: string): string {
  return /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(xml)?.[1] ?? ''
}
