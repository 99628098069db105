/** A thread that compresses clusters. */
import { serveJobs } from '../../../threads/serve-jobs.js'
import { createZstd } from '../../zstd.js'

await serveJobs<Uint8Array, Uint8Array>(async data => {
  const zstd = await createZstd()
  return {
    isJob: value => value instanceof Uint8Array,
    handle: bytes => zstd.compress(bytes, Number(data)),
    // a frame is a copy of its own, never a part of the module's memory
    transfer: ({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []),
  }
})
