/** The three exports as their users start them, on one archive. */
import { createReadStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip, createGzip } from 'node:zlib'
import { jsonIn, measure, type Cost } from './measure.js'

export interface ExportRow extends Cost {
  readonly name: string
  /** That were read: a corpus leaves out some of them. */
  readonly pages: number
  readonly pagesPerCpuSecond: number
  readonly bytes: number
  /** Of the archive's size. */
  readonly sizeShare: number
}

interface Kind {
  readonly name: string
  readonly args: readonly string[]
  readonly out: string
}

/** `isFull`: the variants, too. */
export function kindsOf(isFull: boolean): readonly Kind[] {
  const kinds: Kind[] = [
    { name: 'wacz', args: ['wacz'], out: 'out.wacz' },
    { name: 'corpus', args: ['corpus'], out: 'corpus' },
    { name: 'zim', args: ['zim'], out: 'out.zim' },
  ]
  const more: Kind[] = [
    { name: 'wacz --no-text', args: ['wacz', '--no-text'], out: 'out.wacz' },
    { name: 'corpus --dedupe near', args: ['corpus', '--dedupe', 'near'], out: 'corpus' },
  ]
  return isFull ? [...kinds, ...more] : kinds
}

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

export async function measureExport({ name, args, out }: Kind, archive: string, folder: string): Promise<ExportRow> {
  const path = join(folder, out)
  rmSync(path, { recursive: true, force: true })
  const { cost, said } = await measure(process.execPath, [CLI, 'export', ...args, archive, '--out', path, '--json'])
  const { pages, bytes } = summaryIn(said)
  rmSync(path, { recursive: true, force: true })
  const sizeShare = bytes / statSync(archive).size
  return { name, pages, pagesPerCpuSecond: pages / cost.cpuSeconds, ...cost, bytes, sizeShare }
}

function summaryIn(said: string): { pages: number; bytes: number } {
  const summary: unknown = jsonIn(said)
  if (typeof summary !== 'object' || summary === null) throw new Error('the export says nothing')
  const numbers = new Map<string, unknown>(Object.entries(summary))
  const dropped = numbers.get('dropped')
  const left = typeof dropped === 'object' && dropped !== null ? Object.values(dropped).map(Number) : []
  return {
    pages: left.reduce((sum, one) => sum + one, Number(numbers.get('pages'))),
    bytes: Number(numbers.get('bytes')),
  }
}

/** JSONL.gz, which is written in members, against one gzip stream over the same bytes. */
export async function gzipShare(archive: string, folder: string): Promise<number> {
  const path = join(folder, 'corpus.jsonl.gz')
  await measure(process.execPath, [CLI, 'export', 'corpus', archive, '--out', path])
  let whole = 0
  for await (const piece of createReadStream(path)
    .pipe(createGunzip())
    .pipe(createGzip({ level: 6 })))
    whole += Buffer.from(piece).length
  return statSync(path).size / whole
}
