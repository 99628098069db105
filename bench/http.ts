/**
 * CPU per request of the crawler's process: 15 KB pages over loopback, server in a process of its own, the contenders interleaved in
 * one run. `node dist/bench/http.js [requests per round] [rounds] [requests at once]`
 */
import { spawn } from 'node:child_process'
import { Agent as HttpAgent, createServer, request as httpRequest } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { createHttpWeb } from '../src/web/http-web.js'
import { createPoliteness } from '../src/web/politeness.js'

const BODY_BYTES = 15_000

if (process.argv[2] === 'serve') serve()
else await measure(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 3), Number(process.argv[4] ?? 16))

function serve(): void {
  const body = Buffer.alloc(BODY_BYTES, 'lorem ipsum ')
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      Server: 'bench',
      'Content-Length': body.length,
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
  })
}

interface Contender {
  readonly name: string
  get(path: string): Promise<number>
  close(): Promise<void>
}

async function measure(requests: number, rounds: number, atOnce: number): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>(resolve =>
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk))),
  )
  const origin = `http://127.0.0.1:${port}`
  const contenders = [longtail(origin), undiciRequest(origin), nodeHttp(port)]
  const micros = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  let checksum = 0
  for (const contender of contenders) checksum += await run(contender, 2_000, atOnce) // warm up
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      const before = process.cpuUsage()
      checksum += await run(contender, requests, atOnce)
      const { user, system } = process.cpuUsage(before)
      micros.get(contender.name)?.push((user + system) / requests)
    }
  }
  console.log(
    `${cpus()[0].model} × ${cpus().length}, load ${loadavg()[0].toFixed(1)}, Node ${process.version}, ${atOnce} at once`,
  )
  for (const [name, all] of micros) {
    const [best, worst] = [Math.min(...all), Math.max(...all)]
    console.log(
      `${name.padEnd(16)} ${best.toFixed(1).padStart(7)} µs CPU per request (best of ${rounds}, worst ${worst.toFixed(1)})`,
    )
  }
  console.log(`checksum ${checksum}`)
  await Promise.all(contenders.map(contender => contender.close()))
  child.kill()
}

async function run(contender: Contender, requests: number, atOnce: number): Promise<number> {
  let next = 0
  let bytes = 0
  const worker = async () => {
    while (next < requests) bytes += await contender.get(`/page/${next++}`)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return bytes
}

function longtail(origin: string): Contender {
  const web = createHttpWeb({
    userAgent: 'bench',
    politeness: createPoliteness({ delayMs: 0 }),
    hosts: { '*': origin },
  })
  const { signal } = new AbortController()
  return {
    name: 'http-web',
    async get(path) {
      const outcome = await web.fetch(`http://site.example${path}`, signal)
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome.body.length
    },
    close: () => web.close(),
  }
}

function undiciRequest(origin: string): Contender {
  const dispatcher = new Agent()
  return {
    name: 'undici.request',
    async get(path) {
      const { body } = await request(origin + path, { dispatcher, headers: { 'user-agent': 'bench' } })
      return (await body.arrayBuffer()).byteLength
    },
    close: () => dispatcher.close(),
  }
}

function nodeHttp(port: number): Contender {
  const agent = new HttpAgent({ keepAlive: true })
  return {
    name: 'node:http',
    get: path =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          { port, host: '127.0.0.1', path, agent, headers: { 'user-agent': 'bench' } },
          response => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () => resolve(Buffer.concat(chunks).length))
          },
        )
        outgoing.on('error', reject)
        outgoing.end()
      }),
    close: async () => agent.destroy(),
  }
}
