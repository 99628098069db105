/**
 * A web without end, in a process of its own: each page links to ten pages that nobody has seen before and to three that are
 * known, on 2,048 hosts. Half of the hosts are Thai. Told the process id of a crawler, it says what that process had cost when
 * its next request arrived.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const NEW_LINKS = 10
/** USER_HZ, as Linux has it on all machines we know. */
const TICKS_PER_SECOND = 100

export interface FirstRequest {
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

let watched = 0
let requests = 0

const server = createServer((request, response) => {
  requests++
  if (watched !== 0) {
    const cost = costOf(watched)
    watched = 0
    process.send?.(cost)
  }
  const number = Number(/\/p(\d+)\.html$/.exec(request.url ?? '')?.[1] ?? 0)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(pageOf(number))
})
server.keepAliveTimeout = 60_000

process.on('message', message => {
  if (message === 'count') process.send?.(requests)
  else if (typeof message === 'number') watched = message
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.(`http://127.0.0.1:${address.port}`)
})

function pageOf(number: number): string {
  const host = hostOf(number)
  let links = ''
  for (let i = 1; i <= NEW_LINKS; i++) links += linkTo(number * NEW_LINKS + i, `page ${i}`)
  for (const known of [0, Math.floor(number / NEW_LINKS), Math.floor(number / 3)]) links += linkTo(known, 'known')
  const words =
    host % 2 === 0
      ? `หน้านี้เป็นภาษาไทยหมายเลข ${number} สำหรับการทดสอบการเก็บรวบรวมเว็บ`
      : `This page is number ${number}, in plain English`
  return `<html><head><title>${number}</title></head><body><p>${`${words} `.repeat(4)}</p>${links}</body></html>`
}

function linkTo(number: number, anchor: string): string {
  return `<a href="http://h${hostOf(number)}.test/d${number % 7}/p${number}.html">${anchor}</a>\n`
}

/** Fifty numbers in a row share a host. */
function hostOf(number: number): number {
  return Math.imul(Math.floor(number / 50) + 1, 0x9e3779b1) >>> 21
}

function costOf(pid: number): FirstRequest {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    peakMegabytes: Math.round(Number(peak?.[1] ?? 0) / 1024),
  }
}
