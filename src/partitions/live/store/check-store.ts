/** Whether a store keeps workers apart: it must refuse to make an object that is there (`If-None-Match: *`). Some servers ignore that. */
import { randomBytes } from 'node:crypto'
import { LongtailError } from '../../../errors.js'
import type { S3Store } from './s3-store.js'

export async function checkStore(store: S3Store): Promise<void> {
  const key = `check-${randomBytes(8).toString('hex')}`
  const refused = (what: string): LongtailError =>
    new LongtailError(
      'E_STORE',
      `${store.name}: ${what}, so two workers could hold the same part of a crawl; use a store with conditional writes (AWS S3, Ceph, MinIO and others have them), or a directory`,
    )
  try {
    await store.putNew(key, 'longtail')
    if (await store.putNew(key, 'longtail')) throw refused('the server does not honour "If-None-Match: *"')
  } catch (error) {
    // 501: some say so
    if (error instanceof LongtailError && /NotImplemented|status 501/.test(error.message))
      throw refused('the server has no conditional writes')
    throw error
  } finally {
    await store.remove([key]).catch(() => {})
  }
}
