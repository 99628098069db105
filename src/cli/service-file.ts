/** The unit with which systemd starts a portal at boot: its text, its place, and the commands that come next. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { LongtailError } from '../errors.js'

export interface ServiceOptions {
  readonly isSystem: boolean
  /** Name of the unit, without its ending. */
  readonly name: string
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** What the portal writes: its directory, and that of local.db. */
  readonly writes: readonly string[]
  /** User or number of the user that runs it; only for a unit of the system. */
  readonly runAs: string
  readonly port: number
}

/** The first line of what we wrote: files without it are somebody else's. */
export const SERVICE_MARK = '# Written by "longtail portal install"; the same command writes it anew.'

export function serviceText({ isSystem, name, command, writes, runAs, port }: ServiceOptions): string {
  const system = [
    `User=${runAs}`,
    ...(port < 1024 ? ['AmbientCapabilities=CAP_NET_BIND_SERVICE'] : []),
    'ProtectSystem=strict',
    'ProtectHome=read-only',
    'PrivateTmp=yes',
    ...writes.map(path => `ReadWritePaths=${quoted(path)}`),
  ]
  const lines = [
    SERVICE_MARK,
    '[Unit]',
    `Description=Longtail portal (${name})`,
    ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map(quoted).join(' ')}`,
    // Ctrl-C is how it is ended by hand: answers under way go out
    'KillSignal=SIGINT',
    'Restart=on-failure',
    'RestartSec=5',
    'NoNewPrivileges=yes',
    ...(isSystem ? system : []),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ]
  return `${lines.join('\n')}\n`
}

export function servicePath(isSystem: boolean, name: string): string {
  if (isSystem) return `/etc/systemd/system/${name}.service`
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd', 'user', `${name}.service`)
}

export function nextCommands(isSystem: boolean, name: string): string[] {
  return isSystem
    ? ['systemctl daemon-reload', `systemctl enable --now ${name}`, `systemctl status ${name}`]
    : [
        'systemctl --user daemon-reload',
        `systemctl --user enable --now ${name}`,
        'loginctl enable-linger',
        `systemctl --user status ${name}`,
      ]
}

/** As systemd reads a word: % and $ stand for themselves. */
function quoted(word: string): string {
  if (/[\u0000-\u001f\u007f]/.test(word))
    throw new LongtailError(
      'E_USAGE',
      `${JSON.stringify(word)}: systemd does not accept this name; move it to a plainer one`,
    )
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@+=:,./%$-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
}
