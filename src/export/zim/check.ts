/** A ZIM that cannot be opened again never takes the place of one that can: it is looked at once more before it is put there. */
import { LongtailError } from '../../errors.js'
import type { ZimNumbers } from './contracts.js'
import { openZim } from './file/index.js'

export async function checkZim(path: string, { entries, articles }: ZimNumbers): Promise<void> {
  const zim = await openZim(path)
  try {
    const main = zim.mainPage()
    const isWhole =
      zim.entries === entries &&
      zim.listing('v0').length === entries &&
      zim.listing('v1').length === articles &&
      main !== null &&
      zim.read(main).length > 0
    if (!isWhole)
      throw new LongtailError(
        'E_EXPORT',
        `the ZIM file was not written correctly: check the disk, and run the same command again`,
      )
  } finally {
    zim.close()
  }
}
