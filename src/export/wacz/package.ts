/** What a WACZ says about itself, and the list of the parts of a divided one. */
import { createHash } from 'node:crypto'
import { SOFTWARE } from '../../version.js'
import type { MainPage } from './page-list.js'
import type { ZipMember } from './zip-writer.js'

export interface PackageFacts {
  readonly title: string
  readonly description: string
  readonly created: Date
  readonly main: MainPage | null
  /** Parts with the bodies that revisits of this one repeat: where ReplayWeb.page looks for them. */
  readonly requires: readonly PartName[]
}

export interface PartName {
  readonly filename: string
  readonly hash: string
}

export interface Part {
  readonly name: string
  readonly bytes: number
  /** sha256: and hexadecimal digits. */
  readonly hash: string
}

const WACZ_VERSION = '1.1.1'

/** datapackage.json */
export function describe(members: readonly ZipMember[], facts: PackageFacts): string {
  const { title, description, created, main, requires } = facts
  return inLines({
    profile: 'data-package',
    wacz_version: WACZ_VERSION,
    title,
    description,
    created: created.toISOString(),
    software: SOFTWARE,
    ...(main === null ? {} : { mainPageUrl: main.url, mainPageDate: main.ts }),
    ...(requires.length === 0 ? {} : { relation: { requires } }),
    // where ReplayWeb.page looks for them
    metadata: { title, desc: description },
    resources: members.map(({ name: path, sha256, bytes }) => ({
      // the rules of data packages: small letters
      name: path.slice(path.indexOf('/') + 1).toLowerCase(),
      path,
      hash: `sha256:${sha256}`,
      bytes,
    })),
  })
}

/** datapackage-digest.json */
export function digestOf(datapackage: string): string {
  const hash = createHash('sha256').update(datapackage).digest('hex')
  return inLines({ path: 'datapackage.json', hash: `sha256:${hash}` })
}

export const PARTS_PROFILE = 'multi-wacz-package'

/** The list of parts that ReplayWeb.page opens like one file. */
export function listParts(parts: readonly Part[], { title, description, created }: PackageFacts): string {
  return inLines({
    profile: PARTS_PROFILE,
    title,
    description,
    created: created.toISOString(),
    software: SOFTWARE,
    resources: parts.map(({ name, bytes, hash }) => ({ name, path: name, hash, bytes })),
  })
}

function inLines(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
