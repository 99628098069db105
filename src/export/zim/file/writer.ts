/**
 * Writes a ZIM. Contents go to the file as clusters while they come; what is known of entries waits in a database; `finish` sorts it all
 * out (numbers, listings, pointers, checksum). The same entries in the same order make the same file, byte for byte.
 */
import { rmSync } from 'node:fs'
import { LongtailError } from '../../../errors.js'
import type { ZimContent, ZimNumbers, ZimRedirect, ZimWriter, ZimWriterOptions } from '../contracts.js'
import { ClusterWriter, type Kind } from './clusters.js'
import { createCompressPool } from './compress-pool.js'
import { listTitles, numberEntries, writeDirectory } from './directory.js'
import { EntryStore, keyOf, titleBytes, type Namespace } from './entries.js'
import {
  encodeHeader,
  HEADER_BYTES,
  INDEX_MIME,
  LISTING,
  LISTING_MIME,
  METADATA_MIME,
  NONE,
  REDIRECT,
} from './format.js'
import { isPacked, MimeList, plainMime } from './mime.js'
import { resolveRedirects } from './redirects.js'
import { Sink } from './sink.js'

/**
 * Pages of three crawls (112 MB, 10,000 pages) in pieces of 2 MiB: level 6 made them 5.00 times smaller at 45 MB per CPU-second, 9 5.12 at
 * 20, 12 5.17 at 11, 19 5.53 at 2.
 */
const LEVEL = 9

export async function createZimWriter(options: ZimWriterOptions): Promise<ZimWriter> {
  const { path, scratch, signal, onLostRedirect } = options
  signal?.throwIfAborted()
  const pool = await createCompressPool({ level: LEVEL })
  const sink = new Sink(path)
  const entries = new EntryStore(scratch)
  const clusters = new ClusterWriter(sink, pool)
  const mimes = new MimeList()
  let mainPage = ''
  let redirects = 0

  const close = async (): Promise<void> => {
    entries.close()
    sink.close()
    await pool.close()
  }

  const put = async (
    namespace: Namespace,
    { path: name, title, mime, isFront, body }: ZimContent,
    kind: Kind,
  ): Promise<boolean> => {
    signal?.throwIfAborted()
    const key = keyOf(namespace, name)
    if (key === null) return false
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const number = mimes.number(mime)
    const place = clusters.next(kind, bytes.length)
    if (!entries.add({ key, title: titleBytes(title, key), mime: number, ...place, isFront, target: null }))
      return false
    if (namespace === 'C') mimes.count(number)
    await clusters.add(kind, bytes)
    return true
  }
  const own = (namespace: Namespace, name: string, mime: string, body: Uint8Array | string): Promise<boolean> =>
    put(namespace, { path: name, title: '', mime, isFront: false, body }, 'own')

  const redirect = (namespace: Namespace, { path: name, title, target, isFront }: ZimRedirect): boolean => {
    const key = keyOf(namespace, name)
    const to = keyOf('C', target)
    if (key === null || to === null) return false
    const place = { mime: REDIRECT, cluster: 0, blob: 0 }
    return entries.add({ key, title: titleBytes(title, key), ...place, isFront, target: to })
  }

  const finish = async (): Promise<ZimNumbers> => {
    await clusters.closeContents()
    if (mainPage !== '') redirect('W', { path: 'mainPage', title: '', target: mainPage, isFront: false })
    await own('M', 'Counter', METADATA_MIME, mimes.counter())
    // their contents follow when the order is known
    const listingMime = mimes.number(LISTING_MIME)
    const place = clusters.next('own', 0)
    for (const [index, name] of ['v0', 'v1'].entries()) {
      const key = Buffer.from(`X${LISTING}${name}`)
      const blob = place.blob + index
      const none = Buffer.alloc(0)
      entries.add({ key, title: none, mime: listingMime, cluster: place.cluster, blob, isFront: false, target: null })
    }

    const targets = await resolveRedirects(entries, onLostRedirect, signal)
    const numbers = await numberEntries(entries, targets, signal)
    const listings = await listTitles(entries, numbers, signal)
    await clusters.add('own', listings.all)
    await clusters.add('own', listings.articles)
    const positions = await clusters.closeOwn()
    const pathPointers = await writeDirectory(sink, entries, clusters, numbers, targets, signal)
    const clusterPointers = sink.position
    for (const position of clusters.positions) sink.write(pointer(position))

    const main = mainPage === '' ? null : entries.find(Buffer.from('WmainPage'))
    const checksum = sink.position
    const header = encodeHeader({
      uuid: uuidFrom(sink.digest()),
      entries: entries.count - targets.lost,
      clusters: clusters.positions.length,
      pathPointers,
      titlePointers: positions[place.blob],
      clusterPointers,
      mimeTypes: HEADER_BYTES,
      mainPage: main === null ? NONE : numbers[main.id],
      checksum,
    })
    sink.writeStart(Buffer.concat([header, mimes.encode()]))
    await sink.writeChecksum(signal)
    return {
      bytes: sink.position,
      entries: entries.count - targets.lost,
      articles: listings.articles.length / 4,
      redirects: redirects - targets.lost,
      clusters: clusters.positions.length,
    }
  }

  return {
    addContent: content => {
      const mime = plainMime(content.mime)
      return put('C', { ...content, mime }, isPacked(mime) ? 'packed' : 'text')
    },
    addRedirect(given) {
      signal?.throwIfAborted()
      const isTaken = redirect('C', given)
      if (isTaken) redirects++
      return isTaken
    },
    async addMetadata(name, value, mime = typeof value === 'string' ? METADATA_MIME : 'image/png') {
      if (name === 'Counter' || !(await own('M', name, mime, value)))
        throw new LongtailError('E_EXPORT', `a ZIM has its metadata "${name}" once: leave the second one out`)
    },
    async addIndex(name, file) {
      const key = Buffer.from(`X${name}`)
      const place = await clusters.addFile(file, signal)
      const none = Buffer.alloc(0)
      entries.add({ key, title: none, mime: mimes.number(INDEX_MIME), ...place, isFront: false, target: null })
    },
    setMainPage(name) {
      mainPage = name
    },
    async finish() {
      try {
        return await finish()
      } finally {
        await close()
      }
    },
    async abort() {
      await close()
      rmSync(path, { force: true })
    },
  }
}

function pointer(position: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(position))
  return bytes
}

/** Of version 8, which is one's own. */
function uuidFrom(digest: Buffer): Buffer {
  const uuid = Buffer.from(digest.subarray(0, 16))
  uuid[6] = (uuid[6] & 0x0f) | 0x80
  uuid[8] = (uuid[8] & 0x3f) | 0x80
  return uuid
}
