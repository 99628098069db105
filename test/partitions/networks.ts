/**
 * Machines with networks of their own: network namespaces, connected by pairs of virtual interfaces that can be cut. Each lasts as long as
 * a process that waits for its input to end, so that nothing is left behind whatever happens to the test.
 *
 *   worker a ── web-a ──┐
 *            ── redis-a ┤  servers: the web at WEB, Redis at REDIS
 *   worker b ── web-b ──┤
 *            ── redis-b ┘
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Addresses that exist in these namespaces only. */
export const WEB = '10.77.0.1'
export const REDIS = '10.77.0.2'

export class Networks {
  private constructor(
    private readonly servers: ChildProcess,
    private readonly workers: ReadonlyMap<string, ChildProcess>,
  ) {}

  static async create(names: readonly string[]): Promise<Networks> {
    if (process.getuid?.() !== 0)
      throw new Error('this test makes network namespaces (unshare -n), which needs root: run it as root')
    const servers = await hold()
    const networks = new Networks(
      servers,
      new Map(await Promise.all(names.map(async name => [name, await hold()] as const))),
    )
    networks.ip('address', 'add', `${WEB}/32`, 'dev', 'lo')
    networks.ip('address', 'add', `${REDIS}/32`, 'dev', 'lo')
    let subnet = 0
    for (const [name, holder] of networks.workers)
      for (const [service, address] of [
        ['web', WEB],
        ['redis', REDIS],
      ] as const) {
        const [there, here] = [`10.77.${++subnet}.1`, `10.77.${subnet}.2`]
        const link = `${service}-${name}`
        networks.ip('link', 'add', link, 'type', 'veth', 'peer', 'name', service, 'netns', String(holder.pid))
        networks.ip('address', 'add', `${there}/30`, 'dev', link)
        networks.ip('link', 'set', link, 'up')
        const inside = ['nsenter', '-t', String(holder.pid), '-n', 'ip']
        run(...inside, 'address', 'add', `${here}/30`, 'dev', service)
        run(...inside, 'link', 'set', service, 'up')
        run(...inside, 'route', 'add', address, 'via', there)
      }
    return networks
  }

  /** What to start a program with that the workers ask. */
  get serving(): string[] {
    return ['nsenter', '-t', String(this.servers.pid), '-n']
  }

  /** What to start a worker with: as in a container, which has the name of the machine and counts processes for itself. */
  working(name: string): string[] {
    const inside = ['nsenter', '-t', String(this.workers.get(name)?.pid), '-n']
    return [...inside, 'unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
  }

  cut(service: 'web' | 'redis', name: string): void {
    this.ip('link', 'set', `${service}-${name}`, 'down')
  }

  mend(service: 'web' | 'redis', name: string): void {
    this.ip('link', 'set', `${service}-${name}`, 'up')
  }

  close(): void {
    for (const holder of [this.servers, ...this.workers.values()]) holder.kill('SIGKILL')
  }

  private ip(...args: string[]): void {
    run(...this.serving, 'ip', ...args)
  }
}

/** A network namespace. */
async function hold(): Promise<ChildProcess> {
  const holder = spawn('unshare', ['-n', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ours = readlinkSync('/proc/self/ns/net')
  while (readlinkSync(`/proc/${holder.pid}/ns/net`) === ours) await sleep(10)
  run('nsenter', '-t', String(holder.pid), '-n', 'ip', 'link', 'set', 'lo', 'up')
  return holder
}

function run(...command: string[]): void {
  execFileSync(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
}
