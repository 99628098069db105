/** A thread that compresses clusters, one per message, answered in their order. */
import { parentPort, workerData } from 'node:worker_threads'
import { createZstd } from '../../zstd.js'

const level: number = workerData
const zstd = await createZstd()
parentPort?.on('message', (bytes: Uint8Array) => {
  const frame = zstd.compress(bytes, level)
  // a frame is a copy of its own, never a part of the module's memory
  parentPort?.postMessage(frame, frame.buffer instanceof ArrayBuffer ? [frame.buffer] : [])
})
