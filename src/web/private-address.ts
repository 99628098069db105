/**
 * Which addresses a crawler must not be led to. A page may link to, redirect to, or (by DNS) resolve to the inside of the
 * network that the crawler runs in; only addresses that the IANA registries call globally reachable are asked.
 *
 * IPv4 is a list of refused blocks. IPv6 is the other way round: only 2000::/3 is handed out as global unicast, so everything
 * outside is refused, apart from addresses that merely wrap an IPv4 address, which are judged by what they wrap.
 * What cannot be read as an address is refused.
 */
import { isIPv4, isIPv6 } from 'node:net'

type Block = readonly [network: string, bits: number]

const REFUSED_V4: readonly Block[] = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, withdrawn
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

const V4_RANGES = REFUSED_V4.map(([network, bits]) => {
  const start = parseV4(network)
  return [start, start + 2 ** (32 - bits) - 1] as const
})

/** True when the address (without brackets; a zone index is ignored) is not a public one. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return isPrivateV4(parseV4(address))
  const zone = address.indexOf('%')
  const bare = zone < 0 ? address : address.slice(0, zone)
  return !isIPv6(bare) || isPrivateV6(parseV6(bare))
}

function isPrivateV4(value: number): boolean {
  for (const [start, end] of V4_RANGES) if (value >= start && value <= end) return true
  return false
}

function isPrivateV6(groups: readonly number[]): boolean {
  const [a, b, c, d, e, f, g, h] = groups
  const last = g * 65536 + h
  const leadingZeros = a === 0 && b === 0 && c === 0 && d === 0
  if (leadingZeros && e === 0 && f === 0xffff) return isPrivateV4(last) // ::ffff:0:0/96, IPv4-mapped
  if (leadingZeros && e === 0xffff && f === 0) return isPrivateV4(last) // ::ffff:0:0:0/96, IPv4-translated
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return isPrivateV4(last) // NAT64
  if (a >> 13 !== 1) return true // outside 2000::/3: ::, ::1, fc00::/7, fe80::/10, ff00::/8 and whatever is not assigned
  if (a === 0x2001 && b < 0x200) return true // 2001::/23: Teredo, ORCHID, benchmarking
  if (a === 0x2001 && b === 0xdb8) return true // documentation
  if (a === 0x3fff && b < 0x1000) return true // documentation
  if (a === 0x2002) return isPrivateV4(b * 65536 + c) // 6to4
  return false
}

function parseV4(address: string): number {
  return address.split('.').reduce((value, part) => value * 256 + Number(part), 0)
}

/** Eight 16-bit groups of an address that `isIPv6` accepted. */
function parseV6(address: string): number[] {
  const [head, tail] = address.split('::')
  const before = parseGroups(head)
  if (tail === undefined) return before
  const after = parseGroups(tail)
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap(group => {
    if (!group.includes('.')) return [parseInt(group, 16)]
    const value = parseV4(group)
    return [Math.floor(value / 65536), value % 65536]
  })
}
