/** The anchor with the two nearest words on each side. */
const SIDE = 2

export function wordsBeside(anchor: string, before: string, after: string): string {
  const left = before.split(/\s+/).filter(word => word !== '')
  const right = after.split(/\s+/).filter(word => word !== '')
  return [...left.slice(-SIDE), anchor, ...right.slice(0, SIDE)].join(' ')
}
