import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, seen from wherever the compiled tests lie. */
export const packageRoot = find(dirname(fileURLToPath(import.meta.url)))

function find(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error('no package.json above the tests')
  return find(parent)
}
