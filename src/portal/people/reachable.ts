/** The address under which pupils reach this portal, and how they get it: a link, a button that copies it, a QR code. */
import { networkInterfaces } from 'node:os'
import { markup, NOTHING, type Markup } from '../../markup.js'
import { isLoopback } from '../server/limiter.js'
import { isLoopbackHost } from '../server/read-request.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { fill } from '../ui/messages.js'
import { qrCode, type QrCode } from './qr-code.js'

export interface Reachable {
  /** Scheme and host. */
  readonly origin: string
  /** 'this machine': it listens to nobody else. 'no network': this machine has no other address. */
  readonly problem: 'none' | 'this machine' | 'no network'
}

/**
 * The name by which the teacher's browser came here, unless it is one that means "myself": then an address of this machine in the
 * local network. `listensOn`: what the server was bound to.
 */
export function reachableOrigin(origin: string, listensOn: string, addresses = lanAddresses): Reachable {
  const { host, hostname } = new URL(origin)
  if (listensOn === 'localhost' || isLoopback(listensOn)) return { origin, problem: 'this machine' }
  if (!isLoopbackHost(host)) return { origin, problem: 'none' }
  const isAny = listensOn === '0.0.0.0' || listensOn === '::'
  const address = isAny ? addresses()[0] : listensOn
  if (address === undefined) return { origin, problem: 'no network' }
  const name = address.includes(':') ? `[${address}]` : address
  return { origin: origin.replace(hostname, () => name), problem: 'none' }
}

/** Bridges of containers and virtual machines: other devices do not reach what is behind them. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|lxc|lxd|podman|tun|tap|wg)/

/** Of this machine, those first that other devices most likely reach. */
function lanAddresses(): string[] {
  const found = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.filter(({ internal }) => !internal).map(({ address, family }) => ({ name, address, family })),
  )
  const rank = ({ name, address, family }: (typeof found)[number]): number =>
    (VIRTUAL.test(name) ? 4 : 0) + (family === 'IPv4' ? 0 : 2) + (/^169\.254\.|^fe80:/i.test(address) ? 8 : 0)
  return found
    .filter(({ address }) => !/^fe80:/i.test(address))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ address }) => address)
}

/** How pupils get to `path`. Says plainly when they cannot. */
export function shareBox(request: PortalRequest, portal: Portal, path: string): Markup {
  const texts = request.messages.lessons
  const { origin, problem } = reachableOrigin(request.origin, portal.listensOn)
  const address = origin + path
  const note =
    problem === 'none'
      ? NOTHING
      : markup`<p class="notice">${problem === 'this machine' ? texts.onlyHere : texts.noNetwork}</p>`
  const code = problem === 'none' ? qrCode(address) : null
  const picture = code === null ? NOTHING : drawCode(code, fill(texts.qrCode, { address }))
  return markup`<section class="share-box"><h2>${texts.forPupils}</h2>${note}
<p>${request.messages.people.shareLink} <span class="link">${address}</span></p>
<p><button type="button" class="quiet" data-copy="${address}" data-said="${texts.copied}" hidden>${texts.copyLink}</button> <span role="status"></span></p>
${picture}</section>`
}

const QUIET = 4

/** Dark on white in dark colours, too: readers expect it so. */
function drawCode(code: QrCode, label: string): Markup {
  const side = code.length + 2 * QUIET
  const path = code
    .flatMap((row, y) =>
      [...row.map(Number).join('').matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
  return markup`<svg class="qr" viewBox="0 0 ${side} ${side}" width="200" height="200" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
