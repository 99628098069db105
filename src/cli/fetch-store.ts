import { resolve } from 'node:path'
import { fetchStore } from '../partitions/live/store/fetch-store.js'
import { parseS3Address } from '../partitions/live/store/s3-address.js'
import { S3Store } from '../partitions/live/store/s3-store.js'
import { many } from './many.js'

export interface FetchStoreFlags {
  out: string
}

/** Reads only: the store need not have conditional writes. */
export async function fetchInto(address: string, { out }: FetchStoreFlags): Promise<void> {
  const store = await S3Store.open(parseS3Address(address))
  const isShown = process.stderr.isTTY
  const { partitions, archives } = await fetchStore(store, out, (partition, all) => {
    if (isShown) process.stderr.write(`\r${partition} of ${all} partitions${partition === all ? '\n' : ''}`)
  })
  console.log(
    `${many(archives, 'archive')} and ${many(partitions, 'partition')} of ${store.name} are in ${resolve(out)}`,
  )
}
