/**
 * A store that really speaks S3: Ceph's gateway with one monitor and one daemon that keeps objects in the memory, on the loopback. Debian:
 * apt install --no-install-recommends radosgw ceph-mon ceph-osd (61 MB to fetch, 270 MB on the disk: too much to install for everybody's tests).
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3Store } from '../../src/partitions/live/store/s3-store.js'
import { parseS3Address } from '../../src/partitions/live/store/s3-address.js'
import { freePort } from './redis-servers.js'

const OSD = '5d3f1c0e-0000-4000-8000-000000000002'
const START_MS = 30_000
const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph']

/** Why it cannot be used here; false when it can. */
export function cephIsMissing(): string | false {
  const missing = PROGRAMS.filter(name => !existsSync(`/usr/bin/${name}`))
  return missing.length === 0
    ? false
    : `${missing.join(', ')} are not here: apt install --no-install-recommends radosgw ceph-mon ceph-osd`
}

export class CephServer {
  private readonly children: ChildProcess[] = []
  private gateway: ChildProcess | null = null

  private constructor(
    private readonly directory: string,
    private readonly port: number,
  ) {}

  static async start(directory: string): Promise<CephServer> {
    const server = new CephServer(directory, await freePort())
    try {
      await server.begin(await freePort())
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  get env(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${this.port}`,
      AWS_ACCESS_KEY_ID: 'longtail',
      AWS_SECRET_ACCESS_KEY: 'testing',
      AWS_REGION: 'us-east-1',
    }
  }

  open(address: string): Promise<S3Store> {
    return S3Store.open(parseS3Address(address, this.env))
  }

  /** The gateway is gone; what it has stored stays. */
  async killGateway(): Promise<void> {
    if (this.gateway !== null) await end(this.gateway)
  }

  async startGateway(): Promise<void> {
    const frontend = `beast endpoint=127.0.0.1:${this.port}`
    // its own default wants a key, which a store of tests has not
    this.gateway = this.run(
      'radosgw',
      '-n',
      'client.admin',
      '-f',
      '--ms-mon-client-mode',
      'crc',
      '--rgw-frontends',
      frontend,
    )
    await this.until('the gateway', async () => (await fetch(`http://127.0.0.1:${this.port}/`)).ok)
  }

  async stop(): Promise<void> {
    for (const child of this.children.reverse()) await end(child)
  }

  private async begin(monitorPort: number): Promise<void> {
    const { directory } = this
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(directory, name), { recursive: true })
    writeFileSync(join(directory, 'ceph.conf'), settings(directory, monitorPort))
    const { conf } = this
    const limits = { stdio: 'ignore', timeout: START_MS } as const
    execFileSync('ceph-mon', [...conf, '-i', 'a', '--mkfs', '--public-addr', `v2:127.0.0.1:${monitorPort}`], limits)
    this.run('ceph-mon', '-i', 'a', '-f')
    execFileSync('ceph-osd', [...conf, '-i', '0', '--mkfs', '--osd-uuid', OSD], limits)
    execFileSync('ceph', [...conf, '--connect-timeout', '30', 'osd', 'new', OSD], limits)
    this.run('ceph-osd', '-i', '0', '-f')
    const user = ['user', 'create', '--uid=longtail', '--display-name=longtail']
    const keys = ['--access-key=longtail', '--secret-key=testing']
    execFileSync('radosgw-admin', [...conf, ...user, ...keys], limits)
    await this.startGateway()
    const { AwsClient } = await import('aws4fetch')
    const client = new AwsClient({ accessKeyId: 'longtail', secretAccessKey: 'testing', service: 's3' })
    const made = await client.fetch(`http://127.0.0.1:${this.port}/crawls`, { method: 'PUT' })
    if (!made.ok) throw new Error(`no bucket: ${await made.text()}`)
  }

  private get conf(): string[] {
    return ['-c', join(this.directory, 'ceph.conf')]
  }

  private run(program: string, ...args: string[]): ChildProcess {
    const said = openSync(join(this.directory, `${program}.out`), 'a')
    const child = spawn(program, [...this.conf, ...args], { stdio: ['ignore', said, said] })
    closeSync(said)
    this.children.push(child)
    return child
  }

  private async until(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const last = Date.now() + START_MS
    while (!(await isThere().catch(() => false))) {
      if (Date.now() > last)
        throw new Error(`waited in vain for ${what}: ${readFileSync(join(this.directory, 'radosgw.out'), 'utf8')}`)
      await sleep(200)
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

function settings(directory: string, port: number): string {
  return `[global]
fsid = 5d3f1c0e-0000-4000-8000-000000000001
mon host = v2:127.0.0.1:${port}/0
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1G
mon data = ${directory}/mon
osd data = ${directory}/osd
rgw data = ${directory}/rgw
run dir = ${directory}
admin socket = ${directory}/$name.$pid.asok
log file = ${directory}/$name.log
`
}
