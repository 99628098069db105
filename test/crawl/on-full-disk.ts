/**
 * A program for a process that may mount: crawls onto a disk that becomes full again and again, with the browser's files on the same disk,
 * and then frees it and goes on to the end. Arguments: campaign, where to mount, where to copy the crawl to. Prints how each run ended.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SmallDisk } from '../endure/small-disk.js'
import { runCli } from './run-cli.js'

const LEFT_KB = [400, 1200, 2500]

const [campaign, mountPoint, copyTo] = process.argv.slice(2)
const disk = SmallDisk.mount(mountPoint)
const out = join(disk.path, 'crawl')
const temporary = join(disk.path, 'tmp')
mkdirSync(temporary)
process.env.TMPDIR = temporary
const ends: { readonly code: number | null; readonly said: string }[] = []
for (const left of [...LEFT_KB, Infinity]) {
  if (left === Infinity) disk.free()
  else disk.fill(left)
  const { code, stderr } = await runCli('crawl', campaign, '--out', out, '--json')
  ends.push({ code, said: stderr.slice(-1000) })
}
cpSync(out, copyTo, { recursive: true })
console.log(JSON.stringify(ends))
