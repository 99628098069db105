/** Which test files to run: those whose paths contain one of the named parts, of the short suite unless told otherwise. */
import { readdirSync } from 'node:fs'

const LONG = /\.long\.test\.js$/

export interface Choice {
  /** The short suite, the long one (`*.long.test.ts`), or both. */
  readonly suite: 'short' | 'long' | 'all'
  /** Parts of paths below the folder; none means every file. */
  readonly parts: readonly string[]
}

export function chooseFiles(folder: string, { suite, parts }: Choice): string[] {
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.js'))
    .filter(file => parts.length === 0 || parts.some(part => file.includes(part)))
    .sort()
  const chosen = named.filter(file => suite === 'all' || LONG.test(file) === (suite === 'long'))
  if (chosen.length > 0) return chosen
  const where = parts.length === 0 ? '' : ` that ${parts.map(part => `"${part}"`).join(' or ')} names`
  const elsewhere =
    named.length === 0 ? '' : `; ${named.length} in the other: add ${suite === 'long' ? '--all' : '--long'}`
  throw new Error(`no test file in the ${suite} suite${where}${elsewhere}`)
}
