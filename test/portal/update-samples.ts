/** A portal that grows, and one on another machine that follows it by update files, for the tests of portal/updates. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/disk/sqlite.js'
import {
  applyUpdate,
  packPortal,
  signingKey,
  trustKey,
  type ApplySummary,
  type PackSummary,
} from '../../src/portal/updates/index.js'
import { build, htmlOf, textOf, warcOf, type Sample } from './build-samples.js'

export const PAGES = 60

export function pageUrl(number: number): string {
  return `http://site${number % 5}.example/${number}`
}

function sample(number: number, version: number): Sample {
  const links = [pageUrl((number + 1) % PAGES), pageUrl((number * 7) % PAGES)]
  const news = `<p>edition${version} of page${number}. ${textOf(1000 * version + number)}</p>`
  return {
    url: pageUrl(number),
    date: `2026-0${version + 1}-01T10:00:00Z`,
    body: `${htmlOf(number, links)}${version === 0 ? '' : news}`,
  }
}

export interface Sending {
  readonly root: string
  /** Of the sender. */
  readonly portal: string
  /** Of the receiver, which trusts the sender. */
  readonly school: string
  readonly keyFile: string
  /** Changes these pages in an archive that is new, or in the one that is there, and builds. */
  change(pages: readonly number[], how?: 'new file' | 'same file'): Promise<void>
  pack(name: string, since?: string, pieces?: number): Promise<PackSummary & { readonly file: string }>
  apply(...files: string[]): ApplySummary
}

/** `root`: an empty directory. */
export async function startSending(root: string): Promise<Sending> {
  const archives = [join(root, 'first.warc')]
  const portal = join(root, 'library')
  const school = join(root, 'school')
  const keyFile = join(root, 'sender.key')
  writeFileSync(archives[0], warcOf(Array.from({ length: PAGES }, (_, number) => sample(number, 0))))
  await build(portal, archives)
  trustKey(school, signingKey(keyFile).text)
  let version = 0
  let clock = Date.UTC(2026, 0, 1)
  return {
    root,
    portal,
    school,
    keyFile,
    async change(pages, how = 'new file') {
      version++
      const bytes = warcOf(pages.map(number => sample(number, version)))
      if (how === 'same file') appendFileSync(archives[0], bytes)
      else {
        archives.push(join(root, `round-${version}.warc`))
        writeFileSync(archives[archives.length - 1], bytes)
      }
      await build(portal, archives)
    },
    async pack(name, since, pieces) {
      const file = join(root, name)
      clock += 24 * 3600 * 1000
      return { ...(await packPortal({ portal, out: file, since, pieces, key: keyFile, now: () => clock })), file }
    },
    apply: (...files) => applyUpdate({ portal: school, files }),
  }
}

/** All rows of all tables, without the fact that only a receiver has. */
export function rowsOf(index: string): unknown {
  const database = openDatabase(index, { readOnly: true })
  try {
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
    return names.map(({ name }) => {
      const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all()
      const shared = rows.filter(row => !(name === 'facts' && row.name === 'state'))
      return [name, shared.map(row => JSON.stringify(row)).sort()]
    })
  } finally {
    database.close()
  }
}

/** Every file below a directory with the digest of its bytes, locks left out. */
export function filesOf(directory: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(directory, name)
    if (!statSync(path).isFile()) continue
    found[name] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return found
}

/** index.db of a state that was packed. */
export function packedIndex({ portal }: Sending, state: string): string {
  const path = join(portal, 'states', `${state}.db`)
  if (!existsSync(path)) throw new Error(`${state} is not kept`)
  return path
}
