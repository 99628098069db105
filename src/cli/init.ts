import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CAMPAIGN_TEMPLATE } from '../campaign/index.js'
import { LongtailError } from '../errors.js'
import { makeDirectory } from '../disk/make-directory.js'

export async function writeCampaign(directory: string): Promise<void> {
  const path = join(directory, 'campaign.yaml')
  if (existsSync(path))
    throw new LongtailError('E_USAGE', `${path} exists already and is left as it is; name another directory`)
  try {
    makeDirectory(directory)
    writeFileSync(path, CAMPAIGN_TEMPLATE, { flag: 'wx' })
  } catch (error) {
    throw new LongtailError('E_USAGE', `${path} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
  console.log(`${path} written. Fill in contact, target and seeds, then: longtail crawl ${path}`)
}
