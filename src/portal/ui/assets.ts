/** Style sheets, scripts and pictures of the portal: read once, served from memory, kept by browsers for as long as they are the same. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LongtailError } from '../../errors.js'
import { plainValues, withPlainValues } from './plain-values.js'

export interface Asset {
  readonly type: string
  readonly bytes: Uint8Array
  /** Changes with the content. */
  readonly version: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

let loaded: ReadonlyMap<string, Asset> | undefined

export function assets(): ReadonlyMap<string, Asset> {
  loaded ??= readAssets(findFolder())
  return loaded
}

/** With the version in the query: a new one is fetched at once, an old one never again. */
export function assetAddress(file: string): string {
  const asset = assets().get(file)
  return asset === undefined ? `/assets/${file}` : `/assets/${file}?v=${asset.version}`
}

function readAssets(folder: string): Map<string, Asset> {
  const found = new Map<string, Asset>()
  for (const file of readdirSync(folder)) {
    const type = TYPES[extname(file)]
    if (type === undefined) continue
    const bytes = file.endsWith('.css') ? styleBytes(folder, file) : readFileSync(join(folder, file))
    found.set(file, { type, bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) })
  }
  return found
}

function styleBytes(folder: string, file: string): Uint8Array {
  const root = readFileSync(join(folder, 'portal.css'), 'utf8')
  return Buffer.from(withPlainValues(readFileSync(join(folder, file), 'utf8'), plainValues(root)))
}

/** The files are not compiled: they stay where they are in the package, wherever the compiled code lies. */
function findFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    try {
      const assetFolder = join(folder, 'src', 'portal', 'ui', 'assets')
      readFileSync(join(assetFolder, 'portal.css'))
      return assetFolder
    } catch {
      if (dirname(folder) === folder)
        throw new LongtailError('E_PORTAL', 'the style sheets of the portal are missing: install Longtail again')
    }
  }
}
