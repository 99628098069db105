/**
 * Starts a browser that has no network: names resolve to nothing, the only proxy is a dead one, also for loopback addresses, and what
 * could go around both (QUIC, WebRTC, prefetching, its own services) is off. What a page asks for is answered over the pipe alone.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex, type Readable, type Writable } from 'node:stream'

export interface LaunchedBrowser {
  readonly pid: number
  readonly to: Writable
  readonly from: Readable
  /** The last of what it wrote to standard error. */
  complaint(): string
  /** Ends it with all its processes, and removes its profile. */
  end(): void
}

const FEATURES_OFF = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'OptimizationHints',
  'Prerender2',
  'SpeculationRulesPrefetchFuture',
  'Translate',
]

/** `isRoot`: Chromium refuses to build its sandbox as root. */
export function browserFlags(profile: string, isRoot: boolean): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--proxy-server=http://127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-background-networking',
    '--disable-client-side-phishing-detection',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-sync',
    `--disable-features=${FEATURES_OFF.join(',')}`,
    '--metrics-recording-only',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-breakpad',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-remote-fonts',
    '--blink-settings=imagesEnabled=false',
    '--block-new-web-contents',
    '--mute-audio',
    '--password-store=basic',
    '--use-mock-keychain',
    // a page that wants more memory for its scripts loses its process, not the machine
    '--js-flags=--max-old-space-size=512',
    ...(isRoot ? ['--no-sandbox'] : []),
    'about:blank',
  ]
}

export function launchBrowser(path: string): LaunchedBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'longtail-browser-'))
  const child = spawn(path, browserFlags(profile, process.getuid?.() === 0), {
    // a group of its own: all of its processes end with one signal
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    cwd: profile,
    // nothing of ours that a page might learn
    env: {
      PATH: process.env.PATH ?? '',
      HOME: profile,
      XDG_CONFIG_HOME: profile,
      XDG_CACHE_HOME: profile,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
    },
  })
  let said = ''
  child.stderr?.on('data', (bytes: Buffer) => (said = (said + bytes.toString('latin1')).slice(-2_000)))
  // what cannot be started shows in its pipes, which close
  child.on('error', error => (said += error.message))
  const [, , , to, from] = child.stdio
  if (!(to instanceof Duplex) || !(from instanceof Duplex)) throw new Error('the browser has no pipes')
  return { pid: child.pid ?? 0, to, from, complaint: () => lastLine(said), end: () => endGroup(child, profile) }
}

function endGroup(child: ChildProcess, profile: string): void {
  if (child.pid !== undefined)
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // it has ended
    }
  // processes that are just ending may still write
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? ''
}
