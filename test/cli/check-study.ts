/** Makes a study of studies/ small, and compares what it wrote with what it says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { readStudy } from '../../src/cli/study-file.js'
import { runCli } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

export const studies = join(packageRoot, 'studies')

/** Strategies have commas in their names. */
export function csvRows(text: string): string[][] {
  const cells = (line: string): string[] =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain)
  return text.trimEnd().split('\n').map(cells)
}

export async function checkStudy(file: string, directory: string): Promise<void> {
  const out = join(directory, file.replace('.yaml', ''))
  const { code, stdout, stderr } = await runCli(
    ...['study', join(studies, file), '--scale', '0.001', '--out', out, '--json'],
  )
  assert.equal(code, 0, `${file}: ${stderr}`)
  const { figures, runs, missing } = JSON.parse(stdout)
  assert.deepEqual(missing, [])
  const names = readStudy(join(studies, file)).figures.map(({ name }) => name)
  assert.deepEqual(
    figures.map((figure: { name: string }) => figure.name),
    names,
  )
  for (const figure of figures) assert.match(readFileSync(figure.file, 'utf8'), /<svg [^]*<\/svg>\s*$/, figure.file)
  assert.match(readFileSync(join(out, 'report.html'), 'utf8'), /<h1>.*(?:19|20)\d\d|<h1>Coverage against hours/)
  const [heads, ...rows] = csvRows(readFileSync(join(out, 'curves.csv'), 'utf8'))
  assert.deepEqual(new Set(rows.map(([name]) => name)), new Set(runs.map((run: { strategy: string }) => run.strategy)))
  const bytes = readFileSync(join(out, 'curves.parquet'))
  const parquet = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  const asText = parquet.map(row => heads.map(head => String(row[head] ?? '')))
  assert.deepEqual(asText, rows, `${file}: CSV and Parquet hold the same`)
}
